"""Pauses before a worker tries failed work again: they grow up to an hour, and the first failure is logged."""

import logging

import pytest

from host.ai.pool import PlayerFailed, WorkerDied
from host.daily.retries import Retries
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock(1000)


@pytest.fixture
def retries(clock: Clock) -> Retries:
    return Retries(clock, "it failed: %s")


def pause(retries: Retries, clock: Clock, piece: int = 1) -> float:
    """Let the work `piece` fail, set the clock to the time of the next try, and return the seconds until then."""
    with pytest.raises(PlayerFailed), retries.trying(piece):
        raise PlayerFailed("File x")
    begun = clock.now
    while retries.must_wait(piece):
        clock.now += 10
    return clock.now - begun


def test_pause_doubles_with_each_failure_up_to_an_hour_and_one_is_logged(
    retries: Retries, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = [pause(retries, clock) for _ in range(8)]
    assert pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING] == ["it failed: File x"]


def test_pieces_wait_apart_and_success_ends_the_growth(retries: Retries, clock: Clock) -> None:
    assert [pause(retries, clock), pause(retries, clock)] == [60, 120]
    assert not retries.must_wait(2)
    assert pause(retries, clock, 2) == 60
    with retries.trying(1):
        pass
    assert pause(retries, clock) == 60


def test_error_that_is_not_a_workers_causes_no_pause(retries: Retries) -> None:
    with pytest.raises(KeyError), retries.trying(1):
        raise KeyError
    with pytest.raises(WorkerDied), retries.trying(2):
        raise WorkerDied("it was killed")
    assert (retries.must_wait(1), retries.must_wait(2)) == (False, True)
