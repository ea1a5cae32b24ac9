"""Moves per second through the host, each committed to the disk, compared with plain inserts through aiosqlite.

The bot and the reference have a database file each, in the same folder, with `journal_mode = WAL` and
`synchronous = FULL`. A plain insert writes the row of a move as in the first example of aiosqlite: `execute`, then
`commit`. A lock lets one insert run at a time, because a connection has a single transaction. The figures show how much
a move costs beyond its row (rules, copies of the game, further rows), and how much group commits save. The last move of
a game, which also writes results and ratings, has a figure of its own. All times are wall-clock times, because they
include waiting for the disk.
"""

import asyncio
from collections.abc import Awaitable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import aiosqlite

from benchmarks.measure import Budget, Figure, figure
from host.place import Place
from host.services import Services
from host.tables.table import Person, Table
from storage import Store

ROUNDS = Budget(rounds=30, seconds=0.0)
"""Number of turns of each side."""
MOVES = 40
"""Number of consecutive moves at one table per turn."""
TABLES = 100
"""Number of tables with one concurrent move each."""
GAME, SEATS = "scharfe-schoten", 4
GUILD, CHANNEL = 1, 2

_people = count(100)
_numbers = count()


def figures(budget: Budget = ROUNDS) -> Iterator[Figure]:
    """Yield committed moves per second: at one table, concurrently at a hundred tables, and for last moves of games."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder), budget))


async def _measured(folder: Path, budget: Budget) -> list[Figure]:
    async with (
        aiosqlite.connect(folder / "bare.sqlite3") as bare,
        await Store.open(folder / "ichiza.sqlite3", record_write=None) as store,
    ):
        await _prepare(bare)
        turn = asyncio.Lock()
        services = Services(store, pause=0)
        players = [_Player(services, Random(number)) for number in range(TABLES)]
        for player in players:
            await player.ready()
        alone, together, last = (list[tuple[float, float]]() for _ in range(3))
        while len(alone) < budget.rounds or not last:
            pairs = [(await players[0].move(), await _timed(_insert(bare, turn))) for _ in range(MOVES)]
            ours = [move.seconds for move, _ in pairs if not move.last]
            theirs = [seconds for _, seconds in pairs]
            alone.append((len(ours) / sum(ours), MOVES / sum(theirs)))
            last += [(1 / move.seconds, MOVES / sum(theirs)) for move, _ in pairs if move.last]
            for player in players:
                await player.ready()
            ours_at_once = await _timed(asyncio.gather(*(player.move() for player in players)))
            theirs_at_once = await _timed(asyncio.gather(*(_insert(bare, turn) for _ in players)))
            together.append((TABLES / ours_at_once, TABLES / theirs_at_once))
        await services.close()
    return [
        figure("storage/moves-at-one-table", alone),
        figure("storage/moves-at-100-tables", together),
        figure("storage/last-moves", last),
    ]


async def _timed(work: Awaitable[object]) -> float:
    """Await some work, and return the seconds that the work took."""
    start = perf_counter()
    await work
    return perf_counter() - start


class _Move(NamedTuple):
    """Seconds that a move took, and True if it ended the game."""

    seconds: float
    last: bool


class _Player:
    """Plays one random game after another, with four people."""

    def __init__(self, services: Services, random: Random) -> None:
        self._services = services
        self._random = random
        self._table: Table | None = None

    async def ready(self) -> Table:
        """Return the table of the running game; begin a new one if the last game is over."""
        if self._table is None or self._table.state != "playing":
            self._table = await self._open()
        return self._table

    async def move(self) -> _Move:
        """Make a random legal move."""
        table = await self.ready()
        game = table.game
        assert game is not None  # noqa: S101  it is playing
        seat = self._random.choice(game.to_act)
        who = table.occupants[seat]
        assert who is not None  # noqa: S101
        assert who.user_id is not None  # noqa: S101  people only
        path = game.path(self._random.choice(game.legal_moves(seat)))
        start = perf_counter()
        self._table, _ = await self._services.moves.choose(table.id, who.user_id, game.moves_made(seat), path)
        return _Move(perf_counter() - start, last=self._table.state == "over")

    async def _open(self) -> Table:
        people = [Person(next(_people)) for _ in range(SEATS)]
        table = await self._services.lobby.open(Place.server(GUILD), CHANNEL, people[0], GAME, SEATS)
        for person in people[1:]:
            await self._services.lobby.join(table.id, person)
        started = await self._services.lobby.start(table.id, people[0])
        assert started is not None  # noqa: S101  every seat is taken
        return started


async def _prepare(bare: aiosqlite.Connection) -> None:
    await bare.execute_fetchall("PRAGMA journal_mode = WAL")
    await bare.execute_fetchall("PRAGMA synchronous = FULL")
    await bare.execute_fetchall("PRAGMA foreign_keys = ON")
    await bare.execute_fetchall("CREATE TABLE tables (id INTEGER PRIMARY KEY)")
    await bare.execute_fetchall("INSERT INTO tables VALUES (1)")
    await bare.execute_fetchall(
        "CREATE TABLE moves (table_id INTEGER NOT NULL REFERENCES tables (id), number INTEGER NOT NULL,"
        " seat INTEGER NOT NULL, move TEXT NOT NULL, made_at INTEGER NOT NULL, PRIMARY KEY (table_id, number))"
        " STRICT, WITHOUT ROWID"
    )
    await bare.commit()


async def _insert(bare: aiosqlite.Connection, turn: asyncio.Lock) -> None:
    sql = "INSERT INTO moves (table_id, number, seat, move, made_at) VALUES (1, ?, 0, 'play R12', 1700000000)"
    async with turn:
        await bare.execute(sql, (next(_numbers),))
        await bare.commit()
