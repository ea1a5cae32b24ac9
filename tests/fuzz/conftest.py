"""Fixtures: a bot on two servers, and people who are members of both."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fuzz.offline import Offline, offline
from tests.fuzz.payloads import Channel, User

HERE, THERE = 500, 600
ROOM, OTHER_ROOM, HIDDEN = Channel(1000, HERE), Channel(1001, HERE), Channel(1002, HERE, hidden=True)
ELSEWHERE = Channel(2000, THERE)
AKI, BEN, CHIE = User(11, "Aki"), User(12, "Ben"), User(13, "Chie")
STAFF = User(14, "Dai", ("staff",))


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Offline]:
    """Yield a new bot."""
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM, OTHER_ROOM, HIDDEN)
        world.add_guild(THERE, ELSEWHERE)
        yield world
