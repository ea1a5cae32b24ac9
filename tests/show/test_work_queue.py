"""The work queue never gives up, retries at most once a minute, and no table delays another."""

import asyncio
import logging
from itertools import pairwise

import pytest

from host.refusals import TRY_AGAIN, Overtaken
from show.discord_port import Later
from show.messages.work_queue import LEEWAY, LONGEST, SHORTEST, WorkQueue
from tests.virtual_time import in_virtual_time, now


class Work:
    """Work for the queue. It returns given results, and records the time of each run."""

    def __init__(self, *left: Later | float | Exception | None, seconds: float = 0.0, most: int = 8) -> None:
        self.left = list(left)
        self.seconds = seconds
        self.done: list[tuple[int, float]] = []
        self.under_way = self.most_under_way = 0
        self.queue = WorkQueue("working", self.work, most=most)

    async def work(self, table_id: int) -> Later | float | None:
        """Work for `seconds`, and return the next result; the last result is repeated."""
        self.done.append((table_id, now()))
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        await asyncio.sleep(self.seconds)
        self.under_way -= 1
        left = self.left.pop(0) if len(self.left) > 1 else next(iter(self.left), None)
        if isinstance(left, Exception):
            raise left
        return left

    def times(self, table_id: int = 1) -> list[float]:
        """Return the times at which a table was worked on."""
        return [when for table, when in self.done if table == table_id]


def scheduled(*left: Later | float | Exception | None, seconds: float = 0.0, most: int = 8) -> Work:
    """Return work that is scheduled for table 1; its runs return or raise the values in `left`, one after the other."""
    work = Work(*left, seconds=seconds, most=most)
    work.queue.schedule(1)
    return work


@in_virtual_time
async def test_failed_work_is_retried_forever_with_pauses_of_at_most_a_minute() -> None:
    work = scheduled(Later())
    await asyncio.sleep(24 * 3600)
    pauses = [later - before for before, later in zip(work.times(), work.times()[1:], strict=False)]
    assert pauses[:5] == [2, 4, 8, 16, 32]
    assert set(pauses[5:]) == {LONGEST}
    assert len(pauses) > 24 * 59
    await work.queue.close()


@in_virtual_time
async def test_exception_counts_as_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    work = scheduled(ValueError("unforeseen"), None)
    await asyncio.sleep(3600)
    assert work.times() == [0, 2]
    assert [one.levelno for one in caplog.records if one.name == "show.messages.work_queue"] == [logging.ERROR]


@in_virtual_time
async def test_waking_a_table_retries_it_at_once() -> None:
    work = scheduled(*[Later()] * 9, None)
    await asyncio.sleep(130)
    assert work.queue.failing() == [1]
    tries = len(work.done)
    work.queue.retry_now(1)
    await asyncio.sleep(1)
    assert len(work.done) == tries + 1
    await work.queue.close()


@in_virtual_time
async def test_retry_follows_the_time_that_discord_names() -> None:
    work = scheduled(*[Later()] * 8, Later(12.0), Later(0.1), Later(300.0), None)
    await asyncio.sleep(3600)
    tries = pairwise(work.times()[8:])
    assert [later - before for before, later in tries] == [12, SHORTEST, LONGEST]
    assert work.queue.failing() == []


@in_virtual_time
async def test_change_does_not_shorten_the_pause_after_a_failure() -> None:
    work = scheduled(Later(30.0), None)
    await asyncio.sleep(5)
    work.queue.schedule(1)
    await asyncio.sleep(60)
    assert work.times() == [0, 30]


@in_virtual_time
async def test_change_during_the_work_causes_another_run() -> None:
    work = scheduled(None, seconds=1.0)
    await asyncio.sleep(0.5)
    work.queue.schedule(1)
    await asyncio.sleep(10)
    assert work.times() == [0, 1]


@in_virtual_time
async def test_postponed_work_runs_at_its_time_or_at_the_next_change() -> None:
    work = scheduled(120.0, 120.0, None)
    await asyncio.sleep(50)
    work.queue.schedule(1)
    await asyncio.sleep(500)
    assert work.times() == [0, 50, 170]


@in_virtual_time
async def test_hanging_table_delays_no_other() -> None:
    work = scheduled(None, seconds=10.0)
    await asyncio.sleep(1)
    work.queue.schedule(2)
    await asyncio.sleep(1)
    assert work.times(2) == [1]
    await work.queue.close()


@in_virtual_time
async def test_failing_table_occupies_no_worker_while_it_waits() -> None:
    work = scheduled(Later(), most=1)
    await asyncio.sleep(100)
    work.queue.schedule(2)
    await asyncio.sleep(1)
    assert work.times(2) == [100]
    await work.queue.close()


@in_virtual_time
async def test_work_that_another_process_did_first_is_repeated_without_an_error_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    work = scheduled(Overtaken(TRY_AGAIN()), None)
    await asyncio.sleep(3600)
    assert work.times() == [0, 2]
    assert {one.levelno for one in caplog.records if one.name == "show.messages.work_queue"} == {logging.INFO}
    assert "working of table 1: other work was faster" in caplog.messages


@in_virtual_time
async def test_only_a_few_tables_are_worked_on_at_a_time() -> None:
    work = Work(None, seconds=1.0, most=8)
    for table_id in range(2000):
        work.queue.schedule(table_id)
    await asyncio.sleep(2000 / 8 + 1)
    assert work.most_under_way == 8
    assert sorted(table for table, _ in work.done) == list(range(2000))


@in_virtual_time
async def test_many_clicks_delay_other_work_only_a_little() -> None:
    work, crowded = Work(None), True
    queue = WorkQueue("showing", work.work, most=8, settle=0.04, crowded=lambda: crowded)
    queue.schedule(1)
    await asyncio.sleep(0.1)
    crowded = False
    await asyncio.sleep(1)
    crowded = True
    queue.schedule(1)
    await asyncio.sleep(1)
    first, second = work.times()
    assert first == pytest.approx(0.12)
    assert LEEWAY <= second - 1.1 < LEEWAY + 0.04
    await queue.close()


@in_virtual_time
async def test_table_is_behind_from_the_change_until_its_work_succeeds() -> None:
    work = scheduled(Later(), Later(), None)
    await asyncio.sleep(1)
    assert work.queue.seconds_behind(1) == 1
    await asyncio.sleep(4)
    assert work.queue.seconds_behind(1) == 5, "since the change, not since the last failure"
    await asyncio.sleep(10)
    assert work.queue.seconds_behind(1) == work.queue.seconds_behind(2) == 0


@in_virtual_time
async def test_table_whose_next_work_is_planned_is_not_behind() -> None:
    work = scheduled(30.0)
    await asyncio.sleep(10)
    assert work.queue.seconds_behind(1) == 0
    await work.queue.close()


@in_virtual_time
async def test_table_that_waits_for_its_turn_is_behind() -> None:
    work = scheduled(None, seconds=60, most=1)
    work.queue.schedule(2)
    await asyncio.sleep(59)
    assert work.queue.seconds_behind(2) == 59
    await work.queue.close()
