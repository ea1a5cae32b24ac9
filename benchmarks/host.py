"""Clicks through the host with a real database file, beside a bare INSERT and commit of the same row.

Both files are SQLite's with `journal_mode = WAL` and `synchronous = FULL`, in the same folder: what is measured is what
locks, rules, copies and threads add to the disk's own time. In wall-clock time, since waiting for the disk counts.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measure import Budget, Figure, figure
from host.house import House
from host.table import Person, Table
from storage import Store

ROUNDS = Budget(rounds=30, seconds=0.0)
"""How many times both sides take turns; a turn has `TABLES` clicks, however long they take."""
TABLES = 8
GAME, SEATS = "scharfe-schoten", 4
GUILD, CHANNEL = 1, 2

_people = count(100)


def figures(budget: Budget = ROUNDS) -> Iterator[Figure]:
    """Milliseconds from click to answer at one table, and clicks a second at several tables at once."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder), budget))


async def _measured(folder: Path, budget: Budget) -> list[Figure]:
    with closing(_bare_database(folder / "bare.sqlite3")) as bare:
        async with await Store.open(folder / "house.sqlite3") as store:
            house = House(store, pause=0)
            clickers = [_Clicker(house, Random(number)) for number in range(TABLES)]
            latencies: list[tuple[float, float]] = []
            rates: list[tuple[float, float]] = []
            for clicker in clickers:
                await clicker.click()
            for _ in range(budget.rounds):
                alone = [await clickers[0].click() for _ in range(TABLES)]
                inserts = [_insert(bare) for _ in range(TABLES)]
                start = perf_counter()
                await asyncio.gather(*(clicker.click() for clicker in clickers))
                together = perf_counter() - start
                latencies.append((1000 * median(alone), 1000 * median(inserts)))
                rates.append((TABLES / together, TABLES / sum(inserts)))
            await house.close()
    return [figure("host/click-ms", latencies), figure("host/clicks-a-second", rates)]


class _Clicker:
    """Four people who play one random game after the other at a table."""

    def __init__(self, house: House, random: Random) -> None:
        self._house = house
        self._random = random
        self._table: Table | None = None

    async def click(self) -> float:
        """A random legal move; returns the seconds that it took."""
        table = self._table
        if table is None or table.state != "playing":
            table = self._table = await self._open()
        game = table.game
        assert game is not None  # noqa: S101  it is playing
        seat = self._random.choice(game.to_act)
        who = table.occupants[seat]
        assert who is not None  # noqa: S101
        assert who.user_id is not None  # noqa: S101  people only
        path = game.path(self._random.choice(game.legal_moves(seat)))
        start = perf_counter()
        self._table, _ = await self._house.play.choose(table.id, who.user_id, game.moves_made(seat), path)
        return perf_counter() - start

    async def _open(self) -> Table:
        people = [Person(next(_people)) for _ in range(SEATS)]
        table = await self._house.lobby.open(GUILD, CHANNEL, people[0], GAME, SEATS)
        for person in people[1:]:
            await self._house.lobby.join(table.id, person)
        started = await self._house.lobby.start(table.id, people[0])
        assert started is not None  # noqa: S101  every seat is taken
        return started


def _bare_database(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, seat INTEGER, move TEXT, made_at INTEGER)")
    return connection


def _insert(connection: sqlite3.Connection) -> float:
    """The seconds that it took."""
    start = perf_counter()
    connection.execute("INSERT INTO moves (seat, move, made_at) VALUES (0, 'play R12', 1700000000)")  # commits itself
    return perf_counter() - start
