"""The time for which refused calls are not repeated."""

import pytest

from cogs.requests.permission_backoff import FIRST_SECONDS, LONGEST_SECONDS, PermissionBackoff
from tests.clock import Clock

GUILD, OTHER, CHANNEL = 1, 2, 3


def rest(backoff: PermissionBackoff, clock: Clock) -> float:
    """Refuse a call, and return for how many seconds the call is not repeated."""
    backoff.record_refusal(GUILD, CHANNEL, "send", backoff.clock())
    begun = clock.now
    while backoff.is_backed_off(CHANNEL, "send"):
        clock.now += 1
    return clock.now - begun


def test_backoff_grows_with_each_refusal_up_to_an_hour() -> None:
    clock = Clock()
    backoff = PermissionBackoff(clock)
    assert not backoff.is_backed_off(CHANNEL, "send")
    assert [rest(backoff, clock) for _ in range(8)] == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert (FIRST_SECONDS, LONGEST_SECONDS) == (60, 3600)


def test_successful_call_resets_the_backoff() -> None:
    clock = Clock()
    backoff = PermissionBackoff(clock)
    assert [rest(backoff, clock), rest(backoff, clock)] == [60, 120]
    backoff.record_success(CHANNEL, "send")
    assert rest(backoff, clock) == 60


def test_only_the_refused_call_backs_off() -> None:
    backoff = PermissionBackoff(Clock())
    backoff.record_refusal(GUILD, CHANNEL, "send", backoff.clock())
    assert backoff.is_backed_off(CHANNEL, "send")
    assert not backoff.is_backed_off(CHANNEL, "edit")
    assert not backoff.is_backed_off(CHANNEL + 1, "send")


@pytest.mark.parametrize(
    ("of", "forgotten", "is_backed_off"), [(GUILD, GUILD, False), (GUILD, OTHER, True), (0, OTHER, False)]
)
def test_change_on_a_server_ends_its_backoffs_and_those_of_unknown_servers(
    of: int, forgotten: int, *, is_backed_off: bool
) -> None:
    backoff = PermissionBackoff(Clock())
    backoff.record_refusal(of, CHANNEL, "send", backoff.clock())
    backoff.reset(forgotten)
    assert backoff.is_backed_off(CHANNEL, "send") is is_backed_off
    backoff.reset(None)
    assert not backoff.is_backed_off(CHANNEL, "send")


@pytest.mark.parametrize(("reset", "is_backed_off"), [(GUILD, False), (None, False), (OTHER, True)])
def test_refusal_that_arrives_after_a_change_on_its_server_is_not_recorded(
    reset: int | None, *, is_backed_off: bool
) -> None:
    clock = Clock()
    backoff = PermissionBackoff(clock)
    began = clock.now
    clock.now += 1
    backoff.reset(reset)
    clock.now += 1
    backoff.record_refusal(GUILD, CHANNEL, "send", began)
    assert backoff.is_backed_off(CHANNEL, "send") is is_backed_off


def test_channel_is_left_alone_until_its_last_backoff_ends() -> None:
    clock = Clock()
    backoff = PermissionBackoff(clock)
    assert backoff.seconds_until_retry(CHANNEL) == 0
    backoff.record_refusal(GUILD, CHANNEL, "send", clock.now)
    clock.now += 10
    backoff.record_refusal(GUILD, CHANNEL, "edit", clock.now)
    assert backoff.seconds_until_retry(CHANNEL) == FIRST_SECONDS
    assert backoff.seconds_until_retry(CHANNEL + 1) == 0
    clock.now += 3600
    assert backoff.seconds_until_retry(CHANNEL) == 0
