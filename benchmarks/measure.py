"""Figures that hold on a busy machine: two things are measured in turns, in one process, and their ratio counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil
from statistics import median
from time import process_time
from typing import NamedTuple, TypedDict

Work = Callable[[], int]
"""Does one piece of work and returns how many moves (or playouts, …) it was."""


class Figure(TypedDict):
    """One line: a name, our number, the number beside it, and ours divided by that."""

    name: str
    ours: float
    beside: float
    ratio: float


class Budget(NamedTuple):
    """How long a comparison may take."""

    rounds: int
    """How often each side has its turn."""
    seconds: float
    """How long a turn is."""


USUAL = Budget(rounds=15, seconds=0.03)


def per_second(work: Work, seconds: float) -> float:
    """How many a second of processor time; what other processes take does not count."""
    start = process_time()
    done = work()
    while (spent := process_time() - start) < seconds:
        done += work()
    return done / spent


def rates(works: Iterable[Work], budget: Budget) -> list[tuple[float, ...]]:
    """For each round what each reached; they take turns, so that a slow moment of the machine meets them all."""
    sides = tuple(works)
    return [tuple(per_second(work, budget.seconds) for work in sides) for _ in range(budget.rounds)]


def figure(name: str, pairs: Iterable[tuple[float, float]]) -> Figure:
    """The medians of (ours, beside) pairs, and the median of their ratios."""
    ours, beside = zip(*pairs, strict=True)
    ratio = median(mine / other for mine, other in zip(ours, beside, strict=True))
    return {"name": name, "ours": median(ours), "beside": median(beside), "ratio": ratio}


def percentile(values: Iterable[float], percent: int) -> float:
    """So many of a hundred are no greater."""
    ordered = sorted(values)
    return ordered[ceil(len(ordered) * percent / 100) - 1]
