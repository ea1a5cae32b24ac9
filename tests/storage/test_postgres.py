"""PostgreSQL: lost connections, concurrent writers, and limits that protect other users."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

import psycopg
import pytest

import limits
from storage import Conflict, InDoubt, Notice, Rated, RatingRow, ResultRow, Store, StoreError
from storage.database import Transaction
from storage.optimistic_lock import claim
from storage.owners import table_owner
from storage.postgres import postgres
from storage.queries import tables
from storage.tools.migrator import BUSY_SECONDS
from tests.postgres import Cluster, Cutter, pooled
from tests.storage.store_support import (
    ANNE,
    BOB,
    GUILD,
    PATIENCE,
    Clock,
    Outcome,
    in_transaction,
    moves,
    new_table,
    one_more,
    playing_table,
    rating,
    ratings_of,
    record_at,
    rewrite,
    seen,
    stored,
    unrated,
    writing,
)


@pytest.fixture
def home(postgres_url: str) -> str:
    """Return the URL of a PostgreSQL database."""
    return postgres_url


@pytest.fixture
async def other(home: str, clock: Clock) -> AsyncIterator[Store]:
    """Open the same database like a second process."""
    async with await Store.open(home, now=clock, record_write=None) as store:
        yield store


def setting(store: Store, name: str) -> Any:
    return store.settings.get(0, name)


def set_to(name: str, value: str) -> Callable[[Transaction], object]:
    sql = "INSERT INTO settings VALUES (0, ?, ?) ON CONFLICT (owner_id, name) DO UPDATE SET value = excluded.value"
    return lambda transaction: transaction.run(sql, (name, value))


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seconds", [BUSY_SECONDS, 0.0], ids=["at once", "after standing still that long"])
async def test_connection_lost_before_the_commit_is_retried(
    store: Store, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(postgres, "BUSY_SECONDS", seconds)
    tries: list[None] = []

    def work(transaction: Transaction) -> None:
        set_to("a", str(len(tries)))(transaction)
        tries.append(None)
        if len(tries) == 1:
            transaction.run("SELECT pg_terminate_backend(pg_backend_pid())")

    await store._database.write(work)
    assert await setting(store, "a") == "1"


async def test_pool_reconnects_after_a_server_restart(store: Store, cluster: Cluster) -> None:
    """End all connections of the pool, as a server's restart does."""
    await asyncio.gather(*(store.settings.set(0, str(number), "before") for number in range(40)))
    cluster.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ichiza'")
    assert await setting(store, "7") == "before"
    await asyncio.gather(*(store.settings.set(0, str(number), "after") for number in range(40)))
    assert set((await store.settings.all(0)).values()) == {"after"}


@pytest.mark.slow
async def test_unreachable_server_is_reported_and_used_again_once_it_is_back(
    cluster: Cluster, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "BUSY_SECONDS", 0.1)
    told: list[float | None] = []
    async with await Store.open(home, record_write=told.append) as store:
        table_id = await playing_table(store)
        before = await seen(store, table_id)
        told.clear()
        await asyncio.to_thread(cluster.stop)
        try:
            with pytest.raises(StoreError, match="cannot be reached"):
                await store.tables.add_moves(before, moves(0))
            with pytest.raises(StoreError, match="cannot be reached"):
                await store.tables.load(table_id)
            assert told == [None]
        finally:
            await asyncio.to_thread(cluster.start)
        await store.tables.add_moves(before, moves(0))
        assert await store.tables.moves(table_id) == moves(0)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("when", ["before", "after"])
async def test_lost_connection_raises_in_doubt_for_writes_only(home: str, cutter: Cutter, when: Any) -> None:
    async with await Store.open(cutter.url(home), record_write=None) as store:
        table_id = await playing_table(store)
        cutter.cut(when, reading=True)
        assert await store.tables.moves(table_id) == []
        assert cutter.idle


@pytest.mark.drawn(1)
@pytest.mark.parametrize("when", ["before", "after"])
async def test_connection_lost_during_the_commit_raises_in_doubt(home: str, cutter: Cutter, when: Any) -> None:
    async with await Store.open(cutter.url(home), record_write=None) as store:
        table_id = await playing_table(store)
        before = await seen(store, table_id)
        cutter.cut(when)
        with pytest.raises(InDoubt):
            await store.tables.add_moves(before, moves(0))
        assert await store.tables.moves(table_id) == (moves(0) if when == "after" else [])
        if when == "after":
            with pytest.raises(Conflict):
                await store.tables.add_moves(before, moves(0))
        else:
            await store.tables.add_moves(before, moves(0))
        assert await store.tables.moves(table_id) == moves(0)


async def test_deadlocked_writes_are_both_committed(store: Store) -> None:
    await store.settings.set(0, "a", "")
    await store.settings.set(0, "b", "")
    here = {"a": threading.Event(), "b": threading.Event()}
    times = []

    def work(first: str, second: str) -> Callable[[Transaction], None]:
        def done(transaction: Transaction) -> None:
            times.append(first)
            set_to(first, f"{first}{second}")(transaction)
            here[first].set()
            assert here[second].wait(PATIENCE)
            set_to(second, f"{first}{second}")(transaction)

        return done

    await asyncio.gather(*(store._database.write(work(*names)) for names in ("ab", "ba")))
    assert len(times) == 3
    values = await store.settings.all(0)
    assert values["a"] == values["b"] != ""


async def test_serialization_failure_is_retried(store: Store, other: Store) -> None:
    tries: list[None] = []

    def work(transaction: Transaction) -> None:
        tries.append(None)
        transaction.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        transaction.run("SELECT value FROM settings")
        if len(tries) == 1:
            asyncio.run_coroutine_threadsafe(other.settings.set(0, "a", "theirs"), loop).result(PATIENCE)
        set_to("a", "ours")(transaction)

    loop = asyncio.get_running_loop()
    await store.settings.set(0, "a", "")
    await store._database.write(work)
    assert (len(tries), await setting(store, "a")) == (2, "ours")


async def test_rows_locked_by_another_program_are_reported(
    store: Store, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_WRITE", postgres._WRITE.replace(b"3000", b"50"))
    table_id = await playing_table(store)
    before = await seen(store, table_id)
    with psycopg.connect(home) as shell:
        shell.execute("UPDATE tables SET game = game")
        with pytest.raises(StoreError, match="Another program keeps locked"):
            await store.tables.add_moves(before, moves(0))
        assert await store.tables.moves(table_id) == []
    await store.tables.add_moves(before, moves(0))


async def test_table_locked_by_another_program_is_reported_and_does_not_delay_other_reads(
    store: Store, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_SNAPSHOT", postgres._SNAPSHOT.replace(b"3000", b"50"))
    table_id = await playing_table(store)
    with psycopg.connect(home) as shell:
        shell.execute("LOCK TABLE tables, moves IN ACCESS EXCLUSIVE MODE")
        reads: list[Awaitable[object]] = [store.tables.load(table_id) for _ in range(limits.CONNECTIONS)]
        reads += [store.tables.moves(table_id) for _ in range(limits.CONNECTIONS)]
        found = await asyncio.gather(*reads, return_exceptions=True)
        assert {type(one) for one in found} == {StoreError}
        assert await store.leases.take(["shard:0/1"], "one", 15.0)
    assert await store.tables.moves(table_id) == []


async def test_hanging_process_does_not_block_other_writers(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await playing_table(store)
    before = await seen(store, table_id)
    still, go_on = threading.Event(), threading.Event()

    def claim_and_stand(*about: Any, **how: Any) -> Callable[[Transaction], None]:
        claimed = claim(*about, **how)

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            if not still.is_set():
                still.set()
                go_on.wait(PATIENCE)

        return work

    monkeypatch.setattr(tables, "claim", claim_and_stand)
    plain = postgres._WRITE
    monkeypatch.setattr(postgres, "_WRITE", plain.replace(b"session_timeout = 3000", b"session_timeout = 50"))
    frozen = asyncio.create_task(store.tables.add_moves(before, moves(0)))
    await asyncio.to_thread(still.wait, PATIENCE)
    monkeypatch.setattr(postgres, "_WRITE", plain)
    await other.tables.add_moves(before, moves(0))
    go_on.set()
    with pytest.raises(StoreError):
        await frozen
    assert await store.tables.moves(table_id) == moves(0)


async def test_same_move_written_by_two_processes_is_stored_once(store: Store, other: Store) -> None:
    table_id = await playing_table(store)
    for number in range(20):
        before = await seen(store, table_id)
        outcomes = await asyncio.gather(
            store.tables.add_moves(before, moves(number, text="ours")),
            other.tables.add_moves(before, moves(number, text="theirs")),
            return_exceptions=True,
        )
        assert sorted(type(one).__name__ for one in outcomes) == ["Conflict", "NoneType"]
        written = (await store.tables.moves(table_id))[number]
        assert written.move == ("ours" if outcomes[0] is None else "theirs")


async def test_games_that_end_in_two_processes_at_once_all_count(store: Store, other: Store) -> None:
    tables = [await seen(store, await playing_table(store)) for _ in range(20)]
    await asyncio.gather(
        *(
            (store if number % 2 else other).tables.finish(now, [], Outcome({ANNE: 1, BOB: 0}, {ANNE}).rows(), one_more)
            for number, now in enumerate(tables)
        )
    )
    assert await ratings_of(store) == {ANNE: rating(ANNE, 20, 20.0)}
    numbers = await store._database.read("SELECT number FROM results WHERE seat = 0 ORDER BY number")
    assert [number for (number,) in numbers] == list(range(1, 21))


async def test_game_that_ends_during_a_rating_recomputation_uses_the_new_ratings(store: Store, other: Store) -> None:
    for _ in range(3):
        ending = await seen(store, await playing_table(store))
        await store.tables.finish(ending, [], Outcome({ANNE: 1}).rows(), one_more)
    last, begun, wait = await seen(store, await playing_table(store)), threading.Event(), threading.Event()

    def ten_more(_game: str, _results: Sequence[ResultRow], before: Mapping[Rated, RatingRow]) -> list[RatingRow]:
        begun.set()
        assert wait.wait(PATIENCE)
        known = before.get(Rated(ANNE), rating(ANNE, 0, 0.0))
        return [rating(ANNE, known.games + 1, known.mu + 10)]

    anew = asyncio.create_task(store.results.recompute_ratings(ten_more, ("ratings", "1")))
    await asyncio.to_thread(begun.wait, PATIENCE)
    finishing = asyncio.create_task(other.tables.finish(last, [], Outcome({ANNE: 1}).rows(), one_more))
    await until_one_waits(other)
    wait.set()
    await asyncio.gather(anew, finishing)
    assert await ratings_of(store) == {ANNE: rating(ANNE, 4, 31.0)}


async def test_fingerprint_is_not_stored_when_the_table_changes_meanwhile(store: Store, other: Store) -> None:
    """Drop the fingerprint of a message that does not show the end of the game.

    If the fingerprint were stored and the process were killed then, the end might never be displayed.
    """
    table_id = await playing_table(store)
    post = await record_at(store, table_id, 5)
    async with writing(other, "UPDATE tables SET state = 'closed', version = version + 1 WHERE id = ?", (table_id,)):
        write = store.message_records.save_fingerprints({post.nonce: ("as it was", "playing", 1)}, {})
        noting = asyncio.create_task(write)
        await until_one_waits(other)
    await noting
    assert [one.fingerprint for one in await store.message_records.of(table_owner(table_id))] == [None]


async def until_one_waits(store: Store) -> None:
    """Wait until a session of the database is blocked by another session's lock."""
    sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    async with asyncio.timeout(PATIENCE):
        while not await store._database.read(sql):
            await asyncio.sleep(0.001)


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    "held",
    ["UPDATE tables SET version = version WHERE state = 'over'", "UPDATE settings SET value = value"],
    ids=["at the beginning", "at the end"],
)
async def test_person_who_joins_during_deletion_of_their_data_keeps_the_seat(
    store: Store, other: Store, held: str
) -> None:
    await store.tables.finish(await seen(store, await playing_table(store)), [], Outcome({ANNE: 1}).rows(), unrated)
    await store.settings.set(ANNE, "lang", "ja")
    async with writing(other, held):
        forgetting = asyncio.create_task(store.privacy.delete_person(ANNE))
        await until_one_waits(other)
        table_id = await new_table(other)
    with pytest.raises(Conflict):
        await forgetting
    row = await stored(store, table_id)
    assert row.seats[0] is not None
    assert row.seats[0].user_id == ANNE
    assert await store.settings.get(ANNE, "lang") == "ja"


async def test_concurrent_subscriptions_store_one_of_them_whole(store: Store, other: Store) -> None:
    wishes = [[Notice(game, opens=True, missing=False, locale="ja") for game in games] for games in ("ab", "cd")]
    for _ in range(20):
        await asyncio.gather(
            store.notifications.set_subscriptions(GUILD, ANNE, wishes[0]),
            other.notifications.set_subscriptions(GUILD, ANNE, wishes[1]),
        )
        assert await store.notifications.subscriptions(GUILD, ANNE) in wishes


async def test_background_writes_leave_connections_for_people(store: Store) -> None:
    end = threading.Event()

    def wait(_transaction: Transaction) -> None:
        assert end.wait(PATIENCE)

    own = [asyncio.create_task(store._database.write(wait, behind=True)) for _ in range(limits.CONNECTIONS * 2)]
    await asyncio.sleep(0)
    await store.settings.set(0, "a", "a person's")
    end.set()
    await asyncio.gather(*own)
    assert not in_transaction(store)


async def test_sum_of_small_parameters_does_not_overflow(store: Store) -> None:
    """Add two small parameters, whose sum would overflow if they were sent as 16-bit numbers."""
    (row,) = await store._database.read("SELECT :a + :b, CAST(:flag AS INTEGER)", {"a": 32_767, "b": 1, "flag": True})
    assert row == (32_768, 1)


async def test_texts_are_sorted_as_in_sqlite(store: Store) -> None:
    """Sort as SQLite does: by bytes, `B` before `a`. The test server's locale sorts `a` before `B`."""
    for name in ("a", "B", "ä", "_"):
        await store.settings.set(0, name, "")
    rows = await store._database.read("SELECT name FROM settings ORDER BY name")
    assert [name for (name,) in rows] == ["B", "_", "a", "ä"]
    (row,) = await store._database.read("SELECT 'a' < 'B'")
    assert row[0] is True, "or nothing is tested"


async def test_error_of_a_failed_write_does_not_contain_rows(store: Store) -> None:
    table_id = await playing_table(store)
    with pytest.raises(Conflict) as refused:
        await rewrite(store, "UPDATE tables SET state = 'secret-state' WHERE id = ?", (table_id,))
    assert "5eed" not in str(refused.value)
    with pytest.raises(StoreError) as refused_too:
        await rewrite(store, "UPDATE tables SET rules = ?", ("a secret word",))
    assert "secret" not in str(refused_too.value)


async def test_store_works_through_pgbouncer(cluster: Cluster, home: str) -> None:
    """Let transactions of many tasks share two connections of the server."""
    with pooled(cluster, home) as way:
        stores = [await Store.open(way, record_write=None) for _ in range(2)]
        tables = await asyncio.gather(*(playing_table(stores[number % 2]) for number in range(10)))

        async def play(store: Store, table_id: int) -> None:
            for number in range(4):
                await store.tables.add_moves(await seen(store, table_id), moves(number * 3, 3))
            await store.tables.finish(
                await seen(store, table_id), moves(12), Outcome({ANNE: 1, BOB: 0}, {ANNE}).rows(), one_more
            )

        await asyncio.gather(*(play(stores[table_id % 2], table_id) for table_id in tables))
        for table_id in tables:
            assert await stores[0].tables.moves(table_id) == moves(0, 13)
        assert await ratings_of(stores[1]) == {ANNE: rating(ANNE, 10, 10.0)}
        await asyncio.gather(*(store.close() for store in stores))
