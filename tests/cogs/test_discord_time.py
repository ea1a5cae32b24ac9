"""Discord's time: it is read from every response, and asked for where no response tells it."""

import time
from types import SimpleNamespace
from typing import Any, cast

import pytest
from yarl import URL

from cogs import discord_time
from cogs.discord_time import ask_time, told_time
from cogs.metrics import Metrics
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.http_trace import HttpTrace
from cogs.requests.rate_limiter import RateLimiter
from host.clock import ComparedClock
from local_discord.server import Running
from local_discord.world import ids
from tests.cogs.shares import whole
from tests.local_discord.bots import use_discord_at

NINE_HOURS = 9 * 3600.0


@pytest.mark.parametrize("path", ["/api/v10/channels/1/messages", "/api/v10/interactions/1/token/callback"])
@pytest.mark.parametrize("status", [200, 429])
async def test_every_response_tells_the_time(path: str, status: int) -> None:
    clock = ComparedClock(computer=lambda: 1_800_000_000.0)
    hooks = HttpTrace(Metrics(), CircuitBreaker(whole), RateLimiter(whole), clock)
    headers, nothing = {"Date": "Fri, 15 Jan 2027 07:00:00 GMT"}, cast("Any", None)

    async def read() -> bytes:
        return b""

    response = SimpleNamespace(status=status, headers=headers, read=read)
    request = cast("Any", SimpleNamespace(url=URL(f"https://discord.com{path}"), method="POST", response=response))
    await hooks._end(nothing, SimpleNamespace(sent=0.0), request)
    assert clock.difference == pytest.approx(3600.0, abs=1)


@pytest.mark.parametrize(
    "headers", [{}, {"Date": ""}, {"Date": "yesterday"}, {"Date": "Fri, 32 Jan 2027 07:00:00 GMT"}]
)
def test_response_without_a_readable_date_tells_no_time(headers: dict[str, str]) -> None:
    assert told_time(headers) is None


@pytest.mark.parametrize("offset", [0.0, NINE_HOURS])
async def test_discord_is_asked_before_the_login_and_without_a_token(
    server: Running, monkeypatch: pytest.MonkeyPatch, offset: float
) -> None:
    use_discord_at(server, monkeypatch)
    ids.set_clock(offset)
    assert await ask_time(None) == pytest.approx(time.time() + offset, abs=2)
    assert [entry.path for entry in server.discord.journal.entries] == ["/gateway"]


async def test_no_answer_is_no_time(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    use_discord_at(server, monkeypatch)
    monkeypatch.setattr(discord_time, "ANSWER_SECONDS", 0.1)
    server.discord.faults.plan({"path": "/gateway", "hang": True})
    assert await ask_time(None) is None
    await server.close()
    assert await ask_time(f"http://user:secret@127.0.0.1:{server.port}") is None
