"""Summary of a review: its best finds, its costliest decisions, and the outcomes that explain them."""

from collections.abc import Iterable, Iterator

from engine.review.outcomes import Outcome
from engine.review.review import Decision, Review
from engine.text import seat_text

FINDS, COSTLIEST = 2, 3
"""The greatest number of decisions of each kind in a summary."""
WORTH_TELLING = 0.1
"""Lower limit, in points, of a find's gain over rules of thumb."""
COUNTED_FOR_MEAN = 10
"""The smallest number of counted decisions for which a mean loss is given."""


def finds(review: Review) -> list[Decision]:
    """Return the decisions that gained most over rules of thumb, the greatest gain first."""
    found = [one for one in review["decisions"] if one["gain"] >= WORTH_TELLING]
    return sorted(found, key=lambda one: one["gain"], reverse=True)[:FINDS]


def costliest(review: Review) -> list[Decision]:
    """Return the flagged decisions that cost most, the greatest loss first."""
    found = [one for one in review["decisions"] if one["flagged"]]
    return sorted(found, key=lambda one: one["loss"], reverse=True)[:COSTLIEST]


def mean_loss(review: Review) -> float | None:
    """Return the mean loss of the counted decisions; None if fewer than `COUNTED_FOR_MEAN` decisions are counted."""
    return review["loss"] / review["counted"] if review["counted"] >= COUNTED_FOR_MEAN else None


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
        gain = f"{one['gain']:.1f} (± {2 * one['gain_error']:.1f}) points"
        counts = _counts(one["gain_outcome"], one["played"], "rules of thumb")
        usual = f"rules of thumb (mostly {one['usual']})"
        yield f"found: {_where(one)}: {one['played']}, {gain} better than {usual}{_in_brackets(counts)}"
    for one in costliest(review):
        cost = f"{one['loss']:.1f} points" if one["exact"] else f"{one['loss']:.1f} (± {2 * one['error']:.1f}) points"
        yield f"cost: {_where(one)}: {one['played']} instead of {one['best']}, {cost}{_in_brackets(_why(one))}"


def _where(decision: Decision) -> str:
    return f"round {decision['round']}, move {decision['number'] + 1}"


def _in_brackets(reasons: Iterable[str]) -> str:
    said = "; ".join(reasons)
    return f" ({said})" if said else ""


def _counts(outcome: Outcome | None, better: str, other: str) -> Iterator[str]:
    """Yield in how many games each of two moves led to the outcome; nothing without an outcome."""
    if outcome is not None:
        counts = f"in {outcome['better']} of {outcome['games']} games, with {other} in {outcome['other']}"
        yield f"with {better} {outcome['text']} {counts}"


def _why(decision: Decision) -> Iterator[str]:
    """Yield the reasons of a loss.

    They are the numbers of games in which the best and the played move reached an outcome, a fact about another hand,
    and the sentence of advice; without these, the mean points after both moves.
    """
    best, games, held = decision["best"], decision["worlds"], decision["holding"]
    yield from _counts(decision["outcome"], best, decision["played"])
    if held is not None:
        fact = f"holds {held['card']}" if held["card"] is not None else f"holds no {held['suit']}"
        leads = f"{best} is worth {held['here']:+.1f} points there, {held['elsewhere']:+.1f} elsewhere"
        yield f"in {held['games']} of {games} games {seat_text(held['seat'])} {fact}: {leads}"
    if decision["advice"] is not None:
        yield f"what could be seen: {decision['advice']}"
    points = decision["scored"]
    if points is not None and not any((decision["outcome"], held, decision["advice"])):
        (own, others), (own_other, others_other) = points["better"], points["other"]
        moves = f"with {best} {own:.1f}, the others {others:.1f}; with {decision['played']}"
        yield f"mean points {moves} {own_other:.1f}, the others {others_other:.1f}"
