"""`bot.py` whose writes to the database hang while the file `database-hangs` is in the working folder."""

import sqlite3
import sys
import time
from pathlib import Path

import bot
from storage.sqlite.group_commit import Commit

HANGS = "database-hangs"
_commit = Commit.__call__


def commit(self: Commit, connection: sqlite3.Connection) -> None:
    """Commit once the file `database-hangs` is gone; called in the database's own thread."""
    while Path(HANGS).exists():
        time.sleep(0.05)
    _commit(self, connection)


if __name__ == "__main__":
    Commit.__call__ = commit  # type: ignore[method-assign]
    sys.exit(bot.main())
