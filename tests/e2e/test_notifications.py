"""Direct messages about tables over real sockets: sent, refused, hidden and stopped."""

from __future__ import annotations

from local_discord.world.ids import CHANNEL_IDS, GUILD_ID
from tests.driver import Driver, Person, buttons, labels, links, texts
from tests.e2e.playing import LONG, Json, open_table, until

CARDS = CHANNEL_IDS[1]


async def private(person: Person) -> list[Json]:
    """Return the bot's direct messages to a person."""
    (place,) = [one["id"] for one in (await person.state())["channels"] if one["guild_id"] is None]
    return await person.messages(place)


def is_notice(message: Json) -> bool:
    """Return whether a message is a notification of a table."""
    return "Stop these notices" in labels(message)


async def notices(person: Person) -> Json:
    """Open a person's panel of notifications."""
    return (await person.click((await person.command("table-talk", "settings")).shown, label="Notices")).shown


async def wants(person: Person, *games: str) -> Json:
    """Choose the games that notify a person; return the panel."""
    return (await person.select(await notices(person), list(games), custom_id="set-some:notices:games")).shown


async def test_subscribers_get_one_direct_message_and_a_refusal_by_discord_is_reported(
    world: Driver,
) -> None:
    ben, chie, dai = (world.user(name) for name in ("Ben", "Chie", "Dai"))
    emi = await world.newcomer("Emi")
    for person in (ben, chie, dai, emi):
        assert "A table opens: yes" in labels(await wants(person, "saizen"))
    await world.control.user("Chie", takes_messages=False)
    async with world.control.denied("card-room", "Dai", "view_channel"):
        lobby = await open_table(world, "saizen", 3, ["Aki"])
        told = [await one.wait_for(is_notice, within=LONG) for one in (ben, emi)]
        assert await private(dai) == [], "they do not see the table's channel"
    for message in told:
        assert "a table has opened, with 2 free seats" in texts(message)
        assert links(message) == [f"https://discord.com/channels/{GUILD_ID}/{CARDS}/{lobby['id']}"]

    async def is_said() -> bool:
        return "Discord did not let me write to you" in texts(await notices(chie))

    await until(is_said)  # people are notified in no order
    assert await private(chie) == []

    await emi.click(lobby, label="Join")
    stopped = (await ben.click(told[0], label="Stop these notices")).shown
    assert stopped["id"] == told[0]["id"], "in its place"
    assert not buttons(stopped)
    assert "A table opens: yes" not in labels(await notices(ben))
    assert [len(await private(one)) for one in (ben, emi)] == [1, 1]
