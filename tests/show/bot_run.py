"""One run of the bot. All operations of the store and of Discord pass through it; they can fail, or kill the run."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, NoReturn, TypeVar

import pytest

from show.discord_port import Later
from show.messages.lost_post_search import ARRIVING, REMEMBERED
from show.text.page import Page
from storage import StoreError
from tests.virtual_time import now

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds after which the port gives up a call."""
GAPS = (0.0, REMEMBERED + ARRIVING / 2, 600.0)
"""Seconds between a kill and the next start: Discord then knows the nonce, may know it, or has forgotten it."""
STEPS = (5, pytest.param(1, marks=pytest.mark.slow))
"""Numbers of operations from one kill to the next kill of a test that kills the bot at many operations."""


class NetworkError(Exception):
    """The answer to a click failed, or its result is unknown."""


@dataclass
class Faults:
    """Probabilities of the kinds of failure."""

    slow: float = 0.0
    lost: float = 0.0
    """Probability that a call is lost before it is carried out, or that its answer is lost."""
    hanging: float = 0.0
    """Probability of a loss as in `lost`, but the bot notices it only after the port's whole timeout."""
    store: float = 0.0
    """Probability that the database is locked."""


@dataclass
class BotRun:
    """The operations of one run until it is killed."""

    random: Random
    faults: Faults = field(default_factory=Faults)
    operations: int = 0
    kill_at: int | None = None
    """The number of the operation at which the run is killed."""
    kill_after: bool = False
    """True if the operation at which the run is killed still takes effect."""
    reliable: bool = False
    """True while the store cannot fail."""
    killed: asyncio.Event = field(default_factory=asyncio.Event)

    def kill_in(self, operations: int, *, after: bool) -> None:
        """Kill the run after `operations` more operations; the last of them takes effect only if `after` is set."""
        self.kill_at, self.kill_after = self.operations + operations, after

    async def store_operation(self, effect: Callable[[], T]) -> T:
        """Carry out an operation of the store after at most 0.01 s.

        The operation takes effect wholly or not at all. Raises a StoreError at random.
        """
        await asyncio.sleep(self.random.choice((0, 0, 0, 0.01)))
        await self._begin_operation(effect)
        if self.random.random() < self.faults.store and not self.reliable:
            raise StoreError("The database is locked.")
        return effect()

    async def discord_call(self, effect: Callable[[], T]) -> T | Later:
        """Carry out a call to Discord, and return its outcome.

        If the answer is lost or comes too late, return Later; the call may have taken effect even then.
        """
        await asyncio.sleep(self.random.choice((0.0, 0.05, 0.2)))
        if self.random.random() < self.faults.slow:
            await asyncio.sleep(self.random.uniform(0.5, 9.0))
        await self._begin_operation(effect)
        fate = self.random.random()
        if fate < self.faults.lost + self.faults.hanging:
            if self.random.random() < 0.5:
                effect()
            await asyncio.sleep(PATIENCE if fate < self.faults.hanging else 0.05)
            await self._stop_if_killed()
            return Later(self.random.choice((0.0, 0.0, 5.0)))
        outcome = effect()
        await asyncio.sleep(self.random.choice((0.0, 0.1)))
        if self.random.random() < self.faults.slow:
            await asyncio.sleep(self.random.uniform(0.5, 5.0))
        await self._stop_if_killed()
        return outcome

    async def answer_call(self, effect: Callable[[], T]) -> T:
        """Carry out a call that answers a click; raises a NetworkError if it fails."""
        outcome = await self.discord_call(effect)
        if isinstance(outcome, Later):
            raise NetworkError
        return outcome

    async def _begin_operation(self, effect: Callable[[], object]) -> None:
        await self._stop_if_killed()
        self.operations += 1
        if self.operations == self.kill_at:
            if self.kill_after:
                effect()
            self.killed.set()
        await self._stop_if_killed()

    async def _stop_if_killed(self) -> None:
        """Wait forever if this run was killed."""
        if self.killed.is_set():
            await _never()


async def _never() -> NoReturn:
    await asyncio.get_running_loop().create_future()
    raise AssertionError


@contextmanager
def faulty(
    where: type,
    call: str,
    outcome: object = None,
    *,
    seconds: float = 0.0,
    done: bool = False,
    begins: str = "",
    most: int = 10**9,
) -> Iterator[list[tuple[float, Any]]]:
    """Let the calls of one method be slow or fail, and record the time and the arguments of each of these calls.

    Args:
        where: the class of the method.
        call: the name of the method.
        outcome: the result or the exception of the calls; None: the calls are carried out as usual.
        seconds: the duration of each call.
        done: whether the calls are carried out before they return or raise `outcome`.
        begins: the beginning of the page's text in the affected calls; empty: all calls.
        most: the greatest number of affected calls.
    """
    plain, calls = getattr(where, call), list[tuple[float, Any]]()

    async def changed(self: object, *arguments: Any) -> object:
        texts = [one.text for one in arguments if isinstance(one, Page)]
        if len(calls) == most or (begins and not texts[0].startswith(begins)):
            return await plain(self, *arguments)
        calls.append((now(), arguments))
        await asyncio.sleep(seconds)
        answer = await plain(self, *arguments) if done or outcome is None else None
        if isinstance(outcome, Exception):
            raise outcome
        return answer if outcome is None else outcome

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, call, changed)
        yield calls


def kills(test: Any) -> Any:
    """Parametrize a test that kills the bot: `step` (see `STEPS`), `gap` (see `GAPS`), and `after` (see `kill_in`)."""
    for name, values in (("step", STEPS), ("after", [False, True]), ("gap", GAPS)):
        test = pytest.mark.parametrize(name, values)(test)
    return pytest.mark.drawn(1)(test)
