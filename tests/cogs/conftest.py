"""Fixtures: a bot without sockets, and a small bot that is connected to a local Discord."""

from collections.abc import AsyncIterator

import pytest

from local_discord.server import Running
from tests.driver import Driver
from tests.fuzz.conftest import world
from tests.local_discord.bots import SmallBot, running_bot, use_discord_at
from tests.local_discord.conftest import server

__all__ = ["server", "world"]


@pytest.fixture
async def bot(server: Running, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SmallBot]:
    use_discord_at(server, monkeypatch)
    async with running_bot(server) as running:
        yield running


@pytest.fixture
async def driver(server: Running) -> AsyncIterator[Driver]:
    async with Driver(server.url) as driver:
        yield driver
