"""Direct messages about tables over real sockets: sent, refused, hidden and stopped."""

from __future__ import annotations

from local_discord.world.ids import CHANNEL_IDS, GUILD_ID
from tests.driver import Driver, Person, buttons, labels, links, texts
from tests.e2e.playing import LONG, Json, open_table, until

CARDS = CHANNEL_IDS[1]


async def direct_messages(person: Person) -> list[Json]:
    """Return the bot's direct messages to a person."""
    (place,) = [one["id"] for one in (await person.state())["channels"] if one["guild_id"] is None]
    return await person.messages(place)


def is_notification(message: Json) -> bool:
    """Return whether a message is a notification of a table."""
    return "Stop these notices" in labels(message)


async def notification_panel(person: Person) -> Json:
    """Open a person's panel of notifications."""
    return (await person.click((await person.command("table-talk", "settings")).reply, label="Notices")).reply


async def subscribe(person: Person, *games: str) -> Json:
    """Choose the games that notify a person; return the panel."""
    return (
        await person.select(await notification_panel(person), list(games), custom_id="set-some:notices:games")
    ).reply


async def test_subscribers_get_one_direct_message_and_a_refusal_by_discord_is_reported(
    world: Driver,
) -> None:
    ben, chie, dai = (world.user(name) for name in ("Ben", "Chie", "Dai"))
    emi = await world.newcomer("Emi")
    for person in (ben, chie, dai, emi):
        assert "A table opens: yes" in labels(await subscribe(person, "saizen"))
    await world.control.user("Chie", takes_messages=False)
    async with world.control.without_permissions("card-room", "Dai", "view_channel"):
        lobby = await open_table(world, "saizen", 3, ["Aki"])
        notified = [await one.wait_for(is_notification, within=LONG) for one in (ben, emi)]
        assert await direct_messages(dai) == [], "they do not see the table's channel"
    for message in notified:
        assert "a table has opened, with 2 free seats" in texts(message)
        assert links(message) == [f"https://discord.com/channels/{GUILD_ID}/{CARDS}/{lobby['id']}"]

    async def is_reported() -> bool:
        return "Discord did not let me write to you" in texts(await notification_panel(chie))

    await until(is_reported)  # people are notified in no order
    assert await direct_messages(chie) == []

    await emi.click(lobby, label="Join")
    stopped = (await ben.click(notified[0], label="Stop these notices")).reply
    assert stopped["id"] == notified[0]["id"], "the answer edits the same message"
    assert not buttons(stopped)
    assert "A table opens: yes" not in labels(await notification_panel(ben))
    assert [len(await direct_messages(one)) for one in (ben, emi)] == [1, 1]
