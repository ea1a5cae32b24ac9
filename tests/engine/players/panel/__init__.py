"""A panel of fixed deals with frozen results: the points by which "normal" beats "flat" on each deal.

"flat" is the AI player of the first version. A lead below 0 means that "flat" beats "normal".

Budgets are playouts, not seconds, so the result of a deal changes only if the code changes. After a change, the
differences to the frozen results show whether "normal" plays worse. `python -m tests.engine.players.panel` writes new
results, for all games or for the named games.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from engine.game import Game
from engine.players.arena import Match, play_each, read_sides

SEATS = "normal/60,flat/60,normal/60,flat/60"
DEALS = 500


def points(name: str, deals: int, jobs: int = 1) -> list[float]:
    """Return by how many points "normal" leads "flat" on each of the first `deals` deals."""
    match = Match(Game.games[name], read_sides(SEATS), {}, "panel")
    return [round(told.points["normal/60"], 4) for told in play_each(match, deals, jobs)]


def frozen(name: str) -> list[float]:
    """Return the frozen results of a game."""
    found: list[float] = json.loads(_file(name).read_text())
    return found


def freeze(name: str, found: Sequence[float]) -> None:
    """Write the results of a game."""
    _file(name).write_text(f"{json.dumps(list(found))}\n")


def _file(name: str) -> Path:
    return Path(__file__).parent / f"{name}.json"
