"""Hooks of HTTP requests: abandoned calls send nothing, and the library's gate for global limits is watched."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from yarl import URL

from cogs.metrics import Metrics
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.discord_calls import CALL_SECONDS, AbandonedCallError, wait_for_call
from cogs.requests.http_trace import HttpTrace
from cogs.requests.rate_limiter import RateLimiter
from tests.fuzz.offline import offline
from tests.virtual_time import in_virtual_time

MESSAGE = URL("https://discord.com/api/v10/channels/1/messages")
ANSWER = URL("https://discord.com/api/v10/interactions/1/token/callback")


class Slow(RateLimiter):
    """A rate limiter whose wait is longer than the timeout of a call."""

    async def wait(self, check: Callable[[], None] = lambda: None) -> None:
        await asyncio.sleep(2 * CALL_SECONDS)
        check()


def trace(limiter: RateLimiter | None = None) -> HttpTrace:
    return HttpTrace(Metrics(), CircuitBreaker(), limiter or RateLimiter())


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
        await asyncio.sleep(2 * CALL_SECONDS)  # as when the library waits out a rate limit
        with pytest.raises(AbandonedCallError):
            await begin(hooks, url)
        sent.append("refused")

    with pytest.raises(TimeoutError):
        await wait_for_call(call(), urgent=url == ANSWER)
    await asyncio.sleep(2 * CALL_SECONDS)
    assert sent == ["at once", "refused"]


@in_virtual_time
async def test_call_abandoned_in_the_rate_limiter_sends_no_request() -> None:
    hooks, refused = trace(Slow()), list[bool]()

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
