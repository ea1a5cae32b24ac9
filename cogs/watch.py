"""Lets the meter see what goes on with Discord: what comes by the library's events, what Discord has taken by HTTP."""

import re
from http import HTTPStatus
from types import SimpleNamespace

import aiohttp
from discord.ext import commands

from cogs.meter import Meter

_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class Watch(commands.Cog):
    """The library's events."""

    def __init__(self, meter: Meter) -> None:
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


def tracing(meter: Meter) -> aiohttp.TraceConfig:
    """What lets the meter see which answers Discord has taken."""

    async def ended(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if request.response.status < HTTPStatus.BAD_REQUEST and (found := _CALLBACK.search(request.url.path)):
            meter.answered(int(found[1]))

    config = aiohttp.TraceConfig()
    config.on_request_end.append(ended)
    return config
