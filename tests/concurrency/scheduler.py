"""An event loop of several processes: of those that can go on, which one does is drawn, step by step.

Each process's own steps stay in their order, as in a loop of its own. One that is frozen (SIGSTOP) goes on later, one
that is dead (SIGKILL) never; timers run on meanwhile. What belongs to no process is the world: people, the database.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any

from tests.show.virtual import Stuck, VirtualLoop

_OWN: ContextVar[Life | None] = ContextVar("life", default=None)


class Life:
    """One process's, from its start to its end."""

    def __init__(self, loop: Scheduler, name: str) -> None:
        self.name = name
        self.frozen = False
        self.dead = False
        self.waiting: deque[asyncio.Handle] = deque()
        self._loop = loop
        self.context = copy_context()
        self.context.run(_OWN.set, self)

    @property
    def runs(self) -> bool:
        """Whether it goes on."""
        return not (self.frozen or self.dead)

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do some work there."""
        return self._loop.create_task(work, context=self.context.copy())


class Scheduler(VirtualLoop):
    """Over virtual time, by a seed."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random
        self._world: deque[asyncio.Handle] = deque()
        self._lives: list[Life] = []
        self._drawn = True
        self._ready: deque[asyncio.Handle]
        self._scheduled: list[asyncio.TimerHandle]

    def life(self, name: str) -> Life:
        """A new process's."""
        life = Life(self, name)
        self._lives.append(life)
        return life

    def later(self, seconds: float, work: Callable[..., None], *about: object, life: Life | None) -> None:
        """Let a process, or the world, do something after so long."""
        context = life.context if life else self._nobody
        if seconds:
            self.call_later(seconds, work, *about, context=context)
        else:
            self.call_soon(work, *about, context=context)

    _nobody = Context()

    def end_all(self) -> None:
        """From now on everybody goes on, the dead too, so that all tasks can be ended."""
        self._drawn = False

    def _run_once(self) -> None:
        """One step of one of those that can go on."""
        self._sort()
        ready = [life.waiting for life in self._lives if life.waiting and (life.runs or not self._drawn)]
        if self._world:
            ready.append(self._world)
        if not ready:
            if not self._scheduled:
                raise Stuck
            self._clock.now = max(self._clock.now, self._scheduled[0].when())
            return
        handle = (self._random.choice(ready) if len(ready) > 1 else ready[0]).popleft()
        if not handle.cancelled():
            handle._run()

    def _sort(self) -> None:
        """Give each process what is to be done by it now."""
        now = self._clock.now
        while self._scheduled and self._scheduled[0].when() <= now:
            timer = heapq.heappop(self._scheduled)
            timer._scheduled = False  # type: ignore[attr-defined]  # or its cancellation would be counted
            self._ready.append(timer)
        while self._ready:
            handle = self._ready.popleft()
            life = handle._context.get(_OWN)  # type: ignore[attr-defined]
            (self._world if life is None else life.waiting).append(handle)
