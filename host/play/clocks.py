"""Clocks: AI players decide for people who are out of time, and idle lobbies are closed.

All state is in the store, so a restart changes nothing. Nobody loses time while the bot is down or disconnected: the
bot stores the time at which it was last running, and credits the time since then to all clocks.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

import limits
from host.background import BackgroundTask, Sleep, run_every
from host.clock import DIFFERENCE_SECONDS
from host.cluster.shards import WHOLE, Shard, Shards
from host.lobby.direct_tables import IDLE_SECONDS as IDLE_DIRECT_TABLE
from host.lobby.direct_tables import DirectTables
from host.lobby.lobby import Lobby
from host.lobby.rate_limit import DAY
from host.place import Place
from host.play import time_control
from host.play.lost_tables import LostTables
from host.refusals import Overtaken, Refusal
from host.tables.table import Turn
from host.tables.table_repository import TableRepository
from storage import StoreError

log = logging.getLogger(__name__)

TICK = 5.0
"""Seconds between two checks of what is due."""
IDLE_LOBBY = 3600
"""Seconds without a change after which a lobby is closed."""
IDLE_CHECK_SECONDS = 3600
"""Seconds between two checks for idle games in direct messages."""
BRIEF_SECONDS = 60
"""Seconds below which a downtime is brief. After a brief downtime, displayed deadlines are updated only at the table's
next change.

Otherwise each restart would edit the messages of all games with a clock.
"""
IDLE_SECONDS = 300.0
"""Seconds without use after which a table is dropped from the cache."""
_ALIVE = "alive"
_OUTAGES = "outages"
"""Setting of the bot: the outages that are recorded once the time is certain, as JSON, the end of each by its start."""
_NO_OUTAGES = "{}"


@dataclass(frozen=True, slots=True)
class Reach:
    """The shards and places in which people can be reached now."""

    shard: Callable[[Shard], bool]
    """Function of a shard: True if its gateway connection is up."""
    place: Callable[[Place], bool]
    """Function of a place: True if Discord can reach it."""

    def includes(self, shards: Shards, place: Place) -> bool:
        """Return whether this process looks after a place, and can reach it now."""
        held = any(shard.has(place) and self.shard(shard) for shard in shards.held())
        return held and shards.ours(place) and self.place(place)


EVERYWHERE = Reach(lambda _shard: True, lambda _place: True)


class Clocks:
    """Background task that checks the clocks."""

    def __init__(
        self,
        tables: TableRepository,
        lobby: Lobby,
        direct_tables: DirectTables,
        lost_tables: LostTables,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Use the table repository.

        Args:
            tables: the table repository.
            lobby: closes idle lobbies.
            direct_tables: closes idle games in direct messages.
            lost_tables: ends games that were lost for a week.
            sleep: waits for seconds.
        """
        self._tables = tables
        self._store = tables.store
        self._lobby = lobby
        self._direct_tables = direct_tables
        self._lost_tables = lost_tables
        self._closed_idle_at = -IDLE_CHECK_SECONDS
        """Time of the last check for idle games in direct messages, in unix seconds."""
        self._sleep = sleep
        self._outages: dict[int, int] = {}
        """End of each outage that is not recorded yet, by its start, in unix seconds."""
        self._noted = _NO_OUTAGES
        """Value of the setting `_OUTAGES`."""
        self._last_uptime: dict[Shard, int] = {}
        """Stored time at which the bot last served a shard, in unix seconds."""
        self._evicted_at = tables.now()
        self._task = BackgroundTask("clocks")

    def start(self, reach: Reach) -> None:
        """Check the clocks every `TICK` seconds; `reach` tells where people can be reached."""

        async def check() -> None:
            try:
                await self.poll(reach)
            finally:
                self._evict_idle()

        failure = "the clocks could not be looked at, which is tried again"
        self._task.start(partial(run_every, TICK, check, failure, sleep=self._sleep))

    async def close(self) -> None:
        """Stop the task."""
        await self._task.close()

    def _evict_idle(self) -> None:
        """Drop idle tables from the cache, once per `IDLE_SECONDS`."""
        if not 0 <= self._tables.now() - self._evicted_at < IDLE_SECONDS:
            self._evicted_at = self._tables.now()
            self._tables.evict_idle()

    async def poll(self, reach: Reach = EVERYWHERE) -> None:
        """Credit downtime, then do the due work in the places that can be reached."""
        now = self._tables.now()
        shards = [shard for shard in self._tables.shards.held() if reach.shard(shard)]
        for shard in shards:
            await self._record_uptime(shard)
        for table_id, number in await self._store.due_work.due(now):
            if self._is_in(shards, place := Place(number)) and reach.place(place):
                await self._change_turns(table_id, lambda turn: time_control.check_turn(turn, now))
                self._extend_uptime(shards)
        await self._record_outages()
        await self._close_idle_lobbies(shards)
        await self._end_lost_tables(shards, reach)
        if not 0 <= now - self._closed_idle_at < IDLE_CHECK_SECONDS:
            await self._close_idle_direct_tables(shards)

    async def _record_outages(self) -> None:
        """Record the outages that excuse people from the day's deal, once the time is certain.

        Until then they are noted, so that a kill of the process loses none. An outage that ends in the future was none:
        a clock that was ahead has told of it.
        """
        now = await self._tables.clock.certain() if self._outages else None
        for alive, back in list(self._outages.items()):
            if now is None:
                break
            if back <= now + DIFFERENCE_SECONDS:
                await self._store.daily.add_outage(alive // DAY, back // DAY, back - alive)
            del self._outages[alive]
        if (noted := json.dumps(self._outages)) != self._noted:
            await self._store.settings.set(0, _OUTAGES, noted)
            self._noted = noted

    async def _read_outages(self) -> None:
        """Read the outages that an earlier process could not record."""
        self._noted = await self._store.settings.get(0, _OUTAGES) or _NO_OUTAGES
        self._outages |= {int(alive): back for alive, back in json.loads(self._noted).items()}

    async def _close_idle_lobbies(self, shards: Sequence[Shard]) -> None:
        """Close the lobbies that nobody has changed for `IDLE_LOBBY` seconds; none while the time is in doubt."""
        lobbies = await self._store.due_work.idle_lobbies(self._tables.now() - IDLE_LOBBY)
        now = await self._tables.clock.certain() if lobbies else None
        for table_id, number in lobbies:
            if now is not None and self._is_in(shards, Place(number)):
                with _at(table_id):
                    await self._lobby.close_idle(table_id, now - IDLE_LOBBY)
                self._extend_uptime(shards)

    async def _end_lost_tables(self, shards: Sequence[Shard], reach: Reach) -> None:
        """End the games that were lost for a week. While the bot is not on a server, nobody can move its games."""
        for table_id, place in await self._lost_tables.overdue():
            if self._is_in(shards, place) and reach.place(place):
                with _at(table_id):
                    await self._lost_tables.end(table_id)
                self._extend_uptime(shards)

    async def _close_idle_direct_tables(self, shards: Sequence[Shard]) -> None:
        """Close the games in direct messages that have been idle for `IDLE_DIRECT_TABLE` seconds.

        While the time is in doubt, none is closed, and the next check comes as soon as it is certain.
        """
        now = await self._tables.clock.certain()
        if now is None:
            return
        self._closed_idle_at = now
        for table_id, number, version in await self._store.due_work.idle_direct_tables(now - IDLE_DIRECT_TABLE):
            if self._is_in(shards, Place(number)):
                with _at(table_id):
                    await self._direct_tables.close_idle(table_id, version)
                self._extend_uptime(shards)

    def evict_shard(self, shard: Shard) -> None:
        """Forget the stored time of a shard that another process has taken over."""
        self._last_uptime.pop(shard, None)
        if shard.number == 0:  # the other process has read the outages that are noted
            self._outages, self._noted = {}, _NO_OUTAGES

    def _is_in(self, shards: Sequence[Shard], place: Place) -> bool:
        return self._tables.ours(place) and any(shard.has(place) for shard in shards)

    async def _record_uptime(self, shard: Shard) -> None:
        """Credit a shard's downtime to its clocks, then store the current time as the end of the shard's uptime."""
        now, late = self._tables.now(), time_control.DOWNTIME_SECONDS
        name = _ALIVE if shard == WHOLE else f"{_ALIVE} {shard.lease}"
        alive = self._last_uptime.get(shard)
        if alive is None:  # the bot has just started, so there was a downtime, however short
            noted = await self._store.settings.get(0, name) or await self._store.settings.get(0, _ALIVE)
            alive, late = int(noted or now), 0
            if shard.number == 0:
                await self._read_outages()
        uptime_end = now
        if not 0 <= now - alive <= late:
            uptime_end = await self._credit_downtime(shard, alive, now)
        if shard not in self._tables.shards.held():  # the shard was lost meanwhile: another process credits the rest
            return
        await self._store.settings.set(0, name, str(uptime_end))
        self._last_uptime[shard] = self._extend(uptime_end)

    async def _credit_downtime(self, shard: Shard, alive: int, now: int) -> int:
        """Credit a shard's clocks for the downtime from `alive` to `now`; return when the bot last served the shard."""
        log.info("the bot was away for %d s, which is held against nobody", now - alive)
        # Direct messages are in shard 0, and everybody can play the day's deal there: only this downtime counts for it.
        if shard.number == 0 and alive < now:
            self._outages[alive] = now
            await self._record_outages()
        await self._store.due_work.credit_lobbies(alive, now, (shard.number, shard.count))
        self._tables.invalidate(await self._store.lost_tables.credit(alive, now, (shard.number, shard.count)))
        uptime_end, brief = now, 0 <= now - alive < BRIEF_SECONDS
        async for few in self._tables.batches(self._store.due_work.timed, limits.DUE_TABLES_AT_ONCE, shard):
            at = self._tables.now()  # not `now`, because earlier batches may have taken seconds
            loaded = {table_id for table_id in few if self._tables.cached(table_id)}
            stored = set(few) - loaded
            async with self._tables.all_locked(stored):
                credit = partial(time_control.credit_downtime, alive=alive, now=at)
                await self._store.due_work.change_turns(stored, credit, keeps_messages=brief)
                self._tables.invalidate(stored)  # some tables may have been loaded meanwhile
            uptime_end = self._extend(uptime_end)
            for table_id in loaded:
                at = self._tables.now()
                await self._change_turns(table_id, partial(time_control.credit_downtime, alive=alive, now=at))
                uptime_end = self._extend(uptime_end)
        if not brief:
            self._tables.events.messages_outdated.emit()
        return uptime_end

    def _extend_uptime(self, shards: Sequence[Shard]) -> None:
        """Move the end of these shards' uptime to the current time, see `_extend`."""
        for shard in self._last_uptime.keys() & set(shards):  # without the shards that were lost meanwhile
            self._last_uptime[shard] = self._extend(self._last_uptime[shard])

    def _extend(self, uptime_end: int) -> int:
        """Return the current time, or `uptime_end` if it is more than `DOWNTIME_SECONDS` ago; called during a check.

        Under load a whole check may take longer than `DOWNTIME_SECONDS`. A check calls this again and again, so that
        the next check does not take the duration of this check for a downtime, and credit it to the clocks.
        """
        now = self._tables.now()
        return now if 0 <= now - uptime_end <= time_control.DOWNTIME_SECONDS else uptime_end

    async def _change_turns(self, table_id: int, change: Callable[[Turn], Turn]) -> None:
        """Apply a change to all pending decisions of a table."""
        with _at(table_id):
            try:
                await self._change(table_id, change)
            except Overtaken:  # the table was read again, so the change can be applied to its newer version
                await self._change(table_id, change)

    async def _change(self, table_id: int, change: Callable[[Turn], Turn]) -> None:
        async with self._tables.locked(table_id) as table:
            after = replace(table, turns={seat: change(turn) for seat, turn in table.turns.items()})
            if after.turns != table.turns:
                write = self._store.tables.save_seats(
                    table.seen, table.occupants, after.turns, behind=True, acting=after.acting
                )
                await self._tables.commit(after.next_version, write)


@contextmanager
def _at(table_id: int) -> Iterator[None]:
    """Log a failure at one table, so that others are still checked; let a `StoreError` through."""
    try:
        yield
    except StoreError:
        raise
    except Refusal as refusal:
        log.info("table %s: the clock is looked at again later: %s", table_id, refusal)
    except Exception:
        log.exception("table %s: the clock is looked at again later", table_id)
