"""One run of the bot: every operation of the store and of Discord passes through it, and can fail or be killed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import NoReturn, TypeVar

from show.discord_port import Later
from storage import StoreError

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds after which the port gives up a call."""


class NetworkError(Exception):
    """The answer to a click failed, or its result is unknown."""


@dataclass
class Faults:
    """Probabilities of the kinds of failure."""

    slow: float = 0.0
    lost: float = 0.0
    """Either not carried out, or carried out and the answer lost."""
    hanging: float = 0.0
    """As `lost`, after the whole timeout of the port."""
    store: float = 0.0
    """The database is locked."""


@dataclass
class BotRun:
    """The operations of one run until it is killed."""

    random: Random
    faults: Faults = field(default_factory=Faults)
    operations: int = 0
    kill_at: int | None = None
    """The number of the operation at which the run is killed."""
    kill_after: bool = False
    """Whether the operation at which the run is killed still takes effect."""
    reliable: bool = False
    """Whether the store cannot fail at present."""
    killed: asyncio.Event = field(default_factory=asyncio.Event)

    async def store_operation(self, effect: Callable[[], T]) -> T:
        """Carry out an operation of the store after at most 0.01 s.

        It takes effect wholly or not at all. Raises a StoreError at random.
        """
        await asyncio.sleep(self.random.choice((0, 0, 0, 0.01)))
        await self._begin_operation(effect)
        if self.random.random() < self.faults.store and not self.reliable:
            raise StoreError("The database is locked.")
        return effect()

    async def discord_call(self, effect: Callable[[], T]) -> T | Later:
        """Carry out a call to Discord, and return its outcome or Later."""
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
