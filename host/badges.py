"""Badges: what people have done in a game that is worth telling, found in its score sheet and its log.

`badges.toml` has a table a badge and says how its pattern is read.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from engine.game import Game
from engine.text import SEAT, Arg, Text


@dataclass(frozen=True, slots=True)
class Badge:
    """One kind of badge."""

    id: str
    sign: str
    games: frozenset[str]
    sheet: re.Pattern[str] | None
    log: re.Pattern[str] | None
    won: bool
    """Whether only winners earn it."""


def earned(game: Game, seat: int) -> tuple[str, ...]:
    """The ids of the badges that a seat has earned in a game that is over."""
    wanted = [badge for badge in BADGES.values() if game.id in badge.games]
    if not wanted:
        return ()
    sheets = [_sheet(game, seat, number) for number in range(1, len(game.rounds) + 1)]
    log = "\n".join(written(line, seat) for line in game.log or ())
    won = seat in (game.winners or ())
    return tuple(badge.id for badge in wanted if (won or not badge.won) and _found(badge, sheets, log))


def _found(badge: Badge, sheets: list[str], log: str) -> bool:
    on_a_sheet = badge.sheet is None or any(badge.sheet.search(sheet) for sheet in sheets)
    return on_a_sheet and (badge.log is None or badge.log.search(log) is not None)


def _sheet(game: Game, seat: int, number: int) -> str:
    """A round's score sheet of a seat, as badges are looked for in it."""
    return "\n".join(f"{written(text, seat)} = {points}" for text, points in game.sheet(number)[seat])


def written(text: Arg, me: int) -> str:
    """A text as badges are looked for in it: its key and arguments, with "me" and "other" for seats."""
    if isinstance(text, Text):
        if text.key == SEAT.key:
            return "me" if text.args["seat"] == me else "other"
        return f"{text.key}({', '.join(f'{name}={written(arg, me)}' for name, arg in sorted(text.args.items()))})"
    return "|".join(written(one, me) for one in text) if isinstance(text, tuple) else str(text)


def _read(name: str, data: Mapping[str, Any]) -> Badge:
    sheet, log = (re.compile(data[kind], re.MULTILINE) if kind in data else None for kind in ("sheet", "log"))
    return Badge(name, data["sign"], frozenset(data["games"]), sheet, log, data.get("won", False))


BADGES: Mapping[str, Badge] = MappingProxyType(
    {
        name: _read(name, data)
        for name, data in tomllib.loads(files("host").joinpath("badges.toml").read_text(encoding="utf-8")).items()
    }
)
