"""Rate limits and faults, and what the request log tells about them."""

import asyncio
import time
from typing import Any

import aiohttp
import pytest

from tests.local_discord.raw import BEN, CARDS, TALK, Raw, refusal_of

MESSAGES = f"/channels/{CARDS}/messages"


async def test_answers_carry_the_buckets_headers(raw: Raw) -> None:
    await raw.call("GET", "/users/@me")
    assert int(raw.last_headers["X-RateLimit-Limit"]) - int(raw.last_headers["X-RateLimit-Remaining"]) == 1
    assert raw.last_headers["X-RateLimit-Bucket"]
    assert raw.last_headers["Content-Type"] == "application/json"


async def test_full_bucket_refuses_until_its_window_ends(raw: Raw) -> None:
    await raw.control("limits", limit=2, per=0.05, method="POST", route="/channels/{channel_id}/messages")
    statuses = [(await raw.call("POST", MESSAGES, {"content": "x"}))[0] for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert raw.last_headers["Via"]
    assert (await raw.call("POST", f"/channels/{TALK}/messages", {"content": "other bucket"}))[0] == 200
    deadline = time.monotonic() + 2
    while (await raw.call("POST", MESSAGES, {"content": "x"}))[0] == 429:
        assert time.monotonic() < deadline
    assert await raw.read("problems") == []


async def test_the_global_limit_counts_all_routes(raw: Raw) -> None:
    await raw.control("settings", global_limit=1)
    await raw.call("GET", "/users/@me")
    status, body = await raw.call("GET", f"/channels/{CARDS}")
    assert (status, body["global"]) == (429, True)
    assert 0 < body["retry_after"] <= 1


async def test_only_so_many_direct_messages_can_be_opened_in_some_time(raw: Raw) -> None:
    await raw.control("settings", openings=2, opening_seconds=60)
    asked = [await raw.call("POST", "/users/@me/channels", {"recipient_id": BEN}) for _ in range(3)]
    assert [status for status, _ in asked] == [200, 200, 400]
    assert refusal_of(asked[2]) == (400, 40003)


@pytest.mark.parametrize(
    ("preset", "status", "code"),
    [
        ("rate_limit", 429, 0),
        ("server_error", 500, 0),
        ("unavailable", 503, 0),
        ("missing_access", 403, 50001),
        ("missing_permissions", 403, 50013),
        ("unknown_message", 404, 10008),
        ("unknown_channel", 404, 10003),
        ("too_many_threads", 400, 160006),
    ],
)
async def test_a_preset_fails_one_matching_request(raw: Raw, preset: str, status: int, code: int) -> None:
    await raw.control("faults", preset=preset, method="POST", path="/messages$")
    assert (await raw.call("GET", "/users/@me"))[0] == 200
    assert refusal_of(await raw.call("POST", MESSAGES, {"content": "x"})) == (status, code)
    assert (await raw.call("POST", MESSAGES, {"content": "x"}))[0] == 200
    assert await raw.read("problems") == []


async def test_an_applied_fault_loses_only_the_answer(raw: Raw) -> None:
    await raw.control("faults", kind="message create", status=500, apply=True)
    assert (await raw.call("POST", MESSAGES, {"content": "there"}))[0] == 500
    assert [one["content"] for one in (await raw.call("GET", MESSAGES))[1]] == ["there"]


async def test_a_repeated_nonce_makes_no_second_message(raw: Raw) -> None:
    body = {"content": "once", "nonce": "7", "enforce_nonce": True}
    first, second = await raw.send(body), await raw.send(body)
    assert first["id"] == second["id"]


async def test_nonce_applies_per_channel_for_five_minutes_while_the_message_exists(raw: Raw) -> None:
    body = {"content": "once", "nonce": "7", "enforce_nonce": True}
    first = await raw.send(body)
    elsewhere = await raw.send(body, TALK)
    await raw.call("DELETE", f"{MESSAGES}/{first['id']}")
    second = await raw.send(body)
    await raw.control("message", message_id=second["id"], age_seconds=301)
    third = await raw.send(body)
    assert len({first["id"], elsewhere["id"], second["id"], third["id"]}) == 4


async def test_a_repeated_nonce_makes_no_second_message_when_messages_start_old(raw: Raw) -> None:
    await raw.control("settings", message_age=3700)
    body = {"content": "once", "nonce": "7", "enforce_nonce": True}
    first, second = await raw.send(body), await raw.send(body)
    assert first["id"] == second["id"]


async def test_fetched_messages_have_no_nonce(raw: Raw) -> None:
    first, second = [await raw.send({"content": "x", "nonce": nonce}) for nonce in "12"]
    assert second["nonce"] == "2"
    after = (await raw.call("GET", f"{MESSAGES}?after={first['id']}"))[1]
    assert [one["id"] for one in after] == [second["id"]]
    for read_again in (*after, (await raw.call("GET", f"{MESSAGES}/{second['id']}"))[1]):
        assert "nonce" not in read_again


async def test_a_dropped_request_has_no_answer(raw: Raw) -> None:
    await raw.control("faults", kind="message create", drop=True)
    with pytest.raises(aiohttp.ClientError):
        await raw.call("POST", MESSAGES, {"content": "x"})
    assert (await raw.call("GET", MESSAGES))[1] == []


async def test_delayed_request_is_still_answered(raw: Raw) -> None:
    await raw.control("faults", kind="message create", delay=0.05, times=None)
    start = time.monotonic()
    assert (await raw.call("POST", MESSAGES, {"content": "x"}))[0] == 200
    assert time.monotonic() - start >= 0.05


async def clear_faults(raw: Raw) -> None:
    async with raw.session.delete(f"{raw.url}/control/faults") as response:
        assert response.status == 200


async def test_a_late_answer_is_overtaken_by_the_next_one(raw: Raw) -> None:
    await raw.control("faults", kind="message create", late=60)
    async with raw.gateway(intents=1 | 1 << 9) as gateway:
        first = asyncio.create_task(raw.send({"content": "first"}))
        assert (await gateway.event("MESSAGE_CREATE"))["content"] == "first"
        await raw.send({"content": "second"})
    assert not first.done()
    await clear_faults(raw)
    assert (await first)["content"] == "first"


async def test_answer_can_be_lost_after_the_request_was_applied(raw: Raw) -> None:
    await raw.control("faults", kind="message create", apply=True, drop=True)
    with pytest.raises(aiohttp.ClientError):
        await raw.call("POST", MESSAGES, {"content": "there"})
    assert [one["content"] for one in (await raw.call("GET", MESSAGES))[1]] == ["there"]
    assert await raw.read("problems") == []


@pytest.mark.parametrize(("applied", "found"), [(False, []), (True, ["x"])])
async def test_a_request_hangs_until_the_faults_are_cleared(raw: Raw, *, applied: bool, found: list[str]) -> None:
    await raw.control("faults", kind="message create", hang=True, apply=applied)
    sending = asyncio.create_task(raw.call("POST", MESSAGES, {"content": "x"}))
    while not await raw.read("requests?kind=message+create"):
        assert not sending.done()
    assert [one["content"] for one in (await raw.call("GET", MESSAGES))[1]] == found
    assert not sending.done()
    await clear_faults(raw)
    with pytest.raises(aiohttp.ClientError):
        await sending


async def test_fault_repeats_the_given_number_of_times(raw: Raw) -> None:
    await raw.control("faults", kind="message create", status=403, code=50001, message="Missing Access", times=2)
    answers = [await raw.call("POST", MESSAGES, {"content": "x"}) for _ in range(3)]
    assert [status for status, _ in answers] == [403, 403, 200]
    assert answers[0][1] == {"message": "Missing Access", "code": 50001}


async def edit(raw: Raw, message: Any) -> tuple[int, Any]:
    return await raw.call("PATCH", f"/channels/{message['channel_id']}/messages/{message['id']}", {"content": "y"})


async def test_channel_allows_five_edits_in_five_seconds(raw: Raw) -> None:
    first, second = await raw.send({"content": "x"}), await raw.send({"content": "x"})
    elsewhere = await raw.send({"content": "x"}, TALK)
    assert [(await edit(raw, one))[0] for one in (first, second, first, second, first, second)] == [*[200] * 5, 429]
    assert 0 < float(raw.last_headers["Retry-After"]) <= 5
    assert (await edit(raw, elsewhere))[0] == 200


async def test_channel_allows_five_new_messages_in_five_seconds(raw: Raw) -> None:
    assert [(await raw.call("POST", MESSAGES, {"content": "x"}))[0] for _ in range(6)] == [*[200] * 5, 429]
    assert 0 < float(raw.last_headers["Retry-After"]) <= 5
    await raw.send({"content": "x"}, TALK)


async def test_channel_allows_three_edits_of_old_messages_in_six_seconds_without_headers(raw: Raw) -> None:
    await raw.control("settings", message_age=3700)
    old = await raw.send({"content": "x"})
    assert [(await edit(raw, old))[0] for _ in range(3)] == [200, 200, 200]
    assert raw.last_headers["X-RateLimit-Remaining"] == "2"
    status, body = await edit(raw, old)
    assert (status, body["code"]) == (429, 30046)
    assert 0 < body["retry_after"] <= 6


async def test_message_limits_can_be_turned_off(raw: Raw) -> None:
    await raw.control("settings", message_limits=False)
    message = await raw.send({"content": "x"})
    assert {(await edit(raw, message))[0] for _ in range(12)} == {200}


async def test_latency_setting_delays_requests_by_at_least_fifty_milliseconds(raw: Raw) -> None:
    await raw.control("settings", latency=True)
    start = time.monotonic()
    await raw.call("GET", "/users/@me")
    assert time.monotonic() - start >= 0.05


async def test_log_contains_requests_and_problems(raw: Raw) -> None:
    await raw.send({"content": "a"})
    await raw.upload("POST", MESSAGES, {"content": "b"}, ("a.txt", b"hello"))
    await raw.call("POST", MESSAGES, {"content": ""})
    await raw.call("GET", "/sounds")
    requests = await raw.read("requests?since=0&kind=message+create")
    assert [one["body"]["content"] for one in requests] == ["a", "b", ""]
    assert requests[1]["filenames"] == ["a.txt"]
    assert {one["route"] for one in requests} == {"/channels/{channel_id}/messages"}
    assert await raw.read(f"requests?since={requests[-1]['n'] + 1}") == []
    assert [(one["kind"], one["code"]) for one in await raw.read("problems")] == [
        ("message create", 50006),
        ("unknown", 0),
    ]
    assert await raw.read("unknown_routes") == ["GET /sounds"]
    counts = await raw.read("counts")
    assert (counts["by_kind"]["message create"], counts["by_status"]["400"]) == (3, 1)
    await raw.control("reset_counts")
    assert (await raw.read("counts"))["total"] == 0


@pytest.mark.parametrize(
    ("name", "body", "reason"),
    [
        ("settings", {"colour": 1}, "There is no setting 'colour'"),
        ("faults", {"preset": "rain"}, "There is no preset 'rain'"),
        ("faults", {"colour": 1}, "A fault has no field 'colour'."),
        ("faults", {"odd": "pear"}, "There is no odd body 'pear'"),
        ("permissions", {"who": "bot", "deny": ["fly"]}, "There is no permission 'fly'."),
        ("channel", {"channel_id": CARDS, "archived": True}, "Only threads"),
        ("message", {"message_id": "1", "delete": True}, "There is no message '1'"),
    ],
)
async def test_unknown_control_parameter_is_named_in_the_refusal(
    raw: Raw, name: str, body: dict[str, object], reason: str
) -> None:
    async with raw.session.post(f"{raw.url}/control/{name}", json=body) as response:
        assert response.status in {400, 404}
        assert reason in (await response.json())["error"]


async def test_reset_restores_the_initial_world(raw: Raw) -> None:
    await raw.send({"content": "x"})
    await raw.control("channel", channel_id=TALK, delete=True)
    await raw.control("settings", ack_seconds=1)
    await raw.control("faults", preset="server_error", times=None)
    await raw.control("reset")
    assert (await raw.call("GET", MESSAGES))[1] == []
    assert (await raw.call("GET", f"/channels/{TALK}"))[0] == 200
    assert (await raw.read("settings"))["ack_seconds"] == 3
