"""Measurements that are reliable on a busy machine.

This project and a reference, the two sides, take turns in one process, and only the ratio of their rates matters.
"""

from collections.abc import Callable, Iterable
from math import ceil
from statistics import median
from time import process_time
from typing import NamedTuple, TypedDict

Work = Callable[[], int]
"""Function that does one piece of work and returns its number of moves, playouts or other units."""


class Figure(TypedDict):
    """A result: its name, this project's number, the reference's number, and the first number divided by the second."""

    name: str
    ours: float
    beside: float
    ratio: float


class Budget(NamedTuple):
    """Duration of a comparison."""

    rounds: int
    """Number of turns of each side."""
    seconds: float
    """Length of a turn in seconds."""


USUAL = Budget(rounds=15, seconds=0.03)


def per_second(work: Work, seconds: float) -> float:
    """Repeat some work for `seconds` of processor time, and return the number of its units per second.

    Processor time is measured, so that other processes do not change the rate.
    """
    start = process_time()
    done = work()
    while (spent := process_time() - start) < seconds:
        done += work()
    return done / spent


def rates(works: Iterable[Work], budget: Budget) -> list[tuple[float, ...]]:
    """Return each side's rate in each round; the sides take turns, so that a slow moment affects all of them."""
    sides = tuple(works)
    return [tuple(per_second(work, budget.seconds) for work in sides) for _ in range(budget.rounds)]


def figure(name: str, pairs: Iterable[tuple[float, float]]) -> Figure:
    """Return the figure of (ours, reference) pairs: the median of each side, and the median of the pairs' ratios."""
    ours, beside = zip(*pairs, strict=True)
    ratio = median(mine / other for mine, other in zip(ours, beside, strict=True))
    return {"name": name, "ours": median(ours), "beside": median(beside), "ratio": ratio}


def percentile(values: Iterable[float], percent: int) -> float:
    """Return the smallest value that `percent` per cent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[ceil(len(ordered) * percent / 100) - 1]
