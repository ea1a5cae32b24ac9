"""Histogram of durations; recording a duration costs one comparison and two additions."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0, 5.0, 10.0, 30.0)
"""Upper bounds of the buckets in seconds.

A commit takes some milliseconds, and a call to Discord some tenths of a second. A click is deferred after 1.5 seconds
and lost after three.
"""


class Histogram:
    """Number, sum and distribution of durations in seconds."""

    def __init__(self) -> None:
        self.count = 0
        self.sum = 0.0
        """Sum of all durations in seconds."""
        self._buckets = [0] * (len(BOUNDS) + 1)

    def add(self, seconds: float) -> None:
        """Record one duration in seconds."""
        self.count += 1
        self.sum += seconds
        self._buckets[bisect_left(BOUNDS, seconds)] += 1

    def cumulative(self) -> Iterator[tuple[float, int]]:
        """Yield each upper bound with the number of durations up to it; the last bound is infinite."""
        return zip((*BOUNDS, float("inf")), accumulate(self._buckets), strict=True)
