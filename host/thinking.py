"""Who thinks next: few computer players think at a time, and of those that wait each server has one in turn."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Queue:
    """So many places, for which servers wait in turn; within a server whoever came first is first."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        """By server, the one whose turn it is first."""

    @asynccontextmanager
    async def place(self, guild_id: int) -> AsyncIterator[None]:
        """Have a place; waited for, if need be."""
        if self._free:
            self._free -= 1
        else:
            await self._turn(guild_id)
        try:
            yield
        finally:
            self._pass_on()

    async def _turn(self, guild_id: int) -> None:
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
