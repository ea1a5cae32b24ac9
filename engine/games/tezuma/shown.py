"""Tezuma: what is shown of a game, and to whom, in both editions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Self

from engine import phrases
from engine.cards import bits
from engine.games.tezuma import words
from engine.games.tezuma.abilities import ABILITIES, FIRE, NUMBERS
from engine.games.tezuma.bids import TRICKS
from engine.games.tezuma.deals import hand_cards, held
from engine.games.tezuma.displays import ability_ids
from engine.games.tezuma.moves import (
    ABILITY_OF,
    CARDS_OF,
    DEFER,
    FIELD,
    FIRE_PLAYS,
    TAKE_ABILITY,
    TAKE_BID,
    TAKE_PAIN,
    TRUMP,
    WIDTH,
    WIN,
)
from engine.games.tezuma.refusals import TezumaRefusals
from engine.games.tezuma.sampler import sampler
from engine.old import OldView as View
from engine.phase import Path
from engine.text import Text, card_text, seat_text
from engine.tricks import Played, Trick, played_card
from engine.view import Points


def _ability_name(ability: int) -> Text:
    return words.ABILITIES[ABILITIES[ability].id]()


class Tezuma(TezumaRefusals):
    """What both editions show."""

    marks = {name.key: f"ability_{ability.replace('-', '_')}" for ability, name in words.ABILITIES.items()}  # noqa: RUF012

    __slots__ = ()

    # --- What everybody knows

    def tricks(self) -> list[Trick]:
        """See `Game`."""
        done: list[Trick] = [(leader, self._plays(leader, trick), winner) for leader, trick, winner in self.finished]
        return [*done, (self.leader, self._plays(self.leader, self.trick), None)] if self.trick else done

    def _plays(self, leader: int, trick: tuple[int, ...] | list[int]) -> tuple[tuple[int, int], ...]:
        return tuple((self.seat_at(place, leader, trick), move) for place, move in enumerate(trick))

    def hand(self, seat: int) -> list[str]:
        """See `Game`."""
        return [self.codes[card] for card in hand_cards(self.hands[seat])]

    def public(self) -> View:
        """See `Game`."""
        pains, bids, abilities = (list(bits(mask)) for mask in self.open)
        return {
            "first": self.first,
            "leader": self.leader,
            "drafted": self.draft if self.draft >= 0 else None,
            "bids": list(self.deals[-1].bids),
            "abilities": ability_ids(self.deals[-1].abilities),
            "open": {
                "pains": [self.suits[place].letter for place in pains],
                "bids": [place + 1 for place in bids],
                "abilities": ability_ids([place + 1 for place in abilities]),
            },
            "seat_pains": [self.suits[pain].letter if pain >= 0 else None for pain in self.pains],
            "seat_bids": [bid or None for bid in self.bids],
            "seat_abilities": [ABILITIES[ability].id or None for ability in self.abilities],
            "uses": list(self.uses),
            "won": list(self.won),
            "hand_sizes": [self.hand_size(seat) for seat in range(self.seats)],
        }

    def private(self, seat: int) -> View:
        """See `Game`."""
        return {}

    @classmethod
    def played(cls, move: int) -> Played:
        """See `Game`."""
        cards = tuple(cls.codes[card] for card in CARDS_OF[move])
        number = ABILITY_OF[move]
        if not number:
            return played_card(cards[0])
        ability = _ability_name(number)
        text = words.WITH(cards=tuple(map(card_text, cards)), ability=ability) if cards else ability
        return Played(cards, ABILITIES[number].id, text)

    def phase_text(self) -> Text:
        """See `Game`."""
        if self.over:
            return phrases.GAME_ENDED()
        if self.draft >= 0:
            return words.DRAFTING(turn=self.draft // self.seats + 1, turns=self.laps())
        return phrases.TRICK_OF(trick=len(self.finished) + 1, tricks=TRICKS)

    def table_lines(self) -> list[Text]:
        """See `Game`."""
        if self.draft >= 0:
            return list(self._display_lines())
        return [] if self.over else list(self._trick_lines())

    def _display_lines(self) -> Iterator[Text]:
        pains, bids, abilities = self.open
        if pains:
            yield words.OPEN_PAINS(suits=tuple(self.suits[place].name for place in bits(pains)))
        cards = [self.edition.bids[place] for place in bits(bids)]
        yield words.OPEN_BIDS(bids=tuple(words.OPEN_BID(number=card.number, table=card.table) for card in cards))
        for place in bits(abilities):
            yield self._open_ability(place + 1)

    def _open_ability(self, ability: int) -> Text:
        effect = self.edition.effect(ability)
        return words.OPEN_ABILITY(ability=_ability_name(ability), uses=self.edition.uses(ability), effect=effect)

    def _ability_rule(self, ability: int) -> Text:
        return words.ABILITY_RULE(ability=_ability_name(ability), effect=self.edition.effect(ability))

    def _trick_lines(self) -> Iterator[Text]:
        """What the trick in progress is under, then what the abilities that still have uses do."""
        if self.follow >= 0:
            yield words.LED_SUIT(suit=self.suits[self.follow].name)
        elif self.trick:
            yield words.LEADS_ANY(seat=seat_text(self.to_act[0]))
        if self.watered:
            yield words.NO_ACTIVE()
        if self.egg >= 0:
            yield words.PLAYS_LAST(seat=seat_text(self.egg))
        if self.next_leader >= 0:
            yield words.NEXT_LEADER(seat=seat_text(self.next_leader))
        for ability, uses in zip(self.abilities, self.uses, strict=True):
            if uses:
                yield self._ability_rule(ability)

    def seat_lines(self, seat: int) -> list[Text]:
        """See `Game`."""
        lines = []
        if self.pains[seat] >= 0:
            lines.append(words.SEAT_PAIN(suit=self.suits[self.pains[seat]].name))
        if self.bids[seat]:
            lines.append(words.SEAT_BID(table=self.edition.bids[self.bids[seat] - 1].table))
        if self.abilities[seat]:
            lines.append(words.USES_LEFT(ability=_ability_name(self.abilities[seat]), uses=self.uses[seat]))
        lines.append(phrases.TRICKS_WON(count=self.won[seat]))
        lines.append(words.IN_HAND(count=self.hand_size(seat)))
        return lines

    def told(self, seat: int, move: int) -> Text:
        """See `Game`."""
        who = seat_text(seat)
        if move >= TAKE_ABILITY:
            return words.TOOK_ABILITY(seat=who, ability=_ability_name(move - TAKE_ABILITY + 1))
        if move >= TAKE_BID:
            return words.TOOK_BID(seat=who, table=self.edition.bids[move - TAKE_BID].table)
        if move >= TAKE_PAIN:
            return words.TOOK_PAIN(seat=who, suit=self.suits[move - TAKE_PAIN].name)
        ability = ABILITY_OF[move]
        if move >= DEFER:
            return (words.SANDED if move == WIN else words.DEFERRED)(seat=who, ability=_ability_name(ability))
        cards = tuple(card_text(self.codes[card]) for card in CARDS_OF[move])
        if ability:
            return words.PLAYED_WITH(seat=who, cards=cards, ability=_ability_name(ability))
        return (phrases.LED if self.follow < 0 else phrases.PLAYED)(seat=who, card=cards[0])

    def sheet(self, round_number: int) -> list[Points]:
        """See `Game`."""
        sheets: list[Points] = []
        for result in self.results[round_number - 1]:
            by_bid, by_pain, lifted = self.points(result)
            bid, suit = self.edition.bids[result.bid - 1], self.suits[result.pain]
            lines: Points = [
                (words.SCORE_BID(count=result.won, table=bid.table), by_bid),
                (words.SCORE_PAIN(count=result.captured, suit=suit.name), by_pain),
            ]
            if lifted:
                lines.append((words.SCORE_FLOOR(), lifted))
            sheets.append(lines)
        return sheets

    # --- What is asked of a seat

    def prompt(self, seat: int, path: Path) -> Text:
        """See `Game`."""
        if self.draft >= 0:
            return words.ASK_TAKE(kinds=tuple(self._missing(seat)))
        if path:
            ability = words.ABILITIES[path[0]]()
            if path[0] != ABILITIES[FIRE].id:
                return words.ASK_WITH(ability=ability)
            if len(path) == 1:
                return words.ASK_LOWER(ability=ability)
            return words.ASK_HIGHER(ability=ability, card=card_text(path[1]))
        if self.follow < 0:
            return phrases.PLAY_ANY()
        suit = self.suits[self.follow].name
        field = self.hands[seat] >> WIDTH * self.follow & FIELD
        count = (field & (1 << TRUMP) - 1).bit_count() + (field >> TRUMP)
        return phrases.FOLLOW(suit=suit, count=count) if count else phrases.CANNOT_FOLLOW(suit=suit)

    def hint(self, seat: int) -> Text:
        """See `Game`."""
        return words.HINT_DRAFT() if self.draft >= 0 else words.HINT_PLAY()

    def _missing(self, seat: int) -> Iterator[Text]:
        if self.pains[seat] < 0:
            yield words.PAIN_SUIT()
        if not self.bids[seat]:
            yield words.BID_CARD()
        if not self.abilities[seat] and self.deals[-1].abilities:
            yield words.ABILITY_CARD()

    @classmethod
    def path(cls, move: int) -> Path:
        """See `Game`: a card, or an ability and then its cards; a take is one token."""
        if move >= TAKE_PAIN:
            _, kind, card = cls.moves[move].split()
            return (f"{kind}-{card}",)
        cards = tuple(cls.codes[card] for card in CARDS_OF[move])
        return (ABILITIES[ABILITY_OF[move]].id, *cards) if ABILITY_OF[move] else cards

    def offers(self, seat: int) -> Iterable[int]:
        """See `Game`: in the draft the kinds that the seat still needs; then every card, and its ability."""
        if self.draft >= 0:
            return self.legal_moves(seat)
        cards = sorted(set(hand_cards(self.hands[seat])))
        return [*cards, *self._ability_offers(cards, self.abilities[seat])] if self.uses[seat] else cards

    @staticmethod
    def _ability_offers(cards: list[int], ability: int) -> Iterable[int]:
        if ability < FIRE:
            return [40 * ability + card for card in cards]
        if ability > FIRE:
            return (DEFER if ABILITY_OF[DEFER] == ability else WIN,)
        pairs = [move for move in range(FIRE_PLAYS, DEFER) if set(CARDS_OF[move]) <= set(cards)]
        return pairs or (FIRE_PLAYS,)  # where no pair can be offered, one stands in for the button and its reason

    def about(self, token: str) -> Text | None:
        """See `Game`: what an ability does, on offer or one's own."""
        if token in NUMBERS:
            return self._ability_rule(NUMBERS[token])
        kind, _, card = token.partition("-")
        return self._open_ability(NUMBERS[card]) if kind == "ability" else None

    def copies(self, seat: int, token: str) -> int:
        """See `Game`."""
        return held(self.hands[seat], self.index[token]) if token in self.index else 1

    def label(self, seat: int, token: str) -> Text:
        """See `Game`."""
        if token in self.index:
            return card_text(token)
        if token in NUMBERS:
            return words.USES_LEFT(ability=words.ABILITIES[token](), uses=self.uses[seat])
        kind, card = token.split("-", 1)
        if kind == "pain":
            return words.PAIN_LABEL(suit=next(suit.name for suit in self.suits if suit.letter == card))
        if kind == "bid":
            return words.BID_LABEL(table=self.edition.bids[int(card) - 1].table)
        return words.ABILITIES[card]()

    # --- Searching

    @classmethod
    def sampler(cls, view: View) -> Callable[[Random], Self]:
        """See `Game`."""
        return sampler(cls, view)
