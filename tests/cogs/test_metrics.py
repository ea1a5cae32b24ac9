"""What is counted and timed: interactions and their answers, writes, and the connections to Discord."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
import yarl

from cogs.metrics import ANSWER_SECONDS, Metrics, Timed
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.http_trace import HttpTrace
from cogs.requests.rate_limiter import RateLimiter


class Clock:
    """A clock to set."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def meter(clock: Clock) -> Metrics:
    return Metrics(clock)


def test_percentiles_are_of_what_was_timed() -> None:
    timed = Timed()
    for milliseconds in range(1, 101):
        timed.add(milliseconds / 1000)
    assert timed.milliseconds() == {"p50": 50.0, "p95": 95.0, "p99": 99.0}


def test_without_anything_timed_there_are_no_percentiles() -> None:
    assert Timed().milliseconds() == {"p50": None, "p95": None, "p99": None}


def test_an_answer_is_timed_from_the_interactions_coming(meter: Metrics, clock: Clock) -> None:
    meter.interaction(1)
    clock.now += 0.25
    meter.answered(1)
    assert meter.answers.milliseconds()["p50"] == 250.0
    assert (meter.came, meter.answers.count, meter.unanswered) == (1, 1, 0)


def test_a_second_answer_counts_for_nothing(meter: Metrics) -> None:
    meter.interaction(1)
    meter.answered(1)
    meter.answered(1)
    assert meter.answers.count == 1


def test_what_discord_waits_for_no_more_is_unanswered(meter: Metrics, clock: Clock) -> None:
    meter.interaction(1)
    clock.now += 1
    meter.interaction(2)
    clock.now += ANSWER_SECONDS - 0.5
    assert meter.unanswered == 1
    meter.answered(1)
    assert meter.answers.count == 0


def test_a_failed_write_is_told_until_one_succeeds(meter: Metrics) -> None:
    meter.wrote(None)
    assert (meter.cannot_write, meter.failed_writes) == (True, 1)
    meter.wrote(0.002)
    assert (meter.cannot_write, meter.failed_writes, meter.writes.count) == (False, 1, 1)


def test_before_the_first_connection_it_is_down_since_the_start(meter: Metrics, clock: Clock) -> None:
    clock.now += 5
    assert meter.down_seconds() == 5


def test_it_is_down_for_as_long_as_any_connection_is(meter: Metrics, clock: Clock) -> None:
    meter.connected(0)
    meter.connected(1)
    meter.disconnected(1)
    clock.now += 5
    meter.disconnected(1)
    meter.connected(0)
    assert meter.down_seconds() == 5
    meter.connected(1)
    assert meter.down_seconds() == 0


@pytest.mark.parametrize(
    ("path", "status", "answered"),
    [
        ("/api/v10/interactions/7/some-token/callback", 204, 1),
        ("/api/v10/interactions/7/some-token/callback", 404, 0),
        ("/api/v10/webhooks/7/some-token/messages/@original", 200, 0),
    ],
)
async def test_an_answer_is_what_discord_has_taken(meter: Metrics, path: str, status: int, answered: int) -> None:
    meter.interaction(7)
    response = SimpleNamespace(status=status, headers={})
    request = SimpleNamespace(url=yarl.URL(f"https://discord.com{path}"), response=response)
    config = HttpTrace(meter, CircuitBreaker(), RateLimiter(), cast("Any", None)).config()
    config.freeze()
    nothing = cast("Any", None)
    await config.on_request_end.send(nothing, nothing, cast("aiohttp.TraceRequestEndParams", request))
    assert meter.answers.count == answered
