"""Permissions over real sockets: no rights for a moderator of another channel, and the permissions of the bot."""

from __future__ import annotations

from typing import Any

import pytest

from local_discord.world import ids
from tests.driver import Driver, Person, buttons, texts
from tests.e2e.playing import LONG, is_table, open_table, start_table, table_number, until
from tests.e2e.processes import BotProcess

Json = dict[str, Any]
OFFERED = ("end", "remove", "close", "unseat")


async def listed_more(person: Person, channel: str, number: int) -> Json:
    """Open `/tables` in a channel and "More" at a table."""
    tables = (await person.command(channel, "tables")).reply
    return (await person.click(tables, custom_id=f"more:{number}")).reply


def offered(page: Json) -> set[str]:
    """Return the moderator's actions that a page offers."""
    return {one["custom_id"].partition(":")[0] for one in buttons(page)} & {*OFFERED}


@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
async def test_moderator_of_another_channel_has_no_permission_at_a_table(world: Driver, playing: bool) -> None:
    lobby = await open_table(world, "saizen", 3, ("Chie", "Ben"))
    number, ben, control = table_number(lobby), world.user("Ben"), world.control
    if playing:
        await start_table(world, lobby, opener="Chie")
    async with control.without_permissions("card-room", "Ben", "manage_messages"):
        await control.allow("table-talk", "Ben", "manage_messages")
        assert offered(await listed_more(ben, "table-talk", number)) == set()
    await control.deny("table-talk", "Ben", "manage_messages")
    page = await listed_more(ben, "table-talk", number)
    assert offered(page) == ({"end", "remove"} if playing else {"close", "unseat"}), (
        "a moderator of the table's channel"
    )
    await control.deny("card-room", "Ben", "manage_messages")
    end = next(one["custom_id"] for one in buttons(page) if one["custom_id"].startswith(("end:", "close:")))
    answer = await ben.click(page, custom_id=end)
    assert texts(answer.reply).startswith("Only "), "the permission is checked at the click"


async def test_table_in_a_voice_channel_requires_connect(world: Driver) -> None:
    channel, dai = await world.control.add_channel(ids.GUILD_ID, "Stage", 2), world.user("Dai")
    async with world.control.without_permissions(channel, "bot", "connect"):
        assert "Connect" in texts((await dai.command(channel, "play", game="saizen")).reply)
    lobby = (await dai.command(channel, "play", game="saizen", seats=2)).reply
    assert (await start_table(world, lobby, opener="Dai"))["channel_id"] == channel


async def test_new_role_of_the_bot_lets_a_table_be_posted_at_once(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "saizen", 3, ("Chie",))
    number = table_number(lobby)
    await world.control.role("Helpers", permissions=["administrator"])
    await world.control.deny("card-room", "bot", "send_messages", "send_messages_in_threads", "create_public_threads")
    await world.user("Chie").click(lobby, custom_id=f"start:{number}")

    async def refused() -> bool:
        return f"round:1 of table {number} is left as it is" in bot.log.read_text("utf-8")

    await until(refused)
    await world.control.role("Helpers", give=["bot"])
    await world.user("Chie").wait_for(lambda one: is_table(one, number), within=LONG, what="the table's message")
    await world.control.role("Helpers", delete=True)
