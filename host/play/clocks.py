"""The clock: lets computer players decide for people whose time is over, and closes lobbies that nobody comes to.

All that it goes by is stored, so a restart changes nothing. Time in which the bot was not there, or not connected, is
held against nobody: it is noted again and again that it is, and what has passed since the last note is given back.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import limits
from host.cluster.shards import WHOLE, Shard
from host.lobby.lobby import Lobby
from host.play import time_control
from host.refusals import Overtaken, Refusal
from host.tables.table import Turn
from host.tables.table_repository import TableRepository
from storage import StoreError

log = logging.getLogger(__name__)

TICK = 5.0
"""Seconds between two looks at what is due."""
IDLE_LOBBY = 3600
"""Seconds after which a lobby that nobody has changed is closed."""
SHOWN_SECONDS = 60
"""If the bot was away for less, a deadline that is shown is nearly right, and is put right when its table changes: else
each restart would edit the messages of all games with a clock."""
IDLE_SECONDS = 300.0
"""A table that nobody has asked for in so long is let go at the next look after that."""
_ALIVE = "alive"


class Clocks:
    """Over the house's tables; `now` gives the time in unix seconds, `sleep` waits so many."""

    def __init__(
        self,
        tables: TableRepository,
        lobby: Lobby,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.connected: Callable[[Shard], bool] = lambda _shard: True
        """Whether those of a shard can be reached now."""
        self.there: Callable[[int], bool] = lambda _guild_id: True
        """Whether those of a server can be."""
        self._tables = tables
        self._store = tables.store
        self._lobby = lobby
        self._now = now
        self._sleep = sleep
        self._alive: dict[Shard, int] = {}
        """When the bot was there the last time, as noted."""
        self._evicted_at = now()
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
                await self.look()
            except StoreError as error:
                log.warning("the clocks could not be looked at, which is tried again: %s", error)
            except Exception:
                log.exception("the clocks could not be looked at, which is tried again")
            self._evict_idle()
            await self._sleep(TICK)

    def _evict_idle(self) -> None:
        """Let the tables go that nobody asks for."""
        if not 0 <= self._now() - self._evicted_at < IDLE_SECONDS:
            self._evicted_at = self._now()
            self._tables.evict_idle()

    async def look(self) -> None:
        """Do what is due where people can be reached, after giving back the time in which the bot was not there."""
        now = int(self._now())
        shards = [shard for shard in self._tables.shards.held() if self.connected(shard)]
        for shard in shards:
            await self._note(shard)
        for table_id, guild_id in await self._store.due_tables(now):
            if self._is_in(shards, guild_id) and self.there(guild_id):
                await self._each(table_id, lambda turn: time_control.looked_at(turn, now))
                for shard in self._alive.keys() & set(shards):  # less those that were lost meanwhile
                    self._alive[shard] = self._still(self._alive[shard])
        idle = now - IDLE_LOBBY
        for table_id, guild_id in await self._store.idle_lobbies(idle):
            if self._is_in(shards, guild_id):
                with _at(table_id):
                    await self._lobby.close_idle(table_id, idle)

    def evict_shard(self, shard: Shard) -> None:
        """Another process looks after a shard now, and notes that it is there."""
        self._alive.pop(shard, None)

    def _is_in(self, shards: Sequence[Shard], guild_id: int) -> bool:
        return self._tables.ours(guild_id) and any(shard.has(guild_id) for shard in shards)

    async def _note(self, shard: Shard) -> None:
        """Note that the bot is there on a shard's servers, after giving back the time in which it was not."""
        now, late = int(self._now()), time_control.LATE
        name = _ALIVE if shard == WHOLE else f"{_ALIVE} {shard.lease}"
        alive = self._alive.get(shard)
        if alive is None:  # it has just started there, so it was away, however briefly
            noted = await self._store.setting(0, name) or await self._store.setting(0, _ALIVE)
            alive, late = int(noted or now), 0
        there = now
        if not 0 <= now - alive <= late:
            there = await self._give_back(shard, alive, now)
        if shard not in self._tables.shards.held():  # it was lost meanwhile: another process gives back the rest
            return
        await self._store.set_setting(0, name, str(there))
        self._alive[shard] = self._still(there)

    async def _give_back(self, shard: Shard, alive: int, now: int) -> int:
        """Give back the time since `alive` on a shard's servers; until when the bot has been there after it."""
        log.info("the bot was away for %d s, which is held against nobody", now - alive)
        await self._store.credit_lobbies(alive, now, (shard.number, shard.count))
        there, shown = now, 0 <= now - alive < SHOWN_SECONDS
        async for few in self._tables.batches(self._store.timed_tables, limits.WAITING_AT_ONCE, shard):
            at = int(self._now())  # some take a while
            loaded = {table_id for table_id in few if self._tables.cached(table_id)}
            stored = set(few) - loaded
            async with self._tables.all_locked(stored):
                await self._store.change_turns(stored, partial(time_control.credited, alive=alive, now=at), shown=shown)
                self._tables.invalidate(stored)  # some may have been read meanwhile
            there = self._still(there)
            for table_id in loaded:
                await self._each(table_id, lambda turn: time_control.credited(turn, alive, int(self._now())))
                there = self._still(there)
        if not shown:
            self._tables.behind()
        return there

    def _still(self, there: int) -> int:
        """Until when the bot has been there, after one step more of a look.

        Under load a look may take longer than an absence: without this it would be taken for one, and giving that back
        for the next, so that no clock would ever run out.
        """
        now = int(self._now())
        return now if 0 <= now - there <= time_control.LATE else there

    async def _each(self, table_id: int, change: Callable[[Turn], Turn]) -> None:
        """Change what people owe at a table."""
        with _at(table_id):
            try:
                await self._change(table_id, change)
            except Overtaken:  # what is owed by now is changed
                await self._change(table_id, change)

    async def _change(self, table_id: int, change: Callable[[Turn], Turn]) -> None:
        async with self._tables.locked(table_id) as table:
            after = replace(table, turns={seat: change(turn) for seat, turn in table.turns.items()})
            if after.turns != table.turns:
                write = self._store.save_seats(
                    table.seen, table.occupants, after.turns, behind=True, acting=after.acting
                )
                await self._tables.commit(after.following, write)


@contextmanager
def _at(table_id: int) -> Iterator[None]:
    """Whatever is wrong with one table, of which this version may not even know the game, holds up no other."""
    try:
        yield
    except StoreError:
        raise
    except Refusal as refusal:
        log.info("table %s: the clock is looked at again later: %s", table_id, refusal)
    except Exception:
        log.exception("table %s: the clock is looked at again later", table_id)
