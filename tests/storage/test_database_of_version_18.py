"""A database that the bot wrote with schema 18 opens with today's code and holds the same data.

`databases/v18.db` was written by a bot with schema 18. It has a running game of each kind with two people and two
computer players, finished games, and a lobby. `databases/v18.json` has the data that the host of that bot returned.
"""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import astuple
from pathlib import Path
from random import Random
from typing import Any

import pytest

from host.people.standings import Period
from host.place import Place
from host.services import Services
from storage import Store
from storage.owners import table_owner
from tests.tables import game_of, play_out

DATABASES = Path(__file__).parent / "databases"
EXPECTED: dict[str, Any] = json.loads((DATABASES / "v18.json").read_text(encoding="utf-8"))
PERIODS: tuple[Period, ...] = ("rating", "all", "season", "month")
every_game = pytest.mark.parametrize("expected", EXPECTED["playing"], ids=lambda expected: expected["game"])


@pytest.fixture
async def services(path: Path) -> AsyncIterator[Services]:
    """Yield the bot's services over a copy of the database, at the time of its last write."""
    shutil.copyfile(DATABASES / "v18.db", path)
    async with await Store.open(path, now=lambda: EXPECTED["now"], record_write=None) as store:
        services = Services(store, pause=0, playouts=1, now=lambda: EXPECTED["now"])
        yield services
        await services.close()


@pytest.mark.drawn(1)
@every_game
async def test_a_running_game_is_at_the_same_position(services: Services, expected: dict[str, Any]) -> None:
    table = await services.tables.get(expected["table"])
    game = game_of(table)
    posts = await services.message_records.of(table_owner(table.id))
    assert {
        "table": table.id,
        "game": game.id,
        "rules": game.rules,
        "pace": table.time_control,
        "version": table.version,
        "seats": [[who.user_id, who.computer] for who in table.occupants if who],
        "moves": [[seat, game.text(move)] for seat, move in game.history],
        "scores": list(game.scores),
        "to_act": {str(seat): [game.text(move) for move in game.legal_moves(seat)] for seat in game.to_act},
        "turns": {str(seat): [turn.decision, turn.since, turn.remind, turn.due] for seat, turn in table.turns.items()},
        "posts": [[post.slot, post.channel_id, post.message_id, post.fingerprint] for post in posts],
    } == expected


@pytest.mark.drawn(1)
@every_game
async def test_a_running_game_goes_on_to_its_end(services: Services, expected: dict[str, Any]) -> None:
    await services.resume()
    table = await play_out(services, await services.tables.get(expected["table"]), Random(18))
    assert table.state == "over"
    assert len(game_of(table).history) > len(expected["moves"])


async def test_a_lobby_is_the_same(services: Services) -> None:
    table = await services.tables.get(EXPECTED["lobby"]["table"])
    assert {
        "table": table.id,
        "game": table.kind.id,
        "pace": table.time_control,
        "version": table.version,
        "seats": [who and [who.user_id, who.computer] for who in table.occupants],
        "barred": sorted(table.barred),
    } == EXPECTED["lobby"]
    assert table.state == "lobby"


@pytest.mark.drawn(1)
@pytest.mark.parametrize("board", EXPECTED["leaderboards"])
async def test_a_leaderboard_is_equal(services: Services, board: str) -> None:
    game, period = board.split()
    found = await services.standings.board(
        Place.server(EXPECTED["guild"]), 101, game, next(one for one in PERIODS if one == period)
    )
    assert {
        "count": found.count,
        "lines": [list(astuple(line)) for line in found.lines],
        "own": found.own and list(astuple(found.own)),
    } == EXPECTED["leaderboards"][board]


RENAMED = {
    "shown": "displayed_version",
    "why": "close_reason",
    "pace": "time_control",
    "mixed": "commitment_events",
    "own": "own_share",
}
"""Today's names of renamed columns."""
OF_PLACES = ("tables", "people", "deals", "results", "ratings", "badges")
RENAMED_IN = {"posts": {"table_id": "owner_id"}} | {table: {"guild_id": "place_id"} for table in OF_PLACES}
"""Today's names of columns that are renamed in some tables."""


def rows_of(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of a database by table, in the order of their keys."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2")]  # noqa: S608
            for name in names
        }


async def test_every_row_is_kept_and_places_are_the_servers(path: Path) -> None:
    before = rows_of(DATABASES / "v18.db")
    shutil.copyfile(DATABASES / "v18.db", path)
    await (await Store.open(path, record_write=None)).close()
    after = rows_of(path)
    assert before["settings"] == after["settings"]
    assert sum(map(len, before.values())) > 100
    for table, rows in before.items():
        names = RENAMED | RENAMED_IN.get(table, {})
        old = [{names.get(name, name): value for name, value in row.items()} for row in rows]
        new = [{name: row[name] for name in one} for one, row in zip(old, after[table], strict=True)]
        assert old == new, table
    assert all(row["place_id"] == EXPECTED["guild"] for row in after["tables"])
