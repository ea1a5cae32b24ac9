"""Scheduler of the AI players: limits how many think at a time, and shortens budgets under load."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from engine.players import LEVELS, USUAL, ThinkingBudget

LONG_SECONDS = 0.1
"""A task with a budget of at most this many seconds is short. Short and long tasks have separate queues."""


class ThinkingSlots:
    """Slots for AI players that think: some for long tasks, and one for short tasks."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        """Create `places` slots for long tasks; `now` returns seconds."""
        self._long, self._short = ThinkingQueue(places), ThinkingQueue(1)
        self._now = now

    @property
    def busy(self) -> int:
        """Number of tasks that hold a slot."""
        return self._long.busy + self._short.busy

    @property
    def waiting(self) -> int:
        """Number of tasks that wait for a slot."""
        return self._long.wanted + self._short.wanted - self.busy

    @asynccontextmanager
    async def place(self, place_id: int, budget: ThinkingBudget) -> AsyncIterator[ThinkingBudget]:
        """Wait for a slot, hold it, and yield the budget left after the wait; a short task keeps its whole budget."""
        asked_at = self._now()
        if seconds_of(budget) <= LONG_SECONDS:
            async with self._short.place(place_id):
                yield budget
        else:
            async with self._long.place(place_id):
                yield left_of(budget, self._now() - asked_at, self._long.wanted / self._long.places)


def seconds_of(budget: ThinkingBudget) -> float:
    """Return a budget's limit in seconds; raises `ValueError` if it has none."""
    if budget.seconds is None:
        raise ValueError("nobody waits for a thought without a limit in seconds")
    return budget.seconds


def capped(budget: ThinkingBudget, playouts: int) -> ThinkingBudget:
    """Return a budget with at most `playouts` playouts; 0 means no limit of playouts."""
    return replace(budget, playouts=min(playouts, budget.playouts or playouts)) if playouts else budget


def left_of(budget: ThinkingBudget, waited: float, wanted: float) -> ThinkingBudget:
    """Return the rest of a budget under load.

    Args:
        budget: the whole budget.
        waited: seconds spent in the queue, which are subtracted.
        wanted: number of running and waiting tasks per slot; these tasks share the time.

    Returns:
        The budget with fewer seconds, but with at least as many as the level `USUAL` has.
    """
    seconds = min(seconds_of(budget) / max(wanted, 1.0), seconds_of(budget) - waited)
    return replace(budget, seconds=max(seconds, seconds_of(LEVELS[USUAL].budget)))


class ThinkingQueue:
    """Fair queue for slots. Servers and direct messages take turns; the tasks of each are first in, first out."""

    def __init__(self, places: int) -> None:
        """Create `places` slots."""
        self.places = places
        self.wanted = 0
        """Number of tasks that hold a slot or wait for one."""
        self._free = places
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        """Waiting tasks by place id; the place whose turn is next comes first."""

    @property
    def busy(self) -> int:
        """Number of tasks that hold a slot."""
        return self.places - self._free

    @asynccontextmanager
    async def place(self, place_id: int) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        self.wanted += 1
        try:
            await self._turn(place_id)
            try:
                yield
            finally:
                self._pass_on()
        finally:
            self.wanted -= 1

    async def _turn(self, place_id: int) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(place_id, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # `_pass_on` has given this task a slot, which it will not use
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give a freed slot to the next waiting task; its server, or its direct messages, then come last in turn."""
        while self._waiting:
            place_id = next(iter(self._waiting))
            queue = self._waiting.pop(place_id)
            turn = queue.popleft()
            if queue:
                self._waiting[place_id] = queue
            if not turn.done():  # a done future belongs to a cancelled task
                turn.set_result(None)
                return
        self._free += 1
