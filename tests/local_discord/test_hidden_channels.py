"""Channels that the bot cannot view: gateway events hide them, REST leaves them out, interactions show them."""

import pytest

from local_discord.checks.permissions import BITS
from local_discord.world import ids
from local_discord.world.model import CATEGORY, FORUM, TEXT, VOICE
from tests.local_discord.raw import APP, BEN, CARDS, GUILD, Gateway, Json, Raw

SHOWN = {"id": CARDS, "type": 0, "guild_id": GUILD, "parent_id": None, "position": 1}
HIDDEN = {
    **SHOWN,
    "name": "___hidden___",
    "flags": 1 << 17,
    "permission_overwrites": [{"id": GUILD, "type": 0, "allow": "0", "deny": str(BITS["view_channel"])}],
    **dict.fromkeys(("last_message_id", "rate_limit_per_user", "default_thread_rate_limit_per_user")),
}


async def set_sight(raw: Raw, channel: str = CARDS, *, sees: bool, who: str = "bot") -> None:
    """Allow or deny View Channel in a channel."""
    await raw.control(
        "permissions", channel_id=channel, who=who, **{"allow" if sees else "deny": ["view_channel", "send_messages"]}
    )


async def created(gateway: Gateway, raw: Raw) -> dict[str, Json]:
    """Return the channels of the first server as a GUILD_CREATE tells them, by id."""
    await raw.control("outage", unavailable=True)
    await raw.control("outage", unavailable=False)
    return {one["id"]: one for one in (await gateway.event("GUILD_CREATE"))["channels"]}


async def make(raw: Raw, name: str, kind: int = TEXT, **more: object) -> str:
    """Add a channel to the first server, and return its id."""
    made = await raw.control("guild", guild_id=GUILD, channels=[name], type=kind, **more)
    return str(made["channels"][0])


async def test_channel_that_the_bot_cannot_view_is_hidden_in_events_of_its_server(raw: Raw) -> None:
    await set_sight(raw, sees=False)
    async with raw.gateway() as gateway:
        told = await created(gateway, raw)
        assert told[CARDS] == HIDDEN
        assert {one["flags"] for number, one in told.items() if number != CARDS} == {0}


@pytest.mark.parametrize("way", ["overwrite", "role"])
async def test_bot_is_told_when_it_ceases_and_begins_to_see_a_channel(raw: Raw, way: str) -> None:
    role = await raw.control("role", role="Guests", permissions=[], give=["bot"])
    if way == "role":
        await set_sight(raw, sees=False, who=ids.BOT_ROLE_ID)
        await set_sight(raw, sees=True, who=role["id"])
    async with raw.gateway() as gateway:
        if way == "role":
            await raw.control("role", role="Guests", take=["bot"])
        else:
            await set_sight(raw, sees=False)
        assert await gateway.event("CHANNEL_UPDATE") == HIDDEN
        if way == "role":
            await raw.control("role", role="Guests", give=["bot"])
        else:
            await set_sight(raw, sees=True)
        whole = await gateway.event("CHANNEL_UPDATE")
        assert (whole["name"], whole["flags"]) == ("card-room", 0)
        assert (await gateway.event("THREAD_LIST_SYNC"))["channel_ids"] == [CARDS]


async def test_change_of_a_hidden_channel_tells_nothing_of_it(raw: Raw) -> None:
    await set_sight(raw, sees=False)
    async with raw.gateway() as gateway:
        await raw.control("permissions", channel_id=CARDS, who="Ben", allow=["manage_messages"])
        assert await gateway.event("CHANNEL_UPDATE") == HIDDEN
        await raw.control("channel", channel_id=CARDS, delete=True)
        assert await gateway.event("CHANNEL_DELETE") == HIDDEN


async def test_threads_of_a_channel_come_back_with_it(raw: Raw) -> None:
    _, thread = await raw.call("POST", f"/channels/{CARDS}/threads", {"name": "Table", "type": 11})
    async with raw.gateway() as gateway:
        await set_sight(raw, sees=False)
        await set_sight(raw, sees=True)
        synced = await gateway.event("THREAD_LIST_SYNC")
    assert [one["id"] for one in synced["threads"]] == [thread["id"]]
    assert [one["user_id"] for one in synced["members"]] == [APP]


async def test_category_is_seen_while_one_of_its_channels_is(raw: Raw) -> None:
    category = await make(raw, "Games", CATEGORY)
    await set_sight(raw, category, sees=False)
    async with raw.gateway() as gateway:
        assert (await created(gateway, raw))[category]["name"] == "___hidden___"
        child = await make(raw, "chess", parent_id=category)
        assert (await gateway.event("CHANNEL_UPDATE"))["name"] == "Games"
        await set_sight(raw, child, sees=False)
        updates = [await gateway.event("CHANNEL_UPDATE") for _ in range(2)]
        assert {(one["id"], one["name"]) for one in updates} == {(one, "___hidden___") for one in (category, child)}
        assert {one["parent_id"] for one in updates} == {None, category}


async def test_overwrites_of_a_category_are_not_those_of_its_channels(raw: Raw) -> None:
    category = await make(raw, "Games", CATEGORY)
    child = await make(raw, "chess", parent_id=category)
    await set_sight(raw, category, sees=False)
    assert (await raw.call("GET", f"/channels/{child}"))[0] == 200
    await raw.control("channel", channel_id=category, delete=True)
    assert (await raw.call("GET", f"/channels/{child}"))[0] == 200


@pytest.mark.parametrize(("kind", "fields"), [(VOICE, {"bitrate", "user_limit"}), (FORUM, {"available_tags", "topic"})])
async def test_other_fields_of_a_hidden_channel_are_null(raw: Raw, kind: int, fields: set[str]) -> None:
    made = await make(raw, "Bar", kind)
    await set_sight(raw, made, sees=False)
    async with raw.gateway() as gateway:
        told = (await created(gateway, raw))[made]
    assert told["name"] == "___hidden___"
    assert fields <= {key for key, value in told.items() if value is None}


async def test_list_of_channels_leaves_hidden_ones_out(raw: Raw) -> None:
    path = f"/guilds/{GUILD}/channels"
    _, whole = await raw.call("GET", path)
    await set_sight(raw, sees=False)
    _, seen = await raw.call("GET", path)
    assert {one["name"] for one in whole} - {one["name"] for one in seen} == {"card-room"}


async def test_interaction_in_a_hidden_channel_shows_the_channel_and_the_permissions_there(raw: Raw) -> None:
    await set_sight(raw, sees=False)
    await raw.control("permissions", channel_id=CARDS, who="Ben", allow=["manage_messages"])
    async with raw.gateway() as gateway:
        await raw.call("PUT", f"/applications/{APP}/commands", [{"name": "play", "description": "x"}])
        await raw.client("interactions", user=BEN, channel_id=CARDS, type=2, name="play")
        asked = await gateway.event("INTERACTION_CREATE")
    assert asked["channel"]["name"] == "card-room"
    assert int(asked["channel"]["permissions"]) == int(asked["member"]["permissions"])
    assert int(asked["member"]["permissions"]) & BITS["manage_messages"]
    assert not int(asked["app_permissions"])
