"""A real client over real sockets makes no call without permission, and does not soon repeat a refused call."""

import asyncio
from collections.abc import Awaitable, Callable

import discord
import pytest

from cogs.metrics import Metrics
from cogs.requests.bot_permissions import is_allowed
from cogs.requests.discord_adapter import DiscordAdapter
from cogs.requests.discord_calls import limit_request_time
from cogs.requests.pages import AttachmentStore
from host.place import Place
from local_discord.server import Running
from show.discord_port import Done, Forbidden, Outcome, Own
from show.text.page import page
from tests.driver import Driver
from tests.local_discord.bots import SmallBot
from tests.local_discord.raw import CARDS, GUILD

Calls = Callable[[DiscordAdapter, int], Awaitable[Outcome | list[Own]]]
CHANNEL = int(CARDS)


@pytest.fixture
def port(bot: SmallBot) -> DiscordAdapter:
    return DiscordAdapter(bot, AttachmentStore(), Metrics())


CALLS: dict[str, Calls] = {
    "send": lambda port, _message: port.send(CHANNEL, page("x"), "nonce"),
    "edit": lambda port, message: port.edit(CHANNEL, message, page("y")),
    "delete": lambda port, message: port.delete(CHANNEL, message),
    "own": lambda port, _message: port.own(CHANNEL, 0, 9e9),
    "open_thread": lambda port, message: port.open_thread(CHANNEL, message, "Table 1", 1440),
    "open_private_thread": lambda port, _message: port.open_private_thread(CHANNEL, 0, "Table 1", 1440, ()),
}
LACKING = [
    *((call, "view_channel") for call in CALLS),
    ("send", "send_messages"),
    ("own", "read_message_history"),
    ("open_thread", "create_public_threads"),
    ("open_thread", "send_messages_in_threads"),
    ("open_thread", "read_message_history"),
    ("open_private_thread", "create_private_threads"),
]


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("call", "lacking"), LACKING)
async def test_call_forbidden_by_cached_permissions_is_not_made(
    server: Running, driver: Driver, bot: SmallBot, port: DiscordAdapter, call: str, lacking: str
) -> None:
    sent = await port.send(CHANNEL, page("x"), "first")
    assert isinstance(sent, Done)

    async def changed() -> None:
        await bot.wait_for("guild_channel_update", check=lambda _before, after: after.id == CHANNEL, timeout=5)

    async def change(*names: str, give: bool) -> None:
        heard = asyncio.create_task(changed())
        await asyncio.sleep(0)
        await (driver.control.allow if give else driver.control.deny)(CARDS, "bot", *names)
        await heard

    await change("create_private_threads", give=True)
    for give in (False, True):
        await change(lacking, give=give)
        before = len(server.discord.journal.entries)
        outcome = await CALLS[call](port, sent.id)
        assert (outcome == Forbidden()) is not give
        assert (len(server.discord.journal.entries) == before) is not give
    assert (await driver.control.counts())["by_status"].get("403") is None


async def test_call_with_unknown_permissions_is_made() -> None:
    assert is_allowed(None, "send")
    assert is_allowed(discord.Object(1), "edit")


async def test_call_refused_despite_cached_permissions_backs_off_until_a_change(
    server: Running, driver: Driver, port: DiscordAdapter
) -> None:
    await driver.control.fail("missing_access", kind="message create")
    assert await port.send(CHANNEL, page("x"), "nonce") == Forbidden()
    before = len(server.discord.journal.entries)
    assert await port.send(CHANNEL, page("x"), "nonce") == Forbidden()
    assert len(server.discord.journal.entries) == before
    port.reconsider(Place.server(1))
    assert await port.send(CHANNEL, page("x"), "nonce") == Forbidden(), "that was another server"
    port.reconsider(Place.server(int(GUILD)))
    assert isinstance(await port.send(CHANNEL, page("x"), "nonce"), Done)


async def test_hanging_request_ends_by_itself(driver: Driver, bot: SmallBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.requests.discord_calls.CALL_SECONDS", 0.2)
    limit_request_time(bot)
    await driver.control.fail(kind="message create", delay=60)
    async with asyncio.timeout(30):
        with pytest.raises(TimeoutError):
            await bot.get_partial_messageable(CHANNEL).send("x")
    await driver.control.clear_faults()
