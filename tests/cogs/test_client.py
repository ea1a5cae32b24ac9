"""Where nobody can be reached, no time is held against them."""

from __future__ import annotations

from pathlib import Path

from tests.strangers.conftest import HERE, ROOM
from tests.strangers.offline import offline


async def test_the_clocks_know_whether_discord_is_there_and_the_bot_on_a_server(tmp_path: Path) -> None:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        clocks, meter = world.house.clocks, world.bot._meter
        meter.connected(0)
        assert clocks.connected()
        meter.disconnected(0)
        assert not clocks.connected()
        assert clocks.there(HERE)
        assert not clocks.there(HERE + 1)
