"""Forums with posts, slow mode and time-outs: what the local Discord tells the bot of them, and what it refuses."""

import pytest

from local_discord.world import ids
from tests.driver import Driver, RefusedError
from tests.local_discord.raw import APP, BEN, CARDS, GUILD, Json, Raw, button, refusal_of, row

FORUM = ids.FORUM_ID
COMMANDS = f"/applications/{APP}/commands"


@pytest.fixture(autouse=True)
async def commands(raw: Raw) -> None:
    """Register a command."""
    assert (await raw.call("PUT", COMMANDS, [{"name": "play", "type": 1, "description": "x"}]))[0] == 200


@pytest.mark.parametrize("kind", [15, 16], ids=["forum", "media"])
async def test_post_is_a_thread_whose_first_message_has_its_id(raw: Raw, world: Driver, kind: int) -> None:
    async with raw.gateway() as gateway:
        forum = await world.control.add_channel(GUILD, "posts", kind)
        told = await gateway.event("CHANNEL_CREATE")
        assert (told["type"], told["available_tags"]) == (kind, [])
        message = await world.user("Ben").say(forum, "Who plays tonight?\nAt eight.")
        thread = await gateway.event("THREAD_CREATE")
    assert (thread["type"], thread["parent_id"], thread["owner_id"]) == (11, forum, BEN)
    assert (thread["name"], thread["id"]) == ("Who plays tonight?", message["id"])
    assert [one["content"] for one in await world.user("Aki").messages(thread["id"])] == [
        "Who plays tonight?\nAt eight."
    ]
    assert (await raw.call("POST", f"/channels/{thread['id']}/messages", {"content": "here"}))[0] == 200


async def test_forum_itself_has_no_messages_and_shows_only_answers_to_one_person(raw: Raw, world: Driver) -> None:
    assert refusal_of(await raw.call("POST", f"/channels/{FORUM}/messages", {"content": "x"})) == (400, 50008)
    assert refusal_of(await raw.call("POST", f"/channels/{FORUM}/threads", {"name": "x", "type": 11})) == (400, 50024)
    with pytest.raises(RefusedError, match="A post begins with a text"):
        await world.user("Ben").say(FORUM, "  ")
    async with raw.gateway() as gateway:
        await raw.client("interactions", user="Ben", channel_id=FORUM, type=2, name="play")
        asked = await gateway.event("INTERACTION_CREATE")
        assert asked["channel"]["type"] == 15
        way = f"/interactions/{asked['id']}/{asked['token']}/callback"
        for kind in (4, 5):
            assert refusal_of(await raw.call("POST", way, {"type": kind, "data": {"content": "x"}})) == (400, 50008)
        status, _ = await raw.call("POST", way, {"type": 4, "data": {"content": "x", "flags": 64}})
    assert status == 204


async def test_slow_mode_makes_members_wait_and_no_manager(world: Driver) -> None:
    await world.control.channel("card-room", rate_limit_per_user=30)
    ben, aki = world.user("Ben"), world.user("Aki")
    await ben.say("card-room", "one")
    with pytest.raises(RefusedError, match="Slow mode is on: Ben must wait 30 s"):
        await ben.say("card-room", "two")
    await ben.say("table-talk", "elsewhere")
    for _ in range(2):
        await aki.say("card-room", "I manage this server")
    await world.control.channel("card-room", rate_limit_per_user=0)
    await ben.say("card-room", "two")


@pytest.mark.parametrize(
    ("body", "seconds"), [({}, 60), ({"rate_limit_per_user": None}, 60), ({"rate_limit_per_user": 0}, 0)]
)
async def test_thread_takes_its_channels_slow_mode_unless_told_another(
    raw: Raw, world: Driver, body: Json, seconds: int
) -> None:
    await world.control.channel("card-room", default_thread_rate_limit_per_user=60)
    message = await raw.send({"content": "x"})
    path = f"/channels/{CARDS}/messages/{message['id']}/threads"
    assert (await raw.call("POST", path, {"name": "Table", **body}))[1]["rate_limit_per_user"] == seconds
    assert (await raw.call("GET", f"/channels/{CARDS}"))[1]["default_thread_rate_limit_per_user"] == 60
    alone = {"name": "Table", "type": 11, **body}
    assert (await raw.call("POST", f"/channels/{CARDS}/threads", alone))[1]["rate_limit_per_user"] == seconds


@pytest.mark.parametrize("blocked", [False, True])
async def test_slow_mode_blocks_clicks_and_commands_only_with_the_switch(
    raw: Raw, world: Driver, blocked: bool
) -> None:
    if blocked:
        await raw.control("settings", slow_mode_blocks_clicks=True)
    await world.control.channel("card-room", rate_limit_per_user=30)
    message = await raw.send({"components": [row(button("Go"))]})
    asked = [
        await raw.client("interactions", user="Ben", channel_id=CARDS, type=kind, **what)
        for kind, what in ((3, {"message_id": message["id"], "custom_id": "go"}), (2, {"name": "play"}))
    ]
    assert [status for status, _ in asked] == [200, 400 if blocked else 200]


async def test_timed_out_member_sees_but_neither_writes_nor_clicks(raw: Raw, world: Driver) -> None:
    message = await raw.send({"components": [row(button("Go"))]})
    click = {"user": "Ben", "channel_id": CARDS, "type": 3, "message_id": message["id"], "custom_id": "go"}
    await world.control.user("Ben", timed_out_seconds=600)
    _, member = await raw.call("GET", f"/guilds/{GUILD}/members/{BEN}")
    assert member["communication_disabled_until"]
    for kind, what in ((3, {"message_id": message["id"], "custom_id": "go"}), (2, {"name": "play"})):
        status, refusal = await raw.client("interactions", user="Ben", channel_id=CARDS, type=kind, **what)
        assert (status, refusal["error"]) == (400, "Ben is timed out and cannot interact here.")
    ben = world.user("Ben")
    with pytest.raises(RefusedError, match="may not write here"):
        await ben.say("card-room", "x")
    assert (await ben.latest("card-room"))["id"] == message["id"]
    await ben.say(await ben.private_channel(), "in direct messages")
    await world.control.user("Ben", timed_out_seconds=0)
    assert (await raw.client("interactions", **click))[0] == 200
    assert (await raw.call("GET", f"/guilds/{GUILD}/members/{BEN}"))[1]["communication_disabled_until"] is None


async def test_time_out_leaves_the_owner_of_a_server_alone(raw: Raw, world: Driver) -> None:
    await world.control.user("Aki", timed_out_seconds=600)
    await world.user("Aki").say("card-room", "x")
    assert (await raw.client("interactions", user="Aki", channel_id=CARDS, type=2, name="play"))[0] == 200


async def test_bots_own_time_out_takes_its_permissions(raw: Raw, world: Driver) -> None:
    async with raw.gateway() as gateway:
        await world.control.user("bot", timed_out_seconds=600)
        assert (await gateway.event("GUILD_MEMBER_UPDATE"))["communication_disabled_until"]
    assert refusal_of(await raw.call("POST", f"/channels/{CARDS}/messages", {"content": "x"})) == (403, 50013)
