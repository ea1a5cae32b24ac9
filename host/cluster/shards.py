"""Shards that this process looks after: all shards, or the shards whose leases it holds.

A shard is a part of all servers, as defined by Discord; shard 0 has all direct messages too. The process with a shard's
lease has the shard's gateway connection, and runs the background tasks for the tables of the shard's places: clocks, AI
players, messages, retention. A lease for each table would need thousands of renewals and add no safety, because the
primary key of moves already refuses double moves.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from host.background import Sleep, run_every
from host.cluster import leases
from host.cluster.leases import Leases
from host.events import Event
from host.place import Place
from storage import StoreError

log = logging.getLogger(__name__)

IDENTIFY_SECONDS = 6.0
"""Seconds between two identifies of one bucket. Discord demands five; one more allows for delays of the network."""
HANDOVER_SECONDS = 20.0
"""Seconds after a handover in which the old and the new process may both get a shard's interactions.

Meanwhile each process claims an interaction before it answers.
"""


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """Shard by number and count; see "Sharding" in Discord's documentation."""

    number: int = 0
    count: int = 1

    def has(self, place: Place) -> bool:
        """Return True if a place belongs to the shard."""
        return place.shard_number(self.count) == self.number

    @property
    def lease(self) -> str:
        """Name of the shard's lease."""
        return f"shard:{self.number}/{self.count}"

    @property
    def handover(self) -> str:
        """Name of the mark that is set while the shard is handed over."""
        return f"handover:{self.number}/{self.count}"


WHOLE = Shard()


class Shards:
    """The shards of a process that uses the store alone: a single shard with all servers."""

    alone = True
    """True if no other process writes to the store."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count
        """Number of shards; None for the number that Discord recommends."""

    def held(self) -> Sequence[Shard]:
        """Return the shards that this process looks after now."""
        return (WHOLE,)

    def ours(self, _place: Place) -> bool:
        """Return True if this process looks after a place."""
        return True

    async def answers(self, place: Place, _interaction_id: int) -> bool:
        """Return True if this process must answer an interaction in a place."""
        return self.ours(place)

    @asynccontextmanager
    async def only(self, _work: str) -> AsyncIterator[None]:
        """Exclude other processes from a named task during the context."""
        yield


class LeasedShards(Shards):
    """Up to `most` of `count` shards, shared with other processes; `run` acquires and renews their leases."""

    alone = False

    def __init__(self, held: Leases, count: int, most: int, sleep: Sleep = asyncio.sleep) -> None:
        super().__init__(count)
        self.gained: Event[[Shard]] = Event()
        """Emitted with a shard whose lease was acquired, or is certainly held again after a time of doubt."""
        self.lost: Event[[Shard]] = Event()
        """Emitted with a shard whose lease was lost."""
        self._leases = held
        self._most = min(most or count, count)
        self._sleep = sleep
        self._shards = [Shard(number, count) for number in range(count)]
        self._terms: dict[Shard, int] = {}
        """Terms of the leases of the shards that were reported as gained and not yet as lost."""
        self._gained_at: dict[Shard, float] = {}
        """Time of the last acquisition of each shard, by this process's clock."""
        self._first = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._stepping = asyncio.Lock()
        """Allows one step at a time: two concurrent steps could acquire more than `most` shards."""
        self._others = False

    @property
    def carried(self) -> Collection[Shard]:
        """Shards that were reported as gained and not yet as lost, even if their leases have expired."""
        return self._terms.keys()

    def held(self) -> Sequence[Shard]:
        """Return the shards whose leases this process certainly holds now."""
        return [shard for shard in self._shards if self._leases.holds(shard.lease)]

    def ours(self, place: Place) -> bool:
        """Return True if this process certainly holds the lease of a place's shard."""
        return self._leases.holds(self._shard(place).lease)

    async def first(self) -> Sequence[Shard]:
        """Wait until this process holds a shard, and return all shards that it holds."""
        while not (held := self.held()):
            self._first.clear()
            await self._first.wait()
        return held

    async def answers(self, place: Place, interaction_id: int) -> bool:
        """Return True if this process must answer an interaction in a place.

        If this process's lease has expired, the lease is renewed first. During a handover, the process that is first to
        claim the interaction answers it. Otherwise the holder of the shard answers it. A process that is not the holder
        may get an interaction too, for instance after it was suspended; then the holder has answered, or the
        interaction is too old. If the store fails, the last known holder answers.
        """
        shard = self._shard(place)
        if not self.ours(place) and shard in self._terms:
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self.step(), name="leases in doubt")
            await asyncio.wait([self._looking])
        if shard not in self._gained_at:
            return False
        try:
            if await self._is_handover(shard):
                return await self._leases.claim(interaction_id)
        except StoreError as error:
            log.warning("an interaction could not be claimed: %s", error)
        return shard in self._terms

    async def _is_handover(self, shard: Shard) -> bool:
        """Return True if a shard's handover is under way; raises `StoreError`.

        The shard must be one that this process holds or has held.
        """
        if shard in self._terms:
            return self._leases.now() < self._gained_at[shard] + HANDOVER_SECONDS
        return await self._leases.marked(shard.handover, HANDOVER_SECONDS)

    def _shard(self, place: Place) -> Shard:
        return self._shards[place.shard_number(len(self._shards))]

    async def run(self) -> None:
        """Acquire and renew leases until cancelled."""
        failure = "leases could not be looked at, which is tried again"
        await run_every(leases.STEP, self.step, failure, sleep=self._sleep)

    async def step(self) -> None:
        """Renew this process's leases, acquire free ones up to the limit, and report gains and losses."""
        async with self._stepping:
            await self._step()

    async def _step(self) -> None:
        doubted = {shard for shard in self._terms if not self._leases.holds(shard.lease)}
        try:
            await self._leases.renew()
            await self._claim()
        except StoreError as error:
            log.warning("leases could not be renewed, which is tried again: %s", error)
            return
        now, kept = set(self.held()), self._leases.kept
        for shard, term in sorted(self._terms.items()):
            if shard.lease not in kept or term != self._leases.term(shard.lease):
                log.warning("shard %d was taken by another process", shard.number)
                del self._terms[shard]
                self.lost.emit(shard)
        for shard in sorted(now - (self._terms.keys() - doubted)):
            log.info("shard %d of %d is looked after here", shard.number, shard.count)
            if shard not in self._terms:
                await self._hand_over(shard)
            self._terms[shard] = self._leases.term(shard.lease)
            self.gained.emit(shard)
        if now:
            self._first.set()

    async def _hand_over(self, shard: Shard) -> None:
        """Begin the handover of a newly acquired shard."""
        try:
            await self._leases.mark(shard.handover, HANDOVER_SECONDS)
        except StoreError as error:
            log.warning("the handover of shard %d could not be marked: %s", shard.number, error)
        self._gained_at[shard] = self._leases.now()

    async def _claim(self) -> None:
        names = [shard.lease for shard in self._shards]
        room = self._most - len(self._leases.kept.intersection(names))
        if room <= 0:
            return
        taken = await self._leases.taken()
        if others := sorted(name for name in taken if name.startswith("shard:") and name not in names):
            if not self._others:
                log.warning("another process has %s: no shard is taken before all have the same number", others[0])
            self._others = True
            return
        self._others = False
        for name in names:
            if room and name not in taken and await self._leases.take([name]):
                room -= 1

    async def close(self) -> None:
        """Release all leases."""
        await self._leases.give_back(self._leases.kept)

    async def turn(self, number: int, buckets: int) -> None:
        """Wait until shard `number` may identify at the gateway.

        Discord divides the shards into `buckets`; the shards of one bucket identify one after the other.
        """
        await self._leases.turn(f"identify:{number % buckets}", IDENTIFY_SECONDS)

    @asynccontextmanager
    async def only(self, work: str) -> AsyncIterator[None]:
        """Wait for the lease of a named task and hold it during the context; raises `StoreError`."""
        async with self._leases.holding(work):
            yield
