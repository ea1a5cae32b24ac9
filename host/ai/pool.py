"""Worker pools of the AI players: worker processes, or threads of this process."""

import asyncio
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import limits
from engine import players
from engine.contract.view import View
from engine.players import ThinkingBudget
from host.ai.scheduler import seconds_of

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
SETTINGS = ("DISCORD_", "ICHIZA_", "DATABASE_URL", "PG")
"""Prefixes of the environment variables that workers do not get, such as the variable with the token."""
OVERDUE_SECONDS = 15.0
"""Seconds beyond a task's budget after which its worker counts as dead. The time is long, because workers need time to
start, and have low priority.
"""
CLOSE_SECONDS = 0.5
"""Longest wait for the end of killed workers."""


LONGEST_LINE = 8 * 1024 * 1024
"""Limit in bytes of a line from a worker; a review takes some 100 kB."""


class PlayerFailed(Exception):  # noqa: N818  it only reports the error that a player has raised
    """A player has raised an error in its worker; the text contains no cards."""


class WorkerDied(Exception):  # noqa: N818  the usual name for this event
    """A worker process has ended during its work, has not answered in time, or could not be started."""


class AiPool(Protocol):
    """Pool of workers that choose moves."""

    places: int
    """Number of concurrent long tasks; one short task may run beside them."""

    async def choose(self, view: View, level: str, seed: int, budget: ThinkingBudget) -> str:
        """Return the move that `engine.players.choose` finds; cancelling the caller ends the work.

        Raises:
            PlayerFailed: the player has raised an error. `ThreadPool` raises the error itself.
            WorkerDied: the worker has ended without an answer.
        """

    async def close(self) -> None:
        """End all work."""


class WorkerProcesses:
    """Worker processes of one kind. They get no settings, and can be killed at any time."""

    def __init__(self, module: str) -> None:
        """Start no process yet; `module` is what a process runs, for instance `host.ai.worker`."""
        self._module = module
        self._alive: set[Process] = set()
        self._ending: set[asyncio.Task[Any]] = set()

    async def close(self) -> None:
        """Kill all processes."""
        for process in tuple(self._alive):
            self._end(process)
        if self._ending:
            await asyncio.wait(self._ending, timeout=CLOSE_SECONDS)

    async def _start(self) -> Process:
        """Start a process; raises `WorkerDied` if that is impossible."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                cwd=ROOT,
                env=environment,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=LONGEST_LINE,
            )
        except OSError as error:
            raise WorkerDied(f"it cannot be started: {error}") from None
        self._alive.add(process)
        return process

    def _end(self, process: Process) -> None:
        if process in self._alive:
            self._alive.remove(process)
            if process.stdout is not None and not process.stdout.at_eof():
                # Only while its output is open: `kill` polls the process, and polling one that has just ended would
                # hide its end from `communicate`.
                with suppress(ProcessLookupError):
                    process.kill()
            ending = asyncio.create_task(_ended(process), name="the end of a computer player's process")
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)


class ProcessPool(WorkerProcesses):
    """Pool of worker processes.

    A process is started when none is idle, and has one task at a time; callers limit the number of tasks. A process is
    killed if its caller is cancelled or its time is over.
    """

    def __init__(self, places: int = limits.AI_WORKERS) -> None:
        super().__init__("host.ai.worker")
        self.places = places
        self._idle: list[Process] = []

    async def choose(self, view: View, level: str, seed: int, budget: ThinkingBudget) -> str:
        """Let an idle or new process choose a move."""
        asked = {"view": view, "level": level, "seed": seed, "playouts": budget.playouts, "seconds": budget.seconds}
        process = await self._process()
        try:
            async with asyncio.timeout(seconds_of(budget) + OVERDUE_SECONDS):
                answer = await exchange(process, json.dumps(asked).encode())
        except TimeoutError:
            self._end(process)
            raise WorkerDied("it does not answer") from None
        except BaseException:  # also after a cancellation, else the next request would read this answer
            self._end(process)
            raise
        self._idle.append(process)
        if "failed" in answer:
            raise PlayerFailed(answer["failed"])
        move: str = answer["move"]
        return move

    async def _process(self) -> Process:
        """Return an idle process, or start one."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._end(process)
        return await self._start()


class ThreadPool:
    """Pool of threads in this process, for tests and machines with little memory. It delays the answers to clicks."""

    places = 1

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(self.places + 1, thread_name_prefix="computer player")

    async def choose(self, view: View, level: str, seed: int, budget: ThinkingBudget) -> str:
        """Choose a move in a thread. If the caller is cancelled, the thread goes on until its budget is used up."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, players.choose, view, level, seed, budget)

    async def close(self) -> None:
        """Start no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)


async def exchange(process: Process, request: bytes) -> dict[str, Any]:
    """Send a line to a worker process, and return the JSON object in the line that it answers.

    Raises `WorkerDied` if the process has ended.
    """
    assert process.stdin is not None  # noqa: S101  it is a pipe
    assert process.stdout is not None  # noqa: S101  it is a pipe
    try:
        process.stdin.write(request + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
    except ConnectionError:
        line = b""
    if not line.endswith(b"\n"):
        raise WorkerDied("it has ended")
    answer: dict[str, Any] = json.loads(line)
    return answer


async def _ended(process: Process) -> None:
    """Wait for the end of a process, and log the type of its error, without the text, which may hold cards.

    The error comes through a pipe of the process's own, because the bot's standard error may have no reader.
    """
    _, printed = await process.communicate(b"")
    if printed:
        last = printed.decode(errors="replace").strip().rpartition("\n")[2]
        log.warning("a computer player's process has ended with: %s", last.partition(":")[0])
