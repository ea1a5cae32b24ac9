"""A database that another program has locked: exactly the writes that were reported as stored are stored."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import Store, StoreError
from storage.sqlite import sqlite
from tests.storage.store_support import file_of, in_state, moves, new_table, playing_table, seen

PATIENCE = 0.05


@pytest.fixture
def home(path: Path) -> Path:
    """Return the path of an SQLite database: these tests are not for PostgreSQL."""
    return path


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", PATIENCE)


@pytest.fixture
def other(store: Store, path: Path) -> Iterator[sqlite3.Connection]:
    """Open a connection of another program."""
    assert store
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


@pytest.mark.usefixtures("impatient")
async def test_write_to_a_locked_database_fails_with_a_message(store: Store, other: sqlite3.Connection) -> None:
    table_id = await playing_table(store)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="Another program has locked the database, and nothing was written"):
        await store.tables.add_moves(await seen(store, table_id), moves(0))
    assert await store.tables.moves(table_id) == []
    other.execute("ROLLBACK")
    assert await store.tables.moves(table_id) == []
    await store.tables.add_moves(await seen(store, table_id), moves(0))


async def test_write_waits_for_a_short_lock(store: Store, other: sqlite3.Connection) -> None:
    table_id = await playing_table(store)
    other.execute("BEGIN IMMEDIATE")
    write = asyncio.create_task(store.tables.add_moves(await seen(store, table_id), moves(0)))
    await tried(store)
    other.execute("ROLLBACK")
    await write
    assert await store.tables.moves(table_id) == moves(0)


@pytest.mark.usefixtures("impatient")
async def test_blocked_writes_wait_together(store: Store, other: sqlite3.Connection) -> None:
    other.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    outcomes = await asyncio.gather(*(new_table(store) for _ in range(100)), return_exceptions=True)
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    assert time.monotonic() - begun < 100 * PATIENCE / 2
    other.execute("ROLLBACK")
    assert await in_state(store, "lobby") == []


async def test_reads_do_not_wait_for_the_lock(store: Store, other: sqlite3.Connection) -> None:
    table_id = await new_table(store)
    other.execute("BEGIN EXCLUSIVE")
    assert await in_state(store, "lobby") == [table_id]


async def test_long_reader_does_not_delay_writes(store: Store, other: sqlite3.Connection) -> None:
    """Write during a long read, such as a backup."""
    table_id = await playing_table(store)
    other.execute("BEGIN")
    assert other.execute("SELECT COUNT(*) FROM moves").fetchone() == (0,)
    for number in range(5):
        await store.tables.add_moves(await seen(store, table_id), moves(number))
    assert other.execute("SELECT COUNT(*) FROM moves").fetchone() == (0,)
    assert await store.tables.moves(table_id) == moves(0, 5)


async def test_cancelled_blocked_write_does_not_block_the_next(store: Store, other: sqlite3.Connection) -> None:
    table_id = await playing_table(store)
    other.execute("BEGIN IMMEDIATE")
    write = asyncio.create_task(store.tables.add_moves(await seen(store, table_id), moves(0)))
    await tried(store)
    write.cancel()
    await asyncio.wait([write])
    other.execute("ROLLBACK")
    assert await store.tables.moves(table_id) == []
    await store.tables.add_moves(await seen(store, table_id), moves(0))


async def tried(store: Store) -> None:
    """Wait until the writing connection has been refused at least once and has finished its earlier work."""
    await asyncio.sleep(0)
    await file_of(store)._writer.execute_fetchall("SELECT 1")
