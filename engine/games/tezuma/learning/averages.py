"""Tezuma: the average points of test rounds, by the seat's hand and by the cards that it drafted.

The tables of `averages.toml`, by edition and number of seats, with the numbers of their keys:

- `bids`: the bid, and the number of high cards in hand (see `high_cards`); the points of the round.
- `abilities`: the ability, and the number of trumps in hand; the points of the round.
- `pains`: the number of high cards of the pain suit in hand; the captured cards of the pain suit.
"""

from collections.abc import Mapping, Sequence

from engine.games.tezuma.cards import DECKS, TRUMP
from engine.games.tezuma.game import Tezuma
from engine.knowledge.averages import Average, averages

_HIGH = 3
"""The number of ranks, from the highest in play down, that count as high."""


def high_ranks(seats: int) -> list[int]:
    """Return the ranks that count as high, lowest first."""
    return sorted({card % 10 for card in DECKS[seats] if card % 10 != TRUMP})[-_HIGH:]


def high_cards(hand: Sequence[int], seats: int) -> list[int]:
    """Return the high cards of a hand; trumps do not count."""
    ranks = high_ranks(seats)
    return [card for card in hand if card % 10 in ranks]


def keys(hand: Sequence[int], seats: int, bid: int, ability: int, pain: int) -> dict[str, tuple[int, ...]]:
    """Return the key of each table for a hand and drafted cards."""
    high = high_cards(hand, seats)
    return {
        "bids": (bid, len(high)),
        "abilities": (ability, sum(card % 10 == TRUMP for card in hand)),
        "pains": (sum(card // 10 == pain for card in high),),
    }


def table(game: Tezuma, name: str) -> Mapping[tuple[int, ...], Average]:
    """Return one of the tables for a game."""
    return averages(__package__, game.id, game.seats, name)
