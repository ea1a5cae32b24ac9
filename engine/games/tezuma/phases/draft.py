"""Tezuma: the draft, in which every seat takes a pain suit, a bid and mostly an ability from the open cards."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import subset_tuples
from engine.contract.phase import Path, Phase
from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES, NUMBERS
from engine.games.tezuma.game import NOTHING, Tezuma
from engine.games.tezuma.moves import END, TAKE_ABILITY, TAKE_BID, TAKE_PAIN
from engine.games.tezuma.phases.trick import LEAD
from engine.text import Text, seat_text
from engine.tricks import SEAT_TUPLE

_TAKE_PAINS = subset_tuples(4, TAKE_PAIN)
_TAKE_BIDS = subset_tuples(8, TAKE_BID)
_TAKE_ABILITIES = subset_tuples(12, TAKE_ABILITY)
"""The moves that take a card, for each set of open cards."""
_PLACES = {
    back: {seats: (*range(seats), *range(seats)[:: -1 if back else 1], *range(seats)) for seats in (3, 4)}
    for back in (False, True)
}
"""By whether the second turn goes counter-clockwise, then by number of seats: the seats in order, relative to the
starter.
"""
_TABS = {"pain": messages.PAIN_TAB(), "bid": messages.BID_TAB(), "ability": messages.ABILITY_TAB()}
"""The kind of card by the beginning of a token."""


class Draft(Phase[Tezuma]):
    """A pain suit, a bid or an ability is taken from the open cards."""

    id = "draft"
    moves = range(TAKE_PAIN, END)
    open = True

    def legal_moves(self, game: Tezuma, seat: int) -> tuple[int, ...]:
        pains, bids, abilities = game.open
        return (
            (() if game.pains[seat] != NOTHING else _TAKE_PAINS[pains])
            + (() if game.bids[seat] else _TAKE_BIDS[bids])
            + (() if game.abilities[seat] else _TAKE_ABILITIES[abilities])
        )

    def apply(self, game: Tezuma, seat: int, move: int) -> None:
        if move < TAKE_BID:
            game.pains[seat] = move - TAKE_PAIN
            game.open[0] ^= 1 << move - TAKE_PAIN
        elif move < TAKE_ABILITY:
            game.bids[seat] = move - TAKE_BID + 1
            game.open[1] ^= 1 << move - TAKE_BID
        else:
            number = game.abilities[seat] = game.armed[seat] = move - TAKE_ABILITY + 1
            game.uses[seat] = game.edition.uses(number)
            game.open[2] ^= 1 << move - TAKE_ABILITY
        drafted = game.drafted = game.drafted + 1
        seats = game.seats
        if drafted < seats * game.turns:
            place = _PLACES[game.edition.draft_turns_back][seats][drafted]
            game.to_act = SEAT_TUPLE[(game.leader + place) % seats]
        else:
            game.to_act = SEAT_TUPLE[game.leader]
            game.phase = LEAD

    def refusal(self, game: Tezuma, seat: int, move: int) -> Text:
        if move < TAKE_BID:
            taken, card, nothing, has = game.pains, move - TAKE_PAIN, NOTHING, messages.HAS_PAIN
        elif move < TAKE_ABILITY:
            taken, card, nothing, has = game.bids, move - TAKE_BID + 1, 0, messages.HAS_BID
        else:
            taken, card, nothing, has = game.abilities, move - TAKE_ABILITY + 1, 0, messages.HAS_ABILITY
        if taken[seat] != nothing:
            return has()
        return messages.TAKEN(seat=seat_text(taken.index(card))) if card in taken else messages.NOT_SHOWN()

    def name(self, game: Tezuma) -> Text:
        return messages.DRAFTING(turn=game.drafted // game.seats + 1, turns=game.turns)

    def log_line(self, game: Tezuma, seat: int, move: int) -> Text:
        who = seat_text(seat)
        if move < TAKE_BID:
            return messages.TOOK_PAIN(seat=who, suit=game.suits[move - TAKE_PAIN].name)
        if move < TAKE_ABILITY:
            return messages.TOOK_BID(seat=who, table=game.edition.bids[move - TAKE_BID].table)
        return messages.TOOK_ABILITY(seat=who, ability=ABILITIES[move - TAKE_ABILITY + 1].name)

    def prompt(self, game: Tezuma, seat: int, path: Path) -> Text:
        return messages.ASK_TAKE(kinds=tuple(self._missing(game, seat)))

    def _missing(self, game: Tezuma, seat: int) -> Iterator[Text]:
        if game.pains[seat] == NOTHING:
            yield messages.PAIN_SUIT()
        if not game.bids[seat]:
            yield messages.BID_CARD()
        if not game.abilities[seat] and game.turns == 3:
            yield messages.ABILITY_CARD()

    def hint(self, game: Tezuma, seat: int) -> Text | None:
        """Explain the kind of card that is offered first."""
        if game.pains[seat] == NOTHING:
            return messages.HINT_PAIN()
        return None if game.bids[seat] else messages.HINT_BID()

    def label(self, game: Tezuma, seat: int, token: str) -> Text:
        kind, _, card = token.partition("-")
        if kind == "pain":
            return messages.PAIN_LABEL(suit=next(suit.name for suit in game.suits if suit.letter == card))
        if kind == "bid":
            letter = game.deals[-1].displays.letter(int(card))
            return messages.BID_LABEL(letter=letter, table=game.edition.bids[int(card) - 1].table)
        return ABILITIES[NUMBERS[card]].name

    def tab(self, game: Tezuma, token: str) -> Text:
        return _TABS[token.partition("-")[0]]

    def about(self, game: Tezuma, token: str) -> Text | None:
        kind, _, card = token.partition("-")
        return game.edition.offers[NUMBERS[card]] if kind == "ability" else None


DRAFT = Draft()
