"""How much more games are worth in which something is so than the others."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

SURE_ERRORS = 2.0
"""A difference of at most this many standard errors counts as none."""
ROUNDING = 6
"""The decimal places to which contrasts are compared; rounding errors of sums are smaller."""
TINY = 1e-9
"""The least standard error by which contrasts are compared; smaller ones are rounding."""


class Contrast(NamedTuple):
    """The mean value where something is so and elsewhere, and the standard error of their difference."""

    here: float
    elsewhere: float
    error: float

    @property
    def mean(self) -> float:
        """The difference of both means."""
        return self.here - self.elsewhere

    @property
    def rank(self) -> tuple[float, float]:
        """A sort key: the standard errors of the difference. Of equal ones, the one with the greater value here."""
        return round(abs(self.mean) / max(self.error, TINY), ROUNDING), self.mean


def contrast(so: Sequence[int], values: Sequence[float], fewest: float = 2) -> Contrast | None:
    """Return the contrast of the values at these indices with the others; None if either are fewer than `fewest`."""
    count, rest = len(so), len(values) - len(so)
    if min(count, rest) < fewest:
        return None
    here = [values[place] for place in so]
    one, square = sum(here), sum([value * value for value in here])
    other, squares = sum(values) - one, sum([value * value for value in values]) - square
    spread = max(0.0, square - one * one / count) / count / (count - 1)
    spread += max(0.0, squares - other * other / rest) / rest / (rest - 1)
    return Contrast(one / count, other / rest, sqrt(spread))
