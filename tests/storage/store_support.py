"""Helpers of the store's tests: a settable clock, sample tables, and functions that read tables and folders."""

import asyncio
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from storage import MoveRow, Occupant, Post, Rated, RatingRow, ResultRow, Seats, Seen, Store, StoreError, TableRow
from storage.database import Parameters, Transaction
from storage.owners import table_owner
from storage.postgres.postgres import Postgres
from storage.sqlite.database_files import LOCK
from storage.sqlite.sqlite import Sqlite

SQLITE_ONLY = pytest.mark.parametrize("home", ["sqlite"], indirect=True)
PATIENCE = 10.0
"""Seconds after which a waiting test fails."""
GUILD = 1 << 62
ANNE, BOB, CHIE = 9_007_199_254_740_993, 200, 300
SEATS = (Occupant(ANNE), Occupant(BOB), Occupant(computer="strong"))
OPTIONS = {"札": "♠", "rounds": [1, 2]}


@dataclass
class Clock:
    time: int = 1_700_000_000

    def __call__(self) -> int:
        return self.time


def set_clock(store: Store, now: Callable[[], int]) -> None:
    """Give an open store another clock for the times in its rows."""
    for part in vars(store).values():
        if hasattr(part, "_now"):
            part._now = now


@dataclass
class Outcome:
    """Points and winners of a game at one table; winners take place 1."""

    points: dict[int | None, int]
    winners: set[int | None] = field(default_factory=set)

    def rows(self) -> list[ResultRow]:
        return [
            ResultRow(
                seat,
                user_id,
                points,
                place=1 if user_id in self.winners else 2,
                won=user_id in self.winners,
                computer=None if user_id else "strong",
            )
            for seat, (user_id, points) in enumerate(self.points.items())
        ]


async def open_and_close(path: Path) -> None:
    """Open and close the store, like a bot that starts and stops."""
    await (await Store.open(path, record_write=None)).close()


async def new_table(store: Store, *, place_id: int = GUILD, game: str = "sample", seats: Seats = SEATS) -> int:
    return await store.tables.create(place_id=place_id, channel_id=10, game=game, rules=1, opener_id=ANNE, seats=seats)


async def playing_table(store: Store, *, place_id: int = GUILD, game: str = "sample") -> int:
    table_id = await new_table(store, place_id=place_id, game=game)
    await store.tables.start(await seen(store, table_id), seed="5eed", rules=2, options={}, seats=SEATS)
    return table_id


async def seen(store: Store, table_id: int) -> Seen:
    """Return a table's stored version; 0 if there is no such table."""
    row = await store.tables.load(table_id)
    return Seen(table_id, row.version if row else 0)


async def stored(store: Store, table_id: int) -> TableRow:
    """Return the row of a table that exists."""
    row = await store.tables.load(table_id)
    assert row
    return row


async def moves_in(path: Path, table_id: int = 1) -> list[MoveRow]:
    """Open a database file as the bot does, and return its moves."""
    async with await Store.open(path, record_write=None) as store:
        return await store.tables.moves(table_id)


def fill(path: Path, clock: Callable[[], int], count: int) -> None:
    """Create a database in which table 1 has `count` moves."""

    async def play() -> None:
        async with await Store.open(path, now=clock, record_write=None) as store:
            await store.tables.add_moves(await seen(store, await playing_table(store)), moves(0, count))

    asyncio.run(play())


async def outdated_tables(store: Store) -> list[int]:
    """Return the ids of the tables whose messages may be outdated."""
    return [table_id for table_id, _ in await store.due_work.outdated(0, 1000)]


async def mark_displayed(store: Store, table_id: int) -> None:
    """Store that all messages of a table display its current version."""
    await store.message_records.save_fingerprints({}, {table_id: (await seen(store, table_id)).version})


async def copy_table(store: Store, table_id: int, count: int) -> None:
    """Add `count` copies of a table with its seats and moves, without its message records."""
    of_table = {"tables": "id", "seats": "table_id", "moves": "table_id"}

    def work(transaction: Transaction) -> None:
        ((last,),) = transaction.run("SELECT MAX(id) FROM tables")
        for table, key in of_table.items():
            for row in transaction.run_named(f"SELECT * FROM {table} WHERE {key} = ? LIMIT 1", (table_id,)):  # noqa: S608
                names = ", ".join(name for name in row if name != key)
                sql = f"INSERT INTO {table} ({key}, {names}) SELECT ?, {names} FROM {table} WHERE {key} = ?"  # noqa: S608
                transaction.run_each(sql, [(last + place, table_id) for place in range(1, count + 1)])
        if isinstance(store._database, Postgres):
            transaction.run("SELECT setval(pg_get_serial_sequence('tables', 'id'), MAX(id)) FROM tables")

    await store._database.write(work)


def file_of(store: Store) -> Sqlite:
    """Return the SQLite database of a store on a file."""
    assert isinstance(store._database, Sqlite)
    return store._database


def in_transaction(store: Store) -> bool:
    """Return whether a transaction was left open.

    With PostgreSQL, first wait until the pool has all its connections back.
    """
    database = store._database
    if isinstance(database, Sqlite):
        return database._writer.in_transaction
    assert isinstance(database, Postgres)
    end = time.monotonic() + PATIENCE
    while (stats := database._pool.get_stats())["pool_available"] < stats["pool_size"]:
        if time.monotonic() > end:
            return True
        time.sleep(0.001)
    return stats.get("returns_bad", 0) > 0


@dataclass
class Plan:
    """Query plan of a statement on large tables."""

    steps: Sequence[str]

    def walks(self) -> list[str]:
        """Return the steps that scan a whole table or a whole index."""
        walks = [
            step for step in self.steps if re.match(r"SCAN (?!json_each|\(|counted|lines|mine|totals|rated)", step)
        ]
        for step, below in zip(self.steps, [*self.steps[1:], ""], strict=True):
            if "Seq Scan on" in step or ("Index" in step and " Scan" in step and "Cond:" not in below):
                walks.append(step)
        return walks


async def plan(store: Store, sql: str, parameters: Sequence[object] | Mapping[str, object]) -> Plan:
    """Return the query plan of a statement."""
    if isinstance(store._database, Sqlite):
        return Plan([row[-1] for row in await store._database.read(f"EXPLAIN QUERY PLAN {sql}", parameters)])

    if isinstance(parameters, Mapping):
        words: Parameters = {name: str(value) for name, value in parameters.items()}
    else:
        words = [str(value) for value in parameters]

    def work(transaction: Transaction, values: Parameters) -> list[str]:
        for way in ("seqscan", "hashjoin", "mergejoin"):  # chosen for small tables only
            transaction.run(f"SET LOCAL enable_{way} = off")
        return [line.strip() for (line,) in transaction.run(f"EXPLAIN (COSTS OFF) {sql}", values)]

    try:  # PostgreSQL infers the types of parameters sent as text
        return Plan(await store._database.snapshot(partial(work, values=words)))
    except StoreError:
        return Plan(await store._database.snapshot(partial(work, values=parameters)))


async def tables_of(store: Store) -> list[str]:
    """Return the names of all tables of the schema."""
    schema = (
        "sqlite_schema WHERE type = 'table'"
        if isinstance(store._database, Sqlite)
        else ("(SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public') AS public")
    )
    return [name for (name,) in await store._database.read(f"SELECT name FROM {schema}")]  # noqa: S608  text made of constants


async def rewrite(store: Store, sql: str, parameters: Parameters = ()) -> None:
    """Run a statement for which the store has no method."""
    await store._database.write(lambda transaction: transaction.run(sql, parameters))


@asynccontextmanager
async def writing(store: Store, sql: str = "SELECT 1", parameters: Parameters = ()) -> AsyncIterator[None]:
    """Run a statement in a transaction, and keep the transaction open during the context."""
    written, end = threading.Event(), threading.Event()

    def work(transaction: Transaction) -> None:
        transaction.run(sql, parameters)
        written.set()
        assert end.wait(PATIENCE)

    task = asyncio.create_task(store._database.write(work))
    assert await asyncio.to_thread(written.wait, PATIENCE)
    try:
        yield
    finally:
        end.set()
        await task


async def in_state(store: Store, state: str) -> list[int]:
    """Return the ids of the tables in a state, oldest first."""
    rows = await store._database.read("SELECT id FROM tables WHERE state = ? ORDER BY id", (state,))
    return [table_id for (table_id,) in rows]


async def results_of(store: Store, table_id: int) -> list[ResultRow]:
    """Return the results of a finished game by seat; empty before its end."""
    sql = (
        "SELECT seat, user_id, points, place, won, computer, left_by, own_share FROM results "
        "WHERE table_id = ? ORDER BY seat"
    )
    rows = await store._database.read(sql, (table_id,))
    return [ResultRow(seat, user, points, place, bool(won), *rest) for seat, user, points, place, won, *rest in rows]


async def ratings_of(store: Store, place_id: int = GUILD, game: str = "sample") -> dict[int, RatingRow]:
    """Return the ratings of one game in a guild by user id, without practice."""
    sql = "SELECT user_id, mu, sigma, games FROM ratings WHERE place_id = ? AND game = ? AND practice = 0"
    return {user: RatingRow(Rated(user), *row) for user, *row in await store._database.read(sql, (place_id, game))}


async def record_at(store: Store, table_id: int, message_id: int, slot: str = "lobby") -> Post:
    """Add the record of a message that was sent and has a known fingerprint; its nonce is `{slot} {message_id}`."""
    post = Post(f"{slot} {message_id}", slot, 10, message_id, "up to date")
    await store.message_records.add(table_owner(table_id), post)
    return post


def moves(first: int, count: int = 1, text: str = "S7") -> list[MoveRow]:
    return [MoveRow(number, number % 3, text, 1_700_000_000 + number) for number in range(first, first + count)]


def rating(user_id: int, games: int, mu: float = 25.5) -> RatingRow:
    return RatingRow(Rated(user_id), mu, 8.25, games)


def unrated(_game: str, _results: Sequence[ResultRow], _before: Mapping[Rated, RatingRow]) -> list[RatingRow]:
    """Change no ratings."""
    return []


def one_more(_game: str, _results: Sequence[ResultRow], before: Mapping[Rated, RatingRow]) -> list[RatingRow]:
    """Return a rating for Anne whose mu is one point higher than before."""
    known = before.get(Rated(ANNE), rating(ANNE, 0, 0.0))
    return [rating(ANNE, known.games + 1, known.mu + 1)]


async def finish(
    store: Store, points: dict[int | None, int], *winners: int | None, place_id: int = GUILD, game: str = "sample"
) -> None:
    table_id = await playing_table(store, place_id=place_id, game=game)
    await store.tables.finish(await seen(store, table_id), [], Outcome(points, set(winners)).rows(), unrated)


def folder_bytes(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder, by name."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def names_in(folder: Path) -> list[str]:
    """Return the names of the files in a folder, without lock files."""
    return sorted(file.name for file in folder.iterdir() if not file.name.endswith(LOCK))
