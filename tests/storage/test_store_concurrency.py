"""Many tasks use one database concurrently."""

import asyncio
from pathlib import Path

import pytest

import limits
from storage import Conflict, Listing, Store, StoreError
from tests.storage.store_support import (
    ANNE,
    BOB,
    GUILD,
    SQLITE_ONLY,
    Clock,
    Outcome,
    in_state,
    moves,
    names_in,
    new_table,
    one_more,
    playing_table,
    rating,
    ratings_of,
    seen,
    unrated,
    writing,
)

MANY = 40


@pytest.mark.drawn(1)
async def test_many_tables_can_be_played_at_once(store: Store) -> None:
    async def play() -> int:
        table_id = await playing_table(store)
        for number in range(3):
            await store.tables.add_moves(await seen(store, table_id), moves(number))
        await store.tables.finish(
            await seen(store, table_id), moves(3), Outcome({ANNE: 1, BOB: 0}, {ANNE}).rows(), unrated
        )
        return table_id

    table_ids = await asyncio.gather(*(play() for _ in range(MANY)))
    assert len(set(table_ids)) == MANY
    assert await in_state(store, "over") == sorted(table_ids)
    assert [await store.tables.moves(table_id) for table_id in table_ids] == [moves(0, 4)] * MANY
    (line,) = (await store.standings.leaderboard(GUILD, "sample", ANNE, Listing("wins", 0, 1))).lines
    assert (line.games, line.wins, line.place) == (MANY, MANY, 1.0)


async def test_one_of_many_writers_of_the_same_move_wins(store: Store) -> None:
    table_id = await playing_table(store)
    now = await seen(store, table_id)
    outcomes = await asyncio.gather(
        *(store.tables.add_moves(now, moves(0, text=f"card {writer}")) for writer in range(MANY)),
        return_exceptions=True,
    )
    winners = [writer for writer, outcome in enumerate(outcomes) if outcome is None]
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == MANY - 1
    assert await store.tables.moves(table_id) == moves(0, text=f"card {winners[0]}")


async def test_ratings_of_tables_that_end_together_all_count(store: Store) -> None:
    tables = [await seen(store, await playing_table(store)) for _ in range(8)]
    await asyncio.gather(*(store.tables.finish(now, [], Outcome({ANNE: 1}).rows(), one_more) for now in tables))
    assert await ratings_of(store) == {ANNE: rating(ANNE, 8, 8.0)}


@SQLITE_ONLY
async def test_person_waits_for_few_background_writes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BACKGROUND_GROUP_COMMIT_WRITES", 2)
    table_id = await playing_table(store)
    before, order = await seen(store, table_id), list[str]()

    async def by_the_bot(number: int) -> None:
        await store.message_records.save_fingerprints({"none": (None, "playing", 0)}, {})
        order.append(f"bot {number}")

    async def by_a_person() -> None:
        await store.tables.add_moves(before, moves(0))
        order.append("person")

    async with writing(store):
        writes = [asyncio.create_task(by_the_bot(number)) for number in range(50)]
        await asyncio.sleep(0)
        writes.append(asyncio.create_task(by_a_person()))
        await asyncio.sleep(0)
    await asyncio.gather(*writes)
    assert order[:3] == ["person", "bot 0", "bot 1"]
    assert order[3:] == [f"bot {number}" for number in range(2, 50)]


async def test_cancelled_background_write_does_not_block_the_next(store: Store) -> None:
    async with writing(store):
        first, second = (asyncio.create_task(store.message_records.remove(["none"])) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait([first])
    await second


async def test_readers_do_not_wait_for_a_writer_and_see_committed_data_only(store: Store) -> None:
    table_id = await new_table(store)
    async with writing(store, "UPDATE tables SET state = 'frozen' WHERE id = ?", (table_id,)):
        assert await in_state(store, "frozen") == []
    assert await in_state(store, "frozen") == [table_id]


@SQLITE_ONLY
async def test_the_reading_connection_cannot_write(store: Store) -> None:
    with pytest.raises(StoreError):
        await store._database.read("DELETE FROM tables")


async def test_close_finishes_the_running_write_and_refuses_queued_ones(path: Path, clock: Clock) -> None:
    store = await Store.open(path, now=clock, record_write=None)
    under_way = asyncio.create_task(new_table(store))
    await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    behind = asyncio.create_task(new_table(store))
    await closing
    with pytest.raises(StoreError, match="closed"):
        await behind
    async with await Store.open(path, now=clock, record_write=None) as reopened:
        assert await in_state(reopened, "lobby") == [await under_way]


async def test_closed_database_is_one_file(path: Path, clock: Clock) -> None:
    async with await Store.open(path, now=clock, record_write=None) as store:
        await playing_table(store)
    assert names_in(path.parent) == [path.name]
