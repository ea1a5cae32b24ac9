"""A database that is deleted or replaced while it is open: nothing is answered as stored that will be gone."""

import asyncio
import shutil
from pathlib import Path

import pytest

from storage import Store, StoreError
from storage.files import LOCK, Standing, beside
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
    """A file: what is looked at here is SQLite's own."""
    return path


async def refused(store: Store, table_id: int) -> str:
    """The sentence with which a move is refused; it is not there afterwards."""
    with pytest.raises(StoreError) as caught:
        await store.add_moves(await seen(store, table_id), moves(1))
    assert await store.moves(table_id) == moves(0)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def delete(*files: Path) -> None:
    for file in files:
        file.unlink()


def move(file: Path, to: Path) -> None:
    file.replace(to)


async def started(store: Store) -> int:
    table_id = await playing_table(store)
    await store.add_moves(await seen(store, table_id), moves(0))
    return table_id


@pytest.mark.parametrize("suffix", ["", "-wal", LOCK])
async def test_once_a_file_of_it_is_deleted_nothing_is_stored(store: Store, path: Path, suffix: str) -> None:
    table_id = await started(store)
    gone = beside(path, suffix)
    delete(gone)
    assert f"{gone} has been deleted, moved or replaced" in await refused(store, table_id)
    with pytest.raises(StoreError):
        await new_table(store)
    assert await store.open_tables(GUILD) == [table_id]
    assert gone.name not in folder_bytes(path.parent)


async def test_once_it_is_replaced_by_a_copy_nothing_is_stored(store: Store, path: Path) -> None:
    table_id = await started(store)
    copy = path.with_name("copy")
    shutil.copyfile(path, copy)
    move(copy, path)
    content = folder_bytes(path.parent)[path.name]
    await refused(store, table_id)
    assert folder_bytes(path.parent)[path.name] == content


async def test_once_the_link_to_it_leads_elsewhere_nothing_is_stored(path: Path) -> None:
    link = path.parent / "link"
    link.symlink_to(path)
    async with await Store.open(link) as store:
        table_id = await started(store)
        link.unlink()
        link.symlink_to("nowhere")
        await refused(store, table_id)


async def test_put_back_it_takes_moves_again(store: Store, path: Path) -> None:
    table_id = await started(store)
    away = path.with_name("away")
    move(path, away)
    await refused(store, table_id)
    move(away, path)
    await store.add_moves(await seen(store, table_id), moves(1))
    assert await store.moves(table_id) == moves(0, 2)


async def test_a_moved_one_keeps_its_last_changes_beside_its_place(path: Path, clock: Clock) -> None:
    away = path.with_name("away")
    async with await Store.open(path, now=clock) as store:
        table_id = await started(store)
        move(path, away)
    with pytest.raises(StoreError, match="is missing or empty, but the last changes"):
        await Store.open(path)
    move(away, path)
    async with await Store.open(path, now=clock) as store:
        assert await store.moves(table_id) == moves(0)


@pytest.mark.parametrize("empty", [False, True], ids=["deleted", "emptied"])
def test_a_database_that_was_there_is_not_begun_anew(path: Path, empty: bool) -> None:
    asyncio.run(open_and_close(path))
    path.unlink()
    if empty:
        path.touch()
    before = folder_bytes(path.parent)
    with pytest.raises(StoreError, match="is missing or empty, but has been in use: put it back or restore a backup"):
        asyncio.run(open_and_close(path))
    assert folder_bytes(path.parent) == before


async def test_without_the_locks_file_it_is_begun_anew(path: Path) -> None:
    await open_and_close(path)
    delete(path, beside(path, LOCK))
    async with await Store.open(path) as store:
        assert await store.open_tables(GUILD) == []


def test_what_did_not_stand_at_the_opening_does_not_stand(path: Path) -> None:
    with pytest.raises(StoreError, match="has been deleted"):
        Standing(path).check()
