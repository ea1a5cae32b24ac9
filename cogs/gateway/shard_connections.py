"""Connects and disconnects shards as this process gains and loses their leases."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from discord.ext import commands
from discord.gateway import DiscordWebSocket

from cogs.gateway.session_starts import SessionStarts
from host.background import BackgroundTask, Sleep
from host.cluster.shards import LeasedShards, Shard

log = logging.getLogger(__name__)

LINGER_SECONDS = 15.0
"""Seconds for which the connection of a lost shard stays open.

Until the new holder is connected, Discord sends the shard's interactions only to this connection. The value must be
less than `host.cluster.shards.HANDOVER_SECONDS`.
"""


class ShardConnections(commands.Cog):
    """The connections of all leased shards but the first; discord.py itself connects the first.

    Further shards connect through discord.py's own `launch_shard`; `on_shard_ready` fires for them, `on_ready` does
    not. This class reconnects shards that it has disconnected; discord.py reconnects all others. If a shard's lease is
    lost while the shard connects, this class disconnects the shard afterwards.
    """

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        starts: SessionStarts,
        shards: LeasedShards,
        confirmed: Callable[[Shard], Awaitable[None]],
        lost: Callable[[Shard], Awaitable[None]],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Create the cog.

        Args:
            bot: the client.
            starts: asked before each new session.
            shards: the leases.
            confirmed: called with a connected shard whose lease was in doubt and is confirmed.
            lost: called with a shard whose lease is lost.
            sleep: waits for some seconds; tests replace it.
        """
        self._bot = bot
        self._starts = starts
        self._shards = shards
        self._confirmed = confirmed
        self._notify_lost = lost
        self._sleep = sleep
        self._leases = BackgroundTask("leases")
        self._launched: set[int] = set()
        self._closing: dict[int, asyncio.Task[None]] = {}
        """The tasks that disconnect lost shards, running or done, by shard."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._connecting = asyncio.Lock()
        """Allows one new connection at a time: Discord closes a connection that waits too long before it identifies."""

    async def cog_unload(self) -> None:
        """Stop renewing the leases, and cancel the tasks that connect and disconnect shards."""
        await self._leases.close()
        for task in self._tasks:
            task.cancel()

    async def first(self) -> int:
        """Begin to take leases, wait for the first one, and return its shard's number.

        A process that cannot reach Discord takes none. Shards gained later are connected in the background.
        """
        self._leases.start(self._shards.run)
        if not self._shards.carried:
            log.info("waiting for a shard that nobody looks after")
        first, *others = await self._shards.first()
        self._mark_launched(first)
        self._shards.gained.subscribe(lambda shard: self._start_task(self._gained(shard)))
        self._shards.lost.subscribe(lambda shard: self._start_task(self._lost(shard)))
        for shard in others:
            self._start_task(self._gained(shard))
        return first.number

    async def turn(self, number: int) -> None:
        """Wait until the shard may identify."""
        await self._shards.turn(number, self._starts.buckets)

    @commands.Cog.listener("on_shard_connect")
    @commands.Cog.listener("on_shard_resumed")
    async def disconnect_unless_leased(self, number: int) -> None:
        """Disconnect a shard that connected or resumed after its lease was lost."""
        if number not in {shard.number for shard in self._shards.carried}:
            await self._disconnect(number)

    async def _disconnect(self, number: int) -> None:
        known = self._bot.get_shard(number)
        if known is not None:
            self._closing[number] = closing = asyncio.create_task(known.disconnect(), name="a shard that is lost")
            await asyncio.wait([closing])

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="a shard that is gained or lost")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _mark_launched(self, shard: Shard) -> None:
        self._launched.add(shard.number)
        self._bot.dispatch("shard_disconnect", shard.number)  # the metrics count the shard as down until it connects

    async def _gained(self, shard: Shard) -> None:
        known, closing = self._bot.get_shard(shard.number), self._closing.pop(shard.number, None)
        if known is not None and closing is not None:
            await asyncio.wait([closing])
            await known.connect()  # waits itself until the session may begin; see `GatewaySocket`
        elif known is not None:
            await self._confirmed(shard)
        elif shard.number not in self._launched:
            self._mark_launched(shard)
            async with self._connecting:
                await self._starts.wait()
                await self._bot.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard.number)

    async def _lost(self, shard: Shard) -> None:
        await self._notify_lost(shard)
        await self._sleep(LINGER_SECONDS)
        await self.disconnect_unless_leased(shard.number)
