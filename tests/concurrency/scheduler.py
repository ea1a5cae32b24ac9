"""An event loop of several processes that draws, step by step, which of the runnable processes goes on.

The steps of each process stay in order, as in its own loop. A frozen process (SIGSTOP) goes on later, and a dead
process (SIGKILL) never does; timers run on meanwhile. The steps of people and of the database belong to no process.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any

from tests.virtual_time import Stuck, VirtualLoop

_OWN: ContextVar[Life | None] = ContextVar("life", default=None)


class Life:
    """One process from its start to its end."""

    def __init__(self, loop: Scheduler, name: str) -> None:
        self.name = name
        self.frozen = False
        self.dead = False
        self.waiting: deque[asyncio.Handle] = deque()
        self.context = copy_context()
        self.context.run(_OWN.set, self)
        self._loop = loop
        self._tasks: set[asyncio.Task[None]] = set()
        loop.lives.append(self)

    @property
    def runs(self) -> bool:
        """True if the process is running."""
        return not (self.frozen or self.dead)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run some work in the process."""
        task = self._loop.create_task(work, context=self.context.copy())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Scheduler(VirtualLoop):
    """An event loop in virtual time that draws the order of the steps from a seed."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random
        self._world: deque[asyncio.Handle] = deque()
        self.lives: list[Life] = []
        self._ready: deque[asyncio.Handle]
        self._scheduled: list[asyncio.TimerHandle]

    def later(self, seconds: float, work: Callable[..., None], *about: object, life: Life | None = None) -> None:
        """Call a function after a delay: as a step of the process `life`, or of no process if `life` is None."""
        context = life.context if life else self._nobody
        if seconds:
            self.call_later(seconds, work, *about, context=context)
        else:
            self.call_soon(work, *about, context=context)

    _nobody = Context()

    def _run_once(self) -> None:
        """Run one step of a runnable process."""
        self._sort()
        ready = [life.waiting for life in self.lives if life.waiting and life.runs]
        if self._world:
            ready.append(self._world)
        if not ready:
            if not self._scheduled:
                raise Stuck
            self.clock.now = max(self.clock.now, self._scheduled[0].when())
            return
        handle = (self._random.choice(ready) if len(ready) > 1 else ready[0]).popleft()
        if not handle.cancelled():
            handle._run()

    def _sort(self) -> None:
        """Sort the ready steps by process."""
        now = self.clock.now
        while self._scheduled and self._scheduled[0].when() <= now:
            timer = heapq.heappop(self._scheduled)
            timer._scheduled = False  # type: ignore[attr-defined]  # else cancelling it would change asyncio's count
            self._ready.append(timer)
        while self._ready:
            handle = self._ready.popleft()
            life = handle._context.get(_OWN)  # type: ignore[attr-defined]
            (self._world if life is None else life.waiting).append(handle)
