"""Cards that are as good as each other: neighbours among all that are still to be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def one_of_each(cards: Iterable[int], matter: int) -> Iterator[int]:
    """The first of each run of cards that nothing parts.

    Args:
        cards: of one suit, in the order of their strength, up or down.
        matter: the set of cards that part those above them from those below: in other hands, or in the trick.
    """
    before = None
    for card in cards:
        if before is None or matter & _between(before, card):
            yield card
        before = card


def _between(one: int, other: int) -> int:
    """The set of cards between two."""
    low, high = sorted((one, other))
    return (1 << high) - (2 << low)
