"""Hooks of HTTP requests: abandoned calls send nothing; responses, refusals and lost requests are recorded."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import aiohttp
import pytest
from yarl import URL

from cogs.metrics import Metrics
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.discord_calls import CALL_SECONDS, AbandonedCallError, Call, current_call, wait_for_call
from cogs.requests.http_trace import HttpTrace
from cogs.requests.rate_limiter import RateLimiter
from host.clock import ComparedClock
from operations.logs import TextFormatter
from show.log_context import begin_log_context, extend_log_context
from tests.cogs.shares import whole
from tests.fuzz.offline import offline
from tests.virtual_time import in_virtual_time

MESSAGE = URL("https://discord.com/api/v10/channels/1/messages")
ANSWER = URL("https://discord.com/api/v10/interactions/1/token/callback")
LOST = cast("Any", SimpleNamespace(exception=TimeoutError()))
CONNECTOR = aiohttp.ClientConnectorError(cast("Any", None), OSError())


class Slow(RateLimiter):
    """A rate limiter whose wait is longer than the timeout of a call."""

    async def wait(self, check: Callable[[], None] = lambda: None) -> None:
        await asyncio.sleep(2 * CALL_SECONDS)
        check()


def trace(limiter: RateLimiter | None = None) -> HttpTrace:
    return HttpTrace(Metrics(), CircuitBreaker(whole), limiter or RateLimiter(whole), ComparedClock())


async def begin(hooks: HttpTrace, url: URL = MESSAGE) -> None:
    """Let the library begin a request."""
    await hooks._begin(cast("Any", None), SimpleNamespace(), cast("Any", SimpleNamespace(url=url)))


@pytest.mark.parametrize("url", [MESSAGE, ANSWER], ids=["a message", "an answer"])
@in_virtual_time
async def test_abandoned_call_sends_no_further_request(url: URL) -> None:
    hooks, sent = trace(), list[str]()

    async def call() -> None:
        await begin(hooks, url)
        sent.append("at once")
        await asyncio.sleep(2 * CALL_SECONDS)  # what the library does while it waits out a rate limit
        with pytest.raises(AbandonedCallError):
            await begin(hooks, url)
        sent.append("refused")

    with pytest.raises(TimeoutError):
        await wait_for_call(call(), urgent=url == ANSWER)
    await asyncio.sleep(2 * CALL_SECONDS)
    assert sent == ["at once", "refused"]


@in_virtual_time
async def test_call_abandoned_in_the_rate_limiter_sends_no_request() -> None:
    hooks, refused = trace(Slow(whole)), list[bool]()

    async def call() -> None:
        with pytest.raises(AbandonedCallError):
            await begin(hooks)
        refused.append(True)

    with pytest.raises(TimeoutError):
        await wait_for_call(call())
    await asyncio.sleep(2 * CALL_SECONDS)
    assert refused == [True]


async def test_every_request_of_a_logged_in_bot_has_a_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limited = list[object]()
    monkeypatch.setattr("cogs.client.limit_request_time", limited.append)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        assert limited == [world.bot]


def refusal(status: int, body: object, headers: Mapping[str, str] = MappingProxyType({"Via": "1"})) -> Any:
    """Return a response of Discord."""
    return SimpleNamespace(status=status, headers=headers, read=AsyncMock(return_value=json.dumps(body).encode()))


async def end(hooks: HttpTrace, response: Any, url: URL = MESSAGE, method: str = "POST") -> None:
    """Let the library send a request and get a response."""
    context, nothing = SimpleNamespace(), cast("Any", None)
    request = cast("Any", SimpleNamespace(url=url, method=method, response=response))
    await hooks._begin(nothing, context, request)
    await hooks._end(nothing, context, request)
    await hooks._lose(nothing, context, request)  # what aiohttp does if a later hook fails


@pytest.mark.parametrize(("status", "sent"), [(204, 1), (500, 1), (502, 1), (503, 0), (404, 0), (408, 0), (429, 0)])
async def test_call_counts_requests_that_may_have_taken_effect(status: int, sent: int) -> None:
    async def call() -> int:
        await end(trace(), refusal(status, {}))
        made = current_call()
        assert made is not None
        return made.sent

    assert await wait_for_call(call()) == sent


@pytest.mark.parametrize(
    ("error", "sent"), [(CONNECTOR, 0), (aiohttp.ServerDisconnectedError(), 1)], ids=["none", "lost"]
)
async def test_request_without_a_connection_has_no_effect(error: Exception, sent: int) -> None:
    async def call() -> int:
        hooks, context, nothing = trace(), SimpleNamespace(), cast("Any", None)
        await hooks._begin(nothing, context, cast("Any", SimpleNamespace(url=MESSAGE)))
        made = current_call()
        assert made is not None
        assert made.sent == 1, "until its end is known, a request may take effect"
        await hooks._lose(nothing, context, cast("Any", SimpleNamespace(exception=error)))
        return made.sent

    assert await wait_for_call(call()) == sent


@in_virtual_time
async def test_call_that_waits_for_the_rate_limiter_has_sent_nothing() -> None:
    hooks, made = trace(Slow(whole)), list[Call | None]()

    async def call() -> None:
        made.append(current_call())
        with pytest.raises(AbandonedCallError):
            await begin(hooks)

    with pytest.raises(TimeoutError):
        await wait_for_call(call())
    await asyncio.sleep(2 * CALL_SECONDS)
    assert [one and one.sent for one in made] == [0]


async def test_refusal_is_logged_with_server_channel_table_and_route(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "cogs.requests.http_trace")
    begin_log_context(server=11, channel=22)
    extend_log_context(table=33)
    await end(trace(), refusal(403, {"code": 50013, "message": "Akikonym typed this"}))
    (record,) = caplog.records
    line = TextFormatter().format(record)
    assert line.endswith("Discord refuses: 403, code 50013 server=11 channel=22 table=33 route=message_send")


async def test_unknown_place_and_token_of_a_refusal_are_not_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    begin_log_context()
    await end(trace(), refusal(404, {"code": 10062}), ANSWER)
    (record,) = caplog.records
    assert TextFormatter().format(record).endswith("Discord refuses: 404, code 10062 route=answer")


@pytest.mark.parametrize(
    ("status", "headers", "limited"),
    [
        (429, {"Via": "1", "X-RateLimit-Scope": "global", "Retry-After": "0"}, {"global": 1}),
        (429, {"Via": "1", "X-RateLimit-Scope": "user"}, {"route": 1}),
        (429, {}, {"ban": 1}),
        (400, {"Via": "1"}, {}),
    ],
)
async def test_response_is_counted_by_route_code_and_scope(
    status: int, headers: dict[str, str], limited: dict[str, int]
) -> None:
    metrics = Metrics()
    hooks = HttpTrace(metrics, CircuitBreaker(whole), RateLimiter(whole), ComparedClock())
    await end(hooks, refusal(status, {"code": 30046}, headers), URL(f"{MESSAGE}/2"), "PATCH")
    assert metrics.refusals == {(str(status), "30046"): 1}
    assert {scope: count for scope, count in metrics.rate_limits.items() if count} == limited
    assert {route: taken.count for route, taken in metrics.requests.items() if taken.count} == {"message_edit": 1}
    assert (metrics.lost_requests, metrics.silent_seconds()) == (0, 0)


@pytest.mark.parametrize("body", ["<html>", [], {"code": "x"}, {}], ids=str)
async def test_refusal_without_a_readable_code_counts_with_code_zero(body: object) -> None:
    metrics = Metrics()
    await end(HttpTrace(metrics, CircuitBreaker(whole), RateLimiter(whole), ComparedClock()), refusal(502, body))
    assert metrics.refusals == {("502", "0"): 1}


async def test_refusal_whose_body_is_lost_is_counted() -> None:
    metrics, response = Metrics(), refusal(502, {})
    response.read.side_effect = aiohttp.ClientPayloadError
    await end(HttpTrace(metrics, CircuitBreaker(whole), RateLimiter(whole), ComparedClock()), response)
    assert metrics.refusals == {("502", "0"): 1}


async def test_request_without_a_response_is_lost_and_one_that_was_never_sent_is_not() -> None:
    metrics = Metrics()
    hooks = HttpTrace(metrics, CircuitBreaker(whole), RateLimiter(whole), ComparedClock())
    context, nothing = SimpleNamespace(), cast("Any", None)
    await hooks._lose(nothing, context, LOST)
    assert metrics.lost_requests == 0
    await hooks._begin(nothing, context, cast("Any", SimpleNamespace(url=MESSAGE)))
    await hooks._lose(nothing, context, LOST)
    assert metrics.lost_requests == 1
