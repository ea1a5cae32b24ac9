"""Equivalent cards: neighbours in strength among all cards that are still to be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def one_of_each(cards: Iterable[int], matter: int) -> Iterator[int]:
    """Yield the first of each run of cards that no other card separates.

    Args:
        cards: cards of one suit, ordered by strength, ascending or descending.
        matter: the set of cards that separate stronger from weaker cards: those in other hands or in the trick.
    """
    before = None
    for card in cards:
        if before is None or matter & _between(before, card):
            yield card
        before = card


def _between(one: int, other: int) -> int:
    """Return the set of cards between two cards."""
    low, high = sorted((one, other))
    return (1 << high) - (2 << low)
