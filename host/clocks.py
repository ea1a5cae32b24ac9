"""The clock: lets computer players decide for people whose time is over, and closes lobbies that nobody comes to.

All that it goes by is stored, so a restart changes nothing. Time in which the bot was not there, or not connected, is
held against nobody: it is noted again and again that it is, and what has passed since the last note is given back.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from host import pace
from host.lobby import Lobby
from host.table import Turn
from host.tables import Tables
from host.words import Refusal
from storage import StoreError

log = logging.getLogger(__name__)

TICK = 5.0
"""Seconds between two looks at what is due."""
LATE = 15
"""So many seconds after the last look the bot is taken to have been away."""
IDLE_LOBBY = 3600
"""Seconds after which a lobby that nobody has changed is closed."""
_ALIVE = "alive"


class Clocks:
    """Over the house's tables; `now` gives the time in unix seconds, `sleep` waits so many."""

    def __init__(
        self,
        tables: Tables,
        lobby: Lobby,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.connected: Callable[[], bool] = lambda: True
        """Whether people can be reached now."""
        self._tables = tables
        self._store = tables.store
        self._lobby = lobby
        self._now = now
        self._sleep = sleep
        self._alive: int | None = None
        """When the bot was there the last time, as noted."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look at what is due from now on."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="clocks")

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                if self.connected():
                    await self.look()
            except StoreError as error:
                log.warning("the clocks could not be looked at, which is tried again: %s", error)
            except Exception:
                log.exception("the clocks could not be looked at, which is tried again")
            await self._sleep(TICK)

    async def look(self) -> None:
        """Do what is due, after giving back the time in which the bot was not there."""
        now, late = int(self._now()), LATE
        if self._alive is None:  # it has just started, so it was away, however briefly
            self._alive, late = int(await self._store.setting(0, _ALIVE) or now), 0
        if not 0 <= now - self._alive <= late:
            await self._give_back(self._alive, now)
        await self._store.set_setting(0, _ALIVE, str(now))
        self._alive = now
        for table_id in await self._store.due_tables(now):
            await self._each(table_id, lambda turn: pace.looked_at(turn, now))
        for table_id in await self._store.idle_lobbies(now - IDLE_LOBBY):
            await self._lobby.close_idle(table_id)

    async def _give_back(self, alive: int, now: int) -> None:
        log.info("the bot was away for %d s, which is held against nobody", now - alive)
        await self._store.credit_lobbies(alive, now)
        for table_id in await self._store.timed_tables():
            await self._each(table_id, lambda turn: pace.credited(turn, alive, now))

    async def _each(self, table_id: int, change: Callable[[Turn], Turn]) -> None:
        """Change what people owe at a table, of which a newer version of the bot may not know the game."""
        try:
            async with self._tables.locked(table_id) as table:
                turns = {seat: change(turn) for seat, turn in table.turns.items()}
                if table.state == "playing" and turns != table.turns:
                    write = self._store.save_seats(table.seen, table.occupants, turns, behind=True)
                    await self._tables.commit(replace(table, turns=turns), write)
        except Refusal as refusal:
            log.info("table %s: the clock is looked at again later: %s", table_id, refusal)
