"""Deleting tables that ended long ago, and reporting the duration of writes."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Conflict, Listing, Store, StoreError
from storage.owners import table_owner
from tests.storage.store_support import (
    ANNE,
    BOB,
    GUILD,
    SEATS,
    Clock,
    Outcome,
    moves,
    new_table,
    one_more,
    playing_table,
    ratings_of,
    record_at,
    results_of,
    seen,
)

DAY = 86_400


async def ended_table(store: Store) -> int:
    """Finish a game with moves, results and a message record, and return its table."""
    table_id = await playing_table(store)
    outcome = Outcome({ANNE: 5, BOB: 3, None: 1}, {ANNE})
    await record_at(store, table_id, 7 + table_id)
    await store.tables.finish(await seen(store, table_id), moves(0, 3), outcome.rows(), one_more)
    return table_id


async def test_only_tables_that_ended_before_the_limit_are_old(store: Store, clock: Clock) -> None:
    old = await ended_table(store)
    closed = await new_table(store)
    await store.tables.end(await seen(store, closed), "closed")
    clock.time += 10 * DAY
    await ended_table(store)
    await playing_table(store)
    clock.time += 1
    assert await store.retention.ended_before(int(clock.time) - 10 * DAY) == [old, closed]


async def test_deleted_table_is_gone_with_seats_moves_and_message_records(store: Store) -> None:
    table_id = await ended_table(store)
    await store.retention.delete_tables([table_id])
    assert await store.tables.load(table_id) is None
    assert await store.tables.moves(table_id) == []
    assert await store.message_records.of(table_owner(table_id)) == []
    assert await store._database.read("SELECT * FROM seats") == []


async def test_results_ratings_and_leaderboards_outlive_their_table(store: Store) -> None:
    table_id = await ended_table(store)
    before = (
        await results_of(store, table_id),
        await ratings_of(store),
        await store.standings.leaderboard(GUILD, "sample", ANNE, Listing("wins", 0, 9)),
    )
    await store.retention.delete_tables([table_id])
    after = (
        await results_of(store, table_id),
        await ratings_of(store),
        await store.standings.leaderboard(GUILD, "sample", ANNE, Listing("wins", 0, 9)),
    )
    assert after == before
    assert len(before[0]) == 3


async def test_open_table_is_not_deleted(store: Store) -> None:
    lobby, playing = await new_table(store), await playing_table(store)
    await record_at(store, lobby, 700)
    await store.retention.delete_tables([lobby, playing])
    assert await store.tables.open_in_place(GUILD) == [lobby, playing]


async def test_id_of_a_deleted_table_is_not_used_again(store: Store) -> None:
    table_id = await ended_table(store)
    await store.retention.delete_tables([table_id])
    assert await new_table(store) > table_id


async def test_open_tables_are_counted(store: Store) -> None:
    assert await store.tables.open_counts() == (0, 0)
    await new_table(store)
    await playing_table(store)
    await playing_table(store)
    await ended_table(store)
    assert await store.tables.open_counts() == (1, 2)


async def test_every_write_reports_its_seconds(path: Path) -> None:
    told: list[float | None] = []
    async with await Store.open(path, record_write=told.append) as store:
        await new_table(store)
    [seconds] = told
    assert seconds is not None
    assert 0 < seconds < 60


async def test_failed_write_reports_none(path: Path) -> None:
    told: list[float | None] = []
    async with await Store.open(path, record_write=told.append) as store:
        with closing(sqlite3.connect(path)) as other:
            other.execute("DROP TABLE settings")
        with pytest.raises(StoreError):
            await store.settings.set(0, "a", "b")
    assert told == [None]


async def test_conflict_is_not_reported_as_a_failure(path: Path) -> None:
    told: list[float | None] = []
    async with await Store.open(path, record_write=told.append) as store:
        table_id = await new_table(store, seats=SEATS)
        with pytest.raises(Conflict):
            await store.tables.add_moves(await seen(store, table_id), moves(0))
    assert None not in told
