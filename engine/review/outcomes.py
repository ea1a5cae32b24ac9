"""What two moves lead to in the same games: an outcome that tells them apart or is alike, and mean points."""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean
from typing import TypedDict

from engine.review.contrast import SURE_ERRORS, contrast
from engine.review.valuation import Tried
from engine.text import Text

CLEAR_SHARE = 0.05
"""The least reported difference between the shares of games in which two moves reach an outcome."""


class Outcome(TypedDict):
    """An outcome, and the number of games in which the seat reached it, by move: `better` and `other`.

    Both moves are tried in the same games.
    """

    text: Text
    better: int
    other: int
    games: int
    """The number of games in which each move was tried."""


class Scored(TypedDict):
    """The mean points of the round after two moves, of the seat's team and of the others, each a mean over seats."""

    better: list[float]
    """After the better move: the own points, and those of the others."""
    other: list[float]
    """After the other move."""


def scored(better: Tried, other: Tried, team: Sequence[int]) -> Scored:
    """Return the mean points after two moves; `team` has the seats of the team that decides."""
    return {"better": _means(better, team), "other": _means(other, team)}


def _means(tried: Tried, team: Sequence[int]) -> list[float]:
    rest = [seat for seat in range(len(tried.rounds[0])) if seat not in team]
    return [fmean(points[seat] for points in tried.rounds for seat in seats) for seats in (team, rest)]


def telling_outcome(better: Tried, other: Tried) -> Outcome | None:
    """Return the good outcome that best distinguishes the better move from the other; None: there is no such outcome.

    An outcome is good if, among the games of both moves, those with the outcome are worth clearly more than those
    without it. For each good outcome, count how many more games reach it with the better move than with the other move.
    The outcome with the greatest count is returned, if this count is clearly above 0.

    Args:
        better: the results of the better move, with the outcomes that the seat reached in each game.
        other: the results of the other move in the same games, with these outcomes too.
    """
    found = [one for one, _ in _good_outcomes(better, other)]
    told = max(found, key=lambda one: one["better"] - one["other"], default=None)
    return told if told and _is_clear(told) else None


def alike_outcome(one: Tried, other: Tried) -> Outcome | None:
    """Return the good outcome that matters most, if two moves reach it about equally often; None: there is none.

    How much an outcome matters is its worth times the chance that it is open: shares near 0 and 1 say little.
    """
    found = [
        (worth * share * (1 - share), outcome)
        for outcome, worth in _good_outcomes(one, other)
        for share in [(outcome["better"] + outcome["other"]) / 2 / outcome["games"]]
        if not _is_clear(outcome) and not _is_clear({**outcome, "better": outcome["other"], "other": outcome["better"]})
    ]
    return max(found, key=lambda each: each[0], default=(0.0, None))[1]


def _good_outcomes(better: Tried, other: Tried) -> Iterator[tuple[Outcome, float]]:
    """Yield each outcome whose games are worth clearly more than the other games of both moves, and by how much."""
    reached, values, games = [*better.reached, *other.reached], [*better.utility, *other.utility], len(better.reached)
    where: dict[Text, list[int]] = {}
    for place, texts in enumerate(reached):
        for text in texts:
            where.setdefault(text, []).append(place)
    for text, places in where.items():
        worth = contrast(places, values)
        of_better = sum(place < games for place in places)
        if worth is not None and worth.mean > SURE_ERRORS * worth.error:
            yield {"text": text, "better": of_better, "other": len(places) - of_better, "games": games}, worth.mean


def _is_clear(outcome: Outcome) -> bool:
    """Return whether the better move's share exceeds the other's by `CLEAR_SHARE` and by more than chance explains."""
    games = outcome["games"]
    better, other = outcome["better"] / games, outcome["other"] / games
    error = sqrt((better * (1 - better) + other * (1 - other)) / games)
    return better - other >= max(CLEAR_SHARE, SURE_ERRORS * error)
