"""Two connections to one SQLite file, one that writes and one that reads, used by many tasks at once.

A lock lets in one transaction at a time; readers (WAL) see only what is committed and wait for nobody. Writers that
nobody waits for go behind: they queue on a lock of their own first, so at most one of them stands before anybody else.

Cancellation: aiosqlite runs what it was given in the order in which it was given, on the connection's own thread,
whether or not anybody still waits for it. So a ROLLBACK handed over after the cancelled statement always ends the
transaction, or finds it committed. It is waited for even when cancelled again, so that whoever sees the
`CancelledError` finds the matter settled: all of the transaction is stored, or nothing.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from typing import Self

import aiosqlite

from storage.errors import Conflict, StoreError
from storage.migrate import BUSY_SECONDS
from storage.settling import settle

Parameters = Iterable[object]
"""What a statement's `?` stand for, in their order; or a mapping of the names that it has after colons."""


class Transaction:
    """What can be done between BEGIN and COMMIT."""

    __slots__ = ("_connection",)

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, parameters: Parameters = ()) -> list[sqlite3.Row]:
        """Run one statement to its end and return its rows."""
        return list(await self._connection.execute_fetchall(sql, parameters))

    async def run_each(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        """Run one statement once for each of `parameters`."""
        await self._connection.executemany(sql, parameters)


class Database:
    """The open file. Made by `connect`, ended by `close`."""

    __slots__ = ("_behind", "_closed", "_closing", "_reader", "_turn", "_writer", "wrote")

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, closing: AsyncExitStack) -> None:
        self._writer = writer
        self._reader = reader
        self._closing = closing
        self._turn = asyncio.Lock()
        self._behind = asyncio.Lock()
        self._closed = False
        self.wrote: Callable[[float | None], None] = lambda _seconds: None
        """Called with the seconds that each committed transaction took; None: one failed, and not for a conflict."""

    @classmethod
    async def connect(cls, uri: str) -> Self:
        """Open the file at the URI that `storage.migrate.prepare` returned.

        Raises:
            StoreError: SQLite refuses.
        """
        with _named_errors():
            async with AsyncExitStack() as closing:  # the writer last: that empties the -wal file and removes it
                writer = await _connect(closing, uri, "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
                reader = await _connect(closing, uri, "PRAGMA query_only = ON")
                return cls(writer, reader, closing.pop_all())

    async def close(self) -> None:
        """Wait for the transaction under way, then close both connections. Closing twice is harmless."""
        async with self._turn:
            self._closed = True
            await settle(self._closing.aclose())

    @asynccontextmanager
    async def transaction(self, *, behind: bool = False) -> AsyncIterator[Transaction]:
        """One transaction: committed when the block ends well, rolled back when it raises or is cancelled.

        Args:
            behind: no person waits for it; others wait for at most one such transaction.

        Raises:
            Conflict: a constraint of the tables is broken.
            StoreError: the database is closed or cannot be written.
        """
        async with self._behind if behind else nullcontext(), self._turn:
            self._check_open()
            with _timed(self.wrote), _named_errors():
                try:
                    await self._writer.execute_fetchall("BEGIN IMMEDIATE")
                    yield Transaction(self._writer)
                    await self._writer.commit()
                except BaseException:
                    await settle(self._writer.rollback())
                    raise

    async def read(self, sql: str, parameters: Parameters = ()) -> list[sqlite3.Row]:
        """All rows of one query over what is committed.

        Raises:
            StoreError: the database is closed or cannot be read.
        """
        self._check_open()
        with _named_errors():
            return list(await self._reader.execute_fetchall(sql, parameters))

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("The database is closed: the bot is shutting down, try again when it is back.")


async def _connect(closing: AsyncExitStack, uri: str, *pragmas: str) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    closing.push_async_callback(lambda: settle(connection.close()))
    connection.row_factory = sqlite3.Row
    for pragma in pragmas:
        await connection.execute_fetchall(pragma)
    return connection


@contextmanager
def _timed(wrote: Callable[[float | None], None]) -> Iterator[None]:
    started = time.monotonic()
    try:
        yield
    except Conflict:
        raise
    except StoreError:
        wrote(None)
        raise
    wrote(time.monotonic() - started)


@contextmanager
def _named_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Conflict(f"The database refuses the change ({error}): nothing was written.") from error
    except sqlite3.Error as error:
        raise StoreError(f"The database cannot be used ({error}): check the disk and who may write there.") from error
