"""One process a database, for as long as it is open.

The lock is a transaction that SQLite holds on an empty file beside the database, for good: the system takes it back
however the process ends, and it works wherever SQLite does, without a line of our own for any system. A lock on the
database itself would keep out our own reader and every backup. The file stays when the database is closed (to delete a
lock file is to race with whoever opens it); and as it is made once the database is whole, it tells that there was one.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Self

from storage.errors import StoreError
from storage.sqlite.database_files import LOCK, beside, create


class Lock:
    """On the database at `path`, which need not exist yet: tried by entering, made where it is new, gone at the end.

    Entering writes nothing, so that a database that is then refused stays as it is.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = beside(path, LOCK)
        self._connection: sqlite3.Connection | None = None

    @property
    def held(self) -> bool:
        """Whether it is ours; if not, the database has never been whole before."""
        return self._connection is not None

    def __enter__(self) -> Self:
        """Take the lock if its file is there.

        Raises:
            StoreError: another process has it.
        """
        there = False
        with suppress(OSError):  # what is wrong with the folder is said by who looks into it
            there = self._file.exists()
        if there:
            self._take()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def make(self) -> None:
        """Take the lock, unless it is held, and make its file; raises `StoreError` as entering does."""
        if self._connection is None:
            create(self._file)
            self._take()

    def _take(self) -> None:
        try:
            self._connection = sqlite3.connect(
                f"{self._file.as_uri()}?mode=rw", uri=True, timeout=0, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA journal_mode = MEMORY")  # no file for a journal that stays empty
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self.__exit__()
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise StoreError(
                    f"{self._path} is in use by another Ichiza: stop that one first, or choose another path."
                ) from error
            raise StoreError(f"{self._file} cannot be locked ({error}): delete it if nobody uses it.") from error
