"""Two connections to one SQLite file, one that writes and one that reads, used by many tasks at once.

Readers (WAL) see only what is committed and wait for nobody. Writes that come while one is being committed are
committed together after it: one sync of the disk for all of them, each in a savepoint of its own, so that what fails
takes nobody else's with it, and no answer goes out before its own write is on the disk. A whole commit is one call in
the connection's own thread: each way there and back costs as much as a few statements.

Cancellation: a write that has not begun is taken out of the queue; one that has begun is waited for, even when
cancelled again, so that whoever sees the `CancelledError` finds the matter settled.

Other programs: a transaction of somebody else's (a backup by hand, an open shell) keeps ours out. All who wait for it
wait together, each for `BUSY_SECONDS` from when they came, so that many clicks are told as soon as one.
"""

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import aiosqlite

import limits
from storage.database import Parameters, Work
from storage.errors import Conflict, StoreError
from storage.sqlite.database_files import Standing
from storage.tools.migrator import BUSY_SECONDS, prepared
from storage.uncancelled import settle

T = TypeVar("T")

RETRY_SECONDS = 0.02
"""After which somebody else's transaction may have ended."""

# Once it is open a writer does not wait inside SQLite, but in `Sqlite`.
_FOR_WRITING = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA busy_timeout = 0")


class Connection(aiosqlite.Connection):
    """A connection in a thread of its own, which does several statements in one call."""

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let the thread do `work`; it goes on when whoever waits for it is cancelled."""
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done


class Statements:
    """The statements of a transaction: `storage.database.Transaction`."""

    __slots__ = ("_connection",)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, parameters: Parameters = ()) -> list[sqlite3.Row]:
        """Run one statement to its end and return its rows."""
        return self._connection.execute(sql, parameters).fetchall()  # type: ignore[arg-type]

    def change(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one statement that changes rows, and return how many it has changed."""
        return self._connection.execute(sql, parameters).rowcount  # type: ignore[arg-type]

    def run_each(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        """Run one statement once for each of `parameters`."""
        self._connection.executemany(sql, parameters)  # type: ignore[arg-type]


@dataclass(slots=True, eq=False)
class _Write(Generic[T]):
    """A write that somebody waits for."""

    work: Work[T]
    queue: "deque[_Write[Any]]"
    came: float = field(default_factory=time.monotonic)
    done: "asyncio.Future[T]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass(slots=True, eq=False)
class _Commit:
    """Writes that are committed together, in the database's thread; afterwards what came of each."""

    writes: Sequence[_Write[Any]]
    standing: Standing
    outcomes: Sequence[tuple[Any, Exception | None]] = ()
    """What it has returned, or why it has failed."""
    begun: bool = False
    """Whether no other program has had a transaction."""

    def __call__(self, connection: sqlite3.Connection) -> None:
        try:
            self.outcomes = self._committed(connection)
        except Exception as error:  # noqa: BLE001  it is raised where they wait
            self.outcomes = [(None, error)] * len(self.writes)

    def _committed(self, connection: sqlite3.Connection) -> list[tuple[Any, Exception | None]]:
        connection.execute("BEGIN IMMEDIATE")
        self.begun = True
        try:
            statements = Statements(connection)
            if len(self.writes) == 1:
                outcomes: list[tuple[Any, Exception | None]] = [(self.writes[0].work(statements), None)]
            else:
                outcomes = [_apart(connection, statements, write.work) for write in self.writes]
            self.standing.check()
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return outcomes


def _apart(connection: sqlite3.Connection, statements: Statements, work: Work[Any]) -> tuple[Any, Exception | None]:
    """Do one of several works: if it fails, what it has written is taken back, and nothing else."""
    connection.execute("SAVEPOINT work")
    try:
        return work(statements), None
    except Exception as error:
        if not connection.in_transaction:  # SQLite has taken all of it back
            raise
        connection.execute("ROLLBACK TO work")
        return None, error
    finally:
        if connection.in_transaction:
            connection.execute("RELEASE work")


class Sqlite:
    """The open file, which no other process opens as long: a `storage.database.Database`.

    Made by `open`, ended by `close`.
    """

    shared: ClassVar[bool] = False
    __slots__ = (
        "_behind",
        "_closed",
        "_closing",
        "_idle",
        "_people",
        "_reader",
        "_rest",
        "_standing",
        "_writer",
        "wrote",
    )

    def __init__(self, writer: Connection, reader: Connection, standing: Standing, closing: AsyncExitStack) -> None:
        self._writer = writer
        self._reader = reader
        self._standing = standing
        self._closing = closing
        self._people: deque[_Write[Any]] = deque()
        self._behind: deque[_Write[Any]] = deque()
        self._idle = asyncio.Event()
        """Set while nothing is being committed."""
        self._idle.set()
        self._rest: asyncio.Task[None] | None = None
        """Commits what has come while others' was committed."""
        self._closed = False
        self.wrote: Callable[[float | None], None] = lambda _seconds: None

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
        """See `Database`."""
        self._closed = True
        await settle(self._close())

    async def _close(self) -> None:
        await self._idle.wait()
        await self._closing.aclose()

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """See `Database`."""
        self._check_open()
        write = _Write(work, self._behind if behind else self._people)
        write.queue.append(write)
        try:
            if self._idle.is_set():
                await self._commit()
            if not write.done.done():
                await asyncio.shield(write.done)
        except asyncio.CancelledError:
            await self._give_up(write)
            raise
        return write.done.result()

    async def _give_up(self, write: _Write[Any]) -> None:
        """Nobody waits for a write any more: it does not happen, or is waited for where it is being committed."""
        if write in write.queue:
            write.queue.remove(write)
        else:
            await settle(_over(write.done))
            write.done.exception()  # looked at

    async def snapshot(self, work: Work[T]) -> T:
        """See `Database`."""
        self._check_open()
        with _named_errors():
            return await self._reader.run(partial(_seen, work))

    async def read(self, sql: str, parameters: Parameters = ()) -> list[sqlite3.Row]:
        """See `Database`."""
        self._check_open()
        with _named_errors():
            return list(await self._reader.execute_fetchall(sql, parameters))

    async def _commit(self) -> None:
        """Commit what waits; what comes meanwhile is committed by a task of its own."""
        self._idle.clear()
        try:
            await self._commit_once()
        finally:
            if self._people or self._behind:
                self._rest = asyncio.create_task(self._commit_rest(), name="commits")
            else:
                self._idle.set()

    async def _commit_rest(self) -> None:
        """Commit until nothing waits, also if this task is cancelled: whoever waits must learn the end."""
        try:
            while self._people or self._behind:
                with suppress(asyncio.CancelledError):
                    await self._commit_once()
        finally:
            self._idle.set()

    async def _commit_once(self) -> None:
        """Commit all that people wait for, and a few of the others, as one; each is told before this is left."""
        writes = _taken(self._people, limits.COMMITTED)
        if self._behind:
            writes += _taken(self._behind, limits.COMMITTED_BEHIND)
        commit = _Commit(writes, self._standing)
        try:
            await self._writer.run(commit)
        except asyncio.CancelledError:
            await settle(self._writer.run(_nothing))  # which comes after it
            raise
        finally:
            self._tell(commit)
        if not commit.begun:
            await asyncio.sleep(RETRY_SECONDS)

    def _tell(self, commit: _Commit) -> None:
        """Let those who wait know what came of their writes; where another program was in the way, they go on waiting.

        But not for too long.
        """
        now = time.monotonic()
        again = []
        for write, (result, error) in zip(commit.writes, commit.outcomes, strict=True):
            if error is None:
                self.wrote(now - write.came)
                write.done.set_result(result)
            elif not commit.begun and _is_busy(error) and write.came > now - BUSY_SECONDS:
                again.append(write)
            else:
                self._fail(write, error)
        for write in reversed(again):
            write.queue.appendleft(write)

    def _fail(self, write: _Write[Any], error: Exception) -> None:
        named = _named(error) if isinstance(error, sqlite3.Error) else error
        if isinstance(named, StoreError) and not isinstance(named, Conflict):
            self.wrote(None)
        write.done.set_exception(named)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("The database is closed: the bot is shutting down, try again when it is back.")


def _taken(queue: deque[_Write[Any]], most: int) -> list[_Write[Any]]:
    """The first of a queue, which are in it no longer."""
    return [queue.popleft() for _ in range(min(most, len(queue)))]


async def _over(done: asyncio.Future[Any]) -> None:
    await asyncio.wait([done])


def _nothing(_connection: sqlite3.Connection) -> None: ...


def _seen(work: Work[T], connection: sqlite3.Connection) -> T:
    """Do work that only reads, of one moment."""
    connection.execute("BEGIN")
    try:
        return work(Statements(connection))
    finally:
        connection.execute("COMMIT")


async def _connect(closing: AsyncExitStack, uri: str, *pragmas: str) -> Connection:
    def connected() -> sqlite3.Connection:
        return sqlite3.connect(
            uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, cached_statements=limits.STATEMENTS
        )

    connection = Connection(connected, iter_chunk_size=1)
    await connection
    closing.push_async_callback(lambda: settle(connection.close()))
    connection.row_factory = sqlite3.Row
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
    """What SQLite says, as a sentence of ours."""
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
    code: int = getattr(error, "sqlite_errorcode", 0)  # only SQLite's own errors have one
    return code & 0xFF == sqlite3.SQLITE_BUSY
