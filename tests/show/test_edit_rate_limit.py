"""Edits in a channel stay below Discord's limits, and below the number at which discord.py itself would wait."""

from show.messages.edit_rate_limit import EditRateLimit, born
from tests.clock import Clock

CHANNEL, OTHER = 1, 2
NOON = 1_800_000_000.0


def message(age: float) -> int:
    """Return the id of a message that is `age` seconds old at noon."""
    return int((NOON - age - 1_420_070_400) * 1000) << 22


YOUNG, OLD = message(60), message(3700)


def limit_and_clock() -> tuple[EditRateLimit, Clock]:
    clock = Clock()
    return EditRateLimit(clock, lambda: NOON), clock


def test_message_id_tells_the_time_of_posting() -> None:
    assert abs(NOON - 60 - born(YOUNG)) < 0.01


def edits(limit: EditRateLimit, *messages: int, channel: int = CHANNEL) -> list[float]:
    """Edit the messages one after the other as far as the limit allows, and return the wait of each in seconds."""
    waits = []
    for one in messages:
        waits.append(limit.wait(channel, one))
        if not waits[-1]:
            with limit.editing(channel, one):
                pass
    return waits


def test_four_edits_are_immediate_and_the_fifth_waits_for_the_first_to_be_five_seconds_old() -> None:
    limit, clock = limit_and_clock()
    assert edits(limit, *[YOUNG] * 5) == [0, 0, 0, 0, 5]
    clock.now += 5
    assert edits(limit, YOUNG) == [0]


def test_old_messages_get_three_edits_and_the_fourth_six_seconds_after_the_first() -> None:
    limit, clock = limit_and_clock()
    assert edits(limit, *[OLD] * 4, YOUNG) == [0, 0, 0, 6, 0]
    clock.now += 6
    assert edits(limit, OLD) == [0]


def test_edits_of_old_messages_count_as_edits() -> None:
    limit, _ = limit_and_clock()
    assert edits(limit, OLD, OLD, OLD, YOUNG, YOUNG) == [0, 0, 0, 0, 5]


def test_each_channel_has_its_own_limit() -> None:
    limit, _ = limit_and_clock()
    edits(limit, *[YOUNG] * 4)
    assert edits(limit, YOUNG, channel=OTHER) == [0]


def test_edit_counts_while_in_progress_and_then_from_its_end() -> None:
    limit, clock = limit_and_clock()
    edits(limit, *[YOUNG] * 3)
    with limit.editing(CHANNEL, YOUNG):
        clock.now += 3
        assert limit.wait(CHANNEL, YOUNG) == 2
    clock.now += 2
    assert edits(limit, *[YOUNG] * 4) == [0, 0, 0, 3]


def test_channels_without_recent_edits_are_forgotten() -> None:
    limit, clock = limit_and_clock()
    edits(limit, OLD)
    clock.now += 6
    edits(limit, YOUNG, channel=OTHER)
    assert list(limit._over) == [(OTHER, False)]
