"""Contrast: by how much the mean value of the games with some property differs from that of the other games."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

SURE_ERRORS = 2.0
"""A difference of at most this many standard errors counts as none."""
ROUNDING = 6
"""The decimal places to which contrasts are compared; rounding errors of sums are smaller."""
TINY = 1e-9
"""The least standard error with which contrasts are compared; smaller errors come from rounding only."""


class Contrast(NamedTuple):
    """The mean values of games with and without a property, and the standard error of the difference."""

    here: float
    elsewhere: float
    error: float

    @property
    def mean(self) -> float:
        """The mean of the games with the property, minus the mean of the other games."""
        return self.here - self.elsewhere

    @property
    def rank(self) -> tuple[float, float]:
        """A sort key: the absolute difference in standard errors, then the difference itself."""
        return round(abs(self.mean) / max(self.error, TINY), ROUNDING), self.mean


def contrast(so: Sequence[int], values: Sequence[float], fewest: float = 2) -> Contrast | None:
    """Compare the values at the indices `so` with the other values.

    Return None if one of the two groups has fewer than `fewest` values.
    """
    count, rest = len(so), len(values) - len(so)
    if min(count, rest) < fewest:
        return None
    here = [values[place] for place in so]
    one, square = sum(here), sum([value * value for value in here])
    other, squares = sum(values) - one, sum([value * value for value in values]) - square
    spread = max(0.0, square - one * one / count) / count / (count - 1)
    spread += max(0.0, squares - other * other / rest) / rest / (rest - 1)
    return Contrast(one / count, other / rest, sqrt(spread))
