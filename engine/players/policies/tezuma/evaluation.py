"""Tezuma: what the cards of the draft and the tricks of a round are worth to a seat, by rules of thumb.

A bid is worth what it gives for each number of tricks, weighed by how likely that number is for who steers towards it:
of every trick it may take the bet that suits it, to win it with a low or with a high probability.
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
"""By rank, what a card is good for, all in all: only its share of the whole deck's counts."""
PAIN = (0.3, 0.3, 0.3, 0.05, 0.05, 0.0, -0.5, -0.6, -0.7, 0.22)
"""By rank, how many points better a pain suit is for each such card in hand: low ones are got rid of."""
ABILITY = {
    "five-color-sand": 0.5,
    "linking-rings": 0.3,
    "cup-and-ball": 0.35,
    "butterfly-dance": 0.3,
    "many-umbrellas": 0.15,
    "fire-breathing": 0.15,
}
"""Points that an ability is better than the rest."""
DRAFTED = 0.1
"""Up and down from a hand's share of the strength, how far its tricks can be steered."""
LEAST, MOST = 0.32, 2.0
"""How often a seat wins a trick that it would lose and one that it would win, in shares of its turn."""
KINDS = range(TAKE_PAIN, TAKE_BID), range(TAKE_BID, TAKE_ABILITY), range(TAKE_ABILITY, END)
"""The moves of the draft by kind."""
SHORT = 3
"""Of each kind a search looks at so many."""
STEPS = 60
"""Hands are told apart by so many steps of their share of the strength."""


def _by_field(values: Sequence[float]) -> list[float]:
    """For each content of a suit's field of a hand (see `cards`) the sum of its cards' values."""
    sums = [0.0]
    for value in values[:TRUMP]:
        sums += [one + value for one in sums]
    return [one + trumps * values[TRUMP] for trumps in range(4) for one in sums]


_STRENGTH, _PAIN = _by_field(STRENGTH), _by_field(PAIN)
_ALL = {
    seats: sum(STRENGTH[card % 10] * copies for card, copies in deck.items()) / STEPS for seats, deck in DECKS.items()
}
"""By seats: one step of strength."""


def worth(points: Sequence[int], least: float, most: float) -> list[list[float]]:
    """By tricks left and tricks won, the points that a bid comes to where a trick is won with either probability."""
    table = [[float(one) for one in points]]
    for _ in range(TRICKS):
        less = table[-1]
        table.append([now + max(p * (won - now) for p in (least, most)) for now, won in pairwise(less)])
    return table


@cache
def wishes(kind: type[Tezuma], seats: int) -> list[list[list[float]]]:
    """By bid, then by tricks left, this one with them, and tricks won: how many points more it is to win a trick."""
    every = [worth(bid.points, LEAST / seats, MOST / seats) for bid in kind.edition.bids]
    return [[], *([[], *(_steps(less) for less in table[:-1])] for table in every)]


def _steps(row: Sequence[float]) -> list[float]:
    return [after - before for before, after in pairwise(row)]


@cache
def _takes(kind: type[Tezuma], step: int) -> list[float]:
    """By move, what a hand of so many steps of strength makes of the cards of the draft; of pain suits nothing."""
    least, most = max(0.03, step / STEPS - DRAFTED), step / STEPS + DRAFTED
    bids = [worth(bid.points, least, most)[TRICKS][0] for bid in kind.edition.bids]
    abilities = [ABILITY.get(ability.id, 0.0) for ability in ABILITIES[1:]]
    return [0.0] * TAKE_BID + _apart(bids) + _apart(abilities)


def takes(game: Tezuma, seat: int) -> list[float]:
    """By move of the draft, in points: how much better it is for the seat's hand than others of its kind."""
    hand = game.hands[seat]
    suits = hand & FIELD, hand >> WIDTH & FIELD, hand >> 2 * WIDTH & FIELD, hand >> 3 * WIDTH
    step = int(sum([_STRENGTH[suit] for suit in suits]) / _ALL[game.seats])
    values = _takes(type(game), step)[:]
    values[TAKE_PAIN:TAKE_BID] = _apart([_PAIN[suit] for suit in suits])
    return values


def shortlist(game: Tezuma, seat: int, moves: Sequence[int]) -> list[int]:
    """The moves of the draft with the best cards of each kind."""
    value = takes(game, seat).__getitem__
    kinds = [[move for move in moves if move in kind] for kind in KINDS]
    return [move for kind in kinds for move in sorted(kind, key=value, reverse=True)[:SHORT]]


def _apart(values: list[float]) -> list[float]:
    """Values as differences from their mean."""
    middle = sum(values) / len(values)
    return [value - middle for value in values]
