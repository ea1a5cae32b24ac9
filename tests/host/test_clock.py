"""The clock: this computer's is compared with the time that Discord tells."""

import asyncio
import logging

import pytest

from host.clock import ASK_SECONDS, DIFFERENCE_SECONDS, FRESH_SECONDS, ComparedClock
from tests.clock import START
from tests.virtual_time import in_virtual_time, now

DAY = 86_400.0
WAITS = "until they agree, nothing is shown, deleted, dropped, called off or closed by the time"
JUMPS = [9 * 3600.0, -9 * 3600.0, DAY, -DAY, 40 * DAY, -40 * DAY]


class Pair:
    """The two clocks in virtual time, and the bot's between them."""

    def __init__(self) -> None:
        self.wrong = 0.0
        """Seconds by which this computer's clock is ahead."""
        self.answers = True
        self.asked = 0
        self.clock = ComparedClock(self.ask, computer=lambda: self.true + self.wrong, running=now)

    @property
    def true(self) -> float:
        return START + now()

    async def ask(self) -> float | None:
        self.asked += 1
        await asyncio.sleep(0.1)
        return self.true if self.answers else None


@pytest.mark.parametrize("wrong", [0.0, DIFFERENCE_SECONDS, -DIFFERENCE_SECONDS])
@in_virtual_time
async def test_time_is_certain_up_to_a_minutes_difference_and_is_the_earlier_one(wrong: float) -> None:
    both = Pair()
    both.wrong = wrong
    assert await both.clock.certain() == int(both.true + min(wrong, 0.0))
    assert both.clock.now() == both.true + wrong


@pytest.mark.parametrize("jump", [DIFFERENCE_SECONDS + 1, -DIFFERENCE_SECONDS - 1, *JUMPS])
@in_virtual_time
async def test_jump_puts_the_time_in_doubt_at_once_and_until_it_is_taken_back(jump: float) -> None:
    both = Pair()
    assert await both.clock.certain() is not None
    both.wrong = jump
    assert await both.clock.certain() is None
    assert both.clock.difference == pytest.approx(jump)
    assert both.clock.now() == pytest.approx(both.true)
    await asyncio.sleep(3600)
    assert await both.clock.certain() is None
    assert both.clock.now() == pytest.approx(both.true)
    both.wrong = 0.0
    assert await both.clock.certain() == int(both.true)


@in_virtual_time
async def test_discord_is_asked_only_if_it_has_told_nothing_within_two_minutes() -> None:
    both = Pair()
    await both.clock.certain()
    await asyncio.sleep(FRESH_SECONDS - 1)
    await both.clock.certain()
    assert both.asked == 1
    await asyncio.sleep(1)
    await asyncio.gather(*(both.clock.certain() for _ in range(9)))
    assert both.asked == 2
    await asyncio.sleep(FRESH_SECONDS - 1)
    both.clock.told(both.true)
    await asyncio.sleep(FRESH_SECONDS - 1)
    await both.clock.certain()
    assert both.asked == 2


@in_virtual_time
async def test_without_an_answer_the_time_is_in_doubt_and_discord_is_asked_every_ten_seconds() -> None:
    both = Pair()
    both.answers = False
    for _ in range(60):
        assert await both.clock.certain() is None
        await asyncio.sleep(1)
    assert both.asked == 60 / ASK_SECONDS
    assert both.clock.now() == both.true
    assert both.clock.difference is None
    both.answers = True
    begun = now()
    assert await both.clock.wait_until_certain() == int(both.true)
    assert now() - begun <= ASK_SECONDS + 1


@in_virtual_time
async def test_moment_has_passed_only_if_both_clocks_say_so() -> None:
    both, tomorrow = Pair(), START + DAY
    assert not await both.clock.has_passed(tomorrow)
    both.wrong = DAY
    assert not await both.clock.has_passed(tomorrow)
    both.wrong = 0.0
    await asyncio.sleep(DAY)
    assert await both.clock.has_passed(tomorrow)
    both.wrong = -DAY
    assert not await both.clock.has_passed(tomorrow)


@in_virtual_time
async def test_each_doubt_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "host.clock")
    both = Pair()
    for wrong in (0.0, DAY, DAY + 1, 0.0, 1.0):
        both.wrong = wrong
        for _ in range(3):
            await both.clock.certain()
            both.clock.told(both.true)
    both.answers = False
    for _ in range(3):
        await asyncio.sleep(FRESH_SECONDS)
        await both.clock.certain()
    both.clock.told(both.true)
    silent = "Discord does not tell its time, with which this computer's clock is compared"
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", f"this computer's clock is 86400 s ahead of Discord's: {WAITS}"),
        ("INFO", "this computer's clock and Discord's agree again"),
        ("INFO", f"{silent}: {WAITS}"),
        ("INFO", "this computer's clock and Discord's agree again"),
    ]


@in_virtual_time
async def test_without_a_second_clock_this_computers_is_certain() -> None:
    clock = ComparedClock(computer=lambda: START + DAY)
    assert await clock.certain() == clock.seconds() == START + DAY
    assert await clock.has_passed(START + DAY)
    assert clock.difference is None
