"""What is counted and timed: interactions and their answers, writes, and the connections to Discord."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
import yarl

from cogs.metrics import ANSWER_SECONDS, Metrics, Timings
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
def metrics(clock: Clock) -> Metrics:
    return Metrics(clock)


def test_percentiles_are_of_what_was_timed() -> None:
    timed = Timings()
    for milliseconds in range(1, 101):
        timed.add(milliseconds / 1000)
    assert timed.milliseconds() == {"p50": 50.0, "p95": 95.0, "p99": 99.0}


def test_without_anything_timed_there_are_no_percentiles() -> None:
    assert Timings().milliseconds() == {"p50": None, "p95": None, "p99": None}


def test_an_answer_is_timed_from_the_interactions_coming(metrics: Metrics, clock: Clock) -> None:
    metrics.record_interaction(1)
    clock.now += 0.25
    metrics.record_answer(1)
    assert metrics.answers.milliseconds()["p50"] == 250.0
    assert (metrics.received, metrics.answers.count, metrics.unanswered) == (1, 1, 0)


def test_a_second_answer_counts_for_nothing(metrics: Metrics) -> None:
    metrics.record_interaction(1)
    metrics.record_answer(1)
    metrics.record_answer(1)
    assert metrics.answers.count == 1


def test_what_discord_waits_for_no_more_is_unanswered(metrics: Metrics, clock: Clock) -> None:
    metrics.record_interaction(1)
    clock.now += 1
    metrics.record_interaction(2)
    clock.now += ANSWER_SECONDS - 0.5
    assert metrics.unanswered == 1
    metrics.record_answer(1)
    assert metrics.answers.count == 0


def test_a_failed_write_is_told_until_one_succeeds(metrics: Metrics) -> None:
    metrics.record_commit(None)
    assert (metrics.last_commit_failed, metrics.failed_writes) == (True, 1)
    metrics.record_commit(0.002)
    assert (metrics.last_commit_failed, metrics.failed_writes, metrics.writes.count) == (False, 1, 1)


def test_before_the_first_connection_it_is_down_since_the_start(metrics: Metrics, clock: Clock) -> None:
    clock.now += 5
    assert metrics.down_seconds() == 5


def test_it_is_down_for_as_long_as_any_connection_is(metrics: Metrics, clock: Clock) -> None:
    metrics.connected(0)
    metrics.connected(1)
    metrics.disconnected(1)
    clock.now += 5
    metrics.disconnected(1)
    metrics.connected(0)
    assert metrics.down_seconds() == 5
    metrics.connected(1)
    assert metrics.down_seconds() == 0


@pytest.mark.parametrize(
    ("path", "status", "answered"),
    [
        ("/api/v10/interactions/7/some-token/callback", 204, 1),
        ("/api/v10/interactions/7/some-token/callback", 404, 0),
        ("/api/v10/webhooks/7/some-token/messages/@original", 200, 0),
    ],
)
async def test_an_answer_is_what_discord_has_taken(metrics: Metrics, path: str, status: int, answered: int) -> None:
    metrics.record_interaction(7)
    response = SimpleNamespace(status=status, headers={})
    request = SimpleNamespace(url=yarl.URL(f"https://discord.com{path}"), response=response)
    config = HttpTrace(metrics, CircuitBreaker(), RateLimiter(), cast("Any", None)).config()
    config.freeze()
    nothing = cast("Any", None)
    await config.on_request_end.send(nothing, nothing, cast("aiohttp.TraceRequestEndParams", request))
    assert metrics.answers.count == answered
