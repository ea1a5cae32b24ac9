"""Metrics of interactions, their answers, writes, and the connections to Discord."""

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import aiohttp
import pytest
import yarl

from cogs.interactions.pipeline import Pipeline
from cogs.metrics import ANSWER_SECONDS, OUTAGE_SECONDS, Metrics, Timings
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.http_trace import HttpTrace
from cogs.requests.rate_limiter import RateLimiter
from host.clock import ComparedClock
from host.services import Services
from tests.clock import Clock
from tests.cogs.interactions import FakeInteraction, a_router
from tests.cogs.shares import whole


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def metrics(clock: Clock) -> Metrics:
    return Metrics(clock)


def test_percentiles_are_those_of_the_measured_times() -> None:
    timed = Timings()
    for milliseconds in range(1, 101):
        timed.add(milliseconds / 1000)
    assert timed.milliseconds() == {"p50": 50.0, "p95": 95.0, "p99": 99.0}


def test_there_are_no_percentiles_without_measurements() -> None:
    assert Timings().milliseconds() == {"p50": None, "p95": None, "p99": None}


def test_answer_time_starts_with_the_interaction(metrics: Metrics, clock: Clock) -> None:
    metrics.record_interaction(1)
    clock.now += 0.25
    metrics.record_answer(1)
    assert metrics.answers.milliseconds()["p50"] == 250.0
    assert (metrics.received, metrics.answers.count, metrics.unanswered) == (1, 1, 0)


def test_second_answer_does_not_count(metrics: Metrics) -> None:
    metrics.record_interaction(1)
    metrics.record_answer(1)
    metrics.record_answer(1)
    assert metrics.answers.count == 1


def test_interaction_that_discord_has_given_up_counts_as_unanswered(metrics: Metrics, clock: Clock) -> None:
    metrics.record_interaction(1)
    clock.now += 1
    metrics.record_interaction(2)
    clock.now += ANSWER_SECONDS - 0.5
    assert metrics.unanswered == 1
    metrics.record_answer(1)
    assert metrics.answers.count == 0


def test_failed_write_is_reported_until_one_succeeds(metrics: Metrics) -> None:
    metrics.record_commit(None)
    assert (metrics.last_commit_failed, metrics.failed_writes) == (True, 1)
    metrics.record_commit(0.002)
    assert (metrics.last_commit_failed, metrics.failed_writes, metrics.writes.count) == (False, 1, 1)


def test_bot_counts_as_disconnected_from_its_start_to_the_first_connection(metrics: Metrics, clock: Clock) -> None:
    clock.now += 5
    assert metrics.down_seconds() == 5


def test_bot_counts_as_disconnected_while_any_connection_is_down(metrics: Metrics, clock: Clock) -> None:
    metrics.connected(0)
    metrics.connected(1)
    metrics.disconnected(1)
    clock.now += 5
    metrics.disconnected(1)
    metrics.connected(0)
    assert metrics.down_seconds() == 5
    metrics.connected(1)
    assert metrics.down_seconds() == 0


async def test_interaction_that_another_process_answers_is_not_unanswered_and_no_counter_decreases(
    metrics: Metrics, clock: Clock
) -> None:
    async def answers(_guild_id: int, _interaction_id: int) -> bool:
        return False

    services = cast("Services", SimpleNamespace(shards=SimpleNamespace(answers=answers)))
    await Pipeline(services, metrics, a_router()).on_interaction(FakeInteraction("join:1").real)
    clock.now += ANSWER_SECONDS + 1
    assert (metrics.received, metrics.unanswered) == (1, 0)


@pytest.mark.parametrize(
    ("path", "status", "answered"),
    [
        ("/api/v10/interactions/7/some-token/callback", 204, 1),
        ("/api/v10/interactions/7/some-token/callback", 404, 0),
        ("/api/v10/webhooks/7/some-token/messages/@original", 200, 0),
    ],
)
async def test_only_an_answer_that_discord_accepted_counts(
    metrics: Metrics, path: str, status: int, answered: int
) -> None:
    metrics.record_interaction(7)
    response = SimpleNamespace(status=status, headers={}, read=AsyncMock(return_value=b""))
    request = SimpleNamespace(method="POST", url=yarl.URL(f"https://discord.com{path}"), response=response)
    config = HttpTrace(metrics, CircuitBreaker(whole), RateLimiter(whole), ComparedClock()).config()
    config.freeze()
    session, context = cast("Any", None), cast("Any", SimpleNamespace(sent=metrics.clock()))
    await config.on_request_end.send(session, context, cast("aiohttp.TraceRequestEndParams", request))
    assert metrics.answers.count == answered


def test_silence_lasts_from_the_first_lost_request_to_the_last_and_ends_with_a_response(
    metrics: Metrics, clock: Clock
) -> None:
    begun = clock.now
    clock.now += 10
    metrics.record_lost_request(begun)
    clock.now += 60
    metrics.record_lost_request(clock.now - 10)
    assert metrics.silent_seconds() == 70
    metrics.record_response("message_edit", 0.1)
    assert metrics.silent_seconds() == 0


def test_one_lost_request_of_a_quiet_bot_is_no_silence(metrics: Metrics, clock: Clock) -> None:
    metrics.record_lost_request(clock.now - 10)
    clock.now += 60
    assert metrics.silent_seconds() == 10
    clock.now += OUTAGE_SECONDS
    assert metrics.silent_seconds() == 0


def test_requests_that_a_quiet_bot_loses_an_hour_apart_are_no_silence(metrics: Metrics, clock: Clock) -> None:
    metrics.record_lost_request(clock.now - 10)
    clock.now += 3600
    metrics.record_lost_request(clock.now - 5)
    assert metrics.silent_seconds() == 5


def test_message_that_failed_an_hour_ago_and_was_given_up_is_no_outage(metrics: Metrics, clock: Clock) -> None:
    metrics.record_message_failed()
    clock.now += 60
    assert metrics.unwritten_seconds() == 60
    clock.now += 3600
    assert metrics.unwritten_seconds() == 0
    metrics.record_message_failed()
    clock.now += 5
    assert metrics.unwritten_seconds() == 5


def test_outage_of_messages_lasts_as_long_as_they_are_tried_again(metrics: Metrics, clock: Clock) -> None:
    for _ in range(10):
        metrics.record_message_failed()
        clock.now += 70
    assert metrics.unwritten_seconds() == 700
    metrics.record_message_written()
    assert metrics.unwritten_seconds() == 0
