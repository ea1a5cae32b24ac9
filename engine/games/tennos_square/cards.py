"""Tennos Square: cards, moves, rows, the order of turns, and the runs that score.

A card is 10 * suit + rank, with rank 0 for an ace. Slots count from 0.
"""

from collections.abc import Iterable
from itertools import accumulate

SUIT_LETTERS = "SHXLCD"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
CODES = tuple(letter + rank for letter in SUIT_LETTERS for rank in RANKS)
INDEX = {code: card for card, code in enumerate(CODES)}
FACE_DOWN = -1
"""An unseen card in a public row."""

GROUPS = {3: (3, 2, 3), 4: (3, 3, 3)}
"""By number of seats: the sizes of the groups of slots in a row."""
STEPS = {3: (1, 1, 1, 0, 0, 2, 2, 2), 4: (1, 1, 1, 2, 0, 2, 3, 3, 3)}
"""By number of seats, then by slot: how many seats clockwise the turn moves after the slot is filled."""
NEXT = {
    seats: tuple(((seat + step) % seats,) for seat in range(seats) for step in steps) for seats, steps in STEPS.items()
}
"""By number of seats, then by place (row length * seat + slot): the value of `to_act` after the place is filled."""

_RANK_OF = tuple(card % 10 for card in range(60))


def codes(cards: Iterable[int]) -> list[str]:
    """Return the codes of these cards, in the same order."""
    return [CODES[card] for card in cards]


def runs(row: Iterable[int]) -> list[list[int]]:
    """Split the face-up cards of a row, from left to right, into the longest runs that never go down."""
    found: list[list[int]] = []
    last = 10
    for card in row:
        if card >= 0:
            rank = _RANK_OF[card]
            if rank < last:
                run: list[int] = []
                found.append(run)
            run.append(card)
            last = rank
    return found


def row_points(row: Iterable[int]) -> int:
    """Return the points of a row: the sum of the squared lengths of its `runs`."""
    points = length = last = 0
    for card in row:
        if card >= 0:
            rank = _RANK_OF[card]
            if rank < last:
                points += length * length
                length = 0
            length += 1
            last = rank
    return points + length * length


def has_worth(row: Iterable[int]) -> bool:
    """Tell whether at least two cards of a row are face up; the points of fewer cards mean nothing."""
    return sum(card >= 0 for card in row) > 1


def row_text(row: Iterable[int], seats: int) -> str:
    """Return a row as on the table, ranks only: `A ■ 3 | 5 ■ 7 | 8 9 ■`, in the style of the printed rules."""
    ranks = [RANKS[_RANK_OF[card]] if card >= 0 else "■" for card in row]
    ends = accumulate(GROUPS[seats])
    return " | ".join([" ".join(ranks[end - width : end]) for width, end in zip(GROUPS[seats], ends, strict=True)])


EXCHANGE, STOCK, DISCARD, END = 540, 600, 601, 661

MOVES = (
    *(f"play {code} {slot}" for code in CODES for slot in range(1, 10)),
    *(f"exchange {code}" for code in CODES),
    "exchange stock",
    *(f"discard {code}" for code in CODES),
)
"""Every move in notation."""
