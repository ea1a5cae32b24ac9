"""`/play` with a time: the message, the event on the server, the lobby at its time, and calling off."""

from tests.driver import Driver, Json, buttons, is_ephemeral, labels, texts
from tests.e2e.playing import CHANNEL, LONG, last_request, until, wait_for_request
from tests.e2e.processes import BotProcess


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
    assert bot.rows("SELECT COUNT(*) FROM scheduled_lobbies") == [(0,)]


async def test_scheduled_table_is_called_off_with_its_event(world: Driver, bot: BotProcess) -> None:
    since = await last_request(world)
    message = await scheduled(world)
    await until_event_is_stored(bot)
    refused = (await world.user("Ben").click(message, label="Call off")).reply
    assert is_ephemeral(refused)
    off = (await world.user("Aki").click(message, label="Call off")).reply
    assert buttons(off) == []
    assert "called off" in texts(off)
    assert bot.rows("SELECT COUNT(*) FROM scheduled_lobbies") == [(0,)]
    await wait_for_request(world, since, "event delete")
    assert [one["status"] for one in await world.control.requests(since, kind="event delete")] == [204]


async def test_without_the_permission_the_table_is_scheduled_without_an_event(world: Driver) -> None:
    since = await last_request(world)
    await world.control.role("Ichiza", permissions=["view_channel", "send_messages"])
    message = await scheduled(world)
    assert "Saizen" in texts(message)
    assert await world.control.requests(since, kind="event create") == []


async def test_typed_time_counts_without_a_choice_from_the_list(world: Driver, bot: BotProcess) -> None:
    aki = world.user("Aki")
    [_, second, *_] = (await aki.autocomplete(CHANNEL, "play", "at", game="saizen")).choices or []
    typed = second["name"].split()[3]
    assert not is_ephemeral((await aki.command(CHANNEL, "play", game="saizen", at=typed)).reply)
    assert bot.rows("SELECT MAX(opens_at) FROM scheduled_lobbies") == [(int(second["value"]),)]


async def test_typed_text_that_is_no_offered_time_is_refused(world: Driver) -> None:
    answer = await world.user("Aki").command(CHANNEL, "play", game="saizen", at="tomorrow")
    assert is_ephemeral(answer.reply)
    assert "Choose a time" in texts(answer.reply)
