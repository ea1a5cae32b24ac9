"""Summaries of reviews: which decisions and outcomes they state."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from engine.games.tezuma.messages import OWN_BID, PAINS_CAPTURED
from engine.phrases import TRICKS_WON
from engine.review.review import Decision, Review
from engine.review.summary import Share, costliest, finds, mean_loss, telling_bid, telling_outcome


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
        "outcomes": {"a": []},
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


ONE, TWO, THREE = (TRICKS_WON(count=count) for count in (1, 2, 3))


@pytest.mark.parametrize(
    ("best", "played", "share"),
    [
        ([(ONE, 4), (TWO, 6)], [(ONE, 6), (THREE, 4)], Share(TWO, 6, 0, 10)),
        ([(ONE, 9), (TWO, 1)], [(ONE, 2), (TWO, 8)], Share(ONE, 9, 2, 10)),
        # TWO gains half of what ONE loses
        ([(ONE, 5), (TWO, 3), (THREE, 2)], [(ONE, 9), (TWO, 1)], Share(TWO, 3, 1, 10)),
        ([(ONE, 4), (TWO, 2), (THREE, 4)], [(ONE, 8), (TWO, 1), (THREE, 1)], Share(THREE, 4, 1, 10)),
        ([(ONE, 2)], [(ONE, 9), (TWO, 1)], Share(ONE, 2, 9, 10)),  # outcomes may cover only some of the games
        ([(ONE, 10)], [(ONE, 10)], None),
        ([], [], None),
    ],
)
def test_telling_outcome_is_raised_most_by_the_best_move(
    best: Sequence[object], played: Sequence[object], share: Share | None
) -> None:
    assert telling_outcome(decision(best="a", played="b", outcomes={"a": best, "b": played})) == share


def test_outcomes_of_a_solved_decision_are_not_told() -> None:
    counts = {"a": [(ONE, 9)], "b": [(TWO, 9)]}
    assert telling_outcome(decision(best="a", played="b", outcomes=counts)) is not None
    assert telling_outcome(decision(best="a", played="b", outcomes=counts, exact=True)) is None


def test_bid_is_told_beside_tricks_and_not_beside_captured_cards_of_a_suit() -> None:
    with_bid = decision(bid=OWN_BID(table="3→5"))
    assert telling_bid(with_bid, Share(ONE, 9, 2, 10)) == with_bid["bid"]
    assert telling_bid(with_bid, Share(PAINS_CAPTURED(suit=ONE, count=2), 9, 2, 10)) is None
    assert telling_bid(decision(), Share(ONE, 9, 2, 10)) is None


def test_best_move_itself_has_no_telling_outcome() -> None:
    assert telling_outcome(decision(outcomes={"a": [(ONE, 10)]})) is None
