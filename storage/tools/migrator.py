"""Numbered migration files of both databases, and the migration of an SQLite database, one transaction for each file.

The version of an SQLite database's schema is stored in `PRAGMA user_version`. A migration file that was released is
never edited: each change of the schema is a new file.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from storage.errors import StoreError
from storage.sqlite.database_files import LOCK, beside, create, narrow
from storage.sqlite.preflight import APPLICATION_ID, Known, inspect
from storage.sqlite.process_lock import Lock

BASELINE = 18
"""The oldest schema version that can be migrated; the migration files of both kinds of databases begin with it."""
SQLITE, POSTGRES = (Path(__file__).parents[1] / "migrations" / name for name in ("sqlite", "postgres"))
BUSY_SECONDS = 3.0
"""Seconds that a write waits for other programs: twice the time after which an interaction is deferred.

No click fails if a program blocks the database for a second or two, and nobody waits too long.
"""


@contextmanager
def prepared(path: Path, folder: Path = SQLITE) -> Iterator[str]:
    """Lock the database at `path` for this process, and create and migrate it; release the lock at the end.

    Yields:
        The URI with which SQLite opens the database for writing; if the file is missing, SQLite fails.

    Raises:
        StoreError: the database cannot be used; then it is unchanged. Or a migration has failed; then the migrations
            before it are kept.
    """
    files = migration_files(folder)
    path = path.resolve()  # SQLite puts -wal and -shm beside a link's target
    with Lock(path) as lock:
        inspect(path, known(files))
        if lock.held and not (path.exists() and path.stat().st_size):
            raise StoreError(
                f"{path} is missing or empty, but has been in use: put it back or restore a backup "
                f"(or delete {beside(path, LOCK).name} to begin anew)."
            )
        create(path)
        narrow(path)
        migrate(path, files)
        lock.make()
        yield f"{path.as_uri()}?mode=rw"


def migrate(path: Path, files: Sequence[Path]) -> None:
    """Apply missing migrations; raises as `prepared` does."""
    try:
        with closing(
            sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        ) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            for file in files:
                _apply(connection, path, file)
            # WAL mode begins last. Otherwise the first migration of a new file might be in the -wal file only.
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise StoreError(f"{path} is in use by another program: stop that one first.") from error
        raise StoreError(f"{path} cannot be opened ({error}): check the disk and who may write there.") from error
    if mode != "wal":
        raise StoreError(f"{path} is on a disk without SQLite's WAL mode: put the database on a local disk.")


def migration_files(folder: Path = SQLITE) -> list[Path]:
    """Return the migrations in order. Raises `StoreError` unless their numbers run from `BASELINE` without a gap."""
    files = sorted(folder.glob("*.sql"), key=number)
    if not files or [number(file) for file in files] != list(range(BASELINE, BASELINE + len(files))):
        raise StoreError("The migrations of the database are not all there, or not in order: install the bot again.")
    return files


def known(files: Sequence[Path]) -> Known:
    """Return the schema versions of the databases that the bot can open with these migrations."""
    return Known(number(files[0]), number(files[-1]))


def number(file: Path) -> int:
    """Return the version of a migration file; 0 for any other file."""
    match = re.fullmatch(r"V([1-9][0-9]*)__[a-z0-9_]+\.sql", file.name)
    return int(match[1]) if match else 0


def _apply(connection: sqlite3.Connection, path: Path, file: Path) -> None:
    version, reached = number(file), 0
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Read inside the transaction: another process may have migrated already.
        (reached,) = connection.execute("PRAGMA user_version").fetchone()
        if reached < version:
            for statement in _statements(file.read_text(encoding="utf-8")):
                connection.execute(statement)
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise sqlite3.IntegrityError("it leaves rows that refer to nothing")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
            connection.execute(f"PRAGMA user_version = {version:d}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise StoreError(
            f"{path} stays at schema {reached} because {file.name} failed ({error}): report this, nothing is lost."
        ) from error
    finally:
        connection.rollback()


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script, each starting on a new line.

    `sqlite3.executescript` is of no use here, because it commits first.
    """
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement  # the rest of the file: comments, or an incomplete statement, which fails when it is run
