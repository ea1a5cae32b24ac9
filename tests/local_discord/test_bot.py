"""A discord.py client over real sockets."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from local_discord.server import Running
from tests.driver import Driver, buttons, labels, texts
from tests.local_discord.bots import SmallBot, panel, running_bot, use_discord_at
from tests.local_discord.raw import CARDS, GUILD, PNG


@pytest.fixture
async def bot(server: Running, world: Driver, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SmallBot]:
    use_discord_at(server, monkeypatch)
    async with running_bot(server) as running:
        yield running
        assert await world.control.unknown_routes() == []


async def test_a_bot_logs_in_and_its_commands_are_offered(bot: SmallBot, world: Driver) -> None:
    state = await world.user("Ben").state()
    assert state["bot"]["online"] is True
    assert {command["name"] for command in state["commands"]} >= {"echo", "table", "settings"}
    assert bot.get_guild(int(GUILD)) is not None


async def test_a_slash_command_is_answered(bot: SmallBot, world: Driver) -> None:
    answer = await world.user("Ben").command("card-room", "echo", text="ha", times=2)
    assert answer.reply["content"] == "ha ha"
    assert (await world.user("Chie").latest("card-room"))["content"] == "ha ha"
    assert answer.reply["author"]["id"] == str(bot.application_id)


async def test_autocomplete_gives_choices(bot: SmallBot, world: Driver) -> None:
    answer = await world.user("Ben").autocomplete("card-room", "echo", "text", "ab")
    assert answer.choices == [{"name": "ab!", "value": "ab"}]
    assert bot.is_closed() is False


@pytest.mark.usefixtures("bot")
async def test_layout_with_a_picture_is_displayed(world: Driver) -> None:
    answer = await world.user("Aki").command("card-room", "table")
    gallery = next(one for one in answer.reply["components"][0]["components"] if one["type"] == 12)
    media = gallery["items"][0]["media"]
    assert (media["width"], media["height"]) == (7, 5)
    async with aiohttp.ClientSession() as session, session.get(media["url"]) as response:
        assert await response.read() == PNG
        assert response.content_type == "image/png"


@pytest.mark.usefixtures("bot")
async def test_a_dynamic_button_updates_its_message(world: Driver) -> None:
    answer = await world.user("Aki").command("card-room", "table")
    await world.user("Ben").click(answer.reply, label="Clicked 0")
    again = await world.user("Chie").click(await world.user("Chie").latest("card-room"), label="Clicked 1")
    assert labels(again.reply) == ["Clicked 2"]
    assert texts(again.reply) == "Panel 2"
    assert [one["filename"] for one in again.reply["attachments"]] == ["table.png"]


@pytest.mark.usefixtures("bot")
async def test_deferred_ephemeral_follow_ups_are_edited_for_one_person_only(world: Driver) -> None:
    ben = world.user("Ben")
    await ben.command("card-room", "slow")
    done = await ben.wait_for(lambda message: message["content"].startswith("done"))
    assert done["flags"] & 64
    assert not done["flags"] & 128
    found = await ben.messages("card-room")
    assert [one["content"] for one in found] == [f"done {done['id']}", "second, edited"]
    assert await world.user("Aki").messages("card-room") == []
    await ben.state(fresh=True)
    assert await ben.messages("card-room") == []


@pytest.mark.usefixtures("bot")
async def test_thread_is_created_and_pings_its_guest(world: Driver) -> None:
    ben, chie = world.user("Ben"), world.user("Chie")
    await ben.command("card-room", "room", guest="Chie")
    call = await chie.wait_for(lambda message: "your turn" in message["content"])
    assert call["pings"] == [chie.id]
    assert [user["id"] for user in call["mentions"]] == [chie.id]
    await chie.wait_for_event("THREAD_UPDATE", lambda thread: thread["archived"], since=0)
    threads = [one for one in (await chie.state())["channels"] if one["type"] == 11]
    assert [(one["name"], one["parent_id"]) for one in threads] == [("Table 1", CARDS)]


@pytest.mark.usefixtures("bot")
async def test_a_modal_is_opened_and_sent(world: Driver) -> None:
    dai = world.user("Dai")
    modal = (await dai.command("card-room", "form")).modal
    assert modal is not None
    field = modal["components"][0]
    custom_id = (field.get("component") or field["components"][0])["custom_id"]
    answer = await dai.submit(modal, {custom_id: "Daisuke"})
    assert answer.reply["content"] == "Hello Daisuke"


@pytest.mark.usefixtures("bot")
async def test_sub_command_gets_locales_and_permissions(world: Driver) -> None:
    await world.control.user("Ben", locale="ja")
    await world.control.settings(preferred_locale="de")
    await world.control.deny("card-room", "bot", "send_messages")
    answer = await world.user("Ben").command("card-room", "settings language", value="x")
    assert answer.reply["content"] == "x ja de False"


async def test_uploaded_emojis_are_usable_on_buttons(bot: SmallBot, world: Driver) -> None:
    emoji = await bot.create_application_emoji(name="acorn", image=PNG)
    assert [one.name for one in await bot.fetch_application_emojis()] == ["acorn"]
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="acorn"))
    view.stop()
    channel = bot.get_partial_messageable(int(CARDS), guild_id=int(GUILD))
    await channel.send("An acorn", view=view)
    message = await world.user("Aki").latest("card-room")
    assert buttons(message)[0]["emoji"]["id"] == str(emoji.id)
    assert (await world.user("Aki").state())["emojis"][0]["name"] == "acorn"


async def test_messages_are_edited_fetched_and_deleted_by_id(bot: SmallBot, world: Driver) -> None:
    channel = bot.get_partial_messageable(int(CARDS), guild_id=int(GUILD))
    message = await channel.send(view=panel(3))
    await channel.get_partial_message(message.id).edit(view=panel(4))
    assert texts(await world.user("Aki").latest("card-room")) == "Panel 4"
    assert (await channel.fetch_message(message.id)).edited_at is not None
    assert [one.id async for one in channel.history(limit=5)] == [message.id]
    await channel.get_partial_message(message.id).delete()
    with pytest.raises(discord.NotFound):
        await channel.get_partial_message(message.id).edit(view=panel(5))


async def test_a_rate_limited_request_is_repeated(bot: SmallBot, world: Driver) -> None:
    await world.control.fail("rate_limit", kind="message create", times=2, retry_after=0.02)
    await bot.get_partial_messageable(int(CARDS)).send("at last")
    requests = await world.control.requests(kind="message create")
    assert [one["status"] for one in requests] == [429, 429, 200]
    assert await world.control.problems() == []


async def test_edits_of_old_messages_are_limited(bot: SmallBot, world: Driver) -> None:
    channel = bot.get_partial_messageable(int(CARDS))
    message = await channel.send("old")
    await world.control.fail("old_edits", times=5, retry_after=0.01)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.get_partial_message(message.id).edit(content="new")
    assert refused.value.code == 30046


async def test_a_dropped_connection_is_resumed_without_loss(bot: SmallBot, world: Driver) -> None:
    await world.control.drop_gateway()
    answer = await world.user("Aki").command("card-room", "echo", text="still here")
    assert answer.reply["content"] == "still here"
    await asyncio.wait_for(bot.resumed.wait(), 3)
    status = await world.control.gateway()
    assert (status["identifies"], status["resumes"]) == (1, 1)


async def test_world_survives_a_restart_of_the_bot(
    server: Running, world: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_discord_at(server, monkeypatch)
    aki = world.user("Aki")
    async with running_bot(server):
        await aki.command("card-room", "table")
    await aki.wait_for_event("BOT_STATUS", lambda status: not status["online"], since=0)
    async with running_bot(server):
        answer = await aki.click(await aki.latest("card-room"), label="Clicked 0")
    assert labels(answer.reply) == ["Clicked 1"]


async def test_fetching_a_member_who_left_raises_not_found(bot: SmallBot, world: Driver) -> None:
    guild = bot.get_guild(int(GUILD))
    assert guild is not None
    ben = world.user("Ben")
    assert (await guild.fetch_member(int(ben.id))).display_name == "Ben"
    await world.control.leave("Ben")
    with pytest.raises(discord.NotFound):
        await guild.fetch_member(int(ben.id))


async def test_members_intent_sends_all_members(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    use_discord_at(server, monkeypatch)
    async with running_bot(server, discord.Intents(guilds=True, members=True)) as bot:
        guild = bot.get_guild(int(GUILD))
        assert guild is not None
        assert {member.display_name for member in guild.members} == {"Aki", "Ben", "Chie", "Dai", "Ichiza"}


async def test_a_refused_token_cannot_log_in(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    use_discord_at(server, monkeypatch)
    async with SmallBot(server, discord.Intents.none()) as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.login("refused")
