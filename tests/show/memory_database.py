"""The bot's database in memory. It outlives the bot, and a test may delay operations or let them fail."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar
from weakref import finalize

from storage import Conflict, Post
from storage.database import Database, RecordWrite, Work
from storage.sqlite.group_commit import Statements
from storage.tools.migrator import _apply, migration_files

T = TypeVar("T")
Operation = Callable[[Callable[[], Any]], Awaitable[Any]]

_EVERY_SLOT = """
CREATE TEMP TABLE slots (nonce TEXT PRIMARY KEY, table_id INTEGER, slot TEXT);
CREATE TEMP TRIGGER slot_of_each_post AFTER INSERT ON main.posts BEGIN
    INSERT INTO slots VALUES (NEW.nonce, NEW.owner_id, NEW.slot);
END;
"""


@cache
def empty() -> bytes:
    """Return the content of a database that has the bot's schema and no games."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for file in migration_files():
            _apply(connection, Path("memory"), file)
        return connection.serialize()


class MemoryDatabase:
    """The stored rows."""

    def __init__(self, image: bytes | None = None) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.connection.deserialize(image or empty())
        self.connection.executescript(f"PRAGMA foreign_keys = ON; {_EVERY_SLOT}")
        self.statements = Statements(self.connection)
        self.run = self.statements.run
        finalize(self, self.connection.close)

    def write(self, work: Work[T]) -> T:
        """Run work in a transaction."""
        self.connection.execute("BEGIN")
        try:
            done = work(self.statements)
        except Exception as error:
            self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise Conflict(str(error)) from error
            raise
        self.connection.execute("COMMIT")
        return done

    def posts(self) -> list[Post]:
        """Return all message records, by table and slot."""
        sql = "SELECT nonce, slot, channel_id, message_id, fingerprint FROM posts ORDER BY owner_kind, owner_id, slot"
        return [Post(*row) for row in self.run(sql)]

    def slots(self) -> dict[str, tuple[int, str]]:
        """Return, by nonce, the table and the slot of every message record at the time when it was added."""
        return {nonce: (table_id, slot) for nonce, table_id, slot in self.run("SELECT * FROM slots")}


async def run_at_once(effect: Callable[[], T]) -> T:
    """Carry out an operation at once and without a failure."""
    return effect()


class RunDatabase(Database):
    """The database connection of one run of the bot."""

    shared: ClassVar[bool] = False

    def __init__(
        self, stored: MemoryDatabase, operation: Operation = run_at_once, record_write: RecordWrite | None = None
    ) -> None:
        """Create a connection to the database `stored`; `operation` carries out each operation, or lets it fail."""
        super().__init__(record_write)
        self._stored = stored
        self._operation = operation

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Run work in a transaction, see `Database`."""
        assert behind in {True, False}
        done: T = await self._operation(partial(self._stored.write, work))
        return done

    async def snapshot(self, work: Work[T]) -> T:
        """Run work that only reads, see `Database`."""
        seen: T = await self._operation(partial(work, self._stored.statements))
        return seen

    async def close(self) -> None:
        """Do nothing: the rows outlive the run."""
