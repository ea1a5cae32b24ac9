"""Summaries of reviews: which decisions and bids they state."""

from typing import Any, cast

import pytest

from engine.review.review import Decision, Review
from engine.review.summary import costliest, finds, mean_loss


def decision(**changed: Any) -> Decision:
    plain = {
        "gain": 0.0,
        "loss": 0.0,
        "flagged": False,
        "best": "a",
        "played": "a",
        "worlds": 10,
        "exact": False,
        "outcome": None,
    }
    return cast("Decision", plain | changed)


def review_of(*decisions: Decision, **changed: Any) -> Review:
    return cast("Review", {"decisions": list(decisions), "counted": 0, "loss": 0.0} | changed)


def test_finds_are_the_greatest_gains_and_the_costliest_the_greatest_losses() -> None:
    gains = [decision(gain=gain) for gain in (0.0, 0.3, 0.05, 0.2, 0.9, 0.4)]
    losses = [decision(loss=loss, flagged=loss >= 0.1) for loss in (0.05, 0.2, 0.6, 0.1, 0.7)]
    assert [one["gain"] for one in finds(review_of(*gains, *losses))] == [0.9, 0.4]
    assert [one["loss"] for one in costliest(review_of(*gains, *losses))] == [0.7, 0.6, 0.2]


@pytest.mark.parametrize(("counted", "mean"), [(9, None), (10, 0.5), (20, 0.25)])
def test_mean_loss_needs_ten_counted_decisions(counted: int, mean: float | None) -> None:
    assert mean_loss(review_of(counted=counted, loss=5.0)) == mean
