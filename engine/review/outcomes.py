"""The good outcome that one move leads to more often than another, in the same games."""

from math import sqrt
from typing import TypedDict

from engine.review.contrast import SURE_ERRORS, contrast
from engine.review.valuation import Tried
from engine.text import Text

CLEAR_SHARE = 0.05
"""The least difference of two shares of the games that is told."""


class Outcome(TypedDict):
    """An outcome that the seat reached, and in how many of the same games with the better move and with the other."""

    text: Text
    better: int
    other: int


def telling_outcome(better: Tried, other: Tried) -> Outcome | None:
    """Return the good outcome that tells the better move from the other; None without one.

    An outcome is good if the games with it are worth clearly more than those without it, over both moves' games. Of the
    good ones, the one whose share the better move raises most is told, if it raises it clearly.

    Args:
        better: what the better move led to, with what the seat reached in each game.
        other: the same of the other move, in the same games.
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
    """Return whether the first of two shares of these games is greater by more than chance and rounding."""
    error = sqrt((better * (1 - better) + other * (1 - other)) / games)
    return better - other >= max(CLEAR_SHARE, SURE_ERRORS * error)
