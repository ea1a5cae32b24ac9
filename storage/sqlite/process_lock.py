"""Process lock: while a process has a database file open, no other process can open it.

The lock is a transaction that SQLite holds forever on an empty file beside the database. The operating system releases
the lock however the process ends, and the lock works on every platform of SQLite. A lock on the database itself would
block the bot's own reader and every backup. Closing the database does not delete the lock file: another process may be
about to lock it. The lock file is created once the database is complete, so it also proves that a database existed.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Self

from storage.errors import StoreError
from storage.sqlite.database_files import LOCK, beside, create


class Lock:
    """The lock on the database at `path`, which need not exist yet.

    Entering takes the lock if its file exists, `make` creates the file, and leaving releases the lock. Entering writes
    nothing, so that a refused database stays unchanged.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = beside(path, LOCK)
        self._connection: sqlite3.Connection | None = None

    @property
    def held(self) -> bool:
        """True if this process holds the lock.

        False after entering means that there is no lock file, so no database has ever been completed here.
        """
        return self._connection is not None

    def __enter__(self) -> Self:
        """Take the lock if its file exists.

        Raises:
            StoreError: another process holds the lock.
        """
        there = False
        with suppress(OSError):  # the preflight check reports problems of the folder
            there = self._file.is_file()
        if there:
            self._take()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def make(self) -> None:
        """Create the lock file and take the lock, unless this process holds the lock already.

        Raises:
            StoreError: another process holds the lock, or the lock file cannot be created.
        """
        if self._connection is None:
            create(self._file)
            self._take()

    def _take(self) -> None:
        try:
            self._connection = sqlite3.connect(
                f"{self._file.as_uri()}?mode=rw", uri=True, timeout=0, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA journal_mode = MEMORY")  # nothing is written, so no journal file is needed
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self.__exit__()
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise StoreError(
                    f"{self._path} is in use by another Ichiza: stop that one first, "
                    "or choose another file (ICHIZA_DATABASE)."
                ) from error
            raise StoreError(f"{self._file} cannot be locked ({error}): delete it if nobody uses it.") from error
