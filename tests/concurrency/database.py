"""A database shared by several processes over wires: calls and answers take time, or are lost.

A request that is under way when its process is killed or frozen either happens or does not. The outcome of each write
is recorded in a chronicle.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, ClassVar, TypeVar

from storage import Conflict, InDoubt, StoreError
from storage.database import Parameters, Work
from storage.sqlite.sqlite import Statements
from storage.uncancelled import settle
from tests.concurrency.scheduler import Life, Scheduler
from tests.simulation.clockwork import clock

T = TypeVar("T")


class Server:
    """The database."""

    def __init__(self, image: bytes, loop: Scheduler, random: Random) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.deserialize(image)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA foreign_keys = ON")
        self.connection.create_function("julianday", 1, self._julianday)
        self.statements = Statements(self.connection)
        self.loop = loop
        self.random = random
        self.ahead = 0.0
        """Seconds by which its clock is ahead."""
        self.written: Callable[[Life, float], None] = lambda _life, _lent: None
        """Callback for each write: the process, and the seconds since it last held the lease when it sent the write."""
        self.asked: Callable[[Life], None] = lambda _life: None
        """Callback for each request of a process and its end: moments at which the process may be killed."""

    def _julianday(self, _now: str) -> float:
        return (clock() + self.ahead) / 86_400 + 2_440_587.5

    def delay(self) -> float:
        """Return the seconds of one way."""
        drawn = self.random.random()
        if drawn < 0.6:
            return 0.0
        return self.random.random() * (0.005 if drawn < 0.9 else 0.3 if drawn < 0.99 else 2.5)

    def write(self, life: Life, lent: float, work: Work[T]) -> T:
        """Run work in a transaction."""
        self.connection.execute("BEGIN")
        try:
            done = work(self.statements)
        except BaseException as error:
            self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise Conflict(str(error)) from error
            raise
        self.connection.execute("COMMIT")
        self.written(life, lent)
        return done


class Wire:
    """The connection of a process to the database: a `storage.database.Database`."""

    shared: ClassVar[bool] = True

    def __init__(self, server: Server, life: Life) -> None:
        self._server = server
        self._life = life
        self._cut = False
        self.lent: Callable[[], float] = lambda: 0.0
        """Function that returns the seconds since the process last held the lease."""
        self.down = False
        """True while requests fail. Requests under way may still happen, with an unknown outcome."""
        self.wrote: Callable[[float | None], None] = lambda _seconds: None

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Run work in a transaction, see `Database`."""
        assert behind in {True, False}
        return await self._asked(partial(self._server.write, self._life, self.lent(), work))

    async def snapshot(self, work: Work[T]) -> T:
        """Run work that only reads, see `Database`."""
        return await self._asked(partial(work, self._server.statements))

    async def read(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Return the rows of one query, see `Database`."""
        return await self._asked(partial(self._server.statements.run, sql, parameters))

    async def close(self) -> None:
        """Let nothing through from now on."""
        self._cut = True

    async def _asked(self, effect: Callable[[], T]) -> T:
        if self._cut:
            raise StoreError("The wire is cut.")
        server, loop = self._server, self._server.loop
        server.asked(self._life)
        answer: asyncio.Future[T] = loop.create_future()
        # A sent request arrives even if its process ends meanwhile; an unsent one ends with the process.
        sent = self._life if server.random.random() < 0.5 else None
        loop.later(server.delay(), self._came, effect, answer, self.down, life=sent)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            if not self._cut:
                await settle(_over(answer))
            raise

    def _came(self, effect: Callable[[], T], answer: asyncio.Future[T], lost: bool) -> None:
        server = self._server
        if self._cut:
            return
        done: Callable[[], None]
        try:
            if lost or (self.down and server.random.random() < 0.5):
                raise StoreError("Nothing answers.")  # noqa: TRY301  as the database raises it
            done = partial(answer.set_result, effect())
            if self.down:
                raise InDoubt("Nobody knows.")  # noqa: TRY301
        except Exception as error:  # noqa: BLE001  raised to the caller
            done = partial(answer.set_exception, error)
        server.loop.later(server.delay(), self._answered, done, answer, life=self._life)
        server.asked(self._life)

    @staticmethod
    def _answered(done: Callable[[], None], answer: asyncio.Future[Any]) -> None:
        if not answer.done():
            done()


async def _over(answer: asyncio.Future[Any]) -> None:
    await asyncio.wait([answer])
