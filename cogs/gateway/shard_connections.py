"""The connections of the shards that this process has the leases of, as it gains and loses them."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from discord.ext import commands
from discord.gateway import DiscordWebSocket

from cogs.requests.discord_calls import finished
from host.cluster.shards import LeasedShards, Shard

log = logging.getLogger(__name__)

LINGER_SECONDS = 15.0
"""Time for which the connection of a lost shard is kept: until the process that has it now is connected, Discord
sends its interactions to this one alone. Less than `host.cluster.shards.HANDOVER_SECONDS`."""


class ShardConnections(commands.Cog):
    """Connects all of them but the first, which the library begins with.

    More are connected by the function with which the library itself does that, `launch_shard`; its `on_ready` never
    comes then, and `on_shard_ready` as ever. What was disconnected here is connected here; all else that is away the
    library connects by itself. One that is lost while it does so is disconnected as soon as that is done.
    """

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        shards: LeasedShards,
        goes_on: Callable[[Shard], Awaitable[None]],
        gone: Callable[[Shard], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`goes_on` is called with a shard that was in doubt and is still connected, `gone` with one that is lost."""
        self._bot = bot
        self._shards = shards
        self._goes_on = goes_on
        self._gone = gone
        self._sleep = sleep
        self._buckets = 1
        self._launched: set[int] = set()
        self._closing: dict[int, asyncio.Task[None]] = {}
        """What disconnects, or has disconnected, those that were lost."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._connecting = asyncio.Lock()
        """One at a time: whoever has a connection and has to wait long for the turn of its session loses it again."""

    async def cog_unload(self) -> None:
        """Connect nothing more."""
        for task in self._tasks:
            task.cancel()

    async def first(self) -> int:
        """Wait for a shard, and return its number. Those that are gained from now on are connected by themselves."""
        starts = await finished(self._bot.fetch_session_start_limits(), math.inf, urgent=True)
        self._buckets = starts.max_concurrency
        if not self._shards.carried:
            log.info("waiting for a shard that nobody looks after")
        first, *others = await self._shards.first()
        self._launching(first)
        self._shards.gained = lambda shard: self._begin(self._gained(shard))
        self._shards.lost = lambda shard: self._begin(self._lost(shard))
        for shard in others:
            self._shards.gained(shard)
        return first.number

    async def turn(self, number: int) -> None:
        """Wait until a shard's session may begin."""
        await self._shards.turn(number, self._buckets)

    @commands.Cog.listener()
    async def on_shard_connect(self, number: int) -> None:
        """A session has begun."""
        await self._checked(number)

    @commands.Cog.listener()
    async def on_shard_resumed(self, number: int) -> None:
        """A session goes on."""
        await self._checked(number)

    async def _checked(self, number: int) -> None:
        if number not in {shard.number for shard in self._shards.carried}:
            await self._disconnect(number)

    async def _disconnect(self, number: int) -> None:
        known = self._bot.get_shard(number)
        if known is not None:
            self._closing[number] = closing = asyncio.create_task(known.disconnect(), name="a shard that is lost")
            await asyncio.wait([closing])

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="a shard that is gained or lost")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _launching(self, shard: Shard) -> None:
        self._launched.add(shard.number)
        self._bot.dispatch("shard_disconnect", shard.number)  # so it is, until it is there

    async def _gained(self, shard: Shard) -> None:
        known, closing = self._bot.get_shard(shard.number), self._closing.pop(shard.number, None)
        if known is not None and closing is not None:
            await asyncio.wait([closing])
            async with self._connecting:
                await known.connect()
        elif known is not None:
            await self._goes_on(shard)
        elif shard.number not in self._launched:
            self._launching(shard)
            async with self._connecting:
                await self._bot.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard.number)

    async def _lost(self, shard: Shard) -> None:
        await self._gone(shard)
        await self._sleep(LINGER_SECONDS)
        await self._checked(shard.number)
