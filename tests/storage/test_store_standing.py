"""A database that is deleted or replaced while it is open: nothing is answered as stored that will be gone."""

import asyncio
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from storage import Store, StoreError, files
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

HOUR_NS = 3600 * 10**9


@pytest.fixture
def home(path: Path) -> Path:
    """A file: what is looked at here is SQLite's own."""
    return path


@pytest.fixture(params=[False, True], ids=["changed just now", "quiet"], autouse=True)
def quiet(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the folder is taken to have rested, so that the files are looked at only once that has changed."""
    if request.param:
        monkeypatch.setattr(files, "RESTED_NS", -HOUR_NS)
    return bool(request.param)


async def refused(store: Store, table_id: int) -> str:
    """The sentence with which a move is refused; it is not there afterwards."""
    with pytest.raises(StoreError) as caught:
        await store.add_moves(await seen(store, table_id), moves(1))
    assert await store.moves(table_id) == moves(0)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def delete(*gone: Path) -> None:
    tick(gone[0].parent)
    for file in gone:
        file.unlink()


def move(file: Path, to: Path) -> None:
    tick(file.parent)
    file.replace(to)


def tick(folder: Path) -> None:
    """Wait until what changes in the folder has another time than the last change: some systems count in hundredths."""
    with TemporaryDirectory(dir=folder.parent) as beside_it:
        probe = Path(beside_it) / "probe"
        while Path(beside_it).stat().st_mtime_ns <= folder.stat().st_mtime_ns:
            probe.touch()
            probe.unlink()


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
        delete(link)
        link.symlink_to("nowhere")
        await refused(store, table_id)


async def test_once_its_folder_is_another_nothing_is_stored(path: Path) -> None:
    folder = path.parent / "folder"
    folder.mkdir()
    async with await Store.open(folder / path.name) as store:
        table_id = await started(store)
        move(folder, path.parent / "away")
        shutil.copytree(path.parent / "away", folder)
        await refused(store, table_id)


async def test_once_the_link_to_its_folder_leads_elsewhere_nothing_is_stored(path: Path) -> None:
    for name in ("one", "other"):
        (path.parent / name).mkdir()
    link = path.parent / "link"
    link.symlink_to("one")
    async with await Store.open(link / path.name) as store:
        table_id = await started(store)
        shutil.copytree(path.parent / "one", path.parent / "other", dirs_exist_ok=True)
        delete(link)
        link.symlink_to("other")
        await refused(store, table_id)


async def test_the_files_of_a_folder_that_rests_are_not_looked_at_again(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch, *, quiet: bool
) -> None:
    table_id, looks = await started(store), list[str]()
    identity = files._identity
    monkeypatch.setattr(files, "_identity", lambda file: [looks.append(file), identity(file)][1])
    await store.add_moves(await seen(store, table_id), moves(1))
    assert len(looks) == (0 if quiet else 3)
    tick(path.parent)
    (path.parent / "another").touch()
    for number in (2, 3):
        await store.add_moves(await seen(store, table_id), moves(number))
    assert len(looks) == (3 if quiet else 9)


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
