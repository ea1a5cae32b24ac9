"""The costliest decisions of a closed day: the decisions that cost people the most points in all.

The cost is computed as in reviews.

Computer players always answer the same moves in the same way. So people who have the same deal and have made the same
moves stand at the same decision. This module does not know who these people are.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import TypedDict

from engine.daily.deal import DailyDeal
from engine.errors import BadRecord
from engine.review import VERSION as REVIEW_VERSION
from engine.review import Decision, Reviewer

VERSION = REVIEW_VERSION
"""The version of the method, the same as for reviews. Stored results of another version are not shown."""
TOLD = 3
"""The greatest number of costliest decisions of a day."""
MOST_DECISIONS = 24
"""The greatest number of decisions of a day that are valued. Each takes some three seconds of processor time, so all
take little more than a minute. A deal has some six of these decisions. Most of them are early in the round, because
people who have made different moves no longer share a decision.
"""
FEWEST_PEOPLE = 2
"""The least number of people at a decision: the decision of a single person would reveal that person's move."""

Progress = Callable[[int, int], None]
"""Function that gets the number of decisions valued so far, and the number of all decisions."""


class DayDecision(TypedDict):
    """A decision of a day, and the moves that people have chosen there."""

    deal: int
    """The number of the deal among the day's deals, from 0."""
    moves: list[tuple[int, str]]
    """All moves before the decision, each as its seat and its notation."""
    chosen: dict[str, int]
    """The number of people who have chosen each move."""


class ChosenMove(TypedDict):
    """A move that people have chosen, and what it cost each of them."""

    move: str
    people: int
    loss: float
    """The points by which the best move is worth more than this move; 0 if the difference is not certain."""
    error: float
    """The standard error of the loss; 0 if the rest of the round was solved."""


class CostlyDecision(TypedDict):
    """A decision of a day, valued for the moves that people have chosen there."""

    deal: int
    """The number of the deal among the day's deals, from 0."""
    moves: list[tuple[int, str]]
    """All moves before the decision, each as its seat and its notation."""
    people: int
    """The number of people who have stood there."""
    chosen: list[ChosenMove]
    """The moves that they have chosen, the most frequent first."""
    loss: float
    """The mean loss of these people."""
    total: float
    """The sum of their losses."""
    why: Decision
    """The review of the decision, as if the move that cost people most in all had been played."""


class Costliest(TypedDict):
    """The costliest decisions of a day: all that is stored about them."""

    version: int
    decisions: list[CostlyDecision]
    """The costliest first; empty if no decision has clearly cost anything."""


def day_decisions(
    deals: Sequence[DailyDeal], plays: Iterable[tuple[int, Sequence[tuple[int, str]]]]
) -> list[DayDecision]:
    """Return at most `MOST_DECISIONS` decisions: those at which the greatest numbers of people have stood.

    Forced moves are left out, and so are decisions at which fewer than `FEWEST_PEOPLE` have stood. Among decisions
    with equally many people, earlier decisions come first.

    Args:
        deals: the deals of the day.
        plays: the plays of people, each as the number of its deal and all its moves.
    """
    chosen: dict[tuple[int, tuple[tuple[int, str], ...]], Counter[str]] = {}
    for deal, line in plays:
        moves = tuple((seat, text) for seat, text in line)
        for number, (seat, text) in enumerate(moves):
            if seat == deals[deal].seat:
                chosen.setdefault((deal, moves[:number]), Counter())[text] += 1
    every: list[DayDecision] = [
        {"deal": deal, "moves": [*moves], "chosen": dict(sorted(counts.items()))}
        for (deal, moves), counts in chosen.items()
    ]
    every.sort(key=lambda one: (-_people(one), len(one["moves"]), one["deal"], one["moves"]))
    return [*_most_frequent(deals, every)]


def _most_frequent(deals: Sequence[DailyDeal], every: Iterable[DayDecision]) -> Iterator[DayDecision]:
    """Yield at most `MOST_DECISIONS` decisions with a choice; `every` is sorted by number of people."""
    count = 0
    for one in every:
        if count == MOST_DECISIONS or _people(one) < FEWEST_PEOPLE:
            return
        if _is_free(deals[one["deal"]], one):
            count += 1
            yield one


def _people(decision: DayDecision) -> int:
    return sum(decision["chosen"].values())


def _is_free(deal: DailyDeal, decision: DayDecision) -> bool:
    """Return whether the seat had a choice; False for a decision that does not fit the present rules."""
    try:
        game = deal.resume(decision["moves"])
    except BadRecord:
        return False
    if game.over or deal.seat not in game.to_act or game.forced(deal.seat) is not None:
        return False
    legal = {game.text(move) for move in game.legal_moves(deal.seat)}
    return len(legal) > 1 and decision["chosen"].keys() <= legal


def costliest(
    deals: Sequence[DailyDeal],
    decisions: Sequence[DayDecision],
    reviewer: Reviewer | None = None,
    *,
    on: Progress,
) -> Costliest:
    """Value decisions of a day, and return those that cost people the most points in all.

    The same decisions give the same result if the reviewer's budgets count playouts, as the usual ones do.

    Args:
        deals: the deals of the day.
        decisions: the decisions, as `day_decisions` returns them.
        reviewer: the budgets and the seed.
        on: called after each decision; it may wait or raise.
    """
    reviewer, found = reviewer or Reviewer(), []
    for number, one in enumerate(decisions, 1):
        costly = _valued(deals[one["deal"]], one, reviewer)
        if costly is not None:
            found.append(costly)
        on(number, len(decisions))
    found.sort(key=lambda one: one["total"], reverse=True)
    return {"version": VERSION, "decisions": found[:TOLD]}


def _valued(deal: DailyDeal, decision: DayDecision, reviewer: Reviewer) -> CostlyDecision | None:
    """Return a decision with the losses of all moves that people have chosen; None: no chosen move clearly cost points.

    All these moves are tried in the same games.
    """
    chosen, game = decision["chosen"], deal.resume(decision["moves"])
    reviewed = {one["played"]: one for one, _ in reviewer.compare(game.view(deal.seat), [*chosen])}
    return written(decision, reviewed)


def written(decision: DayDecision, reviewed: Mapping[str, Decision]) -> CostlyDecision | None:
    """Return a decision as data for JSON; None: none of the chosen moves has clearly cost points.

    `reviewed` has a review of the decision for each chosen move.
    """
    chosen, people = decision["chosen"], _people(decision)
    costs = {move: count * reviewed[move]["loss"] for move, count in chosen.items()}
    if not any(reviewed[move]["flagged"] for move in chosen):
        return None
    total = fsum(costs.values())
    moves: list[ChosenMove] = [
        {"move": move, "people": count, "loss": reviewed[move]["loss"], "error": reviewed[move]["error"]}
        for move, count in sorted(chosen.items(), key=lambda item: (-item[1], item[0]))
    ]
    return {
        "deal": decision["deal"],
        "moves": decision["moves"],
        "people": people,
        "chosen": moves,
        "loss": total / people,
        "total": total,
        "why": reviewed[max(costs, key=lambda move: (costs[move], move))],
    }
