"""Lets the meter see what goes on with Discord, by the library's events."""

from discord.ext import commands

from cogs.metrics import Metrics


class Instrumentation(commands.Cog):
    """The library's events."""

    def __init__(self, meter: Metrics) -> None:
        self._meter = meter

    @commands.Cog.listener()
    async def on_deferral(self) -> None:
        """An interaction was deferred."""
        self._meter.deferred += 1

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """A new session has begun."""
        self._meter.connected(shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """The session goes on."""
        self._meter.connected(shard)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """A connection is lost, or could not be made."""
        self._meter.disconnected(shard)
