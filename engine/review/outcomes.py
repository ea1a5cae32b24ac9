"""The good outcome that best distinguishes the better of two moves from the other, in the same games."""

from math import sqrt
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


def telling_outcome(better: Tried, other: Tried) -> Outcome | None:
    """Return the good outcome that best distinguishes the better move from the other; None: there is no such outcome.

    An outcome is good if, among the games of both moves, those with the outcome are worth clearly more than those
    without it. For each good outcome, count how many more games reach it with the better move than with the other move.
    The outcome with the greatest count is returned, if this count is clearly above 0.

    Args:
        better: the results of the better move, with the outcomes that the seat reached in each game.
        other: the results of the other move in the same games, with these outcomes too.
    """
    reached, values, games = [*better.reached, *other.reached], [*better.utility, *other.utility], len(better.reached)
    where: dict[Text, list[int]] = {}
    for place, texts in enumerate(reached):
        for text in texts:
            where.setdefault(text, []).append(place)
    found: list[Outcome] = []
    for text, places in where.items():
        worth = contrast(places, values)
        of_better = sum(place < games for place in places)
        if worth is not None and worth.mean > SURE_ERRORS * worth.error:
            found.append({"text": text, "better": of_better, "other": len(places) - of_better})
    told = max(found, key=lambda one: one["better"] - one["other"], default=None)
    return told if told and _is_clear(told["better"] / games, told["other"] / games, games) else None


def _is_clear(better: float, other: float, games: int) -> bool:
    """Return whether the share `better` exceeds the share `other` by `CLEAR_SHARE` and by more than chance explains."""
    error = sqrt((better * (1 - better) + other * (1 - other)) / games)
    return better - other >= max(CLEAR_SHARE, SURE_ERRORS * error)
