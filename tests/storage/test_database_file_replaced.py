"""A database file that is deleted or replaced while it is open: the store does not report a lost write as stored."""

import asyncio
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from storage import Store, StoreError
from storage.sqlite import database_files
from storage.sqlite.database_files import LOCK, FileIdentities, beside
from tests.storage.store_support import (
    GUILD,
    Clock,
    folder_bytes,
    moves,
    new_table,
    open_and_close,
    playing_table,
    seen,
)


@pytest.fixture
def home(path: Path) -> Path:
    """Return the path of an SQLite database: these tests are not for PostgreSQL."""
    return path


async def refused(store: Store, table_id: int) -> str:
    """Try to store a move, check that it was refused and not stored, and return the sentence of the refusal."""
    with pytest.raises(StoreError) as caught:
        await store.tables.add_moves(await seen(store, table_id), moves(1))
    assert await store.tables.moves(table_id) == moves(0)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def delete(*gone: Path) -> None:
    for file in gone:
        file.unlink()


def move(file: Path, to: Path) -> None:
    file.replace(to)


async def started(store: Store) -> int:
    table_id = await playing_table(store)
    await store.tables.add_moves(await seen(store, table_id), moves(0))
    return table_id


@pytest.mark.parametrize("suffix", ["", "-wal", LOCK])
async def test_write_is_refused_after_a_file_of_the_database_was_deleted(store: Store, path: Path, suffix: str) -> None:
    table_id = await started(store)
    gone = beside(path, suffix)
    delete(gone)
    assert f"{gone} has been deleted, moved or replaced" in await refused(store, table_id)
    with pytest.raises(StoreError):
        await new_table(store)
    assert await store.tables.open_in_place(GUILD) == [table_id]
    assert gone.name not in folder_bytes(path.parent)


async def test_write_is_refused_after_the_file_was_replaced_by_a_copy(store: Store, path: Path) -> None:
    table_id = await started(store)
    copy = path.with_name("copy")
    shutil.copyfile(path, copy)
    move(copy, path)
    content = folder_bytes(path.parent)[path.name]
    await refused(store, table_id)
    assert folder_bytes(path.parent)[path.name] == content


async def test_write_is_refused_after_the_link_to_the_file_was_changed(path: Path) -> None:
    link = path.parent / "link"
    link.symlink_to(path)
    async with await Store.open(link, record_write=None) as store:
        table_id = await started(store)
        delete(link)
        link.symlink_to("nowhere")
        await refused(store, table_id)


async def test_write_is_refused_after_the_target_of_the_link_was_deleted(path: Path) -> None:
    links = path.parent / "links"
    links.mkdir()
    (links / "link").symlink_to(path)
    async with await Store.open(links / "link", record_write=None) as store:
        table_id = await started(store)
        await store.tables.add_moves(await seen(store, table_id), moves(1))
        delete(path)
        with pytest.raises(StoreError):
            await store.tables.add_moves(await seen(store, table_id), moves(2))


async def test_write_is_refused_after_the_folder_was_replaced_by_a_snapshot(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def elsewhere(file: str) -> SimpleNamespace:
        """Return the file's status as if the file were on another device."""
        found = Path(file).stat()
        return SimpleNamespace(st_dev=found.st_dev + 1, st_ino=found.st_ino)

    table_id = await started(store)
    monkeypatch.setattr(database_files, "os", SimpleNamespace(stat=elsewhere))
    await refused(store, table_id)


async def test_write_is_refused_after_the_folder_was_replaced(path: Path) -> None:
    folder = path.parent / "folder"
    folder.mkdir()
    async with await Store.open(folder / path.name, record_write=None) as store:
        table_id = await started(store)
        move(folder, path.parent / "away")
        shutil.copytree(path.parent / "away", folder)
        await refused(store, table_id)


async def test_write_is_refused_after_the_link_to_the_folder_was_changed(path: Path) -> None:
    for name in ("one", "other"):
        (path.parent / name).mkdir()
    link = path.parent / "link"
    link.symlink_to("one")
    async with await Store.open(link / path.name, record_write=None) as store:
        table_id = await started(store)
        shutil.copytree(path.parent / "one", path.parent / "other", dirs_exist_ok=True)
        delete(link)
        link.symlink_to("other")
        await refused(store, table_id)


async def test_file_that_was_put_back_accepts_moves_again(store: Store, path: Path) -> None:
    table_id = await started(store)
    away = path.with_name("away")
    move(path, away)
    await refused(store, table_id)
    move(away, path)
    await store.tables.add_moves(await seen(store, table_id), moves(1))
    assert await store.tables.moves(table_id) == moves(0, 2)


async def test_moved_file_leaves_its_last_changes_in_the_wal_file(path: Path, clock: Clock) -> None:
    away = path.with_name("away")
    async with await Store.open(path, now=clock, record_write=None) as store:
        table_id = await started(store)
        move(path, away)
    with pytest.raises(StoreError, match="is missing or empty, but the last changes"):
        await Store.open(path, record_write=None)
    move(away, path)
    async with await Store.open(path, now=clock, record_write=None) as store:
        assert await store.tables.moves(table_id) == moves(0)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("empty", [False, True], ids=["deleted", "emptied"])
def test_missing_database_with_a_lock_file_is_not_created_again(path: Path, empty: bool) -> None:
    asyncio.run(open_and_close(path))
    path.unlink()
    if empty:
        path.touch()
    before = folder_bytes(path.parent)
    with pytest.raises(StoreError, match="is missing or empty, but has been in use: put it back or restore a backup"):
        asyncio.run(open_and_close(path))
    assert folder_bytes(path.parent) == before


async def test_missing_database_without_a_lock_file_is_created(path: Path) -> None:
    await open_and_close(path)
    delete(path, beside(path, LOCK))
    async with await Store.open(path, record_write=None) as store:
        assert await store.tables.open_in_place(GUILD) == []


def test_file_missing_at_opening_counts_as_replaced(path: Path) -> None:
    with pytest.raises(StoreError, match="has been deleted"):
        FileIdentities(path).check()
