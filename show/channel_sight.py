"""The bot's sight of channels: finds the tables that are lost, and those that are found again.

A table is lost if its channel was deleted or hidden from the bot, or if the bot was removed from the server. Discord
reports such changes, except those that happen while the bot is offline; so every channel is looked at after a start.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine

from host.cluster.shards import Shard
from host.place import Place
from host.services import Services
from host.tables.table import Table
from show.discord_port import Port, Sight

log = logging.getLogger(__name__)

SETTLE_SECONDS = 1.0
"""Seconds for which a change waits for others: if a category changes, Discord reports each of its channels."""
ASK_SECONDS = 600.0
"""Seconds within which Discord is asked once for the channels of a server's lost tables, however often it changes."""
RETRY_SECONDS = 30.0
"""Seconds after which a failed look is repeated."""


class ChannelSight:
    """Looks at the channels of servers in the background, one server after another."""

    def __init__(
        self, services: Services, port: Port, on_deleted: Callable[[int], Coroutine[object, object, None]]
    ) -> None:
        """Create it idle; `on_deleted` is called with the id of a channel that is found to be deleted."""
        self._services = services
        self._port = port
        self._on_deleted = on_deleted
        self._waiting: dict[Place, bool] = {}
        """The servers to look at; True if Discord is asked for each channel that is not in the cache."""
        self._asked: dict[Place, asyncio.TimerHandle] = {}
        """The servers for whose lost tables Discord was asked within `ASK_SECONDS`, with the ends of that time."""
        self._put_off: set[Place] = set()
        """Those of them where lost tables are to be asked for again at that end."""
        self._task: asyncio.Task[None] | None = None

    def look(self, place: Place, *, thoroughly: bool = False) -> None:
        """Look at a server's channels soon. After a start, look `thoroughly`: channels may have been deleted."""
        self._waiting[place] = thoroughly or self._waiting.get(place, False)
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="sight of channels")

    async def look_everywhere(self, shard: Shard) -> None:
        """Look thoroughly at all servers of a shard that have games; raises `StoreError`."""
        for place in await self._services.lost_tables.places(shard):
            self.look(place, thoroughly=True)

    async def find_all(self, place: Place) -> None:
        """Find all lost tables of a server to which the bot has returned: those still out of sight are lost anew.

        So their week begins again, because nobody could move them while the bot was away.
        """
        for one in await self._services.lost_tables.in_place(place):
            await self._services.lost_tables.find(one.id)
        self.look(place, thoroughly=True)

    async def loses(self, table: Table) -> bool | None:
        """Lose a table whose message was out of reach, and return True; False if the bot sees the table's channel.

        The message may be in a thread that the bot does not see any more. If it is unknown whether the bot sees the
        channel, nothing changes, and the result is None.
        """
        sight = await self._port.sight(table.channel_id, ask=True) if table.place.is_server else "hidden"
        if sight == "unknown":
            return None
        return sight != "seen" and (await self._services.lost_tables.lose(table.id)).lost_since is not None

    async def close(self) -> None:
        """Stop looking."""
        for timer in self._asked.values():
            timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        pause = SETTLE_SECONDS
        while self._waiting:
            await asyncio.sleep(pause)
            pause = 0.0
            place = next(iter(self._waiting))
            thoroughly = self._waiting.pop(place)
            try:
                await self._look(place, thoroughly=thoroughly)
            except Exception:
                log.exception("whether the bot sees the channels of a server is looked at again later")
                self._waiting.setdefault(place, thoroughly)
                pause = RETRY_SECONDS
        self._task = None

    async def _look(self, place: Place, *, thoroughly: bool) -> None:
        lost_tables = self._services.lost_tables
        if not self._services.tables.ours(place):
            return
        sights: dict[int, Sight] = {}
        may_ask, asked = thoroughly or place not in self._asked, False
        for one in await lost_tables.in_place(place):
            lost = one.lost_since is not None
            if one.channel_id not in sights:
                ask = one.playing and (lost or thoroughly)
                sights[one.channel_id] = await self._sight(place, one.channel_id, ask=ask and may_ask)
                asked = asked or (ask and may_ask)
                if ask and not may_ask and sights[one.channel_id] == "unknown":
                    self._put_off.add(place)
                if sights[one.channel_id] == "gone" and not lost:
                    await self._on_deleted(one.channel_id)
            if sights[one.channel_id] == "hidden" and not lost:
                await lost_tables.lose(one.id)
            elif sights[one.channel_id] == "seen" and lost:
                await lost_tables.find(one.id)
        if asked:
            self._begin_rest(place)

    def _begin_rest(self, place: Place) -> None:
        """Ask for lost tables of a server no more for `ASK_SECONDS`; those that are put off meanwhile are then due."""
        if place in self._asked:
            self._asked[place].cancel()
        self._put_off.discard(place)
        self._asked[place] = asyncio.get_running_loop().call_later(ASK_SECONDS, self._end_rest, place)

    def _end_rest(self, place: Place) -> None:
        del self._asked[place]
        if place in self._put_off:
            self._put_off.discard(place)
            self.look(place)

    async def _sight(self, place: Place, channel_id: int, *, ask: bool) -> Sight:
        return await self._port.sight(channel_id, ask=ask) if self._port.is_in(place) else "hidden"
