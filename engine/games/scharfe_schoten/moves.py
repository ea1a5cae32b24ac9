"""Scharfe Schoten: moves as small ints. 0-47 play a card, 48-51 take a colour, 52-63 predict."""

from collections.abc import Sequence
from itertools import permutations

from engine.games.scharfe_schoten.cards import CODES, COLOURS

TAKE, PREDICT, END = 48, 52, 64

PREDICTIONS = tuple(permutations(range(4), 2))
"""Most and fewest, by the number of the prediction."""


def takes(rack: Sequence[int]) -> tuple[int, ...]:
    """The moves that take a colour which the rack, so many cards a colour, still has."""
    return tuple([TAKE + colour for colour, count in enumerate(rack) if count])


MOVES = (
    *(f"play {code}" for code in CODES),
    *(f"take {colour}" for colour in COLOURS),
    *(f"predict {COLOURS[most]} {COLOURS[fewest]}" for most, fewest in PREDICTIONS),
)
"""Every move in notation."""
