"""Durability: a change is on the disk when the method that makes it returns.

A killed process leaves the operating system's cache intact, so a kill proves nothing about a power cut. These tests
check three things. The open connections have the right settings. SQLite requests an fsync after the last byte of a
change and before the method returns. A database whose -wal file was truncated opens with exactly the changes that are
complete in that file. The tests do not check that the operating system and the disk obey an fsync.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from storage import Seen, Store, StoreError
from storage.sqlite import sqlite
from storage.sqlite.database_files import beside
from tests.storage.store_support import (
    ANNE,
    BOB,
    Clock,
    Outcome,
    file_of,
    moves,
    moves_in,
    one_more,
    playing_table,
    seen,
    writing,
)
from tests.storage.watched_disk import Disk, Event, watched
from tests.without_sync import DURABLE

CUTS = 10
RESULTS = Outcome({ANNE: 30, BOB: -5, None: 12}, {ANNE}).rows()


@pytest.fixture(autouse=True)
def durable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open the databases as the bot does, with syncs."""
    monkeypatch.setattr(sqlite, "_FOR_WRITING", DURABLE)


@pytest.fixture
def home(path: Path) -> Path:
    """Return the path of an SQLite database: these tests are not for PostgreSQL."""
    return path


@pytest.fixture
def disk() -> Iterator[Disk]:
    """Yield the watched disk. A test must request this fixture before `store`, so that the store is on this disk."""
    with watched() as disk:
        yield disk


async def test_open_connections_have_durable_settings(store: Store) -> None:
    connections = (file_of(store)._writer, file_of(store)._reader)
    names = ("journal_mode", "synchronous", "foreign_keys", "query_only")
    asked = [[await one.execute_fetchall(f"PRAGMA {name}") for name in names] for one in connections]
    assert [[value for ((value,),) in answers] for answers in asked] == [["wal", 2, 1, 0], ["wal", 2, 0, 1]]
    [(zeros,)] = await file_of(store)._writer.execute_fetchall("PRAGMA secure_delete")
    assert zeros, "deleted rows are overwritten"


async def test_purge_empties_the_log_of_older_pages(store: Store, path: Path) -> None:
    await playing_table(store)
    log = beside(path, "-wal")
    assert (await asyncio.to_thread(log.stat)).st_size
    assert await store.privacy.purge()
    assert not (await asyncio.to_thread(log.stat)).st_size
    await playing_table(store)


async def test_purge_gives_up_while_another_program_reads_older_rows(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_PURGE_TRIES", 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT COUNT(*) FROM tables").fetchone()
        await playing_table(store)
        assert not await store.privacy.purge()
    assert await store.privacy.purge()


async def test_every_change_is_synced_before_its_answer(disk: Disk, store: Store, path: Path) -> None:
    """Check that there is one fsync, after all bytes of the change."""
    table_id = await playing_table(store)
    for number in range(100):
        disk.events.clear()
        await store.tables.add_moves(await seen(store, table_id), moves(number))
        assert [event.kind for event in disk.events] == [*["write"] * (len(disk.events) - 1), "sync"]
        assert {event.file for event in disk.events} == {beside(path, "-wal").name}
        assert len(disk.events) > 1


async def test_end_of_a_game_needs_one_sync(disk: Disk, store: Store) -> None:
    table_id = await playing_table(store)
    disk.events.clear()
    await store.tables.finish(await seen(store, table_id), moves(0, 200), RESULTS, one_more)
    assert [event.kind for event in disk.events].count("sync") == 1
    assert disk.events[-1].kind == "sync"


async def test_concurrent_changes_share_one_sync_before_their_answers(disk: Disk, store: Store) -> None:
    before = [await seen(store, await playing_table(store)) for _ in range(20)]

    async def play(now: Seen) -> None:
        await store.tables.add_moves(now, moves(0))
        disk.events.append(Event("", "answer"))

    async with writing(store):
        playing = [asyncio.create_task(play(now)) for now in before]
        await asyncio.sleep(0)
        disk.events.clear()
    await asyncio.gather(*playing)
    kinds = [event.kind for event in disk.events if event.kind != "write"]
    assert kinds == ["sync", *["answer"] * 20]


async def test_changes_are_synced_during_a_checkpoint(disk: Disk, store: Store, path: Path) -> None:
    """Write until a checkpoint, which syncs the database before the -wal file starts again."""
    table_id = await playing_table(store)
    emptied = 0
    for number in range(100):
        disk.events.clear()
        await store.tables.add_moves(await seen(store, table_id), moves(number, text="x" * 60_000))
        of_wal = [event.kind for event in disk.events if event.file != path.name]
        of_database = [event.kind for event in disk.events if event.file == path.name]
        assert of_wal[-1] == "sync"
        assert of_database[-1:] in ([], ["sync"])
        emptied += bool(of_database)
    assert emptied


@pytest.mark.drawn(2)
@pytest.mark.parametrize("nth", [1, 2], ids=["at the first write", "at the second"])
@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_BUSY])
async def test_failed_commit_is_not_stored_even_after_a_kill(
    disk: Disk, store: Store, path: Path, tmp_path: Path, code: int, nth: int
) -> None:
    table_id = await playing_table(store)
    await store.tables.add_moves(await seen(store, table_id), moves(0))
    disk.events.clear()
    disk.fails = lambda _event: code if len(disk.events) == nth else 0
    with pytest.raises(StoreError):
        await store.tables.add_moves(await seen(store, table_id), moves(1, text="lost"))
    assert len(disk.events) == nth, "it failed where it was meant to"
    assert await store.tables.moves(table_id) == moves(0)
    assert await moves_in(copy_files(path, tmp_path / "killed"), table_id) == moves(0)
    await store.tables.add_moves(await seen(store, table_id), moves(1))
    assert await store.tables.moves(table_id) == moves(0, 2)


async def test_change_that_cannot_be_synced_is_not_stored(disk: Disk, store: Store) -> None:
    """Check that the running bot does not see the change.

    After a failed sync the bytes of the change may be in the -wal file. A kill right then could bring the change back.
    """
    table_id = await playing_table(store)
    disk.fails = lambda event: sqlite3.SQLITE_IOERR_FSYNC if event.kind == "sync" else 0
    with pytest.raises(StoreError, match="check the disk"):
        await store.tables.add_moves(await seen(store, table_id), moves(0, text="lost"))
    assert await store.tables.moves(table_id) == []
    disk.fails = lambda _event: 0
    await store.tables.add_moves(await seen(store, table_id), moves(0))
    assert await store.tables.moves(table_id) == moves(0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 21))])
def test_truncated_wal_file_reopens_with_all_changes_before_the_cut(
    path: Path, tmp_path: Path, clock: Clock, seed: int
) -> None:
    random = Random(seed)
    answered = asyncio.run(play(path, tmp_path / "whole", clock, random))
    whole = beside(tmp_path / "whole" / path.name, "-wal").read_bytes()
    assert answered[-1][0] == len(whole), "nothing was written but what is cut here"
    ends = [size for size, _ in answered]
    cuts = [*random.sample(ends, 5), *(random.randrange(len(whole)) for _ in range(CUTS))]
    for number, cut in enumerate(cuts):
        folder = shutil.copytree(tmp_path / "whole", tmp_path / str(number))
        beside(folder / path.name, "-wal").write_bytes(whole[:cut] + trailing_garbage(whole, cut, random))
        made = max((count for size, count in answered if size <= cut), default=0)
        assert asyncio.run(moves_in(folder / path.name, 1)) == moves(0, made)


async def play(path: Path, copy: Path, clock: Clock, random: Random) -> list[tuple[int, int]]:
    """Make moves, one or several at a time, and copy the files of the database at the end.

    Returns:
        For each write: the size of the -wal file afterwards, and the number of moves until then.
    """
    answered, made = [], 0
    async with await Store.open(path, now=clock, record_write=None) as store:
        table_id = await playing_table(store)
        for _ in range(60):
            count = random.randint(1, 40)
            await store.tables.add_moves(await seen(store, table_id), moves(made, count))
            made += count
            answered.append((beside(path, "-wal").stat().st_size, made))
        copy_files(path, copy)
    return answered


def trailing_garbage(whole: bytes, cut: int, random: Random) -> bytes:
    """Return bytes that may follow the last intact byte of the -wal file after a power cut."""
    return random.choice([b"", bytes(5000), random.randbytes(5000), random.randbytes(512) + whole[cut + 512 :]])


def copy_files(path: Path, folder: Path) -> Path:
    """Copy the database elsewhere as a kill at this moment would leave it."""
    folder.mkdir()
    for suffix in ("", "-wal"):
        shutil.copyfile(beside(path, suffix), beside(folder / path.name, suffix))
    return folder / path.name
