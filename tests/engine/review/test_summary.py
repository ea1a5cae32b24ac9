"""Summaries of reviews: which decisions and bids they state."""

from typing import Any, cast

import pytest

from engine.games.saizen.messages import WON_AT_LEAST
from engine.games.tezuma.messages import OWN_BID, PAIN_NONE
from engine.review.outcomes import Outcome
from engine.review.review import Decision, Review
from engine.review.summary import costliest, finds, mean_loss, telling_bid
from engine.text import Text


def decision(**changed: Any) -> Decision:
    plain = {
        "gain": 0.0,
        "loss": 0.0,
        "flagged": False,
        "best": "a",
        "played": "a",
        "worlds": 10,
        "exact": False,
        "bid": None,
        "outcome": None,
    }
    return cast("Decision", plain | changed)


def review_of(*decisions: Decision, **changed: Any) -> Review:
    return cast("Review", {"decisions": list(decisions), "counted": 0, "loss": 0.0} | changed)


def test_finds_are_the_greatest_gains_and_the_costliest_the_greatest_losses() -> None:
    gains = [decision(gain=gain) for gain in (0.0, 0.3, 0.05, 0.2, 0.9, 0.4)]
    losses = [decision(loss=loss, flagged=loss >= 0.1) for loss in (0.05, 0.2, 0.6, 0.1, 0.7)]
    assert [one["gain"] for one in finds(review_of(*gains, *losses))] == [0.9, 0.4, 0.3]
    assert [one["loss"] for one in costliest(review_of(*gains, *losses))] == [0.7, 0.6, 0.2]


@pytest.mark.parametrize(("counted", "mean"), [(9, None), (10, 0.5), (20, 0.25)])
def test_mean_loss_needs_ten_counted_decisions(counted: int, mean: float | None) -> None:
    assert mean_loss(review_of(counted=counted, loss=5.0)) == mean


def told(text: Text) -> Outcome:
    return {"text": text, "better": 9, "other": 2}


def test_bid_is_told_beside_tricks_and_not_beside_captured_cards_of_a_suit() -> None:
    bid, won = OWN_BID(table="3→5"), WON_AT_LEAST(count=1)
    assert telling_bid(decision(bid=bid), told(won)) == bid
    assert telling_bid(decision(bid=bid), told(PAIN_NONE(suit=won))) is None
    assert telling_bid(decision(bid=bid), None) is None
    assert telling_bid(decision(), told(won)) is None
