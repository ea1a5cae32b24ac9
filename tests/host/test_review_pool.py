"""The workers of reviews: real processes that are killed, cancelled and paused."""

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

import pytest

from engine import record
from engine.contract.chance import Chance
from engine.daily import plan, puzzles
from engine.daily.confirmation import Confirmation, Verdict
from engine.game import Game
from engine.players import ThinkingBudget
from engine.review import Reviewer, review
from host.ai import daily_work, review_pool
from host.ai.pool import PlayerFailed, WorkerDied
from host.ai.review_pool import ReviewPool, ReviewProcesses, ReviewThread
from host.ai.worker import NICENESS
from tests.source_tree import ROOT

FEW = 8
"""Playouts for a decision."""
LONG = 300.0
"""Seconds that pass only if something is broken, even on a busy machine."""


def finished_game() -> Game:
    """Return a finished game of random moves."""
    kind, random = Game.games["tennos-square"], Random(1)
    game = kind(min(kind.seat_counts), {}, Chance(bytes(16)))
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, random.choice(game.legal_moves(seat)))
    return game


GAME = finished_game()
RECORD = json.loads(json.dumps(record.write(GAME)))
MOVES = len(GAME.history)
START = Game.games["saizen"](2, {}, Chance(bytes(16)))
VIEW = START.view(START.to_act[0])
"""The view of a seat that must decide."""


@pytest.fixture(autouse=True)
def short_searches() -> None:
    """Override the fixture that shortens searches, because its patch does not reach worker processes."""


@pytest.fixture(autouse=True)
def _no_idle_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a low-priority process at once, without a wait for an idle processor: a busy machine may have none."""
    monkeypatch.setattr(review_pool, "IDLE_SECONDS", 0.0)


@pytest.fixture(params=[ReviewProcesses, ReviewThread])
async def pool(request: pytest.FixtureRequest) -> AsyncIterator[ReviewPool]:
    one: ReviewPool = request.param()
    yield one
    await one.close()


@pytest.fixture
async def processes() -> AsyncIterator[ReviewProcesses]:
    one = ReviewProcesses()
    yield one
    await one.close()


class Held:
    """A callback for a review's progress that holds the review after its first move."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.released = asyncio.Event()
        self.moves: list[int] = []

    async def __call__(self, moves: int) -> None:
        self.moves.append(moves)
        self.reached.set()
        await self.released.wait()


async def held_review(pool: ReviewPool) -> tuple[asyncio.Task[Any], Held]:
    """Begin a review that waits after its first move."""
    held = Held()
    task = asyncio.create_task(pool.review(RECORD, 0, FEW, held))
    async with asyncio.timeout(LONG):
        await held.reached.wait()
    return task, held


@pytest.mark.slow
@pytest.mark.drawn(1)
async def test_worker_reviews_as_the_engine_would_and_tells_each_move(pool: ReviewPool) -> None:
    told = list[int]()

    async def note(moves: int) -> None:
        told.append(moves)

    budget = ThinkingBudget(playouts=FEW)
    expected = review(record.read(RECORD), 1, Reviewer(budget, budget))
    assert await pool.review(RECORD, 1, FEW, note) == json.loads(json.dumps(expected))
    assert told == [*range(1, MOVES + 1)]


async def test_worker_suggests_as_the_engine_would(pool: ReviewPool) -> None:
    view, budget = json.loads(json.dumps(VIEW)), ThinkingBudget(playouts=FEW)
    expected = Reviewer(budget).suggest(view, budget)
    assert await pool.suggest(view, FEW) == json.loads(json.dumps(expected))


@pytest.mark.slow
@pytest.mark.drawn(1)
async def test_suggestion_does_not_wait_for_a_review(pool: ReviewPool) -> None:
    task, held = await held_review(pool)
    assert await asyncio.wait_for(pool.suggest(VIEW, FEW), LONG)
    assert not task.done()
    held.released.set()
    await asyncio.wait_for(task, LONG)


async def test_wrong_view_is_an_error_that_names_no_card(processes: ReviewProcesses) -> None:
    wrong: Any = {**VIEW, "legal": ["the secret card", "another"]}
    with pytest.raises(PlayerFailed) as failed:
        await processes.suggest(wrong, FEW)
    assert "File " in str(failed.value)
    assert "secret" not in str(failed.value)
    assert not processes._alive


async def test_killed_or_cancelled_suggestion_ends_its_process(processes: ReviewProcesses) -> None:
    for cancelled in (False, True):
        task = asyncio.create_task(processes.suggest(VIEW, 10**9))
        async with asyncio.timeout(LONG):
            while not processes._alive:
                await asyncio.sleep(0)
        (process,) = processes._alive
        if cancelled:
            task.cancel()
        else:
            process.kill()
        with pytest.raises(asyncio.CancelledError if cancelled else WorkerDied):
            await asyncio.wait_for(task, LONG)
        assert await asyncio.wait_for(process.wait(), LONG) == -signal.SIGKILL


@pytest.mark.slow
async def test_review_waits_until_its_progress_is_noted(pool: ReviewPool) -> None:
    task, held = await held_review(pool)
    for _ in range(50):
        await asyncio.sleep(0)
    assert held.moves == [1]
    assert not task.done()
    held.released.set()
    assert (await asyncio.wait_for(task, LONG))["seat"] == 0


@pytest.mark.slow
async def test_wrong_record_is_an_error_that_names_no_card(processes: ReviewProcesses) -> None:
    wrong = {**RECORD, "moves": ["0 the secret card"]}
    with pytest.raises(PlayerFailed) as failed:
        await processes.review(wrong, 0, FEW, Held())
    assert "File " in str(failed.value)
    assert "secret" not in str(failed.value)


@pytest.mark.slow
async def test_process_takes_idle_time_only(processes: ReviewProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_pool, "IDLE_SECONDS", LONG)
    task = asyncio.create_task(processes.review(RECORD, 0, FEW, Held()))
    async with asyncio.timeout(LONG):
        while not processes._alive:
            await asyncio.sleep(0)
        (process,) = processes._alive
        while os.sched_getscheduler(process.pid) != os.SCHED_IDLE:
            await asyncio.sleep(0.01)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == NICENESS
    task.cancel()
    assert await asyncio.wait_for(process.wait(), LONG) == -signal.SIGKILL


@pytest.mark.slow
async def test_process_without_idle_time_is_replaced_by_one_of_low_priority(processes: ReviewProcesses) -> None:
    task, held = await held_review(processes)
    (process,) = processes._alive
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == NICENESS
    assert os.sched_getscheduler(process.pid) == os.SCHED_OTHER
    held.released.set()
    await asyncio.wait_for(task, LONG)
    assert not processes._alive
    assert await asyncio.wait_for(process.wait(), LONG) is not None


async def test_killed_process_is_reported(processes: ReviewProcesses) -> None:
    task, held = await held_review(processes)
    (process,) = processes._alive
    process.kill()
    held.released.set()
    with pytest.raises(WorkerDied, match="has ended"):
        await asyncio.wait_for(task, LONG)


@pytest.mark.slow
async def test_cancelled_review_ends_its_process(processes: ReviewProcesses) -> None:
    task, _ = await held_review(processes)
    (process,) = processes._alive
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.wait_for(process.wait(), LONG) == -signal.SIGKILL


async def test_process_that_does_not_answer_counts_as_dead(
    processes: ReviewProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_pool, "OVERDUE_SECONDS", 0.0)
    with pytest.raises(WorkerDied, match="does not answer"):
        await processes.review(RECORD, 0, FEW, Held())
    assert not processes._alive


async def test_cancelled_review_ends_its_thread() -> None:
    pool = ReviewThread()
    task, held = await held_review(pool)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await pool.close()
    await asyncio.to_thread(pool._reviewing.shutdown, wait=True)  # never returns if the thread still waits
    assert held.moves == [1]


# --- The day's deals


DAILY = {"secret": bytes(range(16)).hex(), "day": 20_000, "game": "saizen", "options": {}}


def stepwise(result: object, failure: Exception | None = None) -> Callable[..., object]:
    """Return work that reports three steps, and then returns `result`, or raises `failure` if there is one."""

    def work(_request: object, on: Callable[[int, int], None]) -> object:
        for step in range(1, 4):
            on(step, 3)
        if failure is not None:
            raise failure
        return result

    return work


async def test_thread_prepares_in_steps_and_gives_plain_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_pool, "prepared", stepwise({"reference": (1, 2)}))
    pool, held = ReviewThread(), Held()
    task = asyncio.create_task(pool.prepare(DAILY, held))
    await asyncio.wait_for(held.reached.wait(), LONG)
    assert await asyncio.wait_for(pool.suggest(VIEW, FEW), LONG), "nobody waits for the day's deals"
    assert not task.done()
    held.released.set()
    assert await asyncio.wait_for(task, LONG) == {"reference": [1, 2]}
    assert held.moves == [1, 2, 3]
    await pool.close()


async def test_failure_of_a_thread_names_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_pool, "prepared", stepwise(None, ValueError("the secret card")))
    pool, held = ReviewThread(), Held()
    held.released.set()
    with pytest.raises(PlayerFailed) as failed:
        await asyncio.wait_for(pool.prepare(DAILY, held), LONG)
    assert "secret" not in str(failed.value)
    await pool.close()


async def test_cancelled_preparation_ends_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_pool, "prepared", stepwise({}))
    pool, held = ReviewThread(), Held()
    task = asyncio.create_task(pool.prepare(DAILY, held))
    await asyncio.wait_for(held.reached.wait(), LONG)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await pool.close()
    await asyncio.to_thread(pool._preparing.shutdown, wait=True)  # never returns if the thread still waits
    assert held.moves == [1]


async def test_process_prepares_in_idle_time_and_is_killed_when_cancelled(
    processes: ReviewProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_pool, "IDLE_SECONDS", LONG)
    task = asyncio.create_task(processes.prepare(DAILY, Held()))
    async with asyncio.timeout(LONG):
        while not processes._alive:
            await asyncio.sleep(0)
        (process,) = processes._alive
        while os.sched_getscheduler(process.pid) != os.SCHED_IDLE:
            await asyncio.sleep(0.01)
    task.cancel()
    assert await asyncio.wait_for(process.wait(), LONG) == -signal.SIGKILL


async def test_deals_are_chosen_another_time_if_there_is_no_idle_time(processes: ReviewProcesses) -> None:
    with pytest.raises(WorkerDied, match="does not answer"):
        await asyncio.wait_for(processes.prepare(DAILY, Held()), LONG)
    assert not processes._alive


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    "asked",
    [
        {"deal": plan.candidate(bytes(range(16)), 20_000, "saizen", {}, 0).as_data()},
        {"puzzle": "00ff", "several": False},
    ],
    ids=["reference", "puzzle"],
)
async def test_what_people_may_wait_for_is_made_without_idle_time_too(
    processes: ReviewProcesses, asked: dict[str, object]
) -> None:
    held = Held()
    task = asyncio.create_task(processes.prepare({**DAILY, **asked}, held))
    await asyncio.wait_for(held.reached.wait(), LONG)
    (process,) = processes._alive
    assert os.sched_getscheduler(process.pid) == os.SCHED_OTHER
    assert held.moves == [1]
    task.cancel()
    assert await asyncio.wait_for(process.wait(), LONG) == -signal.SIGKILL


async def test_puzzle_is_sought_in_a_record_or_in_rounds_of_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[str, str, bool]] = []

    def made(game: str, _options: object, seed: str, *, several: bool, on: Callable[[int, int], None]) -> None:
        on(1, 1)
        found.append((game, seed, several))

    def puzzle_in(game: Game, seed: str, *, several: bool, on: Callable[[int, int], None]) -> None:
        made(game.id, {}, seed, several=several, on=on)

    monkeypatch.setattr(puzzles, "made", made)
    monkeypatch.setattr(puzzles, "puzzle_in", puzzle_in)
    full = record.write(Game.games["tezumashi"](4, {}, Chance(b"1")))
    pool, held = ReviewThread(), Held()
    held.released.set()
    for asked in ({}, {"record": full}):
        assert await pool.prepare({**DAILY, **asked, "puzzle": "00ff", "several": True}, held) is None
    assert found == [("saizen", "00ff", True), ("tezumashi", "00ff", True)]
    await pool.close()


@pytest.mark.parametrize("verdict", ["kept", "dropped"])
async def test_puzzle_is_confirmed_before_it_is_returned(monkeypatch: pytest.MonkeyPatch, verdict: Verdict) -> None:
    def confirm(candidate: object, on: Callable[[int, int], None]) -> Confirmation:
        on(7, 9)
        told: Any = {"confirmed": candidate}
        return Confirmation(verdict, 3, told if verdict == "kept" else None)

    monkeypatch.setattr(puzzles, "made", lambda *_, **__: "candidate")
    monkeypatch.setattr(daily_work, "confirm", confirm)
    pool, held = ReviewThread(), Held()
    held.released.set()
    found = await pool.prepare({**DAILY, "puzzle": "00ff", "several": True}, held)
    assert found == ({"confirmed": "candidate"} if verdict == "kept" else None)
    assert held.moves == [7]
    await pool.close()


@pytest.mark.slow
async def test_wrong_day_is_an_error_that_names_no_card(processes: ReviewProcesses) -> None:
    wrong = {**DAILY, "deal": {"seed": "the secret card"}}
    with pytest.raises(PlayerFailed) as failed:
        await processes.prepare(wrong, Held())
    assert "File " in str(failed.value)
    assert "secret" not in str(failed.value)


PARENT = """
import asyncio
from tests.host.test_review_pool import ReviewProcesses, held_review

async def main():
    await held_review(processes)
    print(*(one.pid for one in processes._alive), flush=True)
    await asyncio.sleep(1e9)

processes = ReviewProcesses()
asyncio.run(main())
"""


@pytest.mark.slow
def test_process_ends_with_a_killed_bot() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        worker = os.pidfd_open(pid)
        parent.kill()
        assert select.select([worker], [], [], LONG)[0], "the worker has not ended"
        os.close(worker)
