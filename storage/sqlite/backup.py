"""Backups: copying a database that may be in use, and restoring such a copy.

A copy is made with `VACUUM INTO`: one reading transaction, so it is a consistent snapshot and blocks no write of the
bot. The copy is made and checked in a temporary folder beside its target, and then renamed to it.
"""

import itertools
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile

from progress import Report, silent
from storage.errors import StoreError, reason
from storage.queries.deal_commitments import MARK, UNMARK
from storage.sqlite.database_files import LOCK, SUFFIXES, beside, create
from storage.sqlite.preflight import as_store_errors, check_content, check_place, copied_files
from storage.sqlite.process_lock import Lock
from storage.tools.migrator import BUSY_SECONDS, known, migrate, migration_files


def backup_file(source: Path, target: Path, report: Report = silent) -> None:
    """Copy the database at `source`, which a bot may be using, to the new file `target`.

    Raises:
        StoreError: `source` cannot be read, or `target` cannot be created. There is no new file then.
    """
    with _new(target), _copied(source.resolve(), target.absolute(), report) as copy:
        _place(copy, target)


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield an empty file to fill; it is renamed to `target` at the end, or deleted after an exception.

    Raises:
        StoreError: the file cannot be created.
    """
    with _new(target), _draft(target.absolute()) as draft:
        yield draft
        _place(draft, target)


def restore(source: Path, target: Path, report: Report = silent, *, nothing_played_since: bool = False) -> Path | None:
    """Replace the database at `target` with a copy of the backup `source`, migrated to the newest schema.

    The copy is marked as restored unless `nothing_played_since`.

    Returns:
        The new path of the replaced database; None if there was no database at `target`.

    Raises:
        StoreError: the backup cannot be used, or a bot is running on `target`; `target` is unchanged.
    """
    target = target.resolve()
    with _written(target), Lock(target) as lock, _copied(source.resolve(), target, report) as copy:
        report("bringing the copy to the newest schema")
        migrate(copy, migration_files())
        _mark(copy, restored=not nothing_played_since)
        lock.make()
        return _place(copy, target)


def _mark(copy: Path, *, restored: bool) -> None:
    with as_store_errors(copy), closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute(UNMARK)
        if restored:
            connection.execute(MARK)
        connection.execute("COMMIT")


@contextmanager
def _new(target: Path) -> Iterator[None]:
    """Check that `target` does not exist, and turn errors of its disk into a `StoreError` about `target`."""
    with _written(target):
        if target.exists():
            raise StoreError(f"{target} is there already: choose another name, or move it away.")
        yield


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """Yield an empty file on the disk of `target`; it is deleted at the end unless it was moved."""
    check_place(target)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as folder:
        draft = Path(folder, target.name)
        create(draft)
        yield draft


@contextmanager
def _written(target: Path) -> Iterator[None]:
    """Turn errors of the disk into a `StoreError` about `target`."""
    try:
        yield
    except OSError as error:
        why = reason(error)
        raise StoreError(f"{target} cannot be written ({why}): make room there, or choose another disk.") from error


@contextmanager
def _copied(source: Path, target: Path, report: Report) -> Iterator[Path]:
    """Yield a checked copy of `source` on the disk of `target`; it is deleted at the end unless it was moved.

    Raises:
        OSError: the disk of `target` is full, or fails.
    """
    check_place(target)
    try:
        there = source.is_file()
    except OSError as error:
        raise StoreError(f"{source} cannot be read ({reason(error)}): check who may read it.") from error
    if not there:
        raise StoreError(f"There is no database {source}: check the path.")
    with _draft(target) as copy:
        with as_store_errors(source):
            report(f"copying {source.stat().st_size / 1e6:.0f} MB")
            _vacuum(source, copy)
        if not copy.stat().st_size:
            raise StoreError(f"{source} is empty: there is nothing to copy.")
        report("checking the copy")
        check_content(copy, source, known(migration_files()), "mode=ro&immutable=1", check="integrity_check")
        yield copy


def _vacuum(source: Path, copy: Path) -> None:
    """Write a compact copy with SQLite's `VACUUM INTO`.

    SQLite creates a `-shm` file beside a database that no bot has open. If that fails because the disk of `source` is
    full, the files are first copied to the disk of `copy`.

    Raises:
        OSError: the disk of `copy` is full, or a disk fails.
        StoreError: the disk of `source` is full, and another program is writing there.
        sqlite3.Error: the source cannot be read.
    """
    try:
        _vacuum_into(source, copy)
    except OSError:
        copy.unlink(missing_ok=True)  # it may have begun
        create(copy)
        with copied_files(source, copy.parent) as copied:
            _vacuum_into(copied, copy)


def _vacuum_into(source: Path, copy: Path) -> None:
    uri = f"{source.as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (copy.as_uri(),))  # a URI has names in any encoding
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}:
            raise OSError(str(error)) from error
        raise


def _place(copy: Path, target: Path) -> Path | None:
    """Move a database at `target` aside, rename a finished copy to `target`, and sync both to the disk.

    Returns:
        The new path of the database that was at `target`; None if there was none.
    """
    _sync(copy)
    kept = _put_aside(target)
    copy.rename(target)
    if os.name == "posix":  # other systems cannot open a folder to sync it
        _sync(target.parent)
    return kept


def _put_aside(path: Path) -> Path | None:
    """Move a database and the files beside it; return the new path, or None if there is no database.

    First the files beside the database are copied, then the database file is renamed, then the originals of the copies
    are deleted. So after an interruption the database has all its files, under the old name or the new one.
    """
    files = [suffix for suffix in SUFFIXES if suffix != LOCK and beside(path, suffix).exists()]
    names = (beside(path, f".replaced-{number}") for number in itertools.count(1))
    kept = next(name for name in names if not any(beside(name, suffix).exists() for suffix in SUFFIXES))
    others = [suffix for suffix in files if suffix]
    for suffix in others:
        _sync(copyfile(beside(path, suffix), beside(kept, suffix)))
    if path.exists():
        path.rename(kept)
    for suffix in others:
        beside(path, suffix).unlink()
    return kept if files else None


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
