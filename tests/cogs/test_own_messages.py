"""The search for the bot's own messages in a channel, over real sockets."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cogs.metrics import Metrics
from cogs.requests.discord_adapter import DiscordAdapter
from cogs.requests.pages import AttachmentStore
from local_discord.actions.messages import create
from local_discord.server import Running
from local_discord.world.interactions import MODAL, Interaction
from show.discord_port import Done, Forbidden, Gone, Own
from show.text.page import Page, page
from tests.driver import Driver
from tests.local_discord.bots import SmallBot
from tests.local_discord.raw import BEN, CARDS

CALL = Page((f"Your turn, <@{BEN}>.",), notify=(int(BEN),))


async def test_search_finds_the_bots_posts_without_answers_system_messages_and_others_messages(
    server: Running, driver: Driver, bot: SmallBot
) -> None:
    port, begun = DiscordAdapter(bot, AttachmentStore(), Metrics()), time.time()
    ben = driver.user("Ben")
    await ben.say("card-room", "Hello!")
    made = [await port.send(int(CARDS), shown, nonce) for shown, nonce in ((CALL, "one"), (page("table"), "two"))]
    await ben.command("card-room", "room", guest="Chie")
    channel = server.discord.world.channels[CARDS]
    create(server.discord, channel, server.discord.world.bot, {"content": "x"}, {}, Interaction(MODAL, BEN, CARDS))
    ids = [one.id for one in made if isinstance(one, Done)]
    soon = time.time() + 1
    assert await port.own(int(CARDS), begun - 1, soon) == [Own(ids[0], (int(BEN),)), Own(ids[1], ())]
    (thread,) = [one for one in (await ben.state())["channels"] if one["type"] == 11]
    (call,) = [one for one in await ben.messages(thread["id"]) if one["pings"]]
    chie = int(driver.user("Chie").id)
    assert await port.own(int(thread["id"]), begun - 1, soon) == [Own(int(call["id"]), (chie,))], "it is archived"
    assert await port.own(int(CARDS), begun - 9, begun - 1) == await port.own(int(CARDS), soon, soon + 9) == []


@asynccontextmanager
async def hears(bot: SmallBot, event: str) -> AsyncIterator[None]:
    """At the end of the context, wait until the bot has received `event`, which the code in the context causes."""
    heard = asyncio.create_task(bot.wait_for(event, timeout=9))
    await asyncio.sleep(0)
    yield
    await heard


async def test_unreadable_channel_does_not_count_as_empty(driver: Driver, bot: SmallBot) -> None:
    port, since, until = DiscordAdapter(bot, AttachmentStore(), Metrics()), time.time() - 9, time.time() + 9
    assert await port.own(int(CARDS), since, until) == []
    async with hears(bot, "guild_channel_update"):
        await driver.control.deny("card-room", "bot", "read_message_history")
    assert await port.own(int(CARDS), since, until) == Forbidden()
    async with hears(bot, "guild_channel_delete"):
        await driver.control.delete_channel("card-room")
    assert await port.own(int(CARDS), since, until) == Gone(channel=True)
