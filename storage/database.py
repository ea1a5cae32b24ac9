"""Two connections to one SQLite file, one that writes and one that reads, used by many tasks at once.

A lock lets in one transaction at a time; readers (WAL) see only what is committed and wait for nobody. Writers that
nobody waits for go behind: they queue on a lock of their own first, so at most one of them stands before anybody else.

Cancellation: aiosqlite runs what it was given in the order in which it was given, on the connection's own thread,
whether or not anybody still waits for it. So a ROLLBACK handed over after the cancelled statement always ends the
transaction, or finds it committed. It is waited for even when cancelled again, so that whoever sees the
`CancelledError` finds the matter settled: all of the transaction is stored, or nothing.

Other programs: a transaction of somebody else's (a backup by hand, an open shell) keeps ours out. All who wait for it
wait together, each for `BUSY_SECONDS` from when they came, so that many clicks are told as soon as one.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Self

import aiosqlite

from storage.errors import Conflict, StoreError
from storage.files import Standing
from storage.migrate import BUSY_SECONDS, prepared
from storage.settling import settle

RETRY_SECONDS = 0.02
"""After which somebody else's transaction may have ended."""

# Once it is open a writer does not wait inside SQLite, but in `Database.transaction`.
_FOR_WRITING = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA busy_timeout = 0")

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
    """The open file, which no other process opens as long. Made by `open`, ended by `close`."""

    __slots__ = ("_behind", "_closed", "_closing", "_reader", "_standing", "_turn", "_writer", "wrote")

    def __init__(
        self,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        standing: Standing,
        closing: AsyncExitStack,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._standing = standing
        self._closing = closing
        self._turn = asyncio.Lock()
        self._behind = asyncio.Lock()
        self._closed = False
        self.wrote: Callable[[float | None], None] = lambda _seconds: None
        """Called with the seconds that each committed transaction took; None: one failed, and not for a conflict."""

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the database at `path`, made and migrated if need be.

        Raises:
            StoreError: it cannot be used, or is in use.
        """
        async with AsyncExitStack() as closing:  # the lock goes last, and before it the writer, which ends the -wal
            uri = await settle(asyncio.to_thread(closing.enter_context, prepared(path)))
            with _named_errors():
                writer = await _connect(closing, uri, *_FOR_WRITING)
                reader = await _connect(closing, uri, "PRAGMA query_only = ON")
                await reader.execute_fetchall("SELECT COUNT(*) FROM sqlite_schema")  # from now on there is a -wal file
            return cls(writer, reader, Standing(path), closing.pop_all())

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
            StoreError: the database is closed, locked by another program, gone from its place, or cannot be written.
        """
        deadline = time.monotonic() + BUSY_SECONDS
        async with self._behind if behind else nullcontext(), self._turn:
            self._check_open()
            with _timed(self.wrote), _named_errors():
                try:
                    await self._begin(deadline)
                    yield Transaction(self._writer)
                    self._standing.check()
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

    async def _begin(self, deadline: float) -> None:
        """Begin a transaction that may write, once no other program has one; tried at least once."""
        while True:
            try:
                await self._writer.execute_fetchall("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() >= deadline:
                    raise
            else:
                return
            await asyncio.sleep(RETRY_SECONDS)

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
        if _is_busy(error):
            raise StoreError(
                "Another program has locked the database, and nothing was written: stop it, or wait until it is done."
            ) from error
        raise StoreError(f"The database cannot be used ({error}): check the disk and who may write there.") from error


def _is_busy(error: sqlite3.Error) -> bool:
    code: int = getattr(error, "sqlite_errorcode", 0)  # only SQLite's own errors have one
    return code & 0xFF == sqlite3.SQLITE_BUSY
