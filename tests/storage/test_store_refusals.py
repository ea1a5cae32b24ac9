"""A database that cannot be used is refused in one sentence and left unchanged."""

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from storage import Store, StoreError
from storage.sqlite import preflight
from storage.sqlite.database_files import beside
from storage.sqlite.preflight import Known, inspect
from storage.tools import migrator
from tests.storage.store_support import (
    Clock,
    fill,
    folder_bytes,
    moves,
    moves_in,
    names_in,
    playing_table,
    rewrite,
    seen,
)


def leave_unclean(path: Path, clock: Clock, *statements: str) -> None:
    """Create a database as a kill leaves it: the last changes are in the -wal file."""
    elsewhere = path.parent.with_name("elsewhere")
    elsewhere.mkdir()

    async def play() -> None:
        async with await Store.open(elsewhere / path.name, now=clock, record_write=None) as store:
            await store.tables.add_moves(await seen(store, await playing_table(store)), moves(0, 1000))
            for statement in statements:
                await rewrite(store, statement)
            shutil.copytree(elsewhere, path.parent, dirs_exist_ok=True)

    asyncio.run(play())


def refused(path: Path) -> str:
    """Try to open the file, check that it is refused and its folder is unchanged, and return the refusal's sentence."""
    before = folder_bytes(path.parent)
    with pytest.raises(StoreError) as caught:
        asyncio.run(Store.open(path, record_write=None))
    assert folder_bytes(path.parent) == before
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def alter(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def overwrite(path: Path, offset: int, size: int) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(b"\xa5" * size)


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a newer bot's": (lambda path: alter(path, "PRAGMA user_version = 999"), "newer Ichiza (its schema is 999"),
    "half a file": (lambda path: os.truncate(path, path.stat().st_size // 2), "damaged"),
    "a damaged page": (lambda path: overwrite(path, path.stat().st_size // 4096 * 4096 - 3 * 4096, 4096), "damaged"),
    "a damaged schema": (lambda path: overwrite(path, 100, 300), "damaged"),
    "10 bytes": (lambda path: os.truncate(path, 10), "."),
    "60 bytes": (lambda path: os.truncate(path, 60), "."),
    "99 bytes": (lambda path: os.truncate(path, 99), "."),
    "500 bytes": (lambda path: os.truncate(path, 500), "."),
}


@pytest.mark.drawn(2)
@pytest.mark.parametrize("damage", DAMAGES)
def test_unusable_database_is_refused(path: Path, clock: Clock, damage: str) -> None:
    fill(path, clock, 1000)
    done, said = DAMAGES[damage]
    done(path)
    assert said in refused(path)


def test_newer_version_in_the_wal_file_is_refused(path: Path, clock: Clock) -> None:
    leave_unclean(path, clock, "PRAGMA user_version = 999")
    assert len(names_in(path.parent)) == 3
    assert "newer Ichiza" in refused(path)


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_foreign_sqlite_database_is_refused(path: Path, mode: str) -> None:
    alter(path, f"PRAGMA journal_mode = {mode}", "CREATE TABLE tables (id INTEGER)", "PRAGMA user_version = 1")
    assert "not an Ichiza database" in refused(path)


def test_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("Dear diary, " * 500)
    assert "not an Ichiza database" in refused(path)


def test_damaged_database_with_a_wal_file_is_refused(path: Path, clock: Clock) -> None:
    fill(path, clock, 1000)
    wal = path.with_name(path.name + "-wal")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE tables SET channel_id = 5")
        content, changes = path.read_bytes(), wal.read_bytes()
    pages = len(content) // 4096
    path.write_bytes(content[: (pages - 3) * 4096] + b"\xa5" * 3 * 4096)
    wal.write_bytes(changes)
    assert "damaged" in refused(path)


def test_database_not_closed_cleanly_opens_with_all_moves(path: Path, clock: Clock) -> None:
    leave_unclean(path, clock)
    assert asyncio.run(moves_in(path)) == moves(0, 1000)


def test_wal_file_without_its_database_is_kept(path: Path, clock: Clock) -> None:
    leave_unclean(path, clock)
    path.unlink()
    assert "put the database back" in refused(path)


def test_database_being_written_is_not_reported_as_damaged(
    path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_unclean(path, clock)
    copy = shutil.copyfile

    def copy_and_write(source: Path, target: Path) -> None:
        copy(source, target)
        os.utime(source, ns=(0, next(times)))

    times = iter(range(100))
    monkeypatch.setattr(shutil, "copyfile", copy_and_write)
    assert "stop that one first" in refused(path)


@pytest.mark.parametrize("question", [(Path, "exists"), (Path, "stat"), (os, "access")])
def test_journal_that_another_program_deletes_during_the_check_is_no_error(
    path: Path, monkeypatch: pytest.MonkeyPatch, question: tuple[object, str]
) -> None:
    journal = beside(path, "-journal")
    path.touch()
    journal.write_bytes(b"first rows")
    ask = getattr(*question)

    def ask_before_it_is_deleted(file: Path, *args: object, **kwargs: object) -> object:
        if file != journal:
            return ask(file, *args, **kwargs)
        answer = ask(file, *args, **kwargs) if question[0] is Path else False
        with suppress(FileNotFoundError):
            os.unlink(journal)  # noqa: PTH108 - a method of `Path` may be the question
        return answer

    monkeypatch.setattr(*question, ask_before_it_is_deleted)
    inspect(path, Known(1, 99))


def test_database_that_another_program_writes_during_the_check_is_not_reported_as_damaged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"half of the first page")
    check = preflight.check_content

    def write_and_check(file: Path, *args: Any) -> None:
        os.utime(file, ns=(0, 0))
        check(file, *args)

    monkeypatch.setattr(preflight, "check_content", write_and_check)
    assert "stop that one first" in refused(path)


def test_missing_room_for_the_check_is_reported(path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_unclean(path, clock)
    monkeypatch.setattr(tempfile, "tempdir", str(path.parent / "nowhere"))
    assert "TMPDIR" in refused(path)


def test_missing_folder_is_not_created(path: Path) -> None:
    folder = path.parent / "typo"
    with pytest.raises(StoreError, match="does not exist: create it"):
        asyncio.run(Store.open(folder / path.name, record_write=None))
    assert folder_bytes(path.parent) == {}


def test_file_in_place_of_the_folder_is_refused(path: Path) -> None:
    path.write_text("a file")
    with pytest.raises(StoreError, match="is not a folder"):
        asyncio.run(Store.open(path / "ichiza.sqlite3", record_write=None))


def test_folder_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StoreError, match="is not a file"):
        asyncio.run(Store.open(path, record_write=None))


def test_old_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 37, 2))
    assert "install 3.38.0 or newer" in refused(path)


def test_empty_file_becomes_a_database(path: Path, clock: Clock) -> None:
    path.touch()
    fill(path, clock, 1000)
    fill(path, clock, 1000)


def test_path_with_uri_characters_is_a_path(path: Path, clock: Clock) -> None:
    odd = path.with_name("卓 #1?mode=memory%20&x.sqlite3")
    fill(odd, clock, 1)
    assert names_in(path.parent) == [odd.name]


def test_link_is_followed(path: Path, clock: Clock) -> None:
    link = path.parent / "link"
    link.symlink_to(path)
    fill(link, clock, 1)
    alter(path, "PRAGMA user_version = 999")
    assert "newer" in refused(link)


@pytest.fixture
def someone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Yield a function that makes the process give up the rights of root: file permissions do not stop root.

    The migrations are found before, because they may be in a folder that only root can open.
    """
    user, files = os.geteuid(), migrator.migration_files()
    monkeypatch.setattr(migrator, "migration_files", lambda _: files)

    def become() -> None:
        if user == 0:
            os.seteuid(65534)

    yield become
    os.seteuid(user)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Yield a folder that other users can reach; `tmp_path` is in a folder that only its owner can open."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def test_folder_without_permission_is_refused(open_folder: Path, someone: Callable[[], None]) -> None:
    open_folder.chmod(0o555)
    someone()
    with pytest.raises(StoreError, match=r"folder .* is not writable"):
        asyncio.run(Store.open(open_folder / "ichiza.sqlite3", record_write=None))
    assert folder_bytes(open_folder) == {}


def test_unreadable_folder_is_refused(open_folder: Path, someone: Callable[[], None]) -> None:
    open_folder.chmod(0o000)
    someone()
    with pytest.raises(StoreError, match=r"check the path|is not writable"):
        asyncio.run(Store.open(open_folder / "ichiza.sqlite3", record_write=None))


def test_file_without_permission_is_refused(open_folder: Path, someone: Callable[[], None]) -> None:
    file = open_folder / "ichiza.sqlite3"
    file.write_bytes(b"")
    file.chmod(0o444)
    open_folder.chmod(0o777)
    someone()
    with pytest.raises(StoreError, match=r"file .* is not writable"):
        asyncio.run(Store.open(file, record_write=None))
    assert folder_bytes(open_folder) == {file.name: b""}
