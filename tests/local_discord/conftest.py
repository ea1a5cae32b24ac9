"""Fixtures: a local Discord in this process, raw requests to it, and the driver."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from local_discord.checks import permissions
from local_discord.server import Running, serve
from tests.driver import Driver
from tests.local_discord.raw import Raw


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    running = await serve()
    yield running
    await running.close()


@pytest.fixture
async def raw(server: Running) -> AsyncIterator[Raw]:
    """Yield raw requests of a bot with more permissions than Ichiza has."""
    server.discord.world.invite_bot(
        permissions.MEMBER | permissions.bits(("manage_messages", "manage_threads", "create_events"))
    )
    async with aiohttp.ClientSession() as session:
        yield Raw(session, server.url)


@pytest.fixture
async def world(server: Running) -> AsyncIterator[Driver]:
    async with Driver(server.url) as driver:
        yield driver
