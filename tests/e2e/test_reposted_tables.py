"""A table message that chat has pushed up: the next click posts it again, and all links lead to the new message."""

from collections.abc import Iterator

import pytest

from bot import DiscordProcess
from host.place import Place
from show.text.seat_names import message_link
from tests.driver import Driver, Json, Person, texts
from tests.e2e.playing import CHANNEL, LONG, is_table, open_hand, open_table, start_table, table_number
from tests.e2e.processes import ROOT, BotProcess
from tests.e2e.test_seats import pings

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bot(discord_process: DiscordProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """Start a bot in which a click posts a table message again after only a moment of chat below it."""
    database = tmp_path_factory.mktemp("far") / "ichiza.sqlite3"
    with BotProcess(discord_process.url, database, script=ROOT / "tests" / "e2e" / "quick_repost_bot.py") as process:
        yield process


def created_at(message: Json) -> float:
    """Return the time in a message's id, in seconds since Discord's epoch."""
    return (int(message["id"]) >> 22) / 1000


async def chat(person: Person, table: Json) -> Json:
    """Chat below a table for a second; return the last message."""
    while True:
        said = await person.say(table["channel_id"], "What a hand!")
        if created_at(said) - created_at(table) >= 1.0:
            return said


async def test_table_message_pushed_up_by_chat_is_posted_again_at_the_next_click(world: Driver) -> None:
    aki, ben = world.user("Aki"), world.user("Ben")
    table = await start_table(world, await open_table(world, "scharfe-schoten", 4, ["Aki", "Ben"]))
    mention = await aki.wait_for(lambda one: pings(one, ben), within=LONG, channel=table["channel_id"])
    link = message_link(Place.server(1), int(table["channel_id"]), int(table["id"])).partition("/1/")[2]
    assert link in texts(mention)
    said = await chat(ben, table)
    since = len(aki.events)
    panel = await open_hand(aki, table)
    await aki.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == table["id"], LONG, since=since)
    number = table_number(table)
    table_messages = [one for one in await aki.messages(table["channel_id"]) if is_table(one, number)]
    [fresh] = table_messages
    assert int(said["id"]) < int(fresh["id"]) < int(panel["id"]), "the hand is below the table message"

    async def led() -> str:
        return texts(await aki.refreshed(mention))

    while fresh["id"] not in await led():
        await aki.wait_for_event("MESSAGE_UPDATE", lambda one: one["id"] == mention["id"], LONG, since=since)
    assert not await world.control.problems()


async def test_chat_in_another_channel_moves_no_table_message(world: Driver) -> None:
    aki = world.user("Aki")
    table = await start_table(world, await open_table(world, "saizen", 4, ["Aki"]))
    await open_hand(aki, table)
    await chat(aki, {**table, "channel_id": CHANNEL})
    panel = await open_hand(aki, table)
    number = table_number(table)
    table_messages = [one["id"] for one in await aki.messages(table["channel_id"]) if is_table(one, number)]
    assert table_messages == [table["id"]], "a new table message would be above the hand"
    assert created_at(panel) - created_at(table) >= 1.0
