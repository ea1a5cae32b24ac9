"""Scharfe Schoten: how often a prediction came true in test rounds, by the seat's cards of the predicted colour.

The tables `most` and `fewest` of `averages.toml`, by number of seats, have the share of right predictions. A key is the
place of the colour's trump among the trumps (0: strongest), the number of cards of the colour in hand, and the number
of strong ones among these (see `key`).
"""

from collections.abc import Mapping, Sequence

from engine.games.scharfe_schoten.game import ScharfeSchoten
from engine.knowledge.averages import Average, averages

MOST_CARDS, MOST_STRONG = 4, 2
"""More cards, or more strong cards, count as this many."""
STRONG = 9
"""A card is strong if its number is at least this one plus 1, or if it is a trump."""


def key(hand: Sequence[int], trumps: Sequence[int], colour: int) -> tuple[int, int, int]:
    """Return the key of a colour for a hand."""
    cards = [card for card in hand if card // 12 == colour]
    strong = sum(card % 12 >= STRONG or card in trumps for card in cards)
    place = [trump // 12 for trump in trumps].index(colour)
    return place, min(len(cards), MOST_CARDS), min(strong, MOST_STRONG)


def table(game: ScharfeSchoten, name: str) -> Mapping[tuple[int, ...], Average]:
    """Return one of the tables for a game."""
    return averages(__package__, game.id, game.seats, name)
