"""Leases: give a task to one of several processes that share a database.

A lease expires by itself, so another process soon takes over from a dead one. The holder measures the lease's duration
with its own clock, from a moment before its request, and stops acting before the lease can have expired. If the
database's clock jumps, two processes may hold one lease. Games stay consistent even then, because the primary key of
moves refuses double moves: leases only avoid double work.
"""

import asyncio
import logging
import os
import platform
import secrets
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from math import inf
from typing import Protocol

from host.background import Sleep
from host.clock import elapsed
from storage import StoreError

log = logging.getLogger(__name__)

SECONDS = 15.0
"""Duration of a lease that is not renewed; another process takes over within twice that time."""
STEP = 2.5
"""Seconds between two renewals, and between two attempts to acquire a lease. Several renewals may fail before a lease
expires.
"""
TURN_STEP = 0.5
"""Seconds between two attempts to get a turn."""
CLAIM_SECONDS = 900.0
"""Duration of a claim to an interaction; Discord takes no answer after that time."""
_CLAIM = "click:"
SLACK = 1.0
"""A holder stops using a lease this many seconds before it can expire, so that its work can end in time."""


class LeaseStore(Protocol):
    """Interface to the store; each method raises `StoreError`."""

    async def take(self, names: Collection[str], owner: str, seconds: float) -> dict[str, int]:
        """Acquire free leases among `names`, and renew those that the owner holds already.

        Return the term of each lease that the owner holds now. A lease's term grows by one when its owner changes.
        """

    async def release(self, names: Collection[str], owner: str) -> None:
        """Release the owner's leases."""

    async def delete_expired(self, prefix: str) -> None:
        """Delete expired leases whose names begin with a prefix."""

    async def owners(self, seconds: float) -> dict[str, str]:
        """Return the owner of each unexpired lease, by the lease's name; `seconds` is the leases' full duration."""


class Leases:
    """Leases of this process; a process has one instance."""

    def __init__(
        self, store: LeaseStore, *, clock: Callable[[], float] = elapsed, sleep: Sleep = asyncio.sleep
    ) -> None:
        """Use leases in `store`; `clock` returns seconds and never goes back, `sleep` waits for seconds."""
        self.owner = f"{platform.node()}:{os.getpid()}:{secrets.token_hex(4)}"
        """Name of this process: its host, its process id, and a random part that is new after a restart."""
        self._store = store
        self.now = clock
        """Function that returns the time of this process's clock, in seconds."""
        self._sleep = sleep
        self._until: dict[str, float] = {}
        """End, by this process's clock, of each lease that this process held at its last request."""
        self._terms: dict[str, int] = {}
        self._asking = asyncio.Lock()

    def holds(self, name: str) -> bool:
        """Return True if this process certainly holds a lease now."""
        return self.now() < self._until.get(name, -inf)

    @property
    def kept(self) -> set[str]:
        """Names of the leases that the last request confirmed, even if they have expired since."""
        return set(self._until)

    def term(self, name: str) -> int:
        """Return the term that a lease had when this process last held it; 0 if it never held it.

        If the term is higher than before, another process has held the lease meanwhile.
        """
        return self._terms.get(name, 0)

    async def take(self, names: Collection[str]) -> set[str]:
        """Acquire or renew leases, and return the names of those that this process holds now. Raises `StoreError`."""
        async with self._asking:
            return await self._take(names)

    async def _take(self, names: Collection[str]) -> set[str]:
        asked = self.now()
        terms = await self._store.take(names, self.owner, SECONDS)
        self._terms |= terms
        for name in names:
            if name in terms:
                self._until[name] = asked + SECONDS - SLACK
            else:
                self._until.pop(name, None)
        return set(terms)

    async def renew(self) -> None:
        """Renew this process's leases; remove from `kept` the leases that others have taken. Raises `StoreError`."""
        async with self._asking:
            if self._until:
                await self._take(self.kept)

    async def taken(self) -> dict[str, str]:
        """Return the owners of all unexpired leases, by name; raises `StoreError`."""
        return await self._store.owners(SECONDS)

    async def claim(self, interaction_id: int) -> bool:
        """Claim an interaction; returns True in only one of the processes that received it. Raises `StoreError`."""
        name = f"{_CLAIM}{interaction_id}"
        return name in await self._store.take([name], self.owner, CLAIM_SECONDS)

    async def mark(self, name: str, seconds: float) -> None:
        """Set a mark, which all processes can see until it expires after `seconds`; raises `StoreError`."""
        await self._store.delete_expired(_CLAIM)
        await self._store.take([name], "all", seconds)

    async def marked(self, name: str, seconds: float) -> bool:
        """Return True if the mark `name`, set for `seconds`, has not expired; raises `StoreError`."""
        return name in await self._store.owners(seconds)

    async def give_back(self, names: Collection[str]) -> None:
        """Release leases; if the write fails, they expire later."""
        async with self._asking:
            for name in names:
                self._until.pop(name, None)
            try:
                await self._store.release(names, self.owner)
            except StoreError as error:
                log.warning("leases could not be given back, and run out instead: %s", error)

    @asynccontextmanager
    async def holding(self, name: str) -> AsyncIterator[None]:
        """Wait for a lease and hold it during the context; a background task must call `renew` regularly meanwhile."""
        while name not in await self.take([name]):
            await self._sleep(STEP)
        try:
            yield
        finally:
            await self.give_back([name])

    async def turn(self, name: str, seconds: float) -> None:
        """Take a turn of this name; wait until the previous turn, of any process, was taken at least `seconds` ago."""
        turn_owner = secrets.token_hex(8)
        while True:
            try:
                if await self._store.take([name], turn_owner, seconds):
                    return
            except StoreError as error:
                log.warning("a turn (%s) could not be had, which is tried again: %s", name, error)
            await self._sleep(TURN_STEP)
