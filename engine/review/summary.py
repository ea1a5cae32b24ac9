"""What is worth telling of a review."""

from typing import NamedTuple

from engine.review.review import Decision, Review
from engine.text import Text

FINDS = COSTLIEST = 3
"""The most decisions that are told of each kind."""
WORTH_TELLING = 0.1
"""The points that a move must gain over rules of thumb to be told."""
COUNTED_FOR_MEAN = 10
"""The fewest counted decisions of which a mean loss says something."""


class Share(NamedTuple):
    """An outcome, and in how many of the same games the best and the played move led to it."""

    outcome: Text
    best: int
    played: int
    games: int


def finds(review: Review) -> list[Decision]:
    """Return the decisions that gained most over rules of thumb, the greatest gain first."""
    found = [one for one in review["decisions"] if one["gain"] >= WORTH_TELLING]
    return sorted(found, key=lambda one: one["gain"], reverse=True)[:FINDS]


def costliest(review: Review) -> list[Decision]:
    """Return the flagged decisions that cost most, the greatest loss first."""
    found = [one for one in review["decisions"] if one["flagged"]]
    return sorted(found, key=lambda one: one["loss"], reverse=True)[:COSTLIEST]


def mean_loss(review: Review) -> float | None:
    """Return the mean loss of a counted decision; None if there are too few."""
    return review["loss"] / review["counted"] if review["counted"] >= COUNTED_FOR_MEAN else None


def telling_outcome(decision: Decision) -> Share | None:
    """Return the outcome whose share differs most between the best and the played move; None without a difference."""
    counts = decision["outcomes"]
    best, played = dict(counts[decision["best"]]), dict(counts[decision["played"]])
    shares = [Share(one, best.get(one, 0), played.get(one, 0), decision["worlds"]) for one in best | played]
    found = max(shares, key=lambda one: abs(one.best - one.played), default=None)
    return found if found and found.best != found.played else None
