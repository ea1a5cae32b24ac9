"""How much a seat gains by a card of Tezuma's draft, or by winning a trick.

The value of a bid is its points for each number of tricks, weighed by the probability of that number. The model: for
each trick, the seat chooses a low or a high probability of winning it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from engine.games.tezuma.abilities import ABILITIES
from engine.games.tezuma.cards import DECKS, FIELD, TRICKS, TRUMP, WIDTH
from engine.games.tezuma.game import Tezuma
from engine.games.tezuma.moves import END, TAKE_ABILITY, TAKE_BID, TAKE_PAIN

STRENGTH = (0.05, 0.05, 0.05, 0.05, 0.10, 0.16, 0.22, 0.30, 0.38, 0.13)
"""By rank: the strength of a card. Only a hand's share of the whole deck's strength matters."""
PAIN = (0.3, 0.3, 0.3, 0.05, 0.05, 0.0, -0.5, -0.6, -0.7, 0.22)
"""By rank: the points that each such card in hand adds to the value of its suit as pain suit. Low cards are easy to
discard.
"""
ABILITY = {
    "five-color-sand": 0.5,
    "linking-rings": 0.3,
    "cup-and-ball": 0.35,
    "butterfly-dance": 0.3,
    "many-umbrellas": 0.15,
    "fire-breathing": 0.15,
}
"""The points by which an ability is better than the abilities that are not listed."""
DRAFTED = 0.1
"""In the draft: a seat wins a trick with a probability of its hand's share of strength, plus or minus this number."""
LEAST, MOST = 0.32, 2.0
"""The probability of winning a trick, times the number of seats: of a trick that the seat wants to lose, and of a trick
that it wants to win.
"""
KINDS = range(TAKE_PAIN, TAKE_BID), range(TAKE_BID, TAKE_ABILITY), range(TAKE_ABILITY, END)
"""The moves of the draft by kind."""
SHORT = 3
"""The number of moves of each kind that a search tries."""
STEPS = 60
"""The number of steps of strength in a whole deck; bids and abilities have equal values for hands of the same step."""


def _by_field(values: Sequence[float]) -> list[float]:
    """Return for each content of a hand's suit field (see `cards`) the sum of its cards' values."""
    sums = [0.0]
    for value in values[:TRUMP]:
        sums += [one + value for one in sums]
    return [one + trumps * values[TRUMP] for trumps in range(4) for one in sums]


_STRENGTH, _PAIN = _by_field(STRENGTH), _by_field(PAIN)
_ALL = {
    seats: sum(STRENGTH[card % 10] * copies for card, copies in deck.items()) / STEPS for seats, deck in DECKS.items()
}
"""By number of seats: one step of strength."""


def bid_values(points: Sequence[int], least: float, most: float) -> list[list[float]]:
    """Return a bid's value by tricks left, then by tricks won; for each trick the seat picks the better probability."""
    table = [[float(one) for one in points]]
    for _ in range(TRICKS):
        less = table[-1]
        table.append([now + max(p * (won - now) for p in (least, most)) for now, won in pairwise(less)])
    return table


@cache
def trick_values(kind: type[Tezuma], seats: int) -> list[list[list[float]]]:
    """Return the points that winning a trick adds: by bid, then by tricks left (with this one), then by tricks won."""
    every = [bid_values(bid.points, LEAST / seats, MOST / seats) for bid in kind.edition.bids]
    return [[], *([[], *(_steps(less) for less in table[:-1])] for table in every)]


def _steps(row: Sequence[float]) -> list[float]:
    return [after - before for before, after in pairwise(row)]


@cache
def _draft_values(kind: type[Tezuma], step: int) -> list[float]:
    """Return by draft move what a bid or ability is worth to a hand whose strength is `step`; 0 for pain suits."""
    least, most = max(0.03, step / STEPS - DRAFTED), step / STEPS + DRAFTED
    bids = [bid_values(bid.points, least, most)[TRICKS][0] for bid in kind.edition.bids]
    abilities = [ABILITY.get(ability.id, 0.0) for ability in ABILITIES[1:]]
    return [0.0] * TAKE_BID + _centred(bids) + _centred(abilities)


def draft_values(game: Tezuma, seat: int) -> list[float]:
    """Return by draft move what the card is worth to the seat's hand, in points above the mean of its kind of cards."""
    hand = game.hands[seat]
    suits = hand & FIELD, hand >> WIDTH & FIELD, hand >> 2 * WIDTH & FIELD, hand >> 3 * WIDTH
    step = int(sum([_STRENGTH[suit] for suit in suits]) / _ALL[game.seats])
    values = _draft_values(type(game), step)[:]
    values[TAKE_PAIN:TAKE_BID] = _centred([_PAIN[suit] for suit in suits])
    return values


def shortlist(game: Tezuma, seat: int, moves: Sequence[int]) -> list[int]:
    """Return the moves of the draft with the best cards of each kind."""
    value = draft_values(game, seat).__getitem__
    kinds = [[move for move in moves if move in kind] for kind in KINDS]
    return [move for kind in kinds for move in sorted(kind, key=value, reverse=True)[:SHORT]]


def _centred(values: list[float]) -> list[float]:
    """Return the values as differences from their mean."""
    middle = sum(values) / len(values)
    return [value - middle for value in values]
