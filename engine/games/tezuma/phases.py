"""Tezuma: the phases.

The draft comes first, then tricks: the lead, the plays that follow, and the last play after Paper Egg.
"""

from collections.abc import Iterable, Iterator

from engine import phrases
from engine.cards import subset_tuples
from engine.contract.phase import Path, Phase, only
from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES, FIRE, NUMBERS, SAND, Ability
from engine.games.tezuma.cards import FIELD, TRICKS, TRUMP, UNIT, WIDTH, hand_cards, hand_size, held, suit_size
from engine.games.tezuma.game import NOBODY, NOTHING, Tezuma
from engine.games.tezuma.moves import (
    ABILITY_OF,
    ABILITY_PLAYS,
    CAPTURE,
    CARDS_OF,
    CONCERNS_TRICK,
    DEFER,
    END,
    FIRE_PLAYS,
    FOLLOWING,
    FREED,
    LEADING,
    PAIRS,
    POWER,
    SPENT,
    SUIT_OF,
    TAKE_ABILITY,
    TAKE_BID,
    TAKE_PAIN,
    VOID,
    WIN,
    of_hand,
)
from engine.phrases import card_prompt, card_refused, must_follow
from engine.text import Text, card_text, seat_text
from engine.tricks import SEAT_TUPLE

_TAKE_PAINS = subset_tuples(4, TAKE_PAIN)
_TAKE_BIDS = subset_tuples(8, TAKE_BID)
_TAKE_ABILITIES = subset_tuples(12, TAKE_ABILITY)
"""The moves that take a card, for each set of open cards."""
_PLACES = {
    back: {seats: (*range(seats), *range(seats)[:: -1 if back else 1], *range(seats)) for seats in (3, 4)}
    for back in (False, True)
}
"""The seats in the order of the draft, counted from the starter. The first key tells whether the second turn goes
counter-clockwise; the second key is the number of seats.
"""
_TABS = {"pain": messages.PAIN_TAB(), "bid": messages.BID_TAB(), "ability": messages.ABILITY_TAB()}
"""The name of each kind of card, by the word with which a token begins."""


class Draft(Phase[Tezuma]):
    """A pain suit, a bid or an ability is taken from the open cards."""

    __slots__ = ()

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
        return messages.TAKEN(seat=seat_text(taken.index(card))) if card in taken else messages.NOT_ON_DISPLAY()

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

    def move_name(self, game: Tezuma, seat: int, move: int) -> Text:
        if move < TAKE_BID:
            return messages.SEAT_PAIN(suit=game.suits[move - TAKE_PAIN].name)
        if move < TAKE_ABILITY:
            return messages.MOVE_BID(letter=game.deals[-1].displays.letter(move - TAKE_BID + 1))
        return ABILITIES[move - TAKE_ABILITY + 1].name

    def full_name(self, game: Tezuma, seat: int, move: int) -> Text | None:
        """Name a bid with its points, because its letter means nothing without the picture; name an ability as such."""
        name = self.move_name(game, seat, move)
        if TAKE_BID <= move < TAKE_ABILITY:
            return messages.FULL_BID(**name.args, table=game.edition.bids[move - TAKE_BID].table)
        return messages.FULL_ABILITY(ability=name) if move >= TAKE_ABILITY else None

    def label(self, game: Tezuma, seat: int, token: str) -> Text:
        kind, _, card = token.partition("-")
        if kind == "pain":
            return messages.PAIN_LABEL(suit=next(suit.name for suit in game.suits if suit.letter == card))
        if kind == "bid":
            letter = game.deals[-1].displays.letter(int(card))
            return messages.BID_LABEL(letter=letter)
        return ABILITIES[NUMBERS[card]].name

    def tab(self, game: Tezuma, token: str) -> Text:
        return _TABS[token.partition("-")[0]]

    def about(self, game: Tezuma, token: str) -> Text | None:
        kind, _, card = token.partition("-")
        return game.edition.offers[NUMBERS[card]] if kind == "ability" else None


class _Play(Phase[Tezuma]):
    """A card is played to the trick, or an ability is used instead."""

    __slots__ = ()

    moves = range(TAKE_PAIN)
    advice = messages.HINT_PLAY()

    def barred(self, ability: Ability) -> Text | None:
        """Return the reason why no seat can use an ability at this point of a trick; None: it can be used."""
        return None

    def refusal(self, game: Tezuma, seat: int, move: int) -> Text:
        ability, cards, hand = ABILITIES[ABILITY_OF[move]], CARDS_OF[move], game.hands[seat]
        reason = self._unusable(game, seat, ABILITY_OF[move]) if ABILITY_OF[move] else None
        if reason is not None:
            return messages.CANNOT_USE(ability=ability.name, why=reason)
        for card in cards:
            if not held(hand, card):
                return phrases.NOT_IN_HAND(card=card_text(game.edition.codes[card]))
        if ability.only is not None and not {card % 10 for card in cards} <= ability.ranks:
            code = game.edition.codes[cards[0]]
            return messages.CANNOT_GO_WITH(card=card_text(code), ability=ability.name, why=ability.only())
        off = next((card for card in cards if card // 10 != game.follow), cards[0])
        return card_refused(game.edition.codes[off], _must_follow(game, seat))

    def _unusable(self, game: Tezuma, seat: int, number: int) -> Text | None:
        """Return the reason why the seat cannot use this ability now, whatever the card; None: the seat can use it."""
        ability, hand = ABILITIES[number], game.hands[seat]
        if game.abilities[seat] != number:
            return messages.NOT_YOURS()
        if not game.uses[seat]:
            return messages.NO_USES()
        reason = self.barred(ability)
        if reason is not None or _usable(game, seat, number):
            return reason
        suits = _pair_moves(hand) if number == FIRE else ability.ranks & {card % 10 for card in hand_cards(hand)}
        return _must_follow(game, seat) if suits or ability.only is None else ability.only()

    def forced(self, game: Tezuma, seat: int) -> int | None:
        """Return the play of the last card in hand; None: there are more cards, or the ability may be usable.

        Only the seat knows its last card, so the result must not depend on this card. It is None even if the ability
        could only be used with a card other than the actual one.
        """
        if hand_size(game.hands[seat]) > 1:
            return None
        ability = ABILITIES[game.armed[seat]]
        if ability.uses and ability.cards < 2 and self.barred(ability) is None:
            return None
        return only(self.legal_moves(game, seat))

    def name(self, game: Tezuma) -> Text:
        return phrases.TRICK_OF(trick=len(game.finished) + 1, tricks=TRICKS)

    def log_line(self, game: Tezuma, seat: int, move: int) -> Text:
        who = seat_text(seat)
        ability = ABILITIES[ABILITY_OF[move]]
        if move in (DEFER, WIN):
            return (messages.SANDED if move == WIN else messages.DEFERRED)(seat=who, ability=ability.name)
        cards = tuple(card_text(game.edition.codes[card]) for card in CARDS_OF[move])
        if move >= ABILITY_PLAYS:
            return messages.PLAYED_WITH(seat=who, cards=cards, ability=ability.name)
        return (phrases.LED if game.follow == NOTHING else phrases.PLAYED)(seat=who, card=cards[0])

    def prompt(self, game: Tezuma, seat: int, path: Path) -> Text:
        if not path:
            suit = game.follow
            return card_prompt(game.suits[suit].name, suit_size(game.hands[seat], suit))
        number = NUMBERS[path[0]]
        ability = ABILITIES[number].name
        if number != FIRE:
            return messages.ASK_WITH(ability=ability)
        if len(path) == 1:
            return messages.ASK_LOWER(ability=ability)
        return messages.ASK_HIGHER(ability=ability, card=card_text(path[1]))

    def offers(self, game: Tezuma, seat: int) -> Iterable[int]:
        """Return the plays of every card without the ability, then the plays with the ability."""
        cards = sorted(set(hand_cards(game.hands[seat])))
        number = game.armed[seat]
        if not number:
            return cards
        ability = ABILITIES[number]
        if ability.cards == 1:
            return [*cards, *(ABILITY_PLAYS * number + card for card in cards)]
        if ability.cards == 2:  # without a pair in hand, offer an illegal play: its button tells why
            return [*cards, *(_pair_moves(game.hands[seat]) or (FIRE_PLAYS,))]
        return [*cards, ABILITY_OF.index(number)]

    def move_name(self, game: Tezuma, seat: int, move: int) -> Text:
        cards = tuple(card_text(game.edition.codes[card]) for card in CARDS_OF[move])
        if move < ABILITY_PLAYS:
            return cards[0]
        ability = ABILITIES[ABILITY_OF[move]].name
        return messages.WITH_ABILITY(cards=cards, ability=ability) if cards else ability

    def label(self, game: Tezuma, seat: int, token: str) -> Text:
        if token in NUMBERS:
            return messages.USES_LEFT(ability=ABILITIES[NUMBERS[token]].name, uses=game.uses[seat])
        return card_text(token)

    def about(self, game: Tezuma, token: str) -> Text | None:
        number, seat = NUMBERS.get(token, 0), game.to_act[0]
        if not number or not _usable(game, seat, number):
            return None
        return messages.ABILITY_RULE(ability=self.label(game, seat, token), effect=messages.EFFECTS[token]())

    def warning(self, game: Tezuma, seat: int, token: str) -> Text | None:
        asks = token == ABILITIES[SAND].id and _usable(game, seat, SAND)
        return messages.ASK_SAND(ability=ABILITIES[SAND].name) if asks else None

    def copies(self, game: Tezuma, seat: int, token: str) -> int:
        return held(game.hands[seat], game.edition.index[token]) if token in game.edition.index else 1


class Lead(_Play):
    """The leader plays any card, which sets the suit. If the leader uses Five-Color Sand, the next seat sets it."""

    __slots__ = ()

    id = "lead"

    def legal_moves(self, game: Tezuma, seat: int) -> tuple[int, ...]:
        return of_hand(LEADING[game.armed[seat]], game.hands[seat])

    def apply(self, game: Tezuma, seat: int, move: int) -> None:
        game.trick.append(move)
        game.hands[seat] -= SPENT[move]
        if move >= ABILITY_PLAYS:
            _use(game, seat, move)
        if move != WIN:
            game.follow = SUIT_OF[move]
            game.phase = FOLLOW
        game.to_act = SEAT_TUPLE[(seat + 1) % game.seats]

    def barred(self, ability: Ability) -> Text | None:
        return None if ability.leader else messages.NOT_FOR_LEADER()

    def prompt(self, game: Tezuma, seat: int, path: Path) -> Text:
        return super().prompt(game, seat, path) if path else phrases.PLAY_ANY()

    def hint(self, game: Tezuma, seat: int) -> Text | None:
        number = game.armed[seat]
        return messages.HINT_ABILITY() if number and _usable(game, seat, number) else self.advice


class Follow(_Play):
    """A seat after the leader plays to the trick, and must follow suit if it can."""

    __slots__ = ()

    id = "follow"

    def legal_moves(self, game: Tezuma, seat: int) -> tuple[int, ...]:
        hand = game.hands[seat]
        number = game.armed[seat]
        follow = game.follow
        field = hand >> WIDTH * follow & FIELD
        if not field:
            return of_hand(VOID[number], hand)
        following, freed = FOLLOWING[number][follow][field], FREED[number]
        return following if freed is None else following + of_hand(freed, hand)

    def apply(self, game: Tezuma, seat: int, move: int) -> None:
        trick, seats = game.trick, game.seats
        trick.append(move)
        game.hands[seat] -= SPENT[move]
        if move >= ABILITY_PLAYS:
            _use(game, seat, move)
        if len(trick) < seats:
            game.to_act = SEAT_TUPLE[(seat + 1) % seats]
        elif game.egg == NOBODY:
            _finish_trick(game)
        else:
            game.to_act = SEAT_TUPLE[game.egg]
            game.phase = LAST


class Last(_Play):
    """The seat that used Paper Egg plays the last card of the trick, under the usual rules."""

    __slots__ = ()

    id = "last"

    def legal_moves(self, game: Tezuma, seat: int) -> tuple[int, ...]:
        hand = game.hands[seat]
        follow = game.follow
        field = hand >> WIDTH * follow & FIELD
        return FOLLOWING[0][follow][field] if field else of_hand(VOID[0], hand)

    def apply(self, game: Tezuma, seat: int, move: int) -> None:
        game.trick.append(move)
        game.hands[seat] -= SPENT[move]
        _finish_trick(game)

    def barred(self, ability: Ability) -> Text | None:
        return messages.ONE_A_TRICK()


def _use(game: Tezuma, seat: int, move: int) -> None:
    left = game.uses[seat] = game.uses[seat] - 1
    if not left:
        game.armed[seat] = 0
    if CONCERNS_TRICK[move]:
        game.declare(seat, move)


def _finish_trick(game: Tezuma) -> None:
    trick, leader, seats, breath = game.trick, game.leader, game.seats, game.breath
    power = POWER[game.follow + game.watered]
    place = trick.index(max(trick, key=power.__getitem__))
    winner = (leader + place) % seats if place < seats else game.egg
    game.finished.append((leader, tuple(trick), winner))
    game.won[winner] += 1
    game.captured[winner] += sum(map(CAPTURE.__getitem__, trick))
    if breath != NOTHING:
        game.hands[game.player(trick.index(breath), leader, trick)] += UNIT[CARDS_OF[breath][0]]
    game.leader = winner if game.next_leader == NOBODY else game.next_leader
    if game.log is not None:
        _log_end(game, winner)
    game.clear()
    if len(game.finished) < TRICKS:
        game.to_act = SEAT_TUPLE[game.leader]
        game.phase = LEAD
    else:
        game.finish_round()


def _log_end(game: Tezuma, winner: int) -> None:
    trick, breath = game.trick, game.breath
    game.add_to_log(phrases.TRICK_WON(seat=seat_text(winner)))
    if breath != NOTHING:
        seat = game.player(trick.index(breath), game.finished[-1][0], trick)
        game.add_to_log(
            messages.RETURNED(card=card_text(game.edition.codes[CARDS_OF[breath][0]]), seat=seat_text(seat))
        )
    if game.leader != winner and len(game.finished) < TRICKS:
        game.add_to_log(messages.NEXT_LEADER(seat=seat_text(game.leader)))


def _must_follow(game: Tezuma, seat: int) -> Text:
    cards = sorted({card for card in hand_cards(game.hands[seat]) if card // 10 == game.follow})
    return must_follow(game.suits[game.follow].name, [game.edition.codes[card] for card in cards])


def _usable(game: Tezuma, seat: int, number: int) -> bool:
    """Tell whether a seat that must act can use this ability now, with or without a card."""
    return any(ABILITY_OF[move] == number for move in game.legal_moves(seat))


def _pair_moves(hand: int) -> list[int]:
    """Return all plays of Fire Breathing with two cards of this hand, legal or not."""
    numbers = {card for card in hand_cards(hand) if card % 10 != TRUMP}
    return [FIRE_PLAYS + place for place, pair in enumerate(PAIRS) if numbers.issuperset(pair)]


DRAFT = Draft()
LEAD = Lead()
FOLLOW = Follow()
LAST = Last()
PHASES = (DRAFT, LEAD, FOLLOW, LAST)
"""All phases, in the order of a round."""
