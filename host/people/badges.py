"""Badges for feats in a game, found by patterns in its score sheets and its log.

`badges.toml` has a table per badge, and explains its patterns.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from engine.game import Game
from engine.text import SEAT, Arg, Text


@dataclass(frozen=True, slots=True)
class Badge:
    """Kind of badge."""

    id: str
    sign: str
    games: frozenset[str]
    sheet: re.Pattern[str] | None
    log: re.Pattern[str] | None
    won: bool
    """True if only winners earn the badge."""


class Story:
    """Text form of a finished game. It is built once and then searched for the badges of every seat."""

    def __init__(self, game: Game) -> None:
        self._wanted = [badge for badge in BADGES.values() if game.id in badge.games]
        rounds = range(1, len(game.rounds) + 1) if self._wanted else ()
        self._sheets = [game.sheet(number) for number in rounds]
        self._log = "\n".join(map(written, game.log or ()))
        self._winners = game.winners or ()

    def earned(self, seat: int) -> tuple[str, ...]:
        """Return the ids of the badges that a seat has earned."""
        lines = ([f"{written(text)} = {points}" for text, points in sheet[seat]] for sheet in self._sheets)
        sheets, log = [seen_by(seat, "\n".join(one)) for one in lines], seen_by(seat, self._log)
        won = seat in self._winners
        return tuple(badge.id for badge in self._wanted if (won or not badge.won) and _found(badge, sheets, log))


def _found(badge: Badge, sheets: list[str], log: str) -> bool:
    on_a_sheet = badge.sheet is None or any(badge.sheet.search(sheet) for sheet in sheets)
    return on_a_sheet and (badge.log is None or badge.log.search(log) is not None)


def seen_by(me: int, story: str) -> str:
    """Return a text in which "me" replaces the mentions of the seat `me`, and "other" those of all other seats."""
    return _ANY_SEAT.sub("other", story.replace(_seat(me), "me"))


def written(text: Arg) -> str:
    """Return a text's key and arguments as one string, in which the patterns of badges are searched."""
    if isinstance(text, Text):
        if text.key == SEAT.key:
            return _seat(text.args["seat"])
        return f"{text.key}({', '.join(f'{name}={written(arg)}' for name, arg in sorted(text.args.items()))})"
    return "|".join(map(written, text)) if isinstance(text, tuple) else str(text)


def _seat(number: object) -> str:
    return f"<seat {number}>"


_ANY_SEAT = re.compile("<seat [0-9]+>")


def _read(name: str, data: Mapping[str, Any]) -> Badge:
    sheet, log = (re.compile(data[kind], re.MULTILINE) if kind in data else None for kind in ("sheet", "log"))
    return Badge(name, data["sign"], frozenset(data["games"]), sheet, log, data.get("won", False))


BADGES: Final[Mapping[str, Badge]] = {
    name: _read(name, data)
    for name, data in tomllib.loads(files(__package__).joinpath("badges.toml").read_text(encoding="utf-8")).items()
}
