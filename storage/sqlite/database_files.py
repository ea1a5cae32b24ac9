"""The files of a database: the one at its path and those beside it, who may read them, and whether they still stand."""

import logging
import os
import stat
import time
from pathlib import Path

from storage.errors import StoreError

log = logging.getLogger(__name__)

LOCK = "-lock"
"""Beside the database, for as long as it is there; see `storage.sqlite.process_lock`."""
SUFFIXES = ("", "-wal", "-shm", "-journal", LOCK)
"""Of the database itself and of all that can stand beside it."""

_SECOND_NS = 1_000_000_000
RESTED_NS = _SECOND_NS // 10
"""When a folder's last change is so long ago, the next one has another time: where times have parts of seconds at all,
as they have not on some old file systems, they count at least in hundredths."""
LOOK_NS = _SECOND_NS
"""So long a look at the files holds: a folder put together of others, or one over a network, may keep its own times."""
_OWNERS = 0o600
_OTHERS = 0o077


def beside(path: Path, suffix: str) -> Path:
    """What stands beside the database under that suffix."""
    return path.with_name(path.name + suffix)


def create(file: Path) -> None:
    """Make an empty file for its owner only, whatever the umask, unless there is one.

    One that is there is not even opened: closing it would drop the locks that SQLite holds on it in this process
    (https://sqlite.org/howtocorrupt.html, 2.2).

    Raises:
        StoreError: it cannot be made.
    """
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, _OWNERS))
        file.chmod(_OWNERS)  # the umask may have taken even that away
    except FileExistsError:
        pass
    except OSError as error:
        raise StoreError(f"{file} cannot be made ({error}): check the disk and who may write there.") from error


def narrow(path: Path) -> None:
    """Take from everybody but the owner what they may do with the database and with what stands beside it.

    SQLite makes its own files with the rights of the database. Where rights cannot be taken (the owner is another, or
    the disk knows none) that is only logged: whoever has set it up so may want it so.
    """
    for file in (beside(path, suffix) for suffix in SUFFIXES):
        try:
            if stat.S_IMODE(file.stat().st_mode) & _OTHERS:
                file.chmod(_OWNERS)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("others on this computer may read %s, and that cannot be changed: %s", file, error)


class Standing:
    """The files in which lies what is committed, and the lock's, as they were when the database was opened.

    An open file goes on taking writes after it has been deleted or replaced, and all of them are lost at the end; and
    where the lock's is gone, another process may have come in. An entry of a folder changes with the folder's own
    times: where these are as they were at a look at the files, that one holds for a second more.
    """

    __slots__ = ("_folder", "_known", "_looked_at", "_rests")

    def __init__(self, path: Path) -> None:
        """Remember what stands at `path`, which may be a link, and beside the database to which it leads."""
        target = path.resolve()
        files = (path.absolute(), beside(target, "-wal"), beside(target, LOCK))
        self._known = {str(file): _identity(str(file)) for file in files}
        self._folder = None if path.is_symlink() else str(path.absolute().parent)
        """Where all of them are, itself found by its path each time; None: also elsewhere."""
        self._looked_at = 0
        """When they were last looked at, in nanoseconds of unix time."""
        self._rests: tuple[int, ...] | None = None
        """What that folder was like then, if its next change will have another time."""

    def check(self) -> None:
        """Compare with what stands there now: mostly one call of the system, which takes some microseconds.

        Raises:
            StoreError: it is another file, or none.
        """
        now = time.time_ns()  # before anything is looked at: what changes meanwhile is then no older than that
        folder = _changes(self._folder) if self._folder else None
        if folder and folder == self._rests and 0 <= now - self._looked_at < LOOK_NS:
            return
        for file, known in self._known.items():
            if known is None or _identity(file) != known:
                raise StoreError(
                    f"{file} has been deleted, moved or replaced while it was in use, so nothing is stored any more: "
                    "stop the bot, put the file back or restore a backup, and start again."
                )
        changed = max(folder[2:]) if folder else 0
        self._looked_at = now
        self._rests = folder if changed % _SECOND_NS and changed < now - RESTED_NS else None


def _changes(folder: str) -> tuple[int, ...] | None:
    """Which folder it is, and when an entry of it was last another.

    The second time cannot be set by anybody; but on Windows, where no open file is deleted, it is that of the folder's
    beginning.
    """
    try:
        found = os.stat(folder)  # noqa: PTH116  before each commit, and four times as quick
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_ctime_ns


def _identity(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116  before each commit, and four times as quick
    except OSError:
        return None
    return found.st_dev, found.st_ino
