"""One database of several processes, each of which reaches it by a wire: calls and answers take a while, or are lost.

What a process is killed or frozen in the midst of happens or does not. Each write's outcome is noted in a chronicle.
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
        """Called after each write with whose it was, and how long ago that one had the lease when it asked for it."""
        self.asked: Callable[[Life], None] = lambda _life: None
        """Called when a process asks for something, and when that is done: where it may be killed."""

    def _julianday(self, _now: str) -> float:
        return (clock() + self.ahead) / 86_400 + 2_440_587.5

    def delay(self) -> float:
        """Seconds of one way."""
        drawn = self.random.random()
        if drawn < 0.6:
            return 0.0
        return self.random.random() * (0.005 if drawn < 0.9 else 0.3 if drawn < 0.99 else 2.5)

    def write(self, life: Life, lent: float, work: Work[T]) -> T:
        """Do work in a transaction."""
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
    """From a process to the database: a `storage.database.Database`."""

    shared: ClassVar[bool] = True

    def __init__(self, server: Server, life: Life) -> None:
        self._server = server
        self._life = life
        self._cut = False
        self.lent: Callable[[], float] = lambda: 0.0
        """Seconds since the process had the lease."""
        self.down = False
        """Whether nothing gets through: what is asked for fails. What was on its way may happen, and nobody knows."""
        self.wrote: Callable[[float | None], None] = lambda _seconds: None

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """See `Database`."""
        assert behind in {True, False}
        return await self._asked(partial(self._server.write, self._life, self.lent(), work))

    async def snapshot(self, work: Work[T]) -> T:
        """See `Database`."""
        return await self._asked(partial(work, self._server.statements))

    async def read(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """See `Database`."""
        return await self._asked(partial(self._server.statements.run, sql, parameters))

    async def close(self) -> None:
        """From now on nothing gets through."""
        self._cut = True

    async def _asked(self, effect: Callable[[], T]) -> T:
        if self._cut:
            raise StoreError("The wire is cut.")
        server, loop = self._server, self._server.loop
        server.asked(self._life)
        answer: asyncio.Future[T] = loop.create_future()
        # What is on its way gets there though the process ends meanwhile; or it was still the process's to send.
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
                raise StoreError("Nothing answers.")  # noqa: TRY301  as what the database says
            done = partial(answer.set_result, effect())
            if self.down:
                raise InDoubt("Nobody knows.")  # noqa: TRY301
        except Exception as error:  # noqa: BLE001  it is raised where it is waited for
            done = partial(answer.set_exception, error)
        server.loop.later(server.delay(), self._answered, done, answer, life=self._life)
        server.asked(self._life)

    @staticmethod
    def _answered(done: Callable[[], None], answer: asyncio.Future[Any]) -> None:
        if not answer.done():
            done()


async def _over(answer: asyncio.Future[Any]) -> None:
    await asyncio.wait([answer])
