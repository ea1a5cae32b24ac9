"""`/play` with a time: the message, the event on the server, the lobby at its time, and calling off."""

import pytest

from tests.driver import Driver, Json, buttons, is_ephemeral, labels, texts
from tests.e2e.playing import CHANNEL, LONG, last_request, until, wait_for_request
from tests.e2e.processes import BotProcess
from tests.samples import sampled

pytestmark = pytest.mark.slow


async def scheduled(world: Driver, name: str = "Aki") -> Json:
    """Schedule a table at the first offered time; return its message."""
    person = world.user(name)
    [first, *_] = (await person.autocomplete(CHANNEL, "play", "at", game="saizen")).choices or []
    return (await person.command(CHANNEL, "play", game="saizen", at=first["value"])).reply


async def until_event_is_stored(bot: BotProcess) -> None:
    """Wait until the bot has stored the id of the event."""

    async def is_stored() -> bool:
        return bot.rows("SELECT 1 FROM scheduled_lobbies WHERE event_id IS NOT NULL") == [(1,)]

    await until(is_stored)


async def until_none_is_left(bot: BotProcess) -> None:
    """Wait until the database has no scheduled lobby at all, open or closed."""

    async def is_done() -> bool:
        return bot.rows("SELECT COUNT(*) FROM scheduled_lobbies") == [(0,)]

    await until(is_done)


async def test_table_opens_at_its_time_where_it_was_scheduled(world: Driver, bot: BotProcess) -> None:
    since = await last_request(world)
    message = await scheduled(world)
    assert not is_ephemeral(message)
    assert labels(message) == ["Call off"]
    assert "Saizen" in texts(message)
    assert "⏰" in texts((await world.user("Ben").command(CHANNEL, "tables")).reply)
    await wait_for_request(world, since, "event create")
    [event] = await world.control.requests(since, kind="event create")
    assert (event["status"], event["body"]["name"]) == (200, "Saizen")
    with bot.transaction(writes=True) as transaction:
        transaction.run("UPDATE scheduled_lobbies SET opens_at = unixepoch()")
    lobby = await world.user("Ben").wait_for(lambda one: "Join" in labels(one), within=LONG)
    assert "Aki" in texts(lobby)
    await until_none_is_left(bot)

    async def is_replaced() -> bool:
        return message["id"] not in {one["id"] for one in await world.user("Ben").messages(CHANNEL)}

    await until(is_replaced)


@pytest.mark.parametrize(
    ("language", "said"), sampled([("ja", "ボットが停止していたため"), ("en", "I was away at that time")], 2)
)
async def test_table_whose_time_has_long_passed_says_so_and_its_event_is_deleted(
    world: Driver, bot: BotProcess, language: str, said: str
) -> None:
    aki = world.user("Aki")
    await choose_language(world, language)
    since = await last_request(world)
    message = await scheduled(world)
    await until_event_is_stored(bot)
    with bot.transaction(writes=True) as transaction:
        transaction.run("UPDATE scheduled_lobbies SET opens_at = unixepoch() - 7200")
    dropped = await aki.wait_for(lambda one: one["id"] == message["id"] and said in texts(one), within=LONG)
    assert buttons(dropped) == []
    await until_none_is_left(bot)
    assert [one["status"] for one in await world.control.requests(since, kind="event delete")] == [204]
    await choose_language(world, "auto")


async def choose_language(world: Driver, language: str) -> None:
    """Let a manager choose the language of the server's public messages."""
    page = (await world.user("Aki").command(CHANNEL, "settings")).reply
    await world.user("Aki").select(
        page, [language], where=lambda one: one["custom_id"].startswith("set:server:language")
    )


async def test_table_that_was_scheduled_without_its_message_becoming_known_is_announced_anew(
    world: Driver, bot: BotProcess
) -> None:
    aki, message = world.user("Aki"), await scheduled(world)
    with bot.transaction(writes=True) as transaction:
        transaction.run("UPDATE scheduled_lobbies SET message_id = NULL, id = id - (120000 << 22)")
    anew = await aki.wait_for(lambda one: one["id"] != message["id"] and "Call off" in labels(one), within=LONG)
    await aki.click(anew, label="Call off")
    await until_none_is_left(bot)


async def test_scheduled_table_of_a_deleted_channel_loses_its_event(world: Driver, bot: BotProcess) -> None:
    since, aki = await last_request(world), world.user("Aki")
    place = await world.control.add_channel(str((await aki.state())["guilds"][0]["id"]), "short-lived")
    [first, *_] = (await aki.autocomplete(place, "play", "at", game="saizen")).choices or []
    await aki.command(place, "play", game="saizen", at=first["value"])
    await until_event_is_stored(bot)
    await world.control.delete_channel(place)
    await until_none_is_left(bot)
    assert [one["status"] for one in await world.control.requests(since, kind="event delete")] == [204]


async def test_scheduled_table_is_called_off_with_its_event(world: Driver, bot: BotProcess) -> None:
    since = await last_request(world)
    message = await scheduled(world)
    await until_event_is_stored(bot)
    refused = (await world.user("Ben").click(message, label="Call off")).reply
    assert is_ephemeral(refused)
    off = (await world.user("Aki").click(message, label="Call off")).reply
    assert buttons(off) == []
    assert "called off" in texts(off)
    await until_none_is_left(bot)
    assert "called off" in texts(await world.user("Aki").refreshed(off))
    assert [one["status"] for one in await world.control.requests(since, kind="event delete")] == [204]


async def test_without_the_permission_the_table_is_scheduled_without_an_event(world: Driver) -> None:
    since = await last_request(world)
    await world.control.role("Ichiza", permissions=["view_channel", "send_messages"])
    message = await scheduled(world)
    assert "Saizen" in texts(message)
    assert await world.control.requests(since, kind="event create") == []


async def test_typed_time_counts_without_a_choice_from_the_list(world: Driver, bot: BotProcess) -> None:
    aki = world.user("Aki")
    await aki.command(CHANNEL, "settings", zone="Asia/Kathmandu")
    [_, second, *_] = (await aki.autocomplete(CHANNEL, "play", "at", game="saizen")).choices or []
    typed = second["name"].split()[3]
    assert typed.endswith((":00", ":30")), "the half hours of a clock that is 45 minutes off"
    assert not is_ephemeral((await aki.command(CHANNEL, "play", game="saizen", at=typed)).reply)
    assert bot.rows("SELECT MAX(opens_at) FROM scheduled_lobbies") == [(int(second["value"]),)]


async def test_typed_text_that_is_no_offered_time_is_refused(world: Driver) -> None:
    answer = await world.user("Aki").command(CHANNEL, "play", game="saizen", at="tomorrow")
    assert is_ephemeral(answer.reply)
    assert "Choose a time" in texts(answer.reply)
