"""Channels other than the first server's text channels: on a second server, of other types, and direct messages.

A newcomer to the server is tested here too.
"""

import pytest

from local_discord.world import ids
from tests.driver import Driver, RefusedError
from tests.local_discord.raw import AKI, APP, BEN, GUILD, Json, Raw, refusal_of

SECOND = ids.SECOND_GUILD_ID
GUEST = {"name": "guest", "type": 6, "description": "x"}
COMMANDS = f"/applications/{APP}/commands"


async def register(raw: Raw) -> None:
    """Register one command for servers only, and one for servers and direct messages."""
    both: list[Json] = [
        {"name": "play", "type": 1, "description": "x", "contexts": [0], "integration_types": [0], "options": [GUEST]},
        {"name": "help", "type": 1, "description": "x", "contexts": [0, 1], "integration_types": [0]},
    ]
    assert (await raw.call("PUT", COMMANDS, both))[0] == 200


async def dm(world: Driver, who: str) -> str:
    """Return the direct message channel of a person and the bot."""
    return await world.user(who).private_channel()


async def test_bot_is_on_two_servers_with_their_own_channels_and_locales(raw: Raw) -> None:
    async with raw.gateway() as gateway:
        assert [one["id"] for one in gateway.ready["guilds"]] == [GUILD, SECOND]
        await register(raw)
        await raw.client("interactions", user="Aki", channel_id="teahouse", type=2, name="help")
        interaction = await gateway.event("INTERACTION_CREATE")
    assert (interaction["guild_id"], interaction["guild_locale"], interaction["context"]) == (SECOND, "ja", 0)


@pytest.mark.parametrize(("channel", "members"), [("card-room", [BEN]), ("teahouse", [])])
async def test_resolved_members_are_only_members_of_that_server(raw: Raw, channel: str, members: list[str]) -> None:
    await raw.control("member", user="Ben", present=False, guild_id=SECOND)
    async with raw.gateway() as gateway:
        await register(raw)
        named = {"guest": "Ben"}
        await raw.client("interactions", user="Aki", channel_id=channel, type=2, name="play", options=named)
        resolved = (await gateway.event("INTERACTION_CREATE"))["data"]["resolved"]
    assert (list(resolved["users"]), list(resolved.get("members", {}))) == ([BEN], members)


async def test_a_command_in_a_dm_comes_from_a_user_without_a_server(raw: Raw, world: Driver) -> None:
    async with raw.gateway() as gateway:
        await register(raw)
        place = await dm(world, "Aki")
        await raw.client("interactions", user="Aki", channel_id=place, type=2, name="help")
        interaction = await gateway.event("INTERACTION_CREATE")
    assert (interaction["user"]["id"], interaction["context"], interaction["channel"]["type"]) == (AKI, 1, 1)
    assert not {"guild", "guild_id", "guild_locale", "member"} & set(interaction)


async def test_server_command_is_refused_in_a_dm(raw: Raw, world: Driver) -> None:
    await register(raw)
    with pytest.raises(RefusedError, match="/play cannot be used here"):
        await world.user("Aki").command(await dm(world, "Aki"), "play")


async def test_direct_message_is_seen_only_by_its_recipient(raw: Raw, world: Driver) -> None:
    place = await dm(world, "Aki")
    await raw.send({"content": "between us"}, place)
    assert (await world.user("Aki").latest(place))["content"] == "between us"
    assert place not in [one["id"] for one in (await world.user("Ben").state())["channels"]]


async def opened_by_the_bot(raw: Raw, who: str) -> str:
    """Return the direct message channel of a person and the bot, opened by the bot."""
    status, place = await raw.call("POST", "/users/@me/channels", {"recipient_id": who})
    assert (status, [one["id"] for one in place["recipients"]]) == (200, [who])
    return str(place["id"])


async def test_bot_writes_to_a_person_in_their_direct_message_channel(raw: Raw, world: Driver) -> None:
    place = await opened_by_the_bot(raw, AKI)
    assert place == await dm(world, "Aki")
    sent = await raw.send({"content": "a table has opened"}, place)
    told = await world.user("Aki").wait_for(lambda one: one["id"] == sent["id"])
    assert told["content"] == "a table has opened"
    assert refusal_of(await raw.call("POST", "/users/@me/channels", {"recipient_id": APP})) == (400, 50033)


@pytest.mark.parametrize("how", ["closed", "gone"])
async def test_direct_message_needs_a_shared_server_and_messages_turned_on(raw: Raw, how: str) -> None:
    place = await opened_by_the_bot(raw, BEN)
    if how == "closed":
        await raw.control("user", user="Ben", takes_messages=False)
    else:
        for guild in (GUILD, SECOND):
            await raw.control("member", user="Ben", present=False, guild_id=guild)
    assert refusal_of(await raw.call("POST", f"/channels/{place}/messages", {"content": "x"})) == (403, 50007)


@pytest.mark.parametrize(("channel", "thread"), [(ids.NEWS_ID, 10), (ids.CHANNEL_IDS[0], 11)])
async def test_thread_in_an_announcement_channel_has_its_own_type(raw: Raw, channel: str, thread: int) -> None:
    message = await raw.send({"content": "x"}, channel)
    path = f"/channels/{channel}/messages/{message['id']}/threads"
    assert (await raw.call("POST", path, {"name": "Table"}))[1]["type"] == thread


async def test_voice_channel_allows_messages_but_no_threads(raw: Raw) -> None:
    message = await raw.send({"content": "x"}, ids.VOICE_ID)
    path = f"/channels/{ids.VOICE_ID}/messages/{message['id']}/threads"
    assert refusal_of(await raw.call("POST", path, {"name": "Table"})) == (400, 50024)


async def test_a_newcomer_is_announced_to_pages_that_did_not_know_them(world: Driver) -> None:
    emi = await world.newcomer("Emi")
    told = await world.user("Aki").wait_for_event("USER_UPDATE", lambda user: user["id"] == emi.id, since=0)
    assert told["global_name"] == "Emi"
    await emi.say("card-room", f"Hello <@{BEN}>")
    assert (await world.user("Ben").latest("card-room"))["author"]["id"] == emi.id


async def test_command_update_must_include_the_entry_point(raw: Raw) -> None:
    await register(raw)
    await raw.control("entry_point")
    *ours, entry = (await raw.call("GET", COMMANDS))[1]
    assert refusal_of(await raw.call("PUT", COMMANDS, ours)) == (400, 50240)
    status, body = await raw.call("PUT", COMMANDS, [*ours, entry])
    assert (status, body[-1]) == (200, entry)


async def test_new_servers_and_channels_are_announced_to_the_bot(raw: Raw, world: Driver) -> None:
    async with raw.gateway() as gateway:
        made = await world.control.add_guild("North Club", ["tables", "talk"], "ja")
        told = await gateway.event("GUILD_CREATE")
        while told["id"] != made["id"]:  # skip the events of the servers that existed before
            told = await gateway.event("GUILD_CREATE")
        assert [one["id"] for one in told["channels"]] == made["channels"]
        assert told["preferred_locale"] == "ja"
        another = await world.control.add_channel(made["id"], "more tables")
        assert (await gateway.event("CHANNEL_CREATE"))["id"] == another
        await register(raw)
        await raw.client("interactions", user="Ben", channel_id=another, type=2, name="help")
        assert (await gateway.event("INTERACTION_CREATE"))["guild_id"] == made["id"]
    seen = (await world.user("Ben").state())["channels"]
    assert {*made["channels"], another} <= {one["id"] for one in seen}
    await world.control.leave("Ben", made["id"])
    assert another not in {one["id"] for one in (await world.user("Ben").state())["channels"]}
    with pytest.raises(RefusedError):
        await world.control.add_channel("1", "nowhere")
