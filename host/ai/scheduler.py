"""Who thinks next, and for how long: few computer players think at a time, and who waits long is left less to think."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from engine.players import LEVELS, USUAL, ThinkingBudget

LONG_SECONDS = 0.1
"""Who may think longer waits with their like, and holds up nobody who answers at once."""


class ThinkingSlots:
    """Long thoughts, of which there are so many at a time, and beside them a place for short ones."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        self._long, self._short = ThinkingQueue(places), ThinkingQueue(1)
        self._now = now

    @asynccontextmanager
    async def place(self, guild_id: int, effort: ThinkingBudget) -> AsyncIterator[ThinkingBudget]:
        """Have a place, waited for if need be, and what is left of the effort; all of it for a short thought."""
        came = self._now()
        if seconds_of(effort) <= LONG_SECONDS:
            async with self._short.place(guild_id):
                yield effort
        else:
            async with self._long.place(guild_id):
                yield left_of(effort, self._now() - came, self._long.wanted / self._long.places)


def seconds_of(effort: ThinkingBudget) -> float:
    """What a thought may take; every level's has a limit."""
    if effort.seconds is None:
        raise ValueError("nobody waits for a thought without a limit in seconds")
    return effort.seconds


def capped(effort: ThinkingBudget, playouts: int) -> ThinkingBudget:
    """An effort with no more playouts than that; 0: as many as it has."""
    return replace(effort, playouts=min(playouts, effort.playouts or playouts)) if playouts else effort


def left_of(effort: ThinkingBudget, waited: float, wanted: float) -> ThinkingBudget:
    """What an effort comes to where many think.

    Args:
        effort: what it would be for somebody alone.
        waited: seconds for which its place was waited for. They are taken off, so the answer comes in the same time.
        wanted: how many, this one with them, think or wait for each of the places; they share what one would have.

    Returns:
        Less seconds, but never less than the usual level has.
    """
    seconds = min(seconds_of(effort) / max(wanted, 1.0), seconds_of(effort) - waited)
    return replace(effort, seconds=max(seconds, seconds_of(LEVELS[USUAL].effort)))


class ThinkingQueue:
    """So many places, for which servers wait in turn; within a server whoever came first is first."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.wanted = 0
        """How many have a place or wait for one."""
        self._free = places
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        """By server, the one whose turn it is first."""

    @asynccontextmanager
    async def place(self, guild_id: int) -> AsyncIterator[None]:
        """Have a place; waited for, if need be."""
        self.wanted += 1
        try:
            await self._turn(guild_id)
            try:
                yield
            finally:
                self._pass_on()
        finally:
            self.wanted -= 1

    async def _turn(self, guild_id: int) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(guild_id, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it has been given the place already
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give a place to the next that waits, and let its server wait behind the others."""
        while self._waiting:
            guild_id = next(iter(self._waiting))
            queue = self._waiting.pop(guild_id)
            turn = queue.popleft()
            if queue:
                self._waiting[guild_id] = queue
            if not turn.done():  # else nobody waits for it any more
                turn.set_result(None)
                return
        self._free += 1
