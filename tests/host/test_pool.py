"""The worker processes of computer players: real processes that are killed, cancelled and sent nonsense."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from engine import players
from engine.contract.chance import Chance
from engine.contract.view import View
from engine.game import Game
from engine.players import LEVELS, ThinkingBudget
from host.ai import pool
from host.ai.pool import PlayerFailed, ProcessPool, WorkerDied
from host.ai.scheduler import seconds_of
from host.ai.worker import NICENESS
from host.services import Services
from storage import Store
from tests.source_tree import ROOT
from tests.tables import game_of, started_against, until

QUICK = ThinkingBudget(playouts=4, seconds=30.0)
FOR_EVER = ThinkingBudget(seconds=1e9)
LONG = 300.0
"""Seconds that pass only if something is broken, even on a busy machine."""


async def patient_pool() -> AsyncIterator[ProcessPool]:
    """Yield a process pool without a limit on start time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "OVERDUE_SECONDS", LONG)
        processes = ProcessPool()
        yield processes
        await processes.close()


processes = pytest.fixture(patient_pool)
shared = pytest.fixture(patient_pool, scope="module")
"""A pool that several tests share. Each test must leave at most one process, and this process must be idle."""


def views(kind: type[Game]) -> list[View]:
    """Return the views of the seats that act first."""
    game = kind(min(kind.seat_counts), {}, Chance(bytes(16)))
    return [game.view(seat) for seat in game.to_act]


VIEW = views(Game.games["tezuma-trick"])[0]


async def start_thinking(processes: ProcessPool) -> tuple[asyncio.Task[str], int]:
    """Start endless thinking, and return its task and the id of its process."""
    before = thinking_pids(processes)
    task = asyncio.create_task(processes.choose(VIEW, "hard", 1, FOR_EVER))
    while not (new := thinking_pids(processes) - before):
        await asyncio.sleep(0)
    return task, new.pop()


def thinking_pids(processes: ProcessPool) -> set[int]:
    """Return the ids of the processes that are thinking."""
    return {one.pid for one in processes._alive - set(processes._idle)}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", Game.games.values(), ids=Game.games)
async def test_worker_chooses_as_a_local_player_would(shared: ProcessPool, kind: type[Game]) -> None:
    for view in views(kind):
        assert await shared.choose(view, "normal", 7, QUICK) == players.choose(view, "normal", 7, QUICK)


async def test_error_at_the_end_of_a_worker_is_logged_by_its_type_and_not_printed(
    processes: ProcessPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "host" / "ai"
    folder.mkdir(parents=True)
    (folder / "worker.py").write_text("print('x' * 50_000, file=__import__('sys').stderr)\nraise KeyError('R7')\n")
    monkeypatch.setattr(pool, "ROOT", tmp_path)
    with pytest.raises(WorkerDied):
        await processes.choose(VIEW, "normal", 7, QUICK)
    await processes.close()
    assert [record.getMessage() for record in caplog.records if record.name == "host.ai.pool"] == [
        "a computer player's process has ended with: KeyError"
    ]
    assert "R7" not in caplog.text


@pytest.mark.slow
async def test_worker_has_the_lowest_priority_and_no_settings(
    processes: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("DATABASE_URL", "postgresql://ichiza:secret@localhost/ichiza")
    monkeypatch.setenv("PGPASSWORD", "secret")
    monkeypatch.setenv("ICHIZA_DATABASE", "elsewhere")
    await processes.choose(VIEW, "normal", 7, QUICK)
    (process,) = processes._alive
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == NICENESS
    assert 0 < NICENESS < 19, "with a hundredth of a busy processor no move would come in time"
    environment = await asyncio.to_thread(Path(f"/proc/{process.pid}/environ").read_text)
    assert "PATH=" in environment
    assert "DISCORD" not in environment
    assert "ICHIZA" not in environment
    assert "secret" not in environment


async def test_sequential_work_needs_one_process_that_ignores_the_bots_signals(
    shared: ProcessPool,
) -> None:
    await shared.choose(VIEW, "normal", 7, QUICK)
    (process,) = shared._alive
    for number in (signal.SIGINT, signal.SIGTERM):
        process.send_signal(number)
    await shared.choose(VIEW, "normal", 7, QUICK)
    assert shared._alive == {process}


@pytest.mark.slow
async def test_long_thinking_does_not_delay_a_quick_one(processes: ProcessPool) -> None:
    long = [await start_thinking(processes) for _ in range(processes.places)]
    assert await processes.choose(VIEW, "normal", 7, QUICK) in VIEW["legal"]
    assert not any(task.done() for task, _ in long)
    for task, _ in long:
        task.cancel()
    await asyncio.gather(*(task for task, _ in long), return_exceptions=True)


async def test_error_of_a_player_is_reported_without_its_message_and_its_worker_goes_on(
    shared: ProcessPool,
) -> None:
    wrong = cast("View", {**VIEW, "hand": ["the secret card"], "legal": ["the secret card", "another"]})
    with pytest.raises(PlayerFailed) as failed:
        await shared.choose(wrong, "normal", 7, QUICK)
    assert "File " in str(failed.value)
    assert "secret" not in str(failed.value)
    (process,) = shared._alive
    await shared.choose(VIEW, "normal", 7, QUICK)
    assert shared._alive == {process}


async def test_killed_worker_is_reported_and_replaced(shared: ProcessPool) -> None:
    task, pid = await start_thinking(shared)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(WorkerDied, match="has ended"):
        await asyncio.wait_for(task, LONG)
    await shared.choose(VIEW, "normal", 7, QUICK)
    assert pid not in {one.pid for one in shared._alive}


@pytest.mark.slow
async def test_killing_an_idle_worker_costs_nothing(shared: ProcessPool) -> None:
    await shared.choose(VIEW, "normal", 7, QUICK)
    (process,) = shared._alive
    process.kill()
    await process.wait()
    assert await shared.choose(VIEW, "normal", 7, QUICK) in VIEW["legal"]


@pytest.mark.slow
async def test_cancelled_thinking_ends_its_process(shared: ProcessPool) -> None:
    task, pid = await start_thinking(shared)
    (process,) = shared._alive
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.wait_for(process.wait(), LONG) == -signal.SIGKILL
    assert await shared.choose(VIEW, "normal", 7, QUICK) in VIEW["legal"]


async def test_worker_that_does_not_answer_counts_as_dead(
    processes: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "OVERDUE_SECONDS", -seconds_of(FOR_EVER))
    with pytest.raises(WorkerDied, match="does not answer"):
        await processes.choose(VIEW, "hard", 7, FOR_EVER)
    assert not processes._alive


async def test_worker_that_cannot_be_started_counts_as_dead(
    processes: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkerDied, match="cannot be started"):
        await processes.choose(VIEW, "normal", 7, QUICK)


async def test_close_ends_all_workers_busy_or_idle(processes: ProcessPool) -> None:
    await processes.choose(VIEW, "normal", 7, QUICK)
    long = [await start_thinking(processes) for _ in range(2)]
    every = set(processes._alive)
    for task, _ in long:
        task.cancel()
    await asyncio.gather(*(task for task, _ in long), return_exceptions=True)
    await processes.close()
    async with asyncio.timeout(30):  # on a busy machine, processes may still run when `close` returns
        assert [await one.wait() for one in every] == [-signal.SIGKILL] * 2


PARENT = """
import asyncio
from tests.host.test_pool import ProcessPool, start_thinking

async def main():
    for _ in range(2):
        print((await start_thinking(processes))[1], flush=True)
    await asyncio.sleep(1e9)

processes = ProcessPool()
asyncio.run(main())
"""


@pytest.mark.slow
def test_workers_end_with_a_killed_bot_during_thinking() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        pids = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(Path(f"/proc/{pid}").exists() for pid in pids)
        parent.kill()
        parent.communicate(timeout=LONG)  # stderr ends when all workers have ended, because they inherit it


# --- At a table


@pytest.fixture(autouse=True)
def short_searches() -> None:
    """Override the fixture that shortens searches, because its patch does not reach worker processes."""


@pytest.fixture
async def thinking(store: Store) -> AsyncIterator[tuple[Services, ProcessPool]]:
    """Yield services whose computer players think in processes, without a pause."""
    processes = ProcessPool()
    services = Services(store, pause=0, thinkers=processes)
    yield services, processes
    await services.close()


async def test_table_continues_after_a_worker_is_killed_while_thinking(
    thinking: tuple[Services, ProcessPool], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    services, processes = thinking
    monkeypatch.setattr("host.ai.players.LEVELS", {**LEVELS, "hard": replace(LEVELS["hard"], budget=FOR_EVER)})
    table = await started_against(services, "hard", people=2)
    while not thinking_pids(processes):
        await asyncio.sleep(0)
    (process,) = processes._alive
    process.kill()
    table = await until(services, table, lambda now: bool(now.game and now.game.history))
    assert [seat for seat, _ in game_of(table).history] == [2]
    assert [record.message for record in caplog.records] == [
        f"table {table.id}: a computer player's process is given up: it has ended"
    ]
