"""Global limits, the ban for invalid requests, and unavailable servers."""

from typing import Any

import pytest

from local_discord.checks.ban import Ban
from local_discord.control.settings import Settings
from local_discord.server import Running
from tests.driver import Driver, RefusedError
from tests.local_discord.raw import APP, CARDS, GUILD, Raw

MESSAGES = f"/channels/{CARDS}/messages"
CALLBACK = "/interactions/1/none/callback"


async def test_default_global_limit_is_fifty_requests_a_second(server: Running) -> None:
    assert server.discord.settings.global_limit == 50


async def test_interaction_endpoints_do_not_count_for_the_global_limit(raw: Raw) -> None:
    await raw.control("limits", global_seconds=60)
    status, body = await raw.call("GET", f"/channels/{CARDS}")
    assert (status, body["global"], raw.last_headers["X-RateLimit-Scope"]) == (429, True, "global")
    assert raw.last_headers["X-RateLimit-Global"] == "true"
    assert float(raw.last_headers["Retry-After"]) == body["retry_after"] > 59
    assert (await raw.call("POST", CALLBACK, {"type": 6}))[0] == 404
    assert (await raw.call("POST", f"/webhooks/{APP}/none", {"content": "x"}))[0] == 401


@pytest.mark.parametrize(
    ("given", "scope"), [({}, "user"), ({"scope": "shared"}, "shared"), ({"global": True}, "global")]
)
async def test_injected_429_has_the_requested_scope(raw: Raw, given: dict[str, Any], scope: str) -> None:
    await raw.control("faults", preset="rate_limit", retry_after=7, **given)
    status, body = await raw.call("GET", "/users/@me")
    assert (status, body["retry_after"], body["global"]) == (429, 7, scope == "global")
    assert (raw.last_headers["X-RateLimit-Scope"], raw.last_headers["Retry-After"]) == (scope, "7")


async def html(raw: Raw, path: str) -> tuple[int, str, dict[str, str]]:
    async with raw.session.get(f"{raw.url}/api/v10{path}", headers=raw.headers) as response:
        return response.status, await response.text(), dict(response.headers)


@pytest.mark.parametrize("retry_after", [7, None])
async def test_injected_ban_answer_looks_like_cloudflare(raw: Raw, retry_after: int | None) -> None:
    await raw.control("faults", preset="banned", retry_after=retry_after)
    status, body, headers = await html(raw, "/users/@me")
    assert (status, body.startswith("<!doctype html>")) == (429, True)
    assert "Via" not in headers
    assert headers.get("Retry-After") == (None if retry_after is None else "7")
    assert await raw.read("problems") == []


async def test_address_is_banned_when_the_invalid_request_limit_is_reached(raw: Raw) -> None:
    await raw.control("settings", invalid_requests=3, ban_seconds=60)
    await raw.control("faults", preset="missing_access")
    await raw.call("GET", "/users/@me")
    await raw.control("faults", preset="rate_limit", scope="shared", times=5)
    for _ in range(5):
        await raw.call("GET", "/users/@me")
    await raw.call("GET", "/users/@me", headers={"Authorization": "Bot refused"})
    assert (await raw.read("ban"))["invalid"] == 2
    assert (await raw.call("GET", "/users/@me"))[0] == 200
    await raw.control("faults", preset="rate_limit")
    await raw.call("GET", "/users/@me")
    status, _, headers = await html(raw, "/users/@me")
    assert (status, "Via" in headers) == (429, False)
    assert 0 < int(headers["Retry-After"]) <= 60
    async with raw.session.post(f"{raw.url}/api/v10{CALLBACK}", json={"type": 6}) as answer:
        assert answer.status == 429
    banned = await raw.read("ban")
    assert (banned["bans"], banned["refused"], banned["invalid"]) == (1, 2, 0)
    await raw.control("ban", seconds=0)
    assert (await raw.call("GET", "/users/@me"))[0] == 200


def test_invalid_requests_count_for_ten_minutes_and_a_ban_ends_after_ten() -> None:
    now = [1000.0]
    ban, settings = Ban(lambda: now[0]), Settings(invalid_requests=3)
    ban.count(403, None, settings)
    now[0] += 599
    ban.count(401, None, settings)
    now[0] += 1
    ban.count(429, "user", settings)
    ban.count(404, None, settings)
    ban.count(429, "shared", settings)
    assert (ban.status(settings)["invalid"], ban.seconds_left()) == (2, 0)
    ban.count(429, "global", settings)
    assert ban.seconds_left() == 600
    now[0] += 600
    assert (ban.seconds_left(), ban.bans) == (0, 1)


async def test_server_becomes_unavailable_and_available_again(raw: Raw) -> None:
    async with raw.gateway() as gateway:
        await raw.control("outage")
        assert await gateway.event("GUILD_DELETE") == {"id": GUILD, "unavailable": True}
        assert (await raw.call("POST", MESSAGES, {"content": "x"}))[0] == 503
        # This change sends no event to the bot, because the server is unavailable.
        await raw.control("permissions", channel_id=CARDS, who="bot", deny=["attach_files"])
        await raw.control("outage", unavailable=False)
        back = await gateway.event("GUILD_CREATE")
        assert (back["id"], back["unavailable"]) == (GUILD, False)
    assert (await raw.call("POST", MESSAGES, {"content": "x"}))[0] == 200
    assert await raw.read("problems") == []


async def test_session_started_during_an_outage_gets_the_server_afterwards(raw: Raw) -> None:
    await raw.control("outage")
    async with raw.session.ws_connect(f"{raw.url}/gateway?v=10&encoding=json") as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": "anything", "intents": 1, "shard": [0, 1], "properties": {}}})
        ready, other = [await socket.receive_json() for _ in range(2)]
        assert {one["id"] for one in ready["d"]["guilds"]} > {GUILD}
        assert other["d"]["id"] != GUILD
        await raw.control("outage", unavailable=False)
        assert (await socket.receive_json())["d"]["id"] == GUILD


async def test_commands_are_refused_on_an_unavailable_server(raw: Raw, world: Driver) -> None:
    await raw.control("outage")
    with pytest.raises(RefusedError, match="unavailable"):
        await world.user("Aki").command("card-room", "play")
