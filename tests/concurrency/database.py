"""A database that several processes share over slow wires, which may lose requests and answers.

If a process is killed or frozen while its request is under way, chance decides whether the request takes effect. The
outcome of each write is recorded in a chronicle.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from random import Random
from typing import TYPE_CHECKING, TypeVar

from storage import Conflict, InDoubt, StoreError
from storage.database import Work
from storage.uncancelled import settle
from tests.concurrency.scheduler import Life, Scheduler
from tests.seeded import clock
from tests.show.memory_database import MemoryDatabase, RunDatabase

if TYPE_CHECKING:
    from tests.concurrency.process import Click

T = TypeVar("T")

CLICKED: ContextVar[Click | None] = ContextVar("click", default=None)
"""The click that the current task handles."""


class Server(MemoryDatabase):
    """The database server, which all processes share."""

    def __init__(self, loop: Scheduler, random: Random, image: bytes | None = None) -> None:
        super().__init__(image)
        self.connection.create_function("julianday", 1, self._julianday)
        self.loop = loop
        self.random = random
        self.ahead = 0.0
        """Seconds by which the database's clock is ahead."""
        self.written: Callable[[Life, float], None] = lambda _life, _lent: None
        """Called for each write. The arguments are the process, and the seconds from the moment when it last held the
        lease to the moment when it sent the write.
        """
        self.asked: Callable[[Life], None] = lambda _life: None
        """Called at the beginning and end of each request of a process, because the process may be killed then."""

    def _julianday(self, _now: str) -> float:
        return (clock() + self.ahead) / 86_400 + 2_440_587.5

    def delay(self) -> float:
        """Return a random delay in seconds for a request or an answer on its way."""
        drawn = self.random.random()
        if drawn < 0.6:
            return 0.0
        return self.random.random() * (0.005 if drawn < 0.9 else 0.3 if drawn < 0.99 else 2.5)

    def write_for(self, life: Life, lent: float, work: Work[T]) -> T:
        """Run a process's work in a transaction."""
        done = self.write(work)
        self.written(life, lent)
        return done


class Wire(RunDatabase):
    """The connection of a process to the database."""

    shared = True

    def __init__(self, server: Server, life: Life, lent: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(server, self._asked)
        self._server = server
        self._life = life
        self._lent = lent
        """Function that returns the seconds since the process last held the lease."""
        self._cut = False
        self.down = False
        """True while requests fail. A request under way may still take effect; its outcome is unknown."""
        self.conflicted: Callable[[], None] = lambda: None
        """Called for each conflict."""

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Run work in a transaction, see `Database`. Count conflicts and failures in the `Click` that caused it."""
        click = CLICKED.get()
        try:
            return await self._asked(partial(self._server.write_for, self._life, self._lent(), work))
        except Conflict:
            self.conflicted()
            if click:
                click.conflicts += 1
            raise
        except StoreError:
            if click:
                click.failures += 1
            raise

    async def close(self) -> None:
        """Let no request or answer through from now on."""
        self._cut = True

    async def _asked(self, effect: Callable[[], T]) -> T:
        if self._cut:
            raise StoreError("The wire is cut.")
        server, loop = self._server, self._server.loop
        server.asked(self._life)
        answer: asyncio.Future[T] = loop.create_future()
        # A request that was sent arrives even if its process ends meanwhile; an unsent request ends with the process.
        sent = self._life if server.random.random() < 0.5 else None
        loop.later(server.delay(), self._came, effect, answer, self.down, life=sent)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            if not self._cut:
                await settle(asyncio.wait([answer]))
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
        server.loop.later(server.delay(), done, life=self._life)
        server.asked(self._life)
