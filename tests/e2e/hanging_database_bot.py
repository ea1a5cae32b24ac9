"""`bot.py` whose writes to the database hang while the file `database-hangs` is in the working folder."""

import sqlite3
import sys
import time
from pathlib import Path

import bot
from storage.sqlite.sqlite import _Commit

HANGS = "database-hangs"
_commit = _Commit.__call__


def commit(self: _Commit, connection: sqlite3.Connection) -> None:
    """Commit once the file `database-hangs` is gone; called in the database's own thread."""
    while Path(HANGS).exists():
        time.sleep(0.05)
    _commit(self, connection)


if __name__ == "__main__":
    _Commit.__call__ = commit  # type: ignore[method-assign]
    sys.exit(bot.main())
