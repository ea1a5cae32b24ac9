"""Another program has locked the database: what is said to be stored is, and what is said not to be is not."""

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
    """A file: what is looked at here is SQLite's own."""
    return path


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", PATIENCE)


@pytest.fixture
def other(store: Store, path: Path) -> Iterator[sqlite3.Connection]:
    """Another program's connection; its pages are not ours to change."""
    assert store
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


@pytest.mark.usefixtures("impatient")
async def test_while_it_is_locked_nothing_is_stored_and_that_is_said(store: Store, other: sqlite3.Connection) -> None:
    table_id = await playing_table(store)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="Another program has locked the database, and nothing was written"):
        await store.add_moves(await seen(store, table_id), moves(0))
    assert await store.moves(table_id) == []
    other.execute("ROLLBACK")
    assert await store.moves(table_id) == []
    await store.add_moves(await seen(store, table_id), moves(0))


async def test_a_lock_that_ends_in_time_is_waited_for(store: Store, other: sqlite3.Connection) -> None:
    table_id = await playing_table(store)
    other.execute("BEGIN IMMEDIATE")
    write = asyncio.create_task(store.add_moves(await seen(store, table_id), moves(0)))
    await tried(store)
    other.execute("ROLLBACK")
    await write
    assert await store.moves(table_id) == moves(0)


@pytest.mark.usefixtures("impatient")
async def test_all_who_wait_for_it_wait_together(store: Store, other: sqlite3.Connection) -> None:
    other.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    outcomes = await asyncio.gather(*(new_table(store) for _ in range(100)), return_exceptions=True)
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    assert time.monotonic() - begun < 100 * PATIENCE / 2
    other.execute("ROLLBACK")
    assert await in_state(store, "lobby") == []


async def test_what_is_read_does_not_wait_for_it(store: Store, other: sqlite3.Connection) -> None:
    table_id = await new_table(store)
    other.execute("BEGIN EXCLUSIVE")
    assert await in_state(store, "lobby") == [table_id]


async def test_a_reader_that_stays_holds_nobody_up(store: Store, other: sqlite3.Connection) -> None:
    """As a backup does: it reads for as long as it takes."""
    table_id = await playing_table(store)
    other.execute("BEGIN")
    assert other.execute("SELECT COUNT(*) FROM moves").fetchone() == (0,)
    for number in range(5):
        await store.add_moves(await seen(store, table_id), moves(number))
    assert other.execute("SELECT COUNT(*) FROM moves").fetchone() == (0,)
    assert await store.moves(table_id) == moves(0, 5)


async def test_who_gives_up_waiting_for_it_leaves_the_way_free(store: Store, other: sqlite3.Connection) -> None:
    table_id = await playing_table(store)
    other.execute("BEGIN IMMEDIATE")
    write = asyncio.create_task(store.add_moves(await seen(store, table_id), moves(0)))
    await tried(store)
    write.cancel()
    await asyncio.wait([write])
    other.execute("ROLLBACK")
    assert await store.moves(table_id) == []
    await store.add_moves(await seen(store, table_id), moves(0))


async def tried(store: Store) -> None:
    """Until the writing connection has been refused at least once: whatever was asked of it before is answered."""
    await asyncio.sleep(0)
    await file_of(store)._writer.execute_fetchall("SELECT 1")
