"""Summary of a review: its best finds, its costliest decisions, and the outcomes that explain them."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.review.review import Decision, Review
from engine.text import Text, seat_text

FINDS = COSTLIEST = 3
"""The greatest number of decisions of each kind in a summary."""
WORTH_TELLING = 0.1
"""Lower limit, in points, of a find's gain over rules of thumb."""
COUNTED_FOR_MEAN = 10
"""The smallest number of counted decisions for which a mean loss is given."""


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
    """Return the outcome that best distinguishes the best move from the played move; None without a difference.

    It is the outcome that the best move makes more frequent by the greatest number of games. If the best move makes
    another outcome rarer by more than twice that number, it is this other outcome. The result is None for a solved
    decision: its outcomes come from playouts by rules of thumb, but its value does not.
    """
    if decision["exact"]:
        return None
    counts = decision["outcomes"]
    best, played = dict(counts[decision["best"]]), dict(counts[decision["played"]])
    shares = [Share(one, best.get(one, 0), played.get(one, 0), decision["worlds"]) for one in best | played]
    found = max(shares, key=lambda one: abs(one.best - one.played), default=None)
    wanted = max(shares, key=lambda one: one.best - one.played, default=None)
    if wanted and found and 2 * (wanted.best - wanted.played) >= abs(found.best - found.played):
        found = wanted
    return found if found and found.best != found.played else None


def telling_bid(decision: Decision, share: Share) -> Text | None:
    """Return the bid or prediction that an outcome is to be compared with; None for captured cards of a suit."""
    return None if "suit" in share.outcome.args else decision["bid"]


def review_lines(review: Review) -> Iterator[str]:
    """Yield a review as lines of English."""
    yield (
        f"result {review['result']:+.1f} = luck {review['luck']:+.1f} (± {2 * review['luck_error']:.1f})"
        f" + your moves {review['own']:+.1f} + the others' moves {review['others']:+.1f},"
        " in points more than the others' mean; moves are compared with rules of thumb"
    )
    decisions = f"{len(review['decisions'])} decisions, {review['counted']} counted"
    loss = mean_loss(review)
    yield decisions if loss is None else f"{decisions}, mean loss {loss:.2f} points"
    for one in finds(review):
        yield f"found: {_where(one)}: {one['played']}, {one['gain']:.1f} points better than rules of thumb"
    for one in costliest(review):
        cost = f"{one['loss']:.1f} points" if one["exact"] else f"{one['loss']:.1f} (± {2 * one['error']:.1f}) points"
        yield f"cost: {_where(one)}: {one['played']} instead of {one['best']}, {cost}{_why(one)}"


def _where(decision: Decision) -> str:
    return f"round {decision['round']}, move {decision['number'] + 1}"


def _why(decision: Decision) -> str:
    """Return the reasons of a loss in brackets: counts of the best and the played move, and the sentence of advice."""
    best, played, games = decision["best"], decision["played"], decision["worlds"]
    reasons = []
    share = telling_outcome(decision)
    if share is not None:
        reasons.append(
            f"{share.outcome}: in {share.best} of {games} games with {best}, in {share.played} with {played}"
        )
        bid = telling_bid(decision, share)
        reasons += [str(bid)] if bid is not None else []
    held = decision["holding"]
    if held is not None:
        fact = f"holds {held['card']}" if held["card"] is not None else f"holds no {held['suit']}"
        leads = f"{best} is worth {held['here']:+.1f} points there, {held['elsewhere']:+.1f} elsewhere"
        reasons.append(f"in {held['games']} of {games} games {seat_text(held['seat'])} {fact}: {leads}")
    if decision["advice"] is not None:
        reasons.append(f"what could be seen: {decision['advice']}")
    return f" ({'; '.join(reasons)})" if reasons else ""
