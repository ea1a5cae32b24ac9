"""Edits of a channel's messages: never as many as the library waits after, and never more than Discord allows."""

from __future__ import annotations

from show.messages.edit_rate_limit import EditRateLimit, born

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


def pace_and_clock() -> tuple[EditRateLimit, Clock]:
    clock = Clock()
    return EditRateLimit(clock, lambda: NOON), clock


def test_a_number_tells_when_its_message_was_posted() -> None:
    assert abs(NOON - 60 - born(YOUNG)) < 0.01


def edits(pace: EditRateLimit, *messages: int, channel: int = CHANNEL) -> list[float]:
    """Edit one message after the other that may be edited now; how long each has to wait."""
    waits = []
    for one in messages:
        waits.append(pace.wait(channel, one))
        if not waits[-1]:
            with pace.editing(channel, one):
                pass
    return waits


def test_four_edits_are_made_at_once_and_the_fifth_when_the_first_is_five_seconds_ago() -> None:
    pace, clock = pace_and_clock()
    assert edits(pace, *[YOUNG] * 5) == [0, 0, 0, 0, 5]
    clock.now += 5
    assert edits(pace, YOUNG) == [0]


def test_of_old_messages_three_are_edited_and_the_next_six_seconds_after_the_first() -> None:
    pace, clock = pace_and_clock()
    assert edits(pace, *[OLD] * 4, YOUNG) == [0, 0, 0, 6, 0]
    clock.now += 6
    assert edits(pace, OLD) == [0]


def test_edits_of_old_messages_are_edits_as_well() -> None:
    pace, _ = pace_and_clock()
    assert edits(pace, OLD, OLD, OLD, YOUNG, YOUNG) == [0, 0, 0, 0, 5]


def test_each_channel_has_a_pace_of_its_own() -> None:
    pace, _ = pace_and_clock()
    edits(pace, *[YOUNG] * 4)
    assert edits(pace, YOUNG, channel=OTHER) == [0]


def test_an_edit_counts_while_it_is_under_way_and_from_its_end() -> None:
    pace, clock = pace_and_clock()
    edits(pace, *[YOUNG] * 3)
    with pace.editing(CHANNEL, YOUNG):
        clock.now += 3
        assert pace.wait(CHANNEL, YOUNG) == 2
    clock.now += 2
    assert edits(pace, *[YOUNG] * 4) == [0, 0, 0, 3]


def test_channels_in_which_nothing_is_edited_any_more_are_not_remembered() -> None:
    pace, clock = pace_and_clock()
    edits(pace, OLD)
    clock.now += 6
    edits(pace, YOUNG, channel=OTHER)
    assert list(pace._over) == [(OTHER, False)]
