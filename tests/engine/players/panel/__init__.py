"""A frozen panel: deals that never change, and what normal made of each of them over the player of the first versions.

Efforts are counted in playouts, so where nothing has changed each deal comes to the same again. After a change the
differences, deal by deal, tell whether normal has become worse: `python -m tests.engine.players.panel` writes down anew
what it comes to now, for all games or those that are named.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from engine.game import Game
from engine.players.arena import Match, play, read_sides

SEATS = "normal/60,flat/60,normal/60,flat/60"
DEALS = 500


def points(name: str, deals: int, jobs: int = 1) -> list[float]:
    """Of each of the first deals by how many points a seat normal was better."""
    match = Match(Game.games[name], read_sides(SEATS), {}, "panel")
    return [round(told.points["normal/60"], 4) for told in play(match, deals, jobs)]


def frozen(name: str) -> list[float]:
    """What is written down of a game."""
    found: list[float] = json.loads(_file(name).read_text())
    return found


def freeze(name: str, found: Sequence[float]) -> None:
    """Write it down."""
    _file(name).write_text(f"{json.dumps(list(found))}\n")


def _file(name: str) -> Path:
    return Path(__file__).parent / f"{name}.json"
