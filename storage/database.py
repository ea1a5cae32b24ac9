"""What the store needs of a database, whichever it is: `storage.sqlite.sqlite` is the usual one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

T = TypeVar("T")

Parameters: TypeAlias = Iterable[object]
"""What a statement's `?` stand for, in their order; or a mapping of the names that it has after colons."""


class Row(Protocol):
    """A row of an answer: by place, by name, or as all its values."""

    def __getitem__(self, key: Any, /) -> Any: ...  # noqa: ANN401  what a column holds

    def __iter__(self) -> Iterator[Any]: ...

    def keys(self) -> Iterable[str]:
        """The names of its columns."""


class Transaction(Protocol):
    """What can be done while nothing that others write is seen. It is used in the database's own thread."""

    def run(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Run one statement to its end and return its rows, each a `Row`."""

    def change(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one statement that changes rows, and return how many it has changed."""

    def run_each(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        """Run one statement once for each of `parameters`."""


Work: TypeAlias = Callable[[Transaction], T]
"""What is done in a transaction. It may be done again, so it changes nothing but the database."""


class Database(Protocol):
    """An open database, used by many tasks of one event loop at once."""

    shared: ClassVar[bool]
    """Whether several processes may have it open."""
    wrote: Callable[[float | None], None]
    """Called with the seconds that each write took, its wait among them; None: it failed, and not for a conflict."""

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Do work in a transaction, and return what it returns once that is committed and on the disk.

        What raises has written nothing. A cancelled write has happened whole or not at all by the time
        `CancelledError` arrives.

        Args:
            work: what to do; also called together with others' works, in one commit.
            behind: no person waits for it; others wait for few of these.

        Raises:
            Conflict: a constraint of the tables is broken, or `work` has raised it.
            StoreError: the database is closed, locked by another program, gone from its place, or cannot be written.
        """

    async def snapshot(self, work: Work[T]) -> T:
        """Do work that only reads, all of it as it was committed at one moment; raises `StoreError`."""

    async def read(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """All rows of one query over what is committed; raises `StoreError`."""

    async def close(self) -> None:
        """Wait for the writes under way, then close. Closing twice is harmless."""
