"""Which servers this process looks after: all, or those of the shards whose leases it has.

A shard is a part of all servers, as Discord divides them; whoever has its lease has its connection, and everything that
goes on by itself at its servers' tables: clocks, computer players, messages, forgetting. A lease for each table would
be no safer, as moves are kept whole by their primary key, and cost thousands of renewals.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from host.cluster import leases
from host.cluster.leases import Leases
from storage import StoreError

log = logging.getLogger(__name__)

IDENTIFY_SECONDS = 6.0
"""Between two sessions that begin in one bucket: Discord's five seconds, and one for the way there."""
HANDOVER_SECONDS = 20.0
"""For so long after a shard has changed hands both processes may get its interactions: the one that had it has not yet
disconnected, and the other has just connected. So each claims an interaction before it answers."""


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """One of so many parts. Source: Discord's documentation, "Sharding"."""

    number: int = 0
    count: int = 1

    def has(self, guild_id: int) -> bool:
        """Whether a server is in it."""
        return (guild_id >> 22) % self.count == self.number

    @property
    def lease(self) -> str:
        """What its lease is called."""
        return f"shard:{self.number}/{self.count}"

    @property
    def handover(self) -> str:
        """The name of the mark that it has just changed hands."""
        return f"handover:{self.number}/{self.count}"


WHOLE = Shard()


class Shards:
    """All servers, looked after by this process alone."""

    alone = True
    """Whether no other process changes what is kept."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count
        """How many shards there are; None: as many as Discord advises."""

    def held(self) -> Sequence[Shard]:
        """The parts whose servers are looked after here now."""
        return (WHOLE,)

    def ours(self, _guild_id: int) -> bool:
        """Whether a server is in one of them."""
        return True

    async def answers(self, guild_id: int, interaction_id: int) -> bool:
        """Tell whether an interaction on a server (0: on none), which this process got, is for it to answer."""
        assert interaction_id  # noqa: S101  only where several processes may have got it does it matter
        return self.ours(guild_id)

    @asynccontextmanager
    async def only(self, work: str) -> AsyncIterator[None]:
        """Do some work in the context that no two processes do at once."""
        assert work  # noqa: S101  there is one process
        yield


class LeasedShards(Shards):
    """Up to `most` of `count` shards, as others leave them. `run` takes and keeps them; several processes do so."""

    alone = False

    def __init__(
        self, held: Leases, count: int, most: int, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        super().__init__(count)
        self.gained: Callable[[Shard], None] = lambda _shard: None
        """Called with a shard that is ours from now on, or again after it was uncertain."""
        self.lost: Callable[[Shard], None] = lambda _shard: None
        """Called with a shard that is another's now, or anybody's."""
        self._leases = held
        self._most = min(most or count, count)
        self._sleep = sleep
        self._shards = [Shard(number, count) for number in range(count)]
        self._told: dict[Shard, int] = {}
        """The terms of those that are ours as far as whoever is told knows."""
        self._gained_at: dict[Shard, float] = {}
        """When those that are or were ours were last taken, by this process's clock."""
        self._first = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._stepping = asyncio.Lock()
        """One step at a time: two that find the same room would take more than there is."""
        self._others = False

    @property
    def carried(self) -> Collection[Shard]:
        """Those that are ours as far as is known: nobody has been told that they are another's."""
        return self._told.keys()

    def held(self) -> Sequence[Shard]:
        """Those that are certainly ours now."""
        return [shard for shard in self._shards if self._leases.holds(shard.lease)]

    def ours(self, guild_id: int) -> bool:
        """Whether a server is in one of them."""
        return self._leases.holds(self._shard(guild_id).lease)

    async def first(self) -> Sequence[Shard]:
        """Wait until there is one at least; those that there are then."""
        while not (held := self.held()):
            self._first.clear()
            await self._first.wait()
        return held

    async def answers(self, guild_id: int, interaction_id: int) -> bool:
        """Tell whether an interaction on a server (0: on none), which this process got, is for it to answer.

        Where it is in doubt whose the shard is, the store is asked. Just after a handover the process that claims the
        interaction first answers, whichever it is. Later it is the one that has the shard: what comes to another one
        after it has stood still was answered there, or is too old. If the store fails, this one answers as before.
        """
        shard = self._shard(guild_id)
        if not self.ours(guild_id) and shard in self._told:
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
        return shard in self._told

    async def _is_handover(self, shard: Shard) -> bool:
        """Tell whether a shard that is or was ours has just changed hands; raises `StoreError`."""
        if shard in self._told:
            return self._leases.now() < self._gained_at[shard] + HANDOVER_SECONDS
        return await self._leases.marked(shard.handover, HANDOVER_SECONDS)

    def _shard(self, guild_id: int) -> Shard:
        return self._shards[(guild_id >> 22) % len(self._shards)]

    async def run(self) -> None:
        """Take and keep them until cancelled."""
        while True:
            try:
                await self.step()
            except Exception:
                log.exception("leases could not be looked at, which is tried again")
            await self._sleep(leases.STEP)

    async def step(self) -> None:
        """Renew what is ours, and take what is free, up to the most."""
        async with self._stepping:
            await self._step()

    async def _step(self) -> None:
        doubted = {shard for shard in self._told if not self._leases.holds(shard.lease)}
        try:
            await self._leases.renew()
            await self._claim()
        except StoreError as error:
            log.warning("leases could not be renewed, which is tried again: %s", error)
            return
        now, kept = set(self.held()), self._leases.kept
        for shard, term in sorted(self._told.items()):
            if shard.lease not in kept or term != self._leases.term(shard.lease):
                log.warning("shard %d was taken by another process", shard.number)
                del self._told[shard]
                self.lost(shard)
        for shard in sorted(now - (self._told.keys() - doubted)):
            log.info("shard %d of %d is looked after here", shard.number, shard.count)
            if shard not in self._told:
                await self._hand_over(shard)
            self._told[shard] = self._leases.term(shard.lease)
            self.gained(shard)
        if now:
            self._first.set()

    async def _hand_over(self, shard: Shard) -> None:
        """Begin the handover of a shard that is ours now."""
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
        """Let others have them at once."""
        await self._leases.give_back(self._leases.kept)

    async def turn(self, number: int, buckets: int) -> None:
        """Wait until no session of a shard's bucket, one of so many, has begun for long enough; then begin one."""
        await self._leases.turn(f"identify:{number % buckets}", IDENTIFY_SECONDS)

    @asynccontextmanager
    async def only(self, work: str) -> AsyncIterator[None]:
        """Wait until no other process does it, and let none do so meanwhile; raises `StoreError`."""
        async with self._leases.holding(work):
            yield
