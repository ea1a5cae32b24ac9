"""Preflight check of a database file. It writes nothing, so a refused file stays the same byte for byte.

A plain read-only open is not enough: in WAL mode even a reader creates `-wal` and `-shm` files beside the database
(https://sqlite.org/wal.html#read_only_databases). A database that was closed cleanly is read with `immutable=1`, which
locks and creates nothing. Otherwise the last changes are still in its `-wal` or `-journal` file: then the database is
copied to a temporary folder together with these files, and checked there.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from storage.errors import StoreError, reason
from storage.sqlite.database_files import SUFFIXES, beside

APPLICATION_ID = int.from_bytes(b"Ichi")
"""Mark in the header of the bot's files (https://sqlite.org/pragma.html#pragma_application_id)."""

OLDEST_SQLITE = (3, 38, 0)
"""Oldest version of SQLite that the bot can use: STRICT tables need 3.37. Only since 3.38 does every SQLite have the
JSON functions.
"""

COPY_ATTEMPTS = 3


class Known(NamedTuple):
    """Versions of the schema that this bot can open."""

    oldest: int
    newest: int

    def check(self, database: object, version: int) -> None:
        """Check that this bot can open a database whose schema has this version; raises `StoreError`."""
        if version > self.newest:
            raise StoreError(
                f"{database} was written by a newer Ichiza (its schema is {version}, this one knows {self.newest}): "
                "update the bot, or restore the backup made before the update."
            )
        if version < self.oldest:
            raise StoreError(
                f"{database} was written by an Ichiza that is too old (its schema is {version}, this one needs "
                f"at least {self.oldest}): start Ichiza 0.1.0 on it once, then this one."
            )


def inspect(path: Path, known: Known) -> None:
    """Check the database at `path`, which need not exist yet.

    Args:
        path: an absolute path that is no symbolic link.
        known: the schema versions that this bot can open.

    Raises:
        StoreError: the database cannot be used. Nothing was written in its folder.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old: install {needed} or newer.")
    before = _files(path)
    try:
        check_place(path)
        _check_files(path, [file for file, (size, _) in before.items() if size], known)
    except (OSError, StoreError) as error:
        if _files(path) != before:
            raise _being_written(path) from error
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"{path} cannot be read ({reason(error)}): check the path and who may read it.") from error


def _files(path: Path) -> dict[Path, tuple[int, int]]:
    """Return size and modification time of the database file, `-wal` and `-journal`, as far as these files exist.

    Another program may delete such a file at any moment, so each file is examined by a single call.
    """
    found = {}
    for suffix in ("", "-wal", "-journal"):
        with suppress(OSError):
            stat = beside(path, suffix).stat()
            found[beside(path, suffix)] = stat.st_size, stat.st_mtime_ns
    return found


def _check_files(path: Path, written: Sequence[Path], known: Known) -> None:
    """Check the database at `path`. `written` has the database's files that are not empty. Raises as `inspect` does."""
    if path not in written:
        if beside(path, "-wal") in written:
            raise StoreError(
                f"{path} is missing or empty, but the last changes to it are in {path.name}-wal: "
                f"put the database back beside it, or move that file away."
            )
    elif len(written) > 1:
        _check_copy(path, known)
    else:
        check_content(path, path, known, "mode=ro&immutable=1")


def check_place(path: Path) -> None:
    """Check that a database can be at `path`, or be created there; raises `StoreError`."""
    folder = path.parent
    if not folder.exists():
        raise StoreError(f"The folder {folder} does not exist: create it, or choose another path for the database.")
    if not folder.is_dir():
        raise StoreError(f"{folder} is not a folder: choose another path for the database.")
    if not _allowed(folder, os.R_OK | os.W_OK | os.X_OK):
        raise StoreError(f"The folder {folder} is not writable: let the user who runs the bot write in it.")
    for file in (beside(path, suffix) for suffix in SUFFIXES):
        # Another program may delete the file between the first two checks, so `exists` is called again.
        if file.exists() and not file.is_file() and file.exists():
            raise StoreError(f"{file} is not a file: choose another path for the database.")
        if file.exists() and not _allowed(file, os.R_OK | os.W_OK) and file.exists():
            raise StoreError(f"The file {file} is not writable: let the user who runs the bot read and write it.")


def _allowed(path: Path, mode: int) -> bool:
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def _check_copy(path: Path, known: Known) -> None:
    """Check a copy of the database and of the files beside it."""
    try:
        with copied_files(path) as copy:
            check_content(copy, path, known, "mode=rw")
    except OSError as error:
        raise StoreError(
            f"{path} was not closed cleanly and could not be copied to a temporary folder to check it "
            f"({reason(error)}): make room there, or set TMPDIR to another folder."
        ) from error


@contextmanager
def copied_files(path: Path, where: Path | None = None) -> Iterator[Path]:
    """Yield a copy of the database and of the files beside it. If a file changes during the copying, copy again.

    Do not call this in a process that has the database open. Copying opens and closes the files, which drops the locks
    that SQLite holds on them in this process (https://sqlite.org/howtocorrupt.html, 2.2).

    Args:
        path: the database.
        where: the folder in which a temporary folder for the copy is made; None: the usual one.

    Raises:
        OSError: a file cannot be read or written.
        StoreError: another program is writing the database.
    """
    for _ in range(COPY_ATTEMPTS):
        with tempfile.TemporaryDirectory(prefix="ichiza-", dir=where) as folder:
            before = _files(path)
            try:
                for file in before:
                    shutil.copyfile(file, Path(folder) / file.name)
            except FileNotFoundError:  # another program is writing, and has deleted one of the files
                continue
            if before == _files(path):
                yield Path(folder) / path.name
                return
    raise _being_written(path)


def check_content(file: Path, path: Path, known: Known, mode: str, *, check: str = "quick_check") -> None:
    """Check that `file` is a database of the bot, of a known version, and undamaged.

    `file` is the database at `path` or a copy of it; errors name `path`.

    A database without pages passes, because everything ever written to it was rolled back. Raises as `inspect` does.
    """
    with (
        as_store_errors(path),
        closing(sqlite3.connect(f"{file.as_uri()}?{mode}", uri=True, isolation_level=None)) as connection,
    ):
        if not _ask(connection, "page_count"):
            return
        if _ask(connection, "application_id") != APPLICATION_ID:
            raise _not_ours(path)
        known.check(path, _ask(connection, "user_version"))
        if _ask(connection, f"{check}(1)") != "ok":
            raise _damaged(path)


@contextmanager
def as_store_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite about the database at `path` into a `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise _not_ours(path) from error
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT:
            raise _damaged(path) from error
        raise StoreError(f"{path} cannot be read ({error}): check the disk and who may read it.") from error


def _not_ours(path: Path) -> StoreError:
    return StoreError(f"{path} is not an Ichiza database: choose another path, or restore a backup if it once was one.")


def _being_written(path: Path) -> StoreError:
    return StoreError(f"{path} is being written by another program: stop that one first.")


def _damaged(path: Path) -> StoreError:
    return StoreError(f"{path} is damaged: move it away and restore a backup.")


def _ask(connection: sqlite3.Connection, pragma: str) -> Any:  # noqa: ANN401 - a number or a text, by the pragma
    return connection.execute(f"PRAGMA {pragma}").fetchone()[0]
