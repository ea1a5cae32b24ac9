"""Files of a database: their names, their permissions, and a check that nobody replaced them."""

import logging
import os
import stat
from pathlib import Path

from storage.errors import StoreError, reason

log = logging.getLogger(__name__)

LOCK = "-lock"
"""Suffix of the lock file, see `storage.sqlite.process_lock`. The file is never deleted before the database is."""
SUFFIXES = ("", "-wal", "-shm", "-journal", LOCK)
"""Suffixes of the database file and of all files that may be beside it."""

_OWNERS = 0o600
_OTHERS = 0o077


def beside(path: Path, suffix: str) -> Path:
    """Return the path of the file with that suffix beside the database."""
    return path.with_name(path.name + suffix)


def create(file: Path) -> None:
    """Create an empty file that only its owner can read and write; do nothing if the file exists.

    An existing file is not even opened, because closing it would drop the locks that SQLite holds on it in this process
    (https://sqlite.org/howtocorrupt.html, 2.2).

    Raises:
        StoreError: the file cannot be created.
    """
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, _OWNERS))
        file.chmod(_OWNERS)  # in case the umask has removed permissions of the owner too
    except FileExistsError:
        pass
    except OSError as error:
        raise StoreError(f"{file} cannot be made ({reason(error)}): check the disk and who may write there.") from error


def narrow(path: Path) -> None:
    """Let only the owner read and write the database and the files beside it.

    SQLite creates its own files with the permissions of the database. A failure is only logged: the file may belong to
    another user on purpose, or the file system may have no permissions.
    """
    for file in (beside(path, suffix) for suffix in SUFFIXES):
        try:
            if stat.S_IMODE(file.stat().st_mode) & _OTHERS:
                file.chmod(_OWNERS)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("others on this computer may read %s, and that cannot be changed: %s", file, error)


class FileIdentities:
    """Identities of the database, `-wal` and lock files, taken when the database was opened.

    An open file accepts writes even after it was deleted or replaced, and these writes are lost. If the lock file is
    deleted, another process may open the database.
    """

    def __init__(self, path: Path) -> None:
        """Take the identities of the database at `path` and of the files beside it; follow `path` if it is a link."""
        target = path.resolve()
        files = (path.absolute(), beside(target, "-wal"), beside(target, LOCK))
        self._known = {str(file): _identity(str(file)) for file in files}

    def check(self) -> None:
        """Compare the files with their identities. This takes three system calls of a few microseconds.

        Raises:
            StoreError: a file was deleted or replaced.
        """
        for file, known in self._known.items():
            if known is None or _identity(file) != known:
                raise StoreError(
                    f"{file} has been deleted, moved or replaced while it was in use, so nothing is stored any more: "
                    "stop the bot, put the file back or restore a backup, and start again."
                )


def _identity(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116  runs before each commit; pathlib is four times slower
    except OSError:
        return None
    return found.st_dev, found.st_ino
