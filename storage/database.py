"""Interface that the store needs from a database; `storage.sqlite.sqlite` is the usual implementation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

T = TypeVar("T")

Parameters: TypeAlias = Iterable[object]
"""Values of a statement's `?` marks, in order; or a mapping for names after colons."""


class Row(Protocol):
    """A row of a result: by position, by name, or as all its values."""

    def __getitem__(self, key: Any, /) -> Any: ...  # noqa: ANN401  what a column holds

    def __iter__(self) -> Iterator[Any]: ...

    def keys(self) -> Iterable[str]:
        """Return the names of its columns."""


class Transaction(Protocol):
    """Statements of one transaction, isolated from other writers. Used in the database's own thread."""

    def run(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Run one statement to its end and return its rows, each a `Row`."""

    def change(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one statement that changes rows, and return the number of changed rows."""

    def run_each(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        """Run one statement once for each of `parameters`."""


Work: TypeAlias = Callable[[Transaction], T]
"""Work that runs in a transaction. It may run again after a retry, so it must change nothing but the database."""


class Database(Protocol):
    """An open database, used by many tasks of one event loop at once."""

    shared: ClassVar[bool]
    """True if several processes may have the database open."""
    wrote: Callable[[float | None], None]
    """Callback for the seconds of each write, its time in the queue included; None after a failure.

    A `Conflict` is not a failure.
    """

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Run `work` in a transaction, and return its result once the commit is on the disk.

        A write that raises has changed nothing. A cancelled write has been committed whole or not at all by the time
        `CancelledError` arrives.

        Args:
            work: the work; it may share one commit with others' works.
            behind: nobody waits for this write; only a few of these are done before the next writes of people.

        Raises:
            Conflict: a constraint is violated, or `work` has raised it.
            StoreError: the database is closed, locked by another program, deleted, or cannot be written.
        """

    async def snapshot(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one consistent snapshot; raises `StoreError`."""

    async def read(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Return all rows of one query over committed data; raises `StoreError`."""

    async def close(self) -> None:
        """Wait for the writes under way, then close. Closing twice is harmless."""
