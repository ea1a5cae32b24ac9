"""A cancelled write has been committed whole or not at all, and the next write works."""

import asyncio
from pathlib import Path

import pytest

from storage import Conflict, Seen, Store
from storage.database import Transaction
from tests.storage.store_support import (
    ANNE,
    BOB,
    SQLITE_ONLY,
    Clock,
    Outcome,
    in_state,
    in_transaction,
    moves,
    names_in,
    one_more,
    playing_table,
    rating,
    ratings_of,
    results_of,
    seen,
    stored,
    writing,
)

RESULTS = Outcome({ANNE: 30, BOB: -5, None: 12}, {ANNE}).rows()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("factor", [2.5, pytest.param(1.25, marks=pytest.mark.slow)])
async def test_outcome_of_a_cancelled_write_is_certain_when_the_cancellation_arrives(
    store: Store, factor: float
) -> None:
    pause = 0.0001
    while True:
        table_id = await playing_table(store)
        before = await ratings_of(store)
        known = before.get(ANNE, rating(ANNE, 0, 0.0))
        task = asyncio.create_task(store.tables.finish(await seen(store, table_id), moves(0, 3), RESULTS, one_more))
        await asyncio.sleep(pause)
        pause *= factor
        in_time = task.cancel()
        await asyncio.wait([task])

        row = await stored(store, table_id)
        made = await store.tables.moves(table_id)
        happened = (row.state, made, await results_of(store, table_id), await ratings_of(store))
        assert happened in (
            ("over", moves(0, 3), RESULTS, {ANNE: rating(ANNE, known.games + 1, known.mu + 1)}),
            ("playing", [], [], before),
        )
        assert not in_transaction(store)
        if not in_time:
            assert row.state == "over"
            break


async def test_outcome_of_a_repeatedly_cancelled_write_is_certain(store: Store) -> None:
    for ticks in range(12):
        table_id = await playing_table(store)
        task = asyncio.create_task(store.tables.add_moves(await seen(store, table_id), moves(0, 50)))
        for _ in range(ticks):
            await asyncio.sleep(0)
        while not task.done():
            task.cancel()
            await asyncio.sleep(0)
        assert not in_transaction(store)
        assert await store.tables.moves(table_id) in ([], moves(0, 50))


@SQLITE_ONLY
async def test_write_that_timed_out_in_the_queue_never_happens(store: Store) -> None:
    table_id = await playing_table(store)
    async with writing(store):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(store.tables.add_moves(await seen(store, table_id), moves(0)), 0.01)
    assert await store.tables.moves(table_id) == []
    await store.tables.add_moves(await seen(store, table_id), moves(0))


async def test_failing_write_does_not_roll_back_others_of_the_same_commit(
    store: Store,
) -> None:
    tables = [await playing_table(store) for _ in range(5)]
    before = [await seen(store, table_id) for table_id in tables]
    failing = Seen(tables[2], before[2].version + 7)
    async with writing(store):
        writes = [
            asyncio.create_task(store.tables.add_moves(failing if one.table_id == tables[2] else one, moves(0)))
            for one in before
        ]
        await asyncio.sleep(0)
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), type(None), Conflict, type(None), type(None)]
    assert [len(await store.tables.moves(table_id)) for table_id in tables] == [1, 1, 0, 1, 1]


async def test_work_that_raises_has_written_nothing(store: Store) -> None:
    table_id = await playing_table(store)

    def work(transaction: Transaction) -> None:
        transaction.run("UPDATE tables SET state = 'frozen'")
        raise ZeroDivisionError

    async with writing(store):
        writes = [asyncio.create_task(store._database.write(work)) for _ in range(2)]
        writes.append(asyncio.create_task(store.tables.add_moves(await seen(store, table_id), moves(0))))
        await asyncio.sleep(0)
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [ZeroDivisionError, ZeroDivisionError, type(None)]
    assert await in_state(store, "frozen") == []


async def test_cancelled_reads_do_not_disturb_others(store: Store) -> None:
    table_id = await playing_table(store)
    await store.tables.add_moves(await seen(store, table_id), moves(0, 100))
    tasks = [asyncio.create_task(store.tables.moves(table_id)) for _ in range(50)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    await asyncio.wait(tasks)
    assert [await task for task in tasks[1::2]] == [moves(0, 100)] * 25


@pytest.mark.drawn(1)
@pytest.mark.parametrize("ticks", range(1, 5))
async def test_repeatedly_cancelled_close_still_closes(path: Path, clock: Clock, ticks: int) -> None:
    store = await Store.open(path, now=clock, record_write=None)
    await playing_table(store)
    task = asyncio.create_task(store.close())
    for _ in range(ticks):
        await asyncio.sleep(0)
    while not task.done():
        task.cancel()
        await asyncio.sleep(0)
    assert names_in(path.parent) == [path.name]
    await store.close()


def test_event_loop_that_ends_during_writes_leaves_whole_writes(path: Path, clock: Clock) -> None:
    """End the event loop as Ctrl-C does: `asyncio.run` cancels all tasks."""

    async def run() -> None:
        async with await Store.open(path, now=clock, record_write=None) as store:
            table_id = await playing_table(store)
            first = (await seen(store, table_id)).version
            writing = [
                asyncio.create_task(store.tables.add_moves(Seen(table_id, first + n), moves(n * 5, 5)))
                for n in range(50)
            ]
            await asyncio.wait(writing, return_when=asyncio.FIRST_COMPLETED)
            raise KeyboardInterrupt

    async def look() -> int:
        async with await Store.open(path, now=clock, record_write=None) as store:
            return len(await store.tables.moves(1))

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(run())
    written = asyncio.run(look())
    assert written
    assert written % 5 == 0
