"""Where computer players think: in processes of their own, or in threads of the house's."""

import asyncio
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
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
"""How the names of the bot's settings begin, the token's and PostgreSQL's too: they are no player's business."""
OVERDUE_SECONDS = 15.0
"""A process that takes so much longer than it may is taken for dead; it has to start, and gives way to everybody."""
CLOSE_SECONDS = 0.5
"""How long the end of processes that were killed is waited for."""


class PlayerFailed(Exception):  # noqa: N818  what it failed with is the error
    """A player has failed in its process; with what it says, in words without cards."""


class ThinkerDied(Exception):  # noqa: N818  the field's word
    """A process has ended in the midst of a thought, has not answered for long, or cannot be started."""


class AiPool(Protocol):
    """They think of moves."""

    places: int
    """How many may think long at a time; one more may think a short while beside them."""

    async def choose(self, view: View, level: str, seed: int, effort: ThinkingBudget) -> str:
        """What `engine.players.choose` says. Whoever is cancelled meanwhile ends the thought.

        Raises:
            PlayerFailed: the player has; or an error of its own.
            ThinkerDied: it has not come to its end.
        """
        ...

    async def close(self) -> None:
        """End all thoughts."""
        ...


class ProcessPool:
    """Each is started when there is no idle one, and thinks about one thing at a time; how many, its callers decide.

    A thought that is given up (its caller was cancelled, or it takes too long) is ended by ending its process.
    """

    def __init__(self, places: int = limits.THINKERS) -> None:
        self.places = places
        self._alive: set[Process] = set()
        self._idle: list[Process] = []
        self._ending: set[asyncio.Task[Any]] = set()

    async def choose(self, view: View, level: str, seed: int, effort: ThinkingBudget) -> str:
        """Think of a move."""
        asked = {"view": view, "level": level, "seed": seed, "playouts": effort.playouts, "seconds": effort.seconds}
        try:
            process = await self._process()
        except OSError as error:
            raise ThinkerDied(f"it cannot be started: {error}") from None
        try:
            async with asyncio.timeout(seconds_of(effort) + OVERDUE_SECONDS):
                answer = await _answer(process, json.dumps(asked).encode() + b"\n")
        except TimeoutError:
            self._end(process)
            raise ThinkerDied("it does not answer") from None
        except BaseException:  # also who was cancelled: else the answer would come to the next question
            self._end(process)
            raise
        self._idle.append(process)
        if "failed" in answer:
            raise PlayerFailed(answer["failed"])
        return answer["move"]

    async def close(self) -> None:
        """End all processes."""
        for process in tuple(self._alive):
            self._end(process)
        if self._ending:
            await asyncio.wait(self._ending, timeout=CLOSE_SECONDS)

    async def _process(self) -> Process:
        """One that has nothing to do."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._end(process)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "host.ai.worker", cwd=ROOT, env=_environment(), stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
        self._alive.add(process)
        return process

    def _end(self, process: Process) -> None:
        if process in self._alive:
            self._alive.remove(process)
            if process.stdout is not None and not process.stdout.at_eof():  # a kill looks whether it has ended already,
                with suppress(ProcessLookupError):  # and then whoever waits for its end never hears of that
                    process.kill()
            ending = asyncio.create_task(_ended(process), name="the end of a computer player's process")
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)


class ThreadPool:
    """In threads of the house's own: for tests, and where there is no memory for processes. Clicks wait for them."""

    places = 1

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(self.places + 1, thread_name_prefix="computer player")

    async def choose(self, view: View, level: str, seed: int, effort: ThinkingBudget) -> str:
        """Think of a move; whoever is cancelled leaves a thread that thinks on, until its time is over."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, players.choose, view, level, seed, effort)

    async def close(self) -> None:
        """Begin no more thoughts."""
        self._threads.shutdown(wait=False, cancel_futures=True)


async def _answer(process: Process, request: bytes) -> dict[str, str]:
    assert process.stdin is not None  # noqa: S101  it is a pipe
    assert process.stdout is not None  # noqa: S101  it is a pipe
    try:
        process.stdin.write(request)
        await process.stdin.drain()
        line = await process.stdout.readline()
    except ConnectionError:
        line = b""
    if not line.endswith(b"\n"):
        raise ThinkerDied("it has ended")
    answer: dict[str, str] = json.loads(line)
    return answer


async def _ended(process: Process) -> None:
    """Wait for the end of a process, and tell what has ended it, if that was an error: its type without its words.

    What it prints comes here, and not to whoever reads the bot's own errors: that one may have stopped reading.
    """
    _, printed = await process.communicate(b"")
    if printed:
        last = printed.decode(errors="replace").strip().rpartition("\n")[2]
        log.warning("a computer player's process has ended with: %s", last.partition(":")[0])


def _environment() -> Mapping[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
