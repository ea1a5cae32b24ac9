"""Leases: who does what only one process may do, where several share one database.

A lease runs out by itself, so what a dead process had is another's soon. Whoever has one goes by a clock of their own
only in this: as long as it certainly lasts, counted from before it was asked for, they act; and no longer. That two
never hold one at the same time hangs on the database's clock, which may jump; so no lease is what keeps a game whole.
That is the primary key of its moves: leases only let nobody do in vain what another one does.
"""

import asyncio
import logging
import os
import platform
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from math import inf
from typing import Protocol

from storage import StoreError

log = logging.getLogger(__name__)

SECONDS = 15.0
"""How long a lease lasts that is not renewed: what a dead process had is another's within twice that."""
STEP = 2.5
"""Seconds between two renewals, and between two looks at what is free: in a lease's time a few may fail."""
TURN_STEP = 0.5
"""Seconds between two looks whether it is one's turn."""
CLAIM_SECONDS = 900.0
"""Life of a claim to an interaction: Discord takes no answer to it afterwards."""
_CLAIM = "click:"
SLACK = 1.0
"""A lease ends so many seconds sooner for who has it: what was begun while it lasted must be done by its end."""


# Seconds that go on while the computer is asleep, where the system tells such.
_clock = partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic


class LeaseStore(Protocol):
    """What is needed of the store; each method raises `StoreError`."""

    async def take_leases(self, names: Collection[str], owner: str, seconds: float) -> dict[str, int]:
        """Take what is free and renew what is the owner's; the terms of what is theirs now."""

    async def give_leases_back(self, names: Collection[str], owner: str) -> None:
        """Let others take them at once."""

    async def drop_expired_leases(self, prefix: str) -> None:
        """Delete the expired ones whose names begin so."""

    async def leases(self, seconds: float) -> dict[str, str]:
        """The owners of those that last, of those that are taken for so long."""


class Leases:
    """This process's leases. Nobody has two objects for one process; `clock` gives seconds, and never goes back."""

    def __init__(
        self,
        store: LeaseStore,
        *,
        clock: Callable[[], float] = _clock,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.owner = f"{platform.node()}:{os.getpid()}:{secrets.token_hex(4)}"
        """Who this process is to others: of a machine that people may look for, and unlike the one before it there."""
        self._store = store
        self._clock = clock
        self._sleep = sleep
        self._until: dict[str, float] = {}
        """Until when, by our clock, each of those lasts that are ours as far as is known."""
        self._terms: dict[str, int] = {}
        self._asking = asyncio.Lock()

    def holds(self, name: str) -> bool:
        """Whether a lease is certainly ours now."""
        return self._clock() < self._until.get(name, -inf)

    @property
    def kept(self) -> set[str]:
        """What was ours when it was last asked for: it is another's only once that is known."""
        return set(self._until)

    def term(self, name: str) -> int:
        """Which term of a lease was ours last; 0: none. Another one than before: others had it in between."""
        return self._terms.get(name, 0)

    async def take(self, names: Collection[str]) -> set[str]:
        """Take of these what is free, and renew what is ours: what is ours of these now; raises `StoreError`."""
        async with self._asking:
            return await self._take(names)

    async def _take(self, names: Collection[str]) -> set[str]:
        asked = self._clock()
        terms = await self._store.take_leases(names, self.owner, SECONDS)
        self._terms |= terms
        for name in names:
            if name in terms:
                self._until[name] = asked + SECONDS - SLACK
            else:
                self._until.pop(name, None)
        return set(terms)

    async def renew(self) -> None:
        """Renew all that is ours; `kept` no longer has what is another's. Raises `StoreError`."""
        async with self._asking:  # what is ours may be given back until then
            if self._until:
                await self._take(self.kept)

    async def taken(self) -> dict[str, str]:
        """The owners of all leases that last, by name; raises `StoreError`."""
        return await self._store.leases(SECONDS)

    async def claim(self, interaction_id: int) -> bool:
        """Claim an interaction, which several processes may have got: one of them succeeds. Raises `StoreError`."""
        name = f"{_CLAIM}{interaction_id}"
        return name in await self._store.take_leases([name], self.owner, CLAIM_SECONDS)

    async def mark(self, name: str, seconds: float) -> None:
        """Set a mark that every process sees for so many seconds from now; raises `StoreError`."""
        await self._store.drop_expired_leases(_CLAIM)
        await self._store.take_leases([name], "all", seconds)

    async def marked(self, name: str, seconds: float) -> bool:
        """Tell whether a mark set for so many seconds still lasts; raises `StoreError`."""
        return name in await self._store.leases(seconds)

    def now(self) -> float:
        """Give this process's clock, in seconds."""
        return self._clock()

    async def give_back(self, names: Collection[str]) -> None:
        """Let others have these at once, as far as they can be told."""
        async with self._asking:
            for name in names:
                self._until.pop(name, None)
            try:
                await self._store.give_leases_back(names, self.owner)
            except StoreError as error:
                log.warning("leases could not be given back, and run out instead: %s", error)

    @asynccontextmanager
    async def holding(self, name: str) -> AsyncIterator[None]:
        """Hold a lease while the context lasts, waiting for it as long as others have it. Somebody renews meanwhile."""
        while name not in await self.take([name]):
            await self._sleep(STEP)
        try:
            yield
        finally:
            await self.give_back([name])

    async def turn(self, name: str, seconds: float) -> None:
        """Wait until nobody has had a turn of this name, this process neither, for so many seconds."""
        whoever = secrets.token_hex(8)
        while True:
            try:
                if await self._store.take_leases([name], whoever, seconds):
                    return
            except StoreError as error:
                log.warning("a turn (%s) could not be had, which is tried again: %s", name, error)
            await self._sleep(TURN_STEP)
