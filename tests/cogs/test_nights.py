"""League nights on a bot without sockets: from the announcement to the standings, and how a night is called off."""

import json
from collections.abc import Sequence

import pytest

from host.nights.night import Night
from host.place import Place
from host.refusals import NOT_NIGHT_MANAGER
from host.tables.table import Person
from locales import Translation
from show.messages.edit_rate_limit import born
from tests.cogs.test_server_check import give_role
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import User

SERVER = Place.server(HERE)
BOSS = Person(900, manages_server=lambda: True, interaction_id=9000)
MANAGER = User(56, "Manager", roles=("manage_guild",))


async def announced(world: Offline, stages: int = 1, people: Sequence[User] = (AKI, BEN)) -> Night:
    """Let a manager announce a night with the command, and let people join it by a click; return the night.

    Its deal commitments are posted.
    """
    await world.complete(world.command(MANAGER, ROOM, "night", game="saizen", stages=stages, level="easy"))
    (row,) = await world.services.nights.open_nights()
    for one in people:
        await world.complete(world.click(one, ROOM, f"night-join:{row.id}"))
    await world.bot._night_messages.poll()
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


async def test_messages_of_a_night_differ_from_others_when_the_bot_searches_its_messages(world: Offline) -> None:
    night = await announced(world)
    await world.open_table(AKI, BEN, where=ROOM)
    begun = born(night.row.promise_id or 0)
    own = await world.bot.port.own(ROOM.id, begun - 60, begun + 60)
    assert isinstance(own, list)
    assert len(own) > 1
    assert [one.id for one in own if one.purpose == "night"] == [night.row.promise_id]


@pytest.mark.slow
async def test_last_message_of_each_table_leads_to_the_nights_message(world: Offline) -> None:
    night = await played(world, await announced(world))
    link = f"https://discord.com/channels/{HERE}/{ROOM.id}/{night.row.message_id}"
    before = [one for one in public(world) if link in one]
    assert len(before) == len(night.tables)
    assert all("this table is done" in one for one in before)
    await world.services.night_progress.poll()
    await world.wait_until_idle()
    after = [one for one in public(world) if link in one]
    assert len(after) == len(night.tables)
    assert not any("this table is done" in one for one in after)


@pytest.mark.parametrize("without", ["", "send_messages"])
async def test_manager_who_starts_a_night_before_its_promise_is_posted_is_told_what_to_do(
    world: Offline, without: str
) -> None:
    await world.complete(world.command(MANAGER, ROOM, "night", game="saizen"))
    (row,) = await world.services.nights.open_nights()
    for one in (AKI, BEN):
        await world.complete(world.click(one, ROOM, f"night-join:{row.id}"))
    await give_role(world, without=without)
    await world.bot._night_messages.poll()
    asked = await world.complete(world.click(MANAGER, ROOM, f"night-start:{row.id}"))
    started = (await world.services.nights.get(row.id)).row.state == "playing"
    assert ("I need the permission for this: Send Messages" in asked.text, started) == (bool(without), not without)


async def test_manager_who_calls_off_a_night_is_asked_first(world: Offline) -> None:
    night = await announced(world)
    asked = await world.complete(world.click(MANAGER, ROOM, f"night-end:{night.id}"))
    assert "**Call off this league night?**" in asked.text
    assert (await world.services.nights.get(night.id)).row.state == "gathering"
    sure = await world.complete(world.click(MANAGER, ROOM, f"night-end-sure:{night.id}:0", asked.page))
    assert "is called off" in sure.text
    assert sure.replies[0][0] == 7, "in its place"
    after = await world.services.nights.get(night.id)
    assert after.row.state == "off"
    assert after.row.message_id == night.row.message_id


async def test_question_is_asked_again_if_another_stage_has_begun_meanwhile(world: Offline) -> None:
    night = await announced(world, stages=2)
    await world.services.nights.start(SERVER, BOSS, night.id)
    sure = await world.complete(world.click(MANAGER, ROOM, f"night-end-sure:{night.id}:0"))
    assert "**End this league night after this stage?**" in sure.text
    assert (await world.services.nights.get(night.id)).row.stages == 2
    sure = await world.complete(world.click(MANAGER, ROOM, f"night-end-sure:{night.id}:1", sure.page))
    assert "ends after this stage" in sure.text
    assert (await world.services.nights.get(night.id)).row.stages == 1


async def test_person_who_manages_nothing_is_not_even_asked(world: Offline) -> None:
    night = await announced(world)
    for custom_id in (f"night-end:{night.id}", f"night-end-sure:{night.id}:0"):
        asked = await world.complete(world.click(AKI, ROOM, custom_id))
        assert asked.text == Translation("en").text(NOT_NIGHT_MANAGER())
    assert (await world.services.nights.get(night.id)).row.state == "gathering"
