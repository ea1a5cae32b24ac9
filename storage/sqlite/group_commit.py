"""Group commit: several writes share one transaction and its fsync.

Each write has its own savepoint, so a failing write does not roll back the others.
"""

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from storage.database import Parameters, Work
from storage.sqlite.database_files import FileIdentities

T = TypeVar("T")


class Statements:
    """Statements of a transaction, as `storage.database.Transaction` declares them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        """Run one statement to its end and return its rows."""
        return self._connection.execute(sql, parameters).fetchall()  # type: ignore[arg-type]

    def run_named(self, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
        """Run one statement to its end and return its rows by column name."""
        cursor = self._connection.execute(sql, parameters)  # type: ignore[arg-type]
        return [dict(zip([column[0] for column in cursor.description], row, strict=True)) for row in cursor]

    def change(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one statement that changes rows, and return the number of changed rows."""
        return self._connection.execute(sql, parameters).rowcount  # type: ignore[arg-type]

    def run_each(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        """Run one statement once for each of `parameters`."""
        self._connection.executemany(sql, parameters)  # type: ignore[arg-type]


@dataclass(slots=True, eq=False)
class Write(Generic[T]):
    """A queued write."""

    work: Work[T]
    queue: "deque[Write[Any]]"
    queued_at: float = field(default_factory=time.monotonic)
    done: "asyncio.Future[T]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass(slots=True, eq=False)
class Commit:
    """A group of writes that are committed together in the database's thread, and their outcomes."""

    writes: Sequence[Write[Any]]
    files: FileIdentities
    outcomes: Sequence[tuple[Any, Exception | None]] = ()
    """Result or exception of each write."""
    begun: bool = False
    """True if the transaction began; it cannot begin while another program holds a transaction."""

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Run the writes in one transaction and store their outcomes; raise nothing."""
        try:
            self.outcomes = self._committed(connection)
        except Exception as error:  # noqa: BLE001  raised to each caller
            self.outcomes = [(None, error)] * len(self.writes)

    def _committed(self, connection: sqlite3.Connection) -> list[tuple[Any, Exception | None]]:
        connection.execute("BEGIN IMMEDIATE")
        self.begun = True
        try:
            statements = Statements(connection)
            if len(self.writes) == 1:  # needs no savepoint: if the only write fails, the transaction is rolled back
                outcomes: list[tuple[Any, Exception | None]] = [(self.writes[0].work(statements), None)]
            else:
                outcomes = [_apart(connection, statements, write.work) for write in self.writes]
            self.files.check()
            connection.execute("COMMIT")
        finally:
            connection.rollback()  # does nothing after a commit
        return outcomes


def _apart(connection: sqlite3.Connection, statements: Statements, work: Work[Any]) -> tuple[Any, Exception | None]:
    """Run the work of one write in a savepoint: if it fails, the changes of the other writes stay."""
    connection.execute("SAVEPOINT work")
    try:
        return work(statements), None
    except Exception as error:
        if not connection.in_transaction:  # SQLite has rolled back the whole transaction
            raise
        connection.execute("ROLLBACK TO work")
        return None, error
    finally:
        if connection.in_transaction:
            connection.execute("RELEASE work")


def taken(queue: deque[Write[Any]], most: int) -> list[Write[Any]]:
    """Remove the first writes from a queue, at most `most` of them, and return them."""
    return [queue.popleft() for _ in range(min(most, len(queue)))]
