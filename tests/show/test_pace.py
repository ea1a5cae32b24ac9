"""Edits of a channel's messages: never more than Discord allows, and no fewer."""

from __future__ import annotations

import pytest

from show.pace import SLACK, Pace, born

CHANNEL, OTHER = 1, 2
NOON = 1_800_000_000.0


def message(age: float) -> int:
    """A message's number, by its age at noon."""
    return int((NOON - age - 1_420_070_400) * 1000) << 22


YOUNG, OLD = message(60), message(3700)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def pace_and_clock() -> tuple[Pace, Clock]:
    clock = Clock()
    return Pace(clock, lambda: NOON), clock


def test_a_number_tells_when_its_message_was_posted() -> None:
    assert abs(NOON - 60 - born(YOUNG)) < 0.01


def test_five_edits_are_made_at_once_and_the_sixth_when_the_first_is_five_seconds_ago() -> None:
    pace, clock = pace_and_clock()
    assert [pace.wait(CHANNEL, YOUNG) for _ in range(5)] == [0] * 5
    wait = pace.wait(CHANNEL, YOUNG)
    assert wait == pytest.approx(5 + SLACK)
    clock.now += wait + 0.001
    assert pace.wait(CHANNEL, YOUNG) == 0


def test_of_old_messages_three_are_edited_and_the_next_six_seconds_after_the_first() -> None:
    pace, clock = pace_and_clock()
    assert [pace.wait(CHANNEL, OLD) for _ in range(3)] == [0] * 3
    wait = pace.wait(CHANNEL, OLD)
    assert wait == pytest.approx(6 + SLACK)
    assert pace.wait(CHANNEL, YOUNG) == 0
    clock.now += wait + 0.001
    assert pace.wait(CHANNEL, OLD) == 0


def test_edits_of_old_messages_are_edits_as_well() -> None:
    pace, _ = pace_and_clock()
    assert [pace.wait(CHANNEL, one) for one in (OLD, OLD, OLD, YOUNG, YOUNG)] == [0] * 5
    assert pace.wait(CHANNEL, YOUNG) > 0


def test_each_channel_has_a_pace_of_its_own() -> None:
    pace, _ = pace_and_clock()
    assert {pace.wait(CHANNEL, YOUNG) for _ in range(5)} == {0}
    assert pace.wait(OTHER, YOUNG) == 0


def test_what_had_to_wait_is_not_counted() -> None:
    pace, clock = pace_and_clock()
    assert [pace.wait(CHANNEL, YOUNG) > 0 for _ in range(9)] == [*[False] * 5, *[True] * 4]
    clock.now += 5.001 + SLACK
    assert [pace.wait(CHANNEL, YOUNG) > 0 for _ in range(5)] == [False] * 5
