"""The circuit breaker, which prevents a ban by Discord, with a settable clock."""

from collections.abc import Mapping

import pytest

import limits
from cogs.requests.circuit_breaker import BAN_SECONDS, WINDOW_SECONDS, CircuitBreaker
from tests.clock import Clock
from tests.cogs.shares import whole

DISCORD = {"Via": "1.1 google"}
BANNED: Mapping[str, str] = {"Retry-After": "90"}


@pytest.fixture
def clock() -> Clock:
    return Clock(1000)


@pytest.fixture
def breaker(clock: Clock) -> CircuitBreaker:
    return CircuitBreaker(whole, clock=clock)


@pytest.mark.parametrize("status", [200, 204, 400, 404, 500, 503])
def test_valid_requests_are_not_counted(breaker: CircuitBreaker, status: int) -> None:
    breaker.record_response(status, DISCORD, urgent=False)
    assert (breaker.refusals(), breaker.pause()) == (0, 0)


@pytest.mark.parametrize(
    ("status", "headers", "counted"),
    [
        (401, {}, 1),
        (403, {}, 1),
        (429, {"X-RateLimit-Scope": "user"}, 1),
        (429, {"X-RateLimit-Scope": "shared"}, 0),
        (429, {"X-RateLimit-Scope": "global"}, 1),
    ],
)
def test_invalid_requests_are_counted_for_ten_minutes(
    breaker: CircuitBreaker, clock: Clock, status: int, headers: dict[str, str], counted: int
) -> None:
    breaker.record_response(status, DISCORD | headers, urgent=True)
    assert breaker.refusals() == counted
    clock.now += WINDOW_SECONDS
    assert breaker.refusals() == 0


def test_only_interactions_are_answered_from_half_the_limit_until_the_count_falls(
    breaker: CircuitBreaker, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    assert limits.INVALID_REQUESTS == 5_000
    for _ in range(limits.INVALID_REQUESTS):
        assert breaker.pause() == 0
        breaker.record_response(403, DISCORD, urgent=False)
        clock.now += 0.1
    assert breaker.pause() == pytest.approx(100)
    assert breaker.answer_pause() == 0
    assert len(caplog.records) == 1
    clock.now += 100.05
    assert breaker.pause() == 0


def test_process_without_shards_reports_no_error_for_a_late_refusal(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    breaker = CircuitBreaker(lambda: 0.0, clock)
    breaker.record_response(403, {}, urgent=False)
    assert (breaker.pause() > 0, caplog.records) == (True, [])


@pytest.mark.parametrize(("share", "most"), [(0.5, 2_500), (0.0, 1)])
def test_each_of_several_processes_has_its_share_of_the_limit(clock: Clock, share: float, most: int) -> None:
    breaker = CircuitBreaker(lambda: share, clock)
    for _ in range(most):
        assert breaker.pause() == 0
        breaker.record_response(403, DISCORD, urgent=False)
    assert breaker.pause() > 0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({"Retry-After": "90"}, 90), ({}, BAN_SECONDS), ({"Retry-After": "soon"}, BAN_SECONDS)],
)
def test_429_without_via_pauses_for_the_named_time_or_a_minute(
    breaker: CircuitBreaker, clock: Clock, headers: dict[str, str], seconds: float
) -> None:
    breaker.record_response(429, headers, urgent=False)
    assert breaker.pause() == breaker.pause(interaction=True) == seconds
    assert breaker.answer_pause() == 0, "whether people can be answered is not known"
    breaker.record_response(200, DISCORD, urgent=True)
    assert breaker.pause() == seconds, "that an answer passes says nothing of the rest"
    clock.now += seconds
    assert breaker.pause() == 0


def test_one_answer_a_second_is_tried_during_a_ban_and_the_first_success_ends_it(
    breaker: CircuitBreaker, clock: Clock
) -> None:
    breaker.record_response(429, BANNED, urgent=True)
    assert (breaker.pause(), breaker.answer_pause()) == (90, 1)
    clock.now += 1
    assert [breaker.answer_pause() for _ in range(3)] == [0, 1, 1]
    breaker.record_response(429, BANNED, urgent=True)
    clock.now += 1
    assert [breaker.answer_pause() for _ in range(2)] == [0, 1]
    breaker.record_response(404, DISCORD, urgent=True)
    assert [breaker.answer_pause() for _ in range(3)] == [0, 0, 0]


def test_everything_passes_after_a_ban(breaker: CircuitBreaker, clock: Clock) -> None:
    breaker.record_response(429, BANNED, urgent=True)
    clock.now += 90
    assert (breaker.pause(), breaker.answer_pause(), breaker.answer_pause()) == (0, 0, 0)


@pytest.mark.parametrize("headers", [{"X-RateLimit-Global": "true"}, {"X-RateLimit-Scope": "global"}])
def test_global_429_pauses_everything_but_answers_for_its_time(
    breaker: CircuitBreaker, clock: Clock, headers: dict[str, str]
) -> None:
    breaker.record_response(429, DISCORD | headers | {"Retry-After": "12"}, urgent=False)
    breaker.record_response(429, DISCORD | headers | {"Retry-After": "5"}, urgent=False)
    assert (breaker.pause(), breaker.pause(interaction=True), breaker.answer_pause()) == (12, 0, 0)
    clock.now += 12
    assert breaker.pause() == 0


def test_429_of_one_bucket_pauses_nothing_else(breaker: CircuitBreaker) -> None:
    breaker.record_response(429, DISCORD | {"Retry-After": "40", "X-RateLimit-Scope": "user"}, urgent=False)
    assert breaker.pause() == 0


def test_breaker_says_why_requests_wait(clock: Clock, breaker: CircuitBreaker) -> None:
    assert breaker.cause() is None
    breaker.record_response(429, DISCORD | {"X-RateLimit-Scope": "global", "Retry-After": "5"}, urgent=False)
    assert breaker.cause() == "limit"
    clock.now += 5
    assert breaker.cause() is None
    for _ in range(limits.INVALID_REQUESTS):
        breaker.record_response(403, DISCORD, urgent=False)
    assert breaker.cause() == "refusals"
    breaker.record_response(429, BANNED, urgent=False)
    assert breaker.cause() == "banned"
    clock.now += WINDOW_SECONDS
    assert (breaker.cause(), breaker.pause()) == (None, 0)
