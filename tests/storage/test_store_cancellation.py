"""A cancelled write has happened whole or not at all, and the next one works."""

import asyncio
import itertools
from pathlib import Path

import pytest

from storage import Seen, Store
from tests.storage.store_support import (
    ANNE,
    BOB,
    Clock,
    Outcome,
    in_state,
    moves,
    names_in,
    one_more,
    playing_table,
    rating,
    ratings_of,
    results_of,
    seen,
)

RESULTS = Outcome({ANNE: 30, BOB: -5, None: 12}, {ANNE}).rows()


async def test_a_write_cancelled_at_any_point_is_settled_when_the_cancellation_arrives(store: Store) -> None:
    for pause in itertools.count():
        table_id = await playing_table(store)
        before = await ratings_of(store)
        known = before.get(ANNE, rating(ANNE, 0, 0.0))
        task = asyncio.create_task(store.finish_table(await seen(store, table_id), moves(0, 3), RESULTS, one_more))
        await asyncio.sleep(pause * 0.0002)
        in_time = task.cancel()
        await asyncio.wait([task])

        row = await store.table(table_id)
        assert row
        happened = (row.state, await store.moves(table_id), await results_of(store, table_id), await ratings_of(store))
        assert happened in (
            ("over", moves(0, 3), RESULTS, {ANNE: rating(ANNE, known.games + 1, known.mu + 1)}),
            ("playing", [], [], before),
        )
        assert not store._database._writer.in_transaction
        if not in_time:
            assert row.state == "over"
            break


async def test_a_write_cancelled_again_and_again_is_settled_all_the_same(store: Store) -> None:
    for ticks in range(30):
        table_id = await playing_table(store)
        task = asyncio.create_task(store.add_moves(await seen(store, table_id), moves(0, 50)))
        for _ in range(ticks):
            await asyncio.sleep(0)
        while not task.done():
            task.cancel()
            await asyncio.sleep(0)
        assert not store._database._writer.in_transaction
        assert await store.moves(table_id) in ([], moves(0, 50))


async def test_a_write_that_timed_out_waiting_for_its_turn_never_happens(store: Store) -> None:
    table_id = await playing_table(store)
    async with store._database.transaction():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(store.add_moves(await seen(store, table_id), moves(0)), 0.01)
    assert await store.moves(table_id) == []
    await store.add_moves(await seen(store, table_id), moves(0))


async def test_a_cancelled_transaction_rolls_back_before_the_next_begins(store: Store) -> None:
    table_id = await playing_table(store)
    inside = asyncio.Event()

    async def stuck() -> None:
        async with store._database.transaction() as transaction:
            await transaction.run("UPDATE tables SET state = 'frozen'")
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(stuck())
    await inside.wait()
    behind = asyncio.create_task(store.add_moves(await seen(store, table_id), moves(0)))
    await asyncio.sleep(0)
    task.cancel()
    await behind
    assert task.cancelled()
    assert await in_state(store, "frozen") == []


async def test_cancelled_reads_harm_nobody(store: Store) -> None:
    table_id = await playing_table(store)
    await store.add_moves(await seen(store, table_id), moves(0, 100))
    tasks = [asyncio.create_task(store.moves(table_id)) for _ in range(50)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    await asyncio.wait(tasks)
    assert [await task for task in tasks[1::2]] == [moves(0, 100)] * 25


@pytest.mark.parametrize("ticks", range(1, 5))
async def test_a_close_that_is_cancelled_again_and_again_closes_all_the_same(
    path: Path, clock: Clock, ticks: int
) -> None:
    store = await Store.open(path, now=clock)
    await playing_table(store)
    task = asyncio.create_task(store.close())
    for _ in range(ticks):
        await asyncio.sleep(0)
    while not task.done():
        task.cancel()
        await asyncio.sleep(0)
    assert names_in(path.parent) == [path.name]
    await store.close()


def test_a_loop_that_ends_in_the_middle_of_writes_leaves_whole_ones(path: Path, clock: Clock) -> None:
    """As when the bot gets Ctrl-C: `asyncio.run` cancels every task there is."""

    async def run() -> None:
        async with await Store.open(path, now=clock) as store:
            table_id = await playing_table(store)
            first = (await seen(store, table_id)).version
            writing = [
                asyncio.create_task(store.add_moves(Seen(table_id, first + n), moves(n * 5, 5))) for n in range(50)
            ]
            await asyncio.wait(writing, return_when=asyncio.FIRST_COMPLETED)
            raise KeyboardInterrupt

    async def look() -> int:
        async with await Store.open(path, now=clock) as store:
            return len(await store.moves(1))

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(run())
    written = asyncio.run(look())
    assert written
    assert written % 5 == 0
