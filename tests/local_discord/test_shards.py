"""Shards: distribution of events, and limits on identifying."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from local_discord.world import ids
from tests.driver import Driver
from tests.local_discord.raw import APP, GUILD, Gateway, Raw

SECOND = ids.SECOND_GUILD_ID
GUILDS, MESSAGES = 1, 1 << 9


async def register(raw: Raw) -> None:
    """Register one command for servers and direct messages."""
    command = {"name": "help", "type": 1, "description": "x", "contexts": [0, 1], "integration_types": [0]}
    assert (await raw.call("PUT", f"/applications/{APP}/commands", [command]))[0] == 200


async def ask(raw: Raw, *channels: str) -> None:
    """Use the command as Aki in each of these channels."""
    for channel in channels:
        status, _ = await raw.client("interactions", user="Aki", channel_id=channel, type=2, name="help")
        assert status == 200


@asynccontextmanager
async def two_shards(raw: Raw, intents: int = GUILDS) -> AsyncIterator[tuple[Gateway, Gateway]]:
    """Yield a connection for each of two shards."""
    await raw.control("settings", shards=2)
    async with raw.gateway(intents, (0, 2)) as first, raw.gateway(intents, (1, 2)) as second:
        yield first, second


async def identify(raw: Raw, shard: object, **more: object) -> Gateway:
    """Return a connection that has identified as this shard."""
    gateway = Gateway(await raw.session.ws_connect(f"{raw.url}/gateway?v=10&encoding=json"))
    await gateway.receive()
    await gateway.send(2, {"token": "anything", "intents": GUILDS, "shard": shard, "properties": {}, **more})
    return gateway


async def test_each_shard_gets_its_servers_events_and_the_first_also_direct_messages(raw: Raw, world: Driver) -> None:
    state = await world.user("Aki").state()
    dm = next(one["id"] for one in state["channels"] if one["guild_id"] is None)
    async with two_shards(raw) as (first, second):
        assert [[one["id"] for one in each.ready["guilds"]] for each in (first, second)] == [[GUILD], [SECOND]]
        await register(raw)
        await ask(raw, "teahouse", "card-room", dm, "teahouse")
        assert [(await first.event("INTERACTION_CREATE"))["channel_id"] for _ in range(2)] == [ids.CHANNEL_IDS[1], dm]
        assert [(await second.event("INTERACTION_CREATE"))["guild_id"] for _ in range(2)] == [SECOND, SECOND]


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0, 0], [0], [], "0/2", ["0", "2"], None])
async def test_invalid_shard_is_refused(raw: Raw, shard: object) -> None:
    assert await (await identify(raw, shard)).close_code() == 4010


async def test_too_few_shards_are_refused(raw: Raw) -> None:
    await raw.control("settings", shards=2)
    assert await (await identify(raw, [0, 1])).close_code() == 4011


async def test_each_shard_resumes_its_own_events(raw: Raw) -> None:
    async with two_shards(raw, GUILDS | MESSAGES) as (first, second):
        await raw.control("gateway", drop=True, shard=1)
        assert await second.close_code() == 4000
        await raw.send({"content": "in the second"}, ids.SECOND_CHANNEL_ID)
        await raw.send({"content": "in the first"})
        assert (await first.event("MESSAGE_CREATE"))["content"] == "in the first"
        async with raw.gateway(GUILDS, (0, 2)):  # a new session of shard 0 must not affect the session of shard 1
            again = Gateway(await raw.session.ws_connect(f"{raw.url}/gateway"))
            resumed = {"token": "x", "session_id": second.ready["session_id"], "seq": second.sequence}
            await again.send(6, resumed)
            assert (await again.event("MESSAGE_CREATE"))["content"] == "in the second"
            await again.event("RESUMED")
        await again.socket.close()


async def test_shard_cannot_resume_after_a_new_identify(raw: Raw) -> None:
    async with two_shards(raw) as (_, second):
        await raw.control("gateway", drop=True, shard=1)
        await second.close_code()
        async with raw.gateway(GUILDS, (1, 2)):
            again = Gateway(await raw.session.ws_connect(f"{raw.url}/gateway"))
            await again.receive()
            await again.send(6, {"token": "x", "session_id": second.ready["session_id"], "seq": second.sequence})
            assert (await again.receive())["op"] == 9
        await again.socket.close()


async def test_second_identify_in_a_bucket_is_refused_and_counted(raw: Raw) -> None:
    await raw.control("settings", max_concurrency=2, identify_seconds=60)
    begun = [await identify(raw, [number, 4]) for number in (0, 1)]
    assert [(await one.receive())["t"] for one in begun] == ["READY", "READY"]
    hasty = [await identify(raw, [number, 4]) for number in (2, 3)]
    refused = [await one.receive() for one in hasty]
    assert [(one["op"], one["d"]) for one in refused] == [(9, False)] * 2
    assert (await raw.read("gateway"))["too_soon"] == 2
    await raw.control("settings", identify_seconds=0)
    await hasty[0].send(2, {"token": "anything", "intents": GUILDS, "shard": [2, 4]})
    assert (await hasty[0].receive())["t"] == "READY"
    for one in (*begun, *hasty):
        await one.socket.close()


async def test_servers_setting_delays_guild_create(raw: Raw) -> None:
    await raw.control("settings", servers_seconds=60)
    begun = await identify(raw, [0, 1])
    assert (await begun.receive())["t"] == "READY"
    await begun.send(1, None)
    assert (await begun.receive())["op"] == 11
    await begun.socket.close()


async def test_gateway_bot_returns_shards_and_remaining_session_starts(raw: Raw) -> None:
    await raw.control("settings", shards=2, session_starts=10, max_concurrency=16)
    async with two_shards(raw):
        _, told = await raw.call("GET", "/gateway/bot")
    limit = told["session_start_limit"]
    assert (told["shards"], limit["total"], limit["remaining"], limit["max_concurrency"]) == (2, 10, 8, 16)
    assert limit["reset_after"] > 0


async def test_no_session_begins_once_all_starts_of_the_day_are_used(raw: Raw) -> None:
    await raw.control("settings", session_starts=1, starts_reset_seconds=60)
    async with raw.gateway():
        _, told = await raw.call("GET", "/gateway/bot")
        assert (told["session_start_limit"]["remaining"], told["session_start_limit"]["reset_after"]) == (0, 60_000)
        assert await (await identify(raw, [0, 1])).close_code() == 4004


async def test_bot_is_online_once_all_of_its_shards_are(raw: Raw, world: Driver) -> None:
    await register(raw)
    await raw.control("settings", shards=2)
    waiting = asyncio.create_task(world.wait_until_online())
    async with raw.gateway(shard=(1, 2)):
        status = await raw.read("gateway")
        assert (status["online"], status["shards"], waiting.done()) == (False, [[1, 2]], False)
        async with raw.gateway(shard=(0, 2)):
            await waiting
            assert (await raw.read("gateway"))["shards"] == [[0, 2], [1, 2]]
        await world.user("Aki").wait_for_event("BOT_STATUS", lambda one: not one["online"], since=0)
