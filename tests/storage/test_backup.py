"""Backups of a database in use, and restoring them."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from storage import Store, StoreError
from storage.__main__ import main
from storage.sqlite import backup
from storage.sqlite.backup import _put_aside, backup_file, restore
from storage.sqlite.database_files import beside
from storage.tools import transfer
from storage.tools.migrator import migration_files, number
from tests.printed import without_progress
from tests.storage.store_support import (
    Clock,
    fill,
    folder_bytes,
    moves,
    moves_in,
    names_in,
    open_and_close,
    playing_table,
    seen,
)

ROOT = Path(__file__).parents[2]
NEWEST = number(migration_files()[-1])
SERVER = "postgresql://nobody@database.invalid/ichiza"


@pytest.fixture
def home(path: Path) -> Path:
    """Return the path of an SQLite database: these tests are not for PostgreSQL."""
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return the path of a backup in an empty folder."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "monday.sqlite3"


def refusal(*arguments: object, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that must fail, and return the single line of its error."""
    assert main([str(argument) for argument in arguments]) == 1
    out, sentence = capsys.readouterr()
    assert (out, sentence.count("\n"), sentence[-2]) == ("", 1, ".")
    return sentence


def command(*arguments: object, limit: int | None = None) -> "subprocess.CompletedProcess[str]":
    """Run `python -m storage` in a process whose files may not grow over `limit` bytes."""
    begin = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); " if limit else ""
    script = f"{begin}import sys, storage.__main__; sys.exit(storage.__main__.main())"
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False
    )


async def test_backup_under_load_is_a_consistent_snapshot(store: Store, path: Path, target: Path) -> None:
    table_ids = [await playing_table(store) for _ in range(4)]
    begun = [asyncio.Event() for _ in table_ids]
    done = False

    async def play(table_id: int, begin: asyncio.Event) -> int:
        number = 0
        while not done:
            await store.tables.add_moves(await seen(store, table_id), moves(number))
            number += 1
            begin.set()
        return number

    players = [asyncio.create_task(play(*one)) for one in zip(table_ids, begun, strict=True)]
    await asyncio.gather(*(begin.wait() for begin in begun))
    before = [len(await store.tables.moves(table_id)) for table_id in table_ids]
    ended = await asyncio.to_thread(command, "backup", path, target)
    done = True
    after = await asyncio.gather(*players)
    assert (ended.returncode, without_progress(ended.stderr)) == (0, "")
    for table_id, least, most in zip(table_ids, before, after, strict=True):
        kept = await moves_in(target, table_id)
        assert kept == moves(0, len(kept))
        assert least <= len(kept) < most, "they went on playing"


def test_backup_is_one_file_readable_by_its_owner_only(path: Path, target: Path, clock: Clock) -> None:
    fill(path, clock, 5)
    before = folder_bytes(path.parent)
    backup_file(path, target)
    assert folder_bytes(path.parent) == before
    assert names_in(target.parent) == [target.name]
    if os.name == "posix":
        assert target.stat().st_mode & 0o777 == 0o600


def leave(elsewhere: Path, path: Path, clock: Clock) -> None:
    """Create a database with 50 moves at `path` as a kill leaves it: the last changes are in the -wal file."""

    async def play() -> None:
        async with await Store.open(elsewhere, now=clock, record_write=None) as store:
            await store.tables.add_moves(await seen(store, await playing_table(store)), moves(0, 50))
            for suffix in ("", "-wal"):
                shutil.copyfile(beside(elsewhere, suffix), beside(path, suffix))

    asyncio.run(play())


def test_backup_contains_changes_that_a_killed_bot_left_in_the_wal_file(path: Path, target: Path, clock: Clock) -> None:
    leave(path.with_name("elsewhere.sqlite3"), path, clock)
    backup_file(path, target)
    assert asyncio.run(moves_in(target)) == moves(0, 50)


@pytest.mark.skipif(os.name != "posix", reason="there is no such limit")
def test_backup_to_a_full_disk_is_refused_and_leaves_no_file(path: Path, target: Path, clock: Clock) -> None:
    fill(path, clock, 5000)
    ended = command("backup", path, target, limit=path.stat().st_size // 2)
    assert ended.returncode == 1
    sentence = f"{target} cannot be written (File too large): make room there, or choose another disk.\n"
    assert without_progress(ended.stderr) == sentence
    assert names_in(target.parent) == []


@pytest.mark.parametrize("killed", [False, True], ids=["stopped", "killed"])
def test_backup_from_a_full_disk_to_another_one_works(
    path: Path, target: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, *, killed: bool
) -> None:
    """SQLite opens no database in WAL mode on a full disk, because it cannot create the file that all readers share."""
    if killed:
        leave(path.with_name("elsewhere.sqlite3"), path, clock)
    else:
        fill(path, clock, 50)
    before, connect = folder_bytes(path.parent), cast("Any", sqlite3.connect)

    def connect_elsewhere(database: object, **options: Any) -> sqlite3.Connection:
        if str(database).startswith(path.as_uri()):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
            raise error
        connection: sqlite3.Connection = connect(database, **options)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_elsewhere)
    backup_file(path, target)
    assert names_in(target.parent) == [target.name]
    assert asyncio.run(moves_in(target)) == moves(0, 50)
    assert folder_bytes(path.parent) == before


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no such limit")
def test_restore_to_a_full_disk_is_refused_and_keeps_the_old_database(path: Path, target: Path, clock: Clock) -> None:
    fill(target, clock, 5000)
    fill(path, clock, 5)
    before = folder_bytes(path.parent)
    assert command("restore", target, path, limit=target.stat().st_size // 2).returncode == 1
    assert folder_bytes(path.parent) == before


def test_backup_is_a_file_and_no_url(path: Path, clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    fill(path, clock, 5)
    assert "A backup is a file" in refusal("backup", path, SERVER, capsys=capsys)
    assert "A backup is a file" in refusal("restore", SERVER, path, capsys=capsys)


def test_url_names_a_database_of_postgresql_and_no_file(
    path: Path, target: Path, clock: Clock, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def live(source: str, place: str, *_: object) -> dict[str, int]:
        return {f"{source} to {place}": 1}

    def restored(source: Path, url: str, *_: object, nothing_played_since: bool) -> dict[str, int]:
        assert not nothing_played_since
        return {f"{source} to {url}": 1}

    monkeypatch.setattr("storage.__main__.copy_live", live)
    monkeypatch.setattr("storage.tools.transfer.copy_live", live)
    monkeypatch.setattr("storage.__main__.restore_to", restored)
    fill(path, clock, 5)
    for name, source, place in (("backup", SERVER, target), ("restore", path, SERVER), ("copy", SERVER, target)):
        assert main([name, str(source), str(place)]) == 0
        assert capsys.readouterr().out.startswith(f"{source} to {place} ")
    transfer.backup(SERVER, target)
    assert names_in(target.parent) == []


def test_backup_to_an_existing_file_is_refused(
    path: Path, target: Path, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path, clock, 5)
    target.write_bytes(b"another backup")
    assert "is there already" in refusal("backup", path, target, capsys=capsys)
    assert target.read_bytes() == b"another backup"


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such locale")
def test_backup_in_a_folder_whose_name_the_locale_cannot_write_works(path: Path, clock: Clock) -> None:
    """Without UTF-8 mode, Python has each byte of such a name as a surrogate, which SQLite does not take."""
    fill(path, clock, 5)
    folder = path.parent / "卓"
    folder.mkdir()
    old = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(ROOT)}
    arguments = [sys.executable, "-m", "storage", "backup", str(path), "copy"]
    ended = subprocess.run(arguments, cwd=folder, env={**os.environ, **old}, capture_output=True, check=False)
    assert (ended.returncode, without_progress(ended.stderr.decode())) == (0, "")
    assert ended.stdout.endswith(b".\n")
    assert (folder / "copy").stat().st_size


@pytest.mark.parametrize("name", ["backup", "restore", "copy"])
def test_long_path_is_not_repeated(name: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(name, "Q" * 5_000, path, capsys=capsys).count("Q") <= 200


@pytest.mark.parametrize("content", [None, b"", b"a diary" * 99], ids=["missing", "empty", "something else"])
def test_file_that_is_no_database_is_not_copied(
    path: Path, target: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    if content is not None:
        path.write_bytes(content)
    refusal("backup", path, target, capsys=capsys)
    refusal("restore", path, target, capsys=capsys)
    assert list(target.parent.iterdir()) == []


def test_damaged_database_is_not_copied(
    path: Path, target: Path, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path, clock, 1000)
    content = path.read_bytes()
    path.write_bytes(content[: -3 * 4096] + b"\xa5" * 3 * 4096)
    assert "is damaged" in refusal("backup", path, target, capsys=capsys)
    assert names_in(target.parent) == []


def test_missing_folder_is_named(path: Path, target: Path, clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    fill(path, clock, 5)
    assert "create it" in refusal("backup", path, target.parent / "typo" / target.name, capsys=capsys)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", ["x" * 300, "x" * 250])
def test_file_name_that_the_disk_refuses_is_reported_in_one_sentence(
    path: Path, target: Path, clock: Clock, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path, clock, 5)
    backup_file(path, target)
    refusal("backup", path, target.with_name(name), capsys=capsys)
    refusal("restore", target, target.with_name(name), capsys=capsys)
    assert names_in(target.parent) == [target.name]


def test_restore_brings_back_the_backup_and_keeps_the_replaced_database(
    path: Path, target: Path, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path, clock, 5)
    backup_file(path, target)
    before = target.read_bytes()
    for kept in ("replaced-1", "replaced-2"):
        assert restore(target, path) == beside(path, f".{kept}")
        assert asyncio.run(moves_in(path)) == moves(0, 5)
    assert asyncio.run(moves_in(beside(path, ".replaced-1"))) == moves(0, 5)
    assert target.read_bytes() == before
    assert main(["restore", str(target), str(path)]) == 0
    third = beside(path, ".replaced-3")
    assert capsys.readouterr().out == f"{path} holds everything that was in {target}; what it held is in {third}.\n"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a folder cannot be opened")
def test_copy_is_synced_before_it_is_renamed_and_the_folder_after(
    path: Path, target: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, clock, 5)
    synced: list[tuple[int, bool]] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        synced.append((os.fstat(handle).st_ino, target.exists()))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    backup_file(path, target)
    assert synced == [(target.stat().st_ino, False), (target.parent.stat().st_ino, True)]


def test_restore_to_a_new_path_creates_the_lock_file(path: Path, target: Path, clock: Clock) -> None:
    fill(path, clock, 5)
    restore(path, target)
    target.unlink()
    with pytest.raises(StoreError, match="has been in use"):
        asyncio.run(moves_in(target))


def test_replaced_database_is_kept_with_its_wal_file(path: Path, target: Path, clock: Clock) -> None:
    fill(path, clock, 5)
    backup_file(path, target)
    beside(path, "-wal").write_bytes(b"what was not yet in the database")
    kept = restore(target, path)
    assert kept
    assert beside(kept, "-wal").read_bytes() == b"what was not yet in the database"
    assert asyncio.run(moves_in(path)) == moves(0, 5)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("step", ["rename", "unlink"])
def test_replaced_database_has_its_wal_file_after_an_interrupted_restore(
    path: Path, target: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    fill(path, clock, 5)
    backup_file(path, target)
    beside(path, "-wal").write_bytes(b"what was not yet in the database")

    def interrupted(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            _put_aside(path)
    kept = path if step == "rename" else beside(path, ".replaced-1")
    assert kept.exists()
    assert beside(kept, "-wal").read_bytes() == b"what was not yet in the database"
    restore(target, path)
    assert asyncio.run(moves_in(path)) == moves(0, 5)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("damage", ["deleted", "something else"])
def test_deleted_database_can_be_restored(path: Path, target: Path, clock: Clock, damage: str) -> None:
    fill(path, clock, 5)
    backup_file(path, target)
    if damage == "deleted":
        path.unlink()
    else:
        path.write_bytes(b"a diary" * 99)
    kept = restore(target, path)
    assert (kept is None) == (damage == "deleted")
    assert asyncio.run(moves_in(path)) == moves(0, 5)


async def test_restore_is_refused_while_a_bot_runs(
    store: Store, path: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table_id = await playing_table(store)
    await asyncio.to_thread(backup_file, path, target)
    await store.tables.add_moves(await seen(store, table_id), moves(0))
    assert "in use by another Ichiza" in refusal("restore", target, path, capsys=capsys)
    await store.tables.add_moves(await seen(store, table_id), moves(1))
    assert await store.tables.moves(table_id) == moves(0, 2)


async def test_bot_that_starts_during_a_restore_is_refused(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_and_close(target)
    await open_and_close(path)
    refused = []

    def migrate(*_arguments: object) -> None:
        with pytest.raises(StoreError, match="in use by another Ichiza"):
            asyncio.run(moves_in(path))
        refused.append(True)

    monkeypatch.setattr(backup, "migrate", migrate)
    await asyncio.to_thread(restore, target, path)
    assert refused


def test_restore_migrates_an_older_backup(
    path: Path, target: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fill(target, clock, 5)
    newer = tmp_path / f"V{NEWEST + 1}__more.sql"
    newer.write_text("CREATE TABLE more (a INTEGER) STRICT;")
    files = [*migration_files(), newer]
    monkeypatch.setattr(backup, "migration_files", lambda: files)
    restore(target, path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (NEWEST + 1,)
        assert connection.execute("SELECT COUNT(*) FROM moves").fetchone() == (5,)


def test_restore_with_a_failing_migration_keeps_the_old_database(
    path: Path, target: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fill(target, clock, 5)
    fill(path, clock, 6)
    before = folder_bytes(path.parent)
    broken = tmp_path / f"V{NEWEST + 1}__more.sql"
    broken.write_text("DROP TABLE nowhere;")
    files = [*migration_files(), broken]
    monkeypatch.setattr(backup, "migration_files", lambda: files)
    with pytest.raises(StoreError, match=rf"V{NEWEST + 1}__more\.sql failed"):
        restore(target, path)
    assert folder_bytes(path.parent) == before


def test_backup_of_a_newer_bot_is_refused(path: Path, target: Path, clock: Clock) -> None:
    fill(target, clock, 5)
    fill(path, clock, 6)
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("PRAGMA user_version = 999")
    before = folder_bytes(path.parent)
    with pytest.raises(StoreError, match="newer Ichiza"):
        restore(target, path)
    assert folder_bytes(path.parent) == before
