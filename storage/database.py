"""Interface of a database for the store, implemented by `storage.sqlite.sqlite` and `storage.postgres.postgres`."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from storage.errors import StoreError

T = TypeVar("T")

Parameters: TypeAlias = Iterable[object]
"""Values for the `?` marks of a statement, in order; or a mapping with the values for `:name` marks."""


class Transaction(Protocol):
    """Statements of one transaction, isolated from other writers. They run in a thread of the database."""

    def run(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Run one statement to its end and return its rows, each a tuple."""

    def run_named(self, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
        """Run one statement to its end and return its rows, each a dictionary by column name."""

    def change(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one statement that changes rows, and return the number of changed rows."""

    def run_each(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        """Run one statement once for each of `parameters`."""


Work: TypeAlias = Callable[[Transaction], T]
"""Work for a transaction. A retry runs the work again, so it must change nothing but the database."""

RecordWrite: TypeAlias = Callable[[float | None], None]
"""Called with the seconds of each write, including its time in the queue, or with None if the write failed.

A `Conflict` does not count as a failure.
"""


class PendingWrites:
    """The writes that have not returned yet: those that wait for a commit, and those that are being committed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without writes; `clock` returns seconds."""
        self._clock = clock
        self._begun: dict[object, float] = {}
        """Start of each write, oldest first."""

    def __len__(self) -> int:
        return len(self._begun)

    def oldest_seconds(self) -> float:
        """Return the age in seconds of the oldest pending write; 0 if no write is pending."""
        return self._clock() - next(iter(self._begun.values())) if self._begun else 0.0

    @contextmanager
    def one(self) -> Iterator[None]:
        """Count one more write during the context."""
        write = object()
        self._begun[write] = self._clock()
        try:
            yield
        finally:
            del self._begun[write]


class Database(ABC):
    """An open database, used concurrently by many tasks of one event loop."""

    shared: ClassVar[bool]
    """True if several processes may have the database open."""

    def __init__(self, record_write: RecordWrite | None) -> None:
        """Report each write to `record_write`, unless that is None."""
        self.pending = PendingWrites()
        """The writes that have not returned yet; every implementation of `write` adds its writes to them."""
        self._record_write = record_write
        self._closed = False

    @abstractmethod
    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Run `work` in a transaction, and return its result once the commit is on the disk.

        A write that raises anything but `InDoubt` has changed nothing. A cancelled write has been committed whole or
        not at all by the time `CancelledError` arrives.

        Args:
            work: the work; it may share one commit with the work of other callers.
            behind: True for a background write, for which nobody waits. Only a few background writes run at the same
                time as people's writes.

        Raises:
            Conflict: a constraint is violated, or `work` has raised `Conflict`.
            InDoubt: nobody knows whether the write is stored.
            StoreError: the database is closed, locked by another program, deleted, or cannot be written.
        """

    @abstractmethod
    async def snapshot(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one consistent snapshot; raises `StoreError`."""

    async def read(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Return all rows of one query over committed data; raises `StoreError`."""
        return await self.snapshot(lambda transaction: transaction.run(sql, parameters))

    async def check_schema(self) -> None:  # noqa: B027  most databases need no check
        """Check that the database has the schema that it was opened with.

        By default this does nothing: no other process migrates a database that is not shared.

        Raises:
            NewerSchema: a newer version of the bot has migrated the database.
            StoreError: the schema's version cannot be read.
        """

    async def purge(self) -> bool:
        """Remove what is left of deleted rows from the database's files; return False if another program prevents it.

        By default this does nothing: the bot does not write PostgreSQL's files, the server does.
        """
        return True

    @abstractmethod
    async def close(self) -> None:
        """Wait for the writes under way, then close. Closing twice is harmless."""

    @property
    def closed(self) -> bool:
        """True once the database was closed."""
        return self._closed

    def _record(self, seconds: float | None) -> None:
        """Report a write; every implementation of `write` calls this as `RecordWrite` describes."""
        if self._record_write is not None:
            self._record_write(seconds)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("The database is closed: the bot is shutting down, try again when it is back.")


class Queries:
    """Queries for one subject."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        """Query `database`; `now` returns the time that new rows get, in unix seconds."""
        self._database = database
        self._now = now

    async def _ids(self, sql: str, parameters: Parameters = ()) -> list[int]:
        """Return the only column of a query's rows."""
        return [number for (number,) in await self._database.read(sql, parameters)]
