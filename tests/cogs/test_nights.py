"""League nights on a bot without sockets: the way from the announcement to the standings, and the confirmation."""

import json
from collections.abc import Sequence

import pytest

from host.nights.night import Night
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import User

MANAGER = User(56, "Manager", roles=("manage_guild",))


async def announced(world: Offline, stages: int = 1, people: Sequence[User] = (AKI, BEN)) -> Night:
    """Let a manager announce a night with the command, and let people join it by a click; return the night."""
    await world.complete(world.command(MANAGER, ROOM, "night", game="saizen", stages=stages, level="easy"))
    (row,) = await world.services.nights.open_nights()
    for one in people:
        await world.complete(world.click(one, ROOM, f"night-join:{row.id}"))
    return await world.services.nights.get(row.id)


async def played(world: Offline, night: Night) -> Night:
    """Start a night, and finish all tables of its first stage."""
    await world.complete(world.click(MANAGER, ROOM, f"night-start:{night.id}"))
    await world.wait_until_idle()
    night = await world.services.nights.get(night.id)
    for number in night.tables:
        async with world.services.tables.locked(number) as table:
            await world.services.moves.finish(table)
        await world.wait_until_idle()
    return night


def public(world: Offline) -> list[str]:
    """Return the public messages as text."""
    return [json.dumps(one, default=str, ensure_ascii=False) for one in world.messages.values()]


@pytest.mark.slow
async def test_last_message_of_each_table_leads_to_the_nights_message(world: Offline) -> None:
    night = await played(world, await announced(world))
    link = f"https://discord.com/channels/{HERE}/{ROOM.id}/{night.row.message_id}"
    before = [one for one in public(world) if link in one]
    assert len(before) == len(night.tables)
    assert all("this table is done" in one for one in before)
    await world.services.night_progress.look()
    await world.wait_until_idle()
    after = [one for one in public(world) if link in one]
    assert len(after) == len(night.tables)
    assert not any("this table is done" in one for one in after)
