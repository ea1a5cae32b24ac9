"""SQLite: one connection that writes and one that reads, shared by many tasks.

In WAL mode, readers see only committed data and wait for nobody. Writes are committed in groups: all writes that
arrive during a commit share the next commit and its fsync. Each write has its own savepoint, so a failing write does
not roll back the others. No caller is answered before its write is on the disk. A whole commit is one call in the
connection's thread, because each hop between threads costs as much as a few statements.

Cancellation: a cancelled write that is still queued is removed from the queue. If its commit has begun, the caller
waits for the commit, even if cancelled again. So the outcome is certain when the caller gets `CancelledError`.

Other programs: a foreign transaction (a manual backup, an open shell) blocks the bot's writes. Blocked writes are
retried together, and each fails `BUSY_SECONDS` after it was queued.
"""

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import aiosqlite

import limits
from storage.database import Database, RecordWrite, Work
from storage.errors import Conflict, StoreError
from storage.sqlite.database_files import FileIdentities
from storage.sqlite.group_commit import Commit, Statements, Write, taken
from storage.tools.migrator import BUSY_SECONDS, prepared
from storage.uncancelled import settle

T = TypeVar("T")

RETRY_SECONDS = 0.02
"""Pause before the next try while another program holds a transaction."""

# The writer never waits inside SQLite: `Sqlite` retries instead. Deleted data is overwritten with zeros,
# because the file must not contain a person's data after the data was deleted.
_FOR_WRITING = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 0",
    "PRAGMA secure_delete = ON",
)
_PURGE_TRIES = 100
"""Number of attempts to empty the -wal file, `RETRY_SECONDS` apart, while others read older versions of the rows."""


class Connection(aiosqlite.Connection):
    """A connection in its own thread that runs several statements in one call."""

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` in the thread; the thread completes it even when the caller is cancelled."""
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done


class Sqlite(Database):
    """The open file, locked against other processes; implements `storage.database.Database`.

    Made by `open`, ended by `close`.
    """

    shared: ClassVar[bool] = False

    def __init__(
        self,
        writer: Connection,
        reader: Connection,
        files: FileIdentities,
        closing: AsyncExitStack,
        record_write: RecordWrite | None,
    ) -> None:
        super().__init__(record_write)
        self._writer = writer
        self._reader = reader
        self._files = files
        self._closing = closing
        self._people: deque[Write[Any]] = deque()
        self._behind: deque[Write[Any]] = deque()
        self._idle = asyncio.Event()
        """Set while no commit is running."""
        self._idle.set()
        self._rest: asyncio.Task[None] | None = None
        """Task that commits the writes that were queued during an earlier commit."""

    @classmethod
    async def open(cls, path: Path, record_write: RecordWrite | None) -> Self:
        """Open the database at `path`, created and migrated if needed, and report its writes.

        Raises:
            StoreError: the database cannot be used, or is in use by another process.
        """
        # Closed in reverse order: the reader, then the writer, which removes the -wal file, then the lock.
        async with AsyncExitStack() as closing:
            uri = await settle(asyncio.to_thread(closing.enter_context, prepared(path)))
            with _named_errors():
                writer = await _connect(closing, uri, *_FOR_WRITING)
                reader = await _connect(closing, uri, "PRAGMA query_only = ON")
                await reader.execute_fetchall("SELECT COUNT(*) FROM sqlite_schema")  # creates the -wal file
            return cls(writer, reader, FileIdentities(path), closing.pop_all(), record_write)

    async def close(self) -> None:
        """Close the database, see `Database`."""
        self._closed = True
        await settle(self._close())

    async def _close(self) -> None:
        await self._idle.wait()
        await self._closing.aclose()

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Run work in a transaction, see `Database`."""
        self._check_open()
        write = Write(work, self._behind if behind else self._people)
        write.queue.append(write)
        with self.pending.one():
            try:
                if self._idle.is_set():
                    await self._commit()
                if not write.done.done():
                    await asyncio.shield(write.done)
            except asyncio.CancelledError:
                await self._give_up(write)
                raise
            return write.done.result()

    async def _give_up(self, write: Write[Any]) -> None:
        """Remove a cancelled write from the queue, or wait for it if it is being committed."""
        if write in write.queue:
            write.queue.remove(write)
        else:
            await settle(asyncio.wait([write.done]))
            write.done.exception()  # otherwise asyncio logs an exception that nobody retrieved

    async def snapshot(self, work: Work[T]) -> T:
        """Run work that only reads, see `Database`."""
        self._check_open()
        with _named_errors():
            return await self._reader.run(partial(_seen, work))

    async def purge(self) -> bool:
        """Empty the -wal file, because its older pages may contain rows that were deleted later; see `Database`."""
        self._check_open()
        for _ in range(_PURGE_TRIES):
            with _named_errors():
                if not await self._writer.run(_truncate_log):
                    return True
            await asyncio.sleep(RETRY_SECONDS)
        return False

    async def _commit(self) -> None:
        """Commit the queued writes; a separate task commits those that arrive meanwhile."""
        self._idle.clear()
        try:
            await self._commit_once()
        finally:
            if self._people or self._behind:
                self._rest = asyncio.create_task(self._commit_rest(), name="commits")
            else:
                self._idle.set()

    async def _commit_rest(self) -> None:
        """Commit until the queues are empty, even if this task is cancelled: every caller must get an answer."""
        try:
            while self._people or self._behind:
                with suppress(asyncio.CancelledError):
                    await self._commit_once()
        finally:
            self._idle.set()

    async def _commit_once(self) -> None:
        """Commit queued writes of people and a few background writes as one group, then answer their callers."""
        writes = taken(self._people, limits.GROUP_COMMIT_WRITES)
        if self._behind:
            writes += taken(self._behind, limits.BACKGROUND_GROUP_COMMIT_WRITES)
        commit = Commit(writes, self._files)
        try:
            await self._writer.run(commit)
        except asyncio.CancelledError:
            # This waits for the commit too: the thread runs its work in order, and the commit was queued earlier.
            await settle(self._writer.run(lambda _connection: None))
            raise
        finally:
            self._tell(commit)
        if not commit.begun:
            await asyncio.sleep(RETRY_SECONDS)

    def _tell(self, commit: Commit) -> None:
        """Answer the callers. Writes that another program has blocked for less than `BUSY_SECONDS` are queued again."""
        now = time.monotonic()
        again = []
        for write, (result, error) in zip(commit.writes, commit.outcomes, strict=True):
            if error is None:
                self._record(now - write.queued_at)
                write.done.set_result(result)
            elif not commit.begun and _is_busy(error) and write.queued_at > now - BUSY_SECONDS:
                again.append(write)
            else:
                self._fail(write, error)
        for write in reversed(again):
            write.queue.appendleft(write)

    def _fail(self, write: Write[Any], error: Exception) -> None:
        named = _named(error) if isinstance(error, sqlite3.Error) else error
        if isinstance(named, StoreError) and not isinstance(named, Conflict):
            self._record(None)
        write.done.set_exception(named)


def _seen(work: Work[T], connection: sqlite3.Connection) -> T:
    """Run work that only reads in one transaction, so that it sees a single snapshot; roll the transaction back."""
    connection.execute("BEGIN")
    try:
        return work(Statements(connection))
    finally:
        connection.rollback()


def _truncate_log(connection: sqlite3.Connection) -> bool:
    """Move everything from the -wal file to the database, and empty the -wal file.

    Return True if other connections prevent it, because they still read from the -wal file.
    """
    (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return bool(busy)


async def _connect(closing: AsyncExitStack, uri: str, *pragmas: str) -> Connection:
    def connected() -> sqlite3.Connection:
        return sqlite3.connect(
            uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, cached_statements=limits.STATEMENTS
        )

    connection = Connection(connected, iter_chunk_size=1)
    await connection
    closing.push_async_callback(lambda: settle(connection.close()))
    for pragma in pragmas:
        await connection.execute_fetchall(pragma)
    return connection


@contextmanager
def _named_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise _named(error) from error


def _named(error: sqlite3.Error) -> StoreError:
    """Return the `StoreError` for an error of SQLite."""
    if isinstance(error, sqlite3.IntegrityError):
        named: StoreError = Conflict(f"The database refuses the change ({error}): nothing was written.")
    elif _is_busy(error):
        named = StoreError(
            "Another program has locked the database, and nothing was written: stop it, or wait until it is done."
        )
    else:
        named = StoreError(f"The database cannot be used ({error}): check the disk and who may write there.")
    named.__cause__ = error
    return named


def _is_busy(error: Exception) -> bool:
    code: int = getattr(error, "sqlite_errorcode", 0)  # only errors of SQLite itself have this attribute
    return code & 0xFF == sqlite3.SQLITE_BUSY
