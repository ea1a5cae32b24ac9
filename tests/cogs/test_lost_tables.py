"""A table whose channel the bot sees no longer: it is lost, its people are told, and it can be moved."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from host.tables.table import Table
from local_discord.control import routes
from show import channel_sight
from tests.fuzz.conftest import AKI, BEN, ELSEWHERE, HERE, OTHER_ROOM, ROOM
from tests.fuzz.offline import Offline, offline
from tests.fuzz.payloads import Channel

THREAD = Channel(1100, HERE, parent=OTHER_ROOM.id)


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Offline]:
    """Yield a bot on a server with two text channels and a thread; it looks at channels at once."""
    monkeypatch.setattr(channel_sight, "SETTLE_SECONDS", 0.01)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM, OTHER_ROOM, THREAD)
        await world.wait_until_idle()
        yield world


async def hide(world: Offline, channel: Channel, *, hidden: bool = True) -> None:
    """Hide a channel from the bot, or show it again."""
    change = {"deny" if hidden else "allow": ["view_channel"]}
    routes._permissions(world.discord, {"channel_id": str(channel.id), "who": "bot", **change})
    await world.wait_until_idle()


async def until(world: Offline, number: int, happened: Callable[[Table], bool]) -> Table:
    """Wait until `happened` is true of a table, and return the table."""
    async with asyncio.timeout(10):
        while not happened(table := await world.services.tables.get(number)):
            await asyncio.sleep(0.005)
    await world.wait_until_idle()
    return table


def is_lost(table: Table) -> bool:
    return table.lost_since is not None


def is_found(table: Table) -> bool:
    return table.lost_since is None


@pytest.mark.parametrize("where", [OTHER_ROOM, THREAD], ids=["channel", "thread"])
async def test_table_is_lost_while_its_channel_is_hidden_from_the_bot(world: Offline, where: Channel) -> None:
    number = await world.open_table(AKI, BEN, where=where)
    await hide(world, OTHER_ROOM)
    await until(world, number, is_lost)
    before = len(world.messages)
    await hide(world, OTHER_ROOM, hidden=False)
    await until(world, number, is_found)
    assert len(world.messages) == before, "its messages still stand"


async def test_table_is_lost_while_the_bots_role_may_not_view_channels(world: Offline) -> None:
    number = await world.open_table(AKI, BEN, where=OTHER_ROOM)
    routes._permissions(world.discord, {"channel_id": str(OTHER_ROOM.id), "who": "everyone", "deny": ["view_channel"]})
    await until(world, number, is_lost)


async def test_table_of_a_deleted_channel_is_lost(world: Offline) -> None:
    number = await world.open_table(AKI, BEN, where=OTHER_ROOM)
    world.delete_channel(OTHER_ROOM)
    await until(world, number, is_lost)


async def test_table_is_lost_while_the_bot_is_not_on_the_server(world: Offline) -> None:
    number = await world.open_table(AKI, BEN, where=OTHER_ROOM)
    world.discord.hub.to_bot("GUILD_DELETE", {"id": str(HERE)})
    await until(world, number, is_lost)
    world.add_guild(HERE, ROOM, OTHER_ROOM)
    world.bot.dispatch("guild_join", world.bot.get_guild(HERE))
    await until(world, number, is_found)


async def test_tables_in_other_channels_are_not_lost(world: Offline) -> None:
    world.add_guild(ELSEWHERE.guild, ELSEWHERE)
    numbers = [await world.open_table(AKI, BEN, where=where) for where in (ROOM, ELSEWHERE, OTHER_ROOM)]
    await hide(world, OTHER_ROOM)
    await until(world, numbers[-1], is_lost)
    assert [is_lost(await world.services.tables.get(number)) for number in numbers] == [False, False, True]
