"""The percentile of a play among people's plays and the reference plays of computer players, and a deal's par."""

from collections.abc import Sequence
from statistics import mean

REFERENCE_WEIGHT = 20
"""All reference plays together count as this many people. So the more people play, the less the reference matters."""
FEWEST_PEOPLE = 5
"""The least number of other people for a percentile in a deal without a reference."""


def percentile(points: float, people: Sequence[float], reference: Sequence[float]) -> float | None:
    """Return the percentage of others who had fewer points in the same deal; others with equal points count half.

    All reference plays together count as `REFERENCE_WEIGHT` people. Without a reference and with fewer than
    `FEWEST_PEOPLE` others, return None, because a percentage of so few people says nothing.

    Args:
        points: one's own points.
        people: the points of all other people.
        reference: the points of the reference plays.
    """
    if not reference and len(people) < FEWEST_PEOPLE:
        return None
    others, beaten = float(len(people)), _beaten(points, people)
    if reference:
        others += REFERENCE_WEIGHT
        beaten += REFERENCE_WEIGHT * _beaten(points, reference) / len(reference)
    return 100 * beaten / others


def par(reference: Sequence[float]) -> float:
    """Return the mean points of the reference plays; there must be at least one."""
    return mean(reference)


def _beaten(points: float, others: Sequence[float]) -> float:
    """Return the number of others with fewer points, plus half the number of others with equal points."""
    return sum(one < points for one in others) + sum(one == points for one in others) / 2
