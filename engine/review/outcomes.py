"""The good outcome that the best move leads to more often than the played one, in the same games."""

from math import sqrt
from typing import TypedDict

from engine.review.contrast import SURE_ERRORS, contrast
from engine.review.valuation import Tried
from engine.text import Text

CLEAR_SHARE = 0.05
"""The least difference of two shares of the games that is told."""


class Outcome(TypedDict):
    """An outcome that the seat reached, and in how many of the same games with the best and the played move."""

    text: Text
    best: int
    played: int


def telling_outcome(best: Tried, played: Tried) -> Outcome | None:
    """Return the good outcome that tells the best move from the played one; None without one.

    An outcome is good if the games with it are worth clearly more than those without it, over both moves' games. Of the
    good ones, the one whose share the best move raises most is told, if it raises it clearly.

    Args:
        best: what the best move led to, with what the seat reached in each game.
        played: the same of the played move, in the same games.
    """
    reached, values, games = [*best.reached, *played.reached], [*best.utility, *played.utility], len(best.reached)
    where: dict[Text, list[int]] = {}
    for place, texts in enumerate(reached):
        for text in texts:
            where.setdefault(text, []).append(place)
    found: list[Outcome] = []
    for text, places in where.items():
        worth = contrast(places, values)
        of_best = sum(place < games for place in places)
        if worth is not None and worth.mean > SURE_ERRORS * worth.error:
            found.append({"text": text, "best": of_best, "played": len(places) - of_best})
    told = max(found, key=lambda one: one["best"] - one["played"], default=None)
    return told if told and _is_clear(told["best"] / games, told["played"] / games, games) else None


def _is_clear(best: float, played: float, games: int) -> bool:
    """Return whether the first of two shares of these games is greater by more than chance and rounding."""
    error = sqrt((best * (1 - best) + played * (1 - played)) / games)
    return best - played >= max(CLEAR_SHARE, SURE_ERRORS * error)
