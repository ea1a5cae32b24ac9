"""Threads as Discord has them: what it takes to make one, and how they are archived while a game goes on."""

from __future__ import annotations

import re

from cogs.lobbies import PERMISSIONS
from local_discord.checks import permissions
from local_discord.world.ids import CHANNEL_IDS
from tests.driver import Driver, texts
from tests.e2e.playing import (
    LONG,
    Json,
    choose,
    is_table,
    last_request,
    open_table,
    start_table,
    table_number,
    to_act,
)
from tests.e2e.playing import running as running_table
from tests.e2e.processes import ROOT, BotProcess

CARDS = CHANNEL_IDS[1]


def test_the_invitation_asks_for_what_the_readme_says_and_the_tests_give() -> None:
    (asked,) = re.findall(r"permissions=(\d+)", (ROOT / "README.md").read_text("utf-8"))
    assert int(asked) == PERMISSIONS.value == permissions.BOT


async def test_a_bot_that_follows_its_own_invitation_makes_a_thread_with_a_picture(world: Driver) -> None:
    await world.control.leave("bot")
    answer = await world.user("Aki").command("card-room", "play", game="saizen")
    (asked,) = re.findall(r"permissions=(\d+)", texts(answer.shown))
    await world.control.invite(int(asked))
    since = await last_request(world)
    lobby = await open_table(world, "saizen", 3, ["Aki"])
    table = await start_table(world, lobby)
    assert table["channel_id"] == lobby["id"], "the thread of a message goes by its number"
    assert table["attachments"]
    assert [one for one in await world.control.problems() if one["n"] > since] == []


async def test_a_game_that_rests_for_some_days_can_still_be_clicked_on(world: Driver) -> None:
    table, seats = await running_table(world)
    assert "thread" in await world.user("Aki").refreshed({"id": table["channel_id"], "channel_id": CARDS})
    ben = world.user("Ben")
    since = len(ben.events)
    async with world.control.denied("card-room", "Ben", "send_messages_in_threads"):  # else his client would open it
        await world.control.rest(table["channel_id"], minutes=5 * 24 * 60)
        await seats.refresh("Ben")
        await ben.wait_for_event("INTERACTION_SUCCESS", since=since, within=LONG)
    assert [1 for event, data in ben.events[since:] if event == "THREAD_UPDATE" and data["archived"]] == []


async def test_where_an_archived_thread_stays_shut_the_table_goes_on_in_the_channel(
    world: Driver, bot: BotProcess
) -> None:
    table, seats = await running_table(world, "saizen")
    number, log = table_number(table), bot.log.stat().st_size
    first = await to_act(seats)
    await world.control.fail("missing_permissions", kind="channel edit", times=None)
    await world.control.rest(table["channel_id"], minutes=7 * 24 * 60)
    panel = (await world.user(first).command("card-room", "hand", table=number)).shown
    await choose(world.user(first), panel, seats.random)

    def is_here(message: Json) -> bool:
        return is_table(message, number) and message["channel_id"] != table["channel_id"]

    await world.user(first).wait_for(is_here, within=LONG)
    assert bot.complaints(log) == []
