"""Permissions and threads: which permissions a bot and its tables need, and archiving of a thread during a game."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from cogs.requests.install_settings import PERMISSIONS
from local_discord.checks import permissions
from local_discord.world.ids import CHANNEL_IDS, GUILD_ID
from tests.driver import Driver, Json, is_ephemeral, links, texts
from tests.e2e.playing import (
    LONG,
    Seats,
    choose,
    is_table,
    last_request,
    open_table,
    start_table,
    table_number,
    to_act,
    until,
)
from tests.e2e.playing import running as running_table
from tests.e2e.processes import ROOT, BotProcess

CARDS = CHANNEL_IDS[1]


def test_invitation_readme_and_tests_have_the_same_permissions() -> None:
    (asked,) = re.findall(r"permissions=(\d+)", (ROOT / "README.md").read_text("utf-8"))
    assert int(asked) == PERMISSIONS.value == permissions.BOT


@pytest.mark.slow
async def test_invited_bot_can_create_a_thread_with_a_picture(world: Driver) -> None:
    await world.control.leave("bot")
    answer = await world.user("Aki").command("card-room", "play", game="saizen")
    (asked,) = re.findall(r"permissions=(\d+)", texts(answer.reply))
    await world.control.invite(int(asked))
    since = await last_request(world)
    lobby = await open_table(world, "saizen", 3, ["Aki"])
    table = await start_table(world, lobby)
    assert table["channel_id"] == lobby["id"], "a message's thread has the message's id"
    assert table["attachments"]
    assert [one for one in await world.control.problems() if one["n"] > since] == []


@pytest.mark.slow
async def test_buttons_work_after_days_without_a_message(world: Driver) -> None:
    table, seats = await running_table(world)
    assert "thread" in await world.user("Aki").refreshed({"id": table["channel_id"], "channel_id": CARDS})
    ben = world.user("Ben")
    since = len(ben.events)
    # Without this permission, Ben's client cannot open the archived thread.
    async with world.control.without_permissions("card-room", "Ben", "send_messages_in_threads"):
        await world.control.pass_idle_time(table["channel_id"], minutes=5 * 24 * 60)
        await seats.refresh("Ben")
        await ben.wait_for_event("INTERACTION_SUCCESS", since=since, within=LONG)
    assert [1 for event, data in ben.events[since:] if event == "THREAD_UPDATE" and data["archived"]] == []


@pytest.mark.slow
async def test_table_moves_to_the_channel_when_its_thread_cannot_be_unarchived(world: Driver, bot: BotProcess) -> None:
    table, seats = await running_table(world, "saizen")
    number, log = table_number(table), bot.log.stat().st_size
    first = await to_act(seats)
    await world.control.fail("missing_permissions", kind="channel edit", times=None)

    def is_here(message: Json) -> bool:
        return is_table(message, number) and message["channel_id"] != table["channel_id"]

    # Without this permission, a ping of the bot cannot open the archived thread.
    async with world.control.without_permissions("card-room", "bot", "send_messages_in_threads"):
        await world.control.pass_idle_time(table["channel_id"], minutes=7 * 24 * 60)
        panel = (await world.user(first).command("card-room", "hand", table=number)).reply
        await choose(world.user(first), panel, seats.random)
        await world.user(first).wait_for(is_here, within=LONG)
    assert bot.complaints(log) == []


async def threads_for(world: Driver, value: str) -> str:
    """Let Aki, who owns the guild, choose the threads of tables; return the panel as text."""
    aki = world.user("Aki")
    panel = (await aki.command("card-room", "settings")).reply
    return str((await aki.select(panel, [value], custom_id="set:server:threads")).reply)


@pytest.mark.slow
async def test_private_thread_is_for_players_and_others_watch_by_the_lobby(
    world: Driver,
) -> None:
    aki, ben, dai = (world.user(name) for name in ("Aki", "Ben", "Dai"))
    async with _allowed(world):
        assert "Create Private Threads" not in await threads_for(world, "private")
        # Discord creates the thread, but its answer does not reach the bot.
        await world.control.fail(kind="thread create", apply=True, drop=True)
        table = await start_table(
            world, await open_table(world, "saizen", seats=3, people=["Ben", "Chie"]), opener="Ben"
        )
        number, thread = table_number(table), table["channel_id"]
        (found,) = [one for one in (await ben.state())["channels"] if one["name"].endswith(f"table {number}")]
        assert (found["id"], found["type"]) == (thread, 12)
        assert thread in [one["id"] for one in (await world.user("Chie").state())["channels"]]
        assert thread not in [one["id"] for one in (await dai.state())["channels"]]
        listed = (await dai.command("card-room", "tables")).reply
        lobby = await dai.wait_for(lambda one: f"hand:{number}" in str(one["components"]) and not is_ephemeral(one))
        assert lobby["id"] in str(links(listed))
        assert thread not in str(links(listed))
        assert "You look on" in texts((await dai.click(lobby, label="Watch")).reply)
        seats = Seats(world, Random(1))
        await seats.open_hands(table, ["Ben", "Chie"])
        await seats.move_once()
        await threads_for(world, "on")
    assert [one["name"] for one in (await aki.state())["channels"] if one["type"] == 12] == [found["name"]]


@asynccontextmanager
async def _allowed(world: Driver) -> AsyncIterator[None]:
    """Give the bot the permission for private threads within the context."""
    await world.control.allow("card-room", "bot", "create_private_threads")
    try:
        yield
    finally:
        await world.control.deny("card-room", "bot", "create_private_threads")


@pytest.mark.slow
async def test_table_in_a_voice_channel_requires_connect(world: Driver) -> None:
    channel, dai = await world.control.add_channel(GUILD_ID, "Stage", 2), world.user("Dai")
    async with world.control.without_permissions(channel, "bot", "connect"):
        assert "Connect" in texts((await dai.command(channel, "play", game="saizen")).reply)
    lobby = (await dai.command(channel, "play", game="saizen", seats=2)).reply
    assert (await start_table(world, lobby, opener="Dai"))["channel_id"] == channel


@pytest.mark.slow
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
