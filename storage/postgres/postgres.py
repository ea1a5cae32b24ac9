"""PostgreSQL: a connection pool; several processes may share the database.

A write is one call in a thread. Transactions are READ COMMITTED. Rows are locked by writing to them before they are
read (`UPDATE tables … WHERE version = ?` locks a table), so that two writers run one after the other. If two
transactions wait for each other, the server ends one of them, and the work of that transaction runs again.

A process may hang in the middle of a transaction, or its machine may vanish. While the server keeps that transaction
open, nobody else can write the rows that it has locked, which may be leases. So the server ends idle transactions after
a timeout. If the process recovers later, it runs the work again.

A connection keeps no state between two transactions: no prepared statements, no `SET` outside a transaction, and no
session locks. So PgBouncer may use another connection for each transaction.

If a connection is lost before COMMIT, nothing was written, and the work runs again on another connection. If it is lost
during COMMIT, the outcome is unknown, and `InDoubt` is raised.
"""

import asyncio
import random
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, ClassVar, Self, TypeVar

import psycopg
from psycopg import errors
from psycopg.adapt import Buffer, Dumper
from psycopg.rows import dict_row
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import ConnectionPool, PoolTimeout

import limits
from storage.database import Database, Parameters, RecordWrite, Work
from storage.dialects import for_postgres
from storage.errors import Conflict, InDoubt, NewerSchema, StoreError
from storage.postgres.schema import VERSION, Address, newest, prepare
from storage.tools.migrator import BUSY_SECONDS
from storage.uncancelled import settle

T = TypeVar("T")

Connection = psycopg.Connection[tuple[Any, ...]]

_BUSY = int(BUSY_SECONDS * 1000)
_WRITE = f"""
BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL lock_timeout = {_BUSY}; SET LOCAL idle_in_transaction_session_timeout = {_BUSY}
""".encode()
_SNAPSHOT = f"BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL lock_timeout = {_BUSY}".encode()
RETRY_SECONDS = 0.02
"""Longest pause in seconds before work is retried, for instance after the server has ended its transaction."""


_SETTINGS: dict[str, Any] = {"autocommit": True, "prepare_threshold": None}
"""Settings of every connection. Prepared statements are off, because they belong to one connection to the server."""


class Flag(Dumper):
    """Dumper that sends a flag as a number, as SQLite stores it."""

    oid = Int8Dumper.oid

    def dump(self, obj: bool) -> Buffer:
        """Return the flag as a number."""
        return b"1" if obj else b"0"


def _configured(connection: Connection) -> None:
    # psycopg would send small numbers as SMALLINT, and their sums would overflow.
    connection.adapters.register_dumper(int, Int8Dumper)
    connection.adapters.register_dumper(bool, Flag)


class Statements:
    """Statements of a transaction, as `storage.database.Transaction` declares them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def run(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        """Run one statement to its end and return its rows."""
        cursor = self._connection.execute(for_postgres(sql), parameters)  # type: ignore[call-overload]
        return cursor.fetchall() if cursor.description else []

    def run_named(self, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
        """Run one statement to its end and return its rows by column name."""
        cursor = self._connection.cursor(row_factory=dict_row)
        return cursor.execute(for_postgres(sql), parameters).fetchall()  # type: ignore[call-overload,no-any-return]

    def change(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one statement that changes rows, and return the number of changed rows."""
        return self._connection.execute(for_postgres(sql), parameters).rowcount  # type: ignore[call-overload,no-any-return]

    def run_each(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        """Run one statement once for each of `parameters`.

        `executemany` sends its statements as a pipeline, after which the server ignores the transaction's idle timeout
        (seen with PostgreSQL 15). So the last statement is run separately.
        """
        rows = list(parameters)
        if len(rows) > 1:
            self._connection.cursor().executemany(for_postgres(sql), rows[:-1])  # type: ignore[arg-type]
        for row in rows[-1:]:
            self.run(sql, row)


class Postgres(Database):
    """An open database: implements `storage.database.Database`. Made by `open`, ended by `close`."""

    shared: ClassVar[bool] = True

    def __init__(self, address: Address, pool: ConnectionPool[Connection], record_write: RecordWrite | None) -> None:
        super().__init__(record_write)
        self._address = address
        self._newest = newest()
        self._pool = pool
        self._threads = ThreadPoolExecutor(limits.CONNECTIONS, "postgres")
        self._behind = asyncio.Semaphore(limits.CONNECTIONS // 2)

    @classmethod
    async def open(cls, url: str, record_write: RecordWrite | None) -> Self:
        """Open the database at `url`, migrated if needed, and report its writes.

        Raises:
            StoreError: the database cannot be reached or used.
        """
        address = Address(url)
        await settle(asyncio.to_thread(prepare, address))
        pool: ConnectionPool[Connection] = ConnectionPool(
            kwargs=address.settings | _SETTINGS,
            configure=_configured,
            min_size=1,
            max_size=limits.CONNECTIONS,
            reconnect_timeout=BUSY_SECONDS,  # limits the growing pauses between two tries
            open=False,
        )
        pool.open()
        return cls(address, pool, record_write)

    async def close(self) -> None:
        """Close the database, see `Database`."""
        self._closed = True
        await settle(asyncio.to_thread(self._close))

    def _close(self) -> None:
        self._threads.shutdown()
        self._pool.close()

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Run work in a transaction, see `Database`."""
        self._check_open()
        began = time.monotonic()
        try:
            with self.pending.one():
                async with self._behind if behind else nullcontext():
                    done = await self._call(partial(self._transact, _WRITE, work))
        except Conflict:
            raise
        except StoreError:
            self._record(None)
            raise
        self._record(time.monotonic() - began)
        return done

    async def snapshot(self, work: Work[T]) -> T:
        """Run work that only reads, see `Database`."""
        self._check_open()
        return await self._call(partial(self._transact, _SNAPSHOT, work))

    async def check_schema(self) -> None:
        """Check the version of the schema, see `Database`."""
        ((version,),) = await self.read(f"SELECT version FROM {VERSION}")  # noqa: S608  VERSION is a constant
        if version > self._newest:
            raise NewerSchema(
                f"A newer Ichiza has migrated the database {self._address} (its schema is {version}, this one knows "
                f"{self._newest}), so this process ends: update it, and start it again."
            )

    async def _call(self, work: Callable[[], T]) -> T:
        """Run work in a thread. If the call is cancelled, work that has begun is completed; other work is dropped."""
        self._check_open()
        called = self._threads.submit(work)
        done = asyncio.wrap_future(called)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            if not called.cancel():
                await settle(asyncio.wait([done]))
            raise

    def _transact(self, begin: bytes, work: Work[T]) -> T:
        """Run work in a transaction, and retry where possible.

        After `BUSY_SECONDS` there is one more try. This process may have hung for that long, so that the server has
        closed its connection, and then a new connection may work.
        """
        deadline, last = time.monotonic() + BUSY_SECONDS, False
        while True:
            try:
                with self._connection(deadline) as connection, _named_errors(connection, self._address):
                    return _done(connection, begin, work)
            except _Again as again:
                if last:
                    raise again.error from again.__cause__
                last = time.monotonic() >= deadline
            time.sleep(random.random() * RETRY_SECONDS)

    @contextmanager
    def _connection(self, deadline: float) -> Iterator[Connection]:
        try:
            connection = self._pool.getconn(max(deadline - time.monotonic(), 0.1))
        except PoolTimeout as error:
            raise _Again(self._address.unreachable(error)) from None
        try:
            yield connection
        finally:
            self._pool.putconn(connection)


class _Again(Exception):  # noqa: N818  caught inside this module
    """The database failed, not the work. The caller runs the work again, or raises `error`."""

    def __init__(self, error: StoreError) -> None:
        super().__init__()
        self.error = error


def _done(connection: Connection, begin: bytes, work: Work[T]) -> T:
    statements = Statements(connection)
    connection.execute(begin)
    try:
        done = work(statements)
    except BaseException:
        with suppress(psycopg.Error):  # the rollback fails if the connection is lost; then the server rolls back
            connection.rollback()
        raise
    try:
        connection.commit()
    except psycopg.Error as error:
        if connection.closed and begin == _WRITE:  # a lost read is not in doubt, because it can be repeated
            raise InDoubt(
                "The connection to the database was lost while it stored a change: it is there whole, or not at all."
            ) from error
        raise
    return done


@contextmanager
def _named_errors(connection: Connection, address: Address) -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        if connection.closed:
            raise _Again(address.unreachable(error)) from error
        if isinstance(error, errors.SerializationFailure | errors.DeadlockDetected):
            raise _Again(StoreError("Others change the same again and again, and nothing was written.")) from error
        if isinstance(error, psycopg.IntegrityError):
            said = error.diag.message_primary
            raise Conflict(f"The database refuses the change ({said}): nothing was written.") from error
        if isinstance(error, errors.LockNotAvailable):
            raise StoreError(
                "Another program keeps locked what is needed, and nothing was written: stop it, or wait until it ends."
            ) from error
        raise StoreError(
            f"The database cannot be used ({address.words(error)}): check the server and its log."
        ) from error
