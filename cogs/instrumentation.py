"""Feeds the metrics from discord.py's events."""

from discord.ext import commands

from cogs.metrics import Metrics


class Instrumentation(commands.Cog):
    """The listeners that record metrics."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    @commands.Cog.listener()
    async def on_deferral(self) -> None:
        """Count a deferred interaction."""
        self._metrics.deferred += 1

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """Record a new session."""
        self._metrics.connected(shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Record a resumed session."""
        self._metrics.connected(shard)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Record a lost connection or a failed attempt to connect."""
        self._metrics.disconnected(shard)
