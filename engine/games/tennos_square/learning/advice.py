"""Tennos Square: advice on the open decision, from what the seat knows.

A card fits a slot if it makes a run longer, so that the number of runs in the row stays the same. Of the slots of one
gap the advice names one. Its position in the gap is in proportion to where the card's rank lies between the ranks of
the cards on both sides of the gap: a card halfway between them gets the middle slot. At an end of the row, an ace or a
ten stands for the missing card.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.cards import bits
from engine.games.tennos_square import messages
from engine.games.tennos_square.cards import CODES, EXCHANGE, FACE_DOWN, NEXT, STOCK, row_points, runs
from engine.games.tennos_square.game import TennosSquare
from engine.text import Phrase, Text, card_text, seat_text

MOST_SENTENCES = 3
MOST_NAMED = 5
"""The greatest number of cards that a sentence names."""
LOWEST, HIGHEST = 0, 9
"""The ranks of an ace and of a ten."""


class Place(NamedTuple):
    """A card, and the slots of a row where it gives the row the most points."""

    card: int
    slots: list[int]
    """The slots where the card gives the row the most points."""
    points: int
    """The row's points with the card on one of these slots."""
    fits: bool
    """True if the card makes a run longer on these slots."""


def advise(game: TennosSquare, seat: int) -> list[Text]:
    """Return the advice on the open decision of a seat, the most useful sentence first.

    Args:
        game: a game restored from the seat's view.
        seat: a seat that must act.
    """
    if game.phase.id == "discard":
        return _on_discard(game, seat)
    if game.down[seat].bit_count() == 1:
        return _on_last_slot(game, seat)
    passes = [*_finishes(game, seat), *_passes(game, seat)]
    plays = [*_on_play(game, seat)]
    return [*passes[:1], *plays[:1], *passes[1:], *plays[1:]][:MOST_SENTENCES]


def _on_discard(game: TennosSquare, seat: int) -> list[Text]:
    """Return which cards are equal, and which other seat has the first turn.

    That seat may take the card that this seat lays in the market.
    """
    hand = sorted(game.hands[seat], key=_rank)
    equal = [card for card in hand if sum(_rank(card) == _rank(other) for other in hand) > 1]
    lines = [messages.EQUAL(cards=_named(equal))] if equal else []
    if game.start != seat:
        lines.append(messages.MAY_TAKE(seat=seat_text(game.start)))
    return lines


def _on_last_slot(game: TennosSquare, seat: int) -> list[Text]:
    """Return the points of the row if a card in hand fills its last slot, and if a better card of the market does."""
    hand, bonus = game.hands[seat], 5 * game.seats
    places = sorted((_place(game, seat, card) for card in hand), key=_points, reverse=True)
    best = places[0]
    lines = [messages.ENDS(card=_text(best.card), points=best.points, bonus=bonus)]
    if len(places) > 1 and places[1].points == best.points:
        lines = [messages.ENDS_ALIKE(points=best.points, bonus=bonus)]
    elif len(places) > 1:
        lines.append(messages.ENDS_LESS(card=_text(places[1].card), points=places[1].points))
    market = max(_in_market(game, seat), key=_points, default=best)
    if market.points > best.points:
        lines.append(messages.ENDS_MARKET(card=_text(market.card), points=market.points))
    return lines


# --- Who is next


def _finishes(game: TennosSquare, seat: int) -> Iterator[Text]:
    """Yield a sentence if the seat, with two face-down slots, can fill both in two turns running and so end the round.

    The sentence names the slots after which the seat has the next turn too.
    """
    slots = [slot for slot in bits(game.down[seat]) if _next(game, seat, slot) == seat]
    if slots and game.down[seat].bit_count() == 2:
        yield messages.FINISHES(slots=_slots(slots), bonus=5 * game.seats)


def _passes(game: TennosSquare, seat: int) -> Iterator[Text]:
    """Yield a sentence for each other seat that has one face-down slot and could end the round in the next turn.

    The sentence names the slots of `seat` after which that other seat plays next.
    """
    for other, down in enumerate(game.down):
        slots = [slot for slot in bits(game.down[seat]) if _next(game, seat, slot) == other]
        if slots and other != seat and down.bit_count() == 1:
            yield messages.PASSES(slots=_slots(slots), seat=seat_text(other))


def _next(game: TennosSquare, seat: int, slot: int) -> int:
    """Return the seat that plays after a slot is filled."""
    (following,) = NEXT[game.seats][game.size * seat + slot]
    return following


# --- The row


def _on_play(game: TennosSquare, seat: int) -> Iterator[Text]:
    """Yield where each card in hand fits in the row; if none fits, which cards of the market fit."""
    row, hand = game.seen_row(seat), game.hands[seat]
    if row.count(FACE_DOWN) == len(row):
        yield _spread(row, hand)
        return
    places = sorted((_place(game, seat, card) for card in hand), key=_points, reverse=True)
    if fitting := [place for place in places if place.fits]:
        yield from _where(game, seat, fitting)
        return
    yield _worth(messages.FITS_NOWHERE, places[0])
    if len(hand) == 2:
        taken = sorted((place for place in _in_market(game, seat) if place.fits), key=_points, reverse=True)
        cards = _named(place.card for place in taken[:MOST_NAMED])
        yield messages.MARKET_FITS(cards=cards) if cards else messages.MARKET_LACKS()


def _where(game: TennosSquare, seat: int, fitting: Sequence[Place]) -> Iterator[Text]:
    """Yield where each card fits; equal cards are named only once.

    Then yield the slots for the best card after which the seat also has the next turn.
    """
    row, best = game.seen_row(seat), fitting[0]
    yield _fits(row, best)
    yield from [_fits(row, place) for place in fitting[1:] if _rank(place.card) != _rank(best.card)]
    again = [slot for slot in best.slots if _next(game, seat, slot) == seat]
    if again and row.count(FACE_DOWN) > 2:  # with two slots left, `_finishes` has named these slots
        yield messages.PLAYS_AGAIN(card=_text(best.card), slots=_slots(again))


def _place(game: TennosSquare, seat: int, card: int) -> Place:
    """Return the best slots for a card in a seat's row."""
    row = game.seen_row(seat)
    after = {slot: [*row[:slot], card, *row[slot + 1 :]] for slot in bits(game.down[seat])}
    points = max(map(row_points, after.values()))
    slots = [slot for slot, one in after.items() if row_points(one) == points]
    return Place(card, slots, points, len(runs(after[slots[0]])) == len(runs(row)))


def _in_market(game: TennosSquare, seat: int) -> Iterable[Place]:
    """Return the best slots for each face-up card of the market; nothing if the seat may not exchange."""
    if len(game.hands[seat]) < 2:
        return []
    return [_place(game, seat, move - EXCHANGE) for move in game.market if move != STOCK]


def _fits(row: Sequence[int], place: Place) -> Text:
    """Return a sentence with the slot of the shortest fitting gap that `_even` returns, or else with the whole gap.

    A short gap is named because longer ones have room for more cards.
    """
    gap = min(_gaps(place.slots), key=len)
    even = _even(row, place.card, gap)
    slots = _slots(gap if even is None else [even])
    return messages.FITS(card=_text(place.card), slots=slots, points=place.points)


def _worth(phrase: Phrase, place: Place) -> Text:
    """Return a sentence about a card, its best slots, and the points of the row with the card there."""
    return phrase(card=_text(place.card), slots=_slots(place.slots), points=place.points)


def _spread(row: Sequence[int], cards: Iterable[int]) -> Text:
    """Return a sentence that names for one or two cards the slots of an empty row that `_even` returns.

    Two cards that would get one slot get neighbouring slots.
    """
    cards = sorted(cards, key=_rank)
    slots = [_even(row, card, range(len(row))) or 0 for card in cards]
    if len({*slots}) < len(slots):
        first = min(slots[0], len(row) - 2)
        slots = [first, first + 1]
    near = (messages.NEAR_SLOT(card=_text(card), slot=slot + 1) for card, slot in zip(cards, slots, strict=True))
    return messages.SPREAD(places=tuple(near))


def _even(row: Sequence[int], card: int, slots: Sequence[int]) -> int | None:
    """Return the one of `slots` that matches a card's rank.

    The ranks of the cards just before and just after `slots` are the ends of a scale: a card halfway between them gets
    the middle slot. At an end of the row, where there is no such card, the lowest or the highest rank is used instead.
    Return None if `slots` have a gap, if both ranks are equal, or if the card's rank is outside them.
    """
    first, last = slots[0], slots[-1]
    low = _rank(row[first - 1]) if first else LOWEST
    high = _rank(row[last + 1]) if last + 1 < len(row) else HIGHEST
    rank, ranks, steps = _rank(card) - low, high - low, len(slots) - 1
    if last - first != steps or not 0 <= rank <= ranks or ranks == 0:
        return None
    return first + (2 * rank * steps + ranks) // (2 * ranks)


# --- Sentences


def _rank(card: int) -> int:
    return card % 10


def _points(place: Place) -> int:
    return place.points


def _text(card: int) -> Text:
    return card_text(CODES[card])


def _named(cards: Iterable[int]) -> tuple[Text, ...]:
    return tuple(map(_text, cards))


def _slots(slots: Sequence[int]) -> Text:
    """Return the slots as people count them, such as "slots 1–3, 7"."""
    if len(slots) == 1:
        return messages.SLOT(slot=slots[0] + 1)
    said = (f"{one[0] + 1}–{one[-1] + 1}" if len(one) > 1 else str(one[0] + 1) for one in _gaps(slots))
    return messages.SLOTS(slots=", ".join(said))


def _gaps(slots: Sequence[int]) -> list[list[int]]:
    """Return the slots in groups of neighbours."""
    groups: list[list[int]] = []
    for slot in slots:
        if groups and groups[-1][-1] == slot - 1:
            groups[-1].append(slot)
        else:
            groups.append([slot])
    return groups
