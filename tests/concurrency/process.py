"""One process, built as `bot.py` builds it: its own services, leases and router over a wire to the database."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import count
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from cogs.gateway.shard_connections import LINGER_SECONDS
from cogs.interactions.router import Router
from host.cluster.leases import Leases
from host.cluster.shards import WHOLE, LeasedShards, Shard, Shards
from host.place import Place
from host.play.clocks import Reach
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person, Table
from show.actions.decision_actions import Choose
from show.actions.table_actions import Action, Join, LeaveGame, Nudge, Start
from storage import Store, StoreError
from tests.concurrency.database import CLICKED, Wire
from tests.concurrency.images import GUILD
from tests.concurrency.scheduler import Life
from tests.seeded import QuickAiPool, clock, whole_seconds
from tests.virtual_time import now

if TYPE_CHECKING:
    from tests.concurrency.interleaving import Interleaving

CONNECTS = (0.2, 6.5)
"""Seconds until a process has a shard's connection, after it got the lease."""
THINKS = (0.0, 0.05, 1.0)
"""Seconds that a computer player thinks."""


HERE = Place.server(GUILD)


class Both(Shards):
    """Shards without real leases: every process believes that it holds them, as if the database's clock were wrong."""

    alone = False


@dataclass
class Answer:
    """An answer to a person."""

    at: float
    by: str
    said: str
    """`done`, the key of a refusal, or `failed`."""
    table: Table | None = None


@dataclass(eq=False)
class Click:
    """A click in a panel, as the router gets it."""

    user_id: int
    action: Action
    at: float
    interaction_id: int = field(default_factory=count(1).__next__)
    place: Place = HERE
    message_id: int = 0
    in_private: bool = True
    answers: list[Answer] = field(default_factory=list)
    conflicts: int = 0
    """Number of lost races during the click, whichever process handled it."""
    failures: int = 0
    """Number of failed requests to the database."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def sees(self, _channel_id: int) -> bool:
        """Return True: everybody sees every channel."""
        return True


class Process(Life):
    """A process from its start to its end."""

    def __init__(self, run: Interleaving, name: str, *, blind: bool) -> None:
        super().__init__(run.loop, name)
        self.connected = False
        """True if the process receives clicks."""
        self._run = run
        self._started = False
        self.wire = Wire(run.server, self, self._lent_ago)
        self.wire.conflicted = lambda: run.overtaken(self)
        self.leases: Leases | None = None
        self._blind = blind
        self._lent_at = -inf
        self.begin(self._main())

    @property
    def able(self) -> bool:
        """True if the process is running and reaches the database."""
        return self.runs and not self.wire.down

    @property
    def there(self) -> bool:
        """True if the process answers people and runs clocks."""
        return self.connected and self.able

    @property
    def lent(self) -> bool:
        """True if the process holds the lease, or needs none."""
        return self._blind or (self.leases is not None and self.leases.holds(WHOLE.lease))

    def _lent_ago(self) -> float:
        """Return the seconds since the process last held the lease or was thawed; 0 while it holds the lease."""
        if self.lent:
            self._lent_at = now()
            return 0.0
        return max(now() - self._lent_at, 0.001)

    def thaw(self) -> None:
        """Resume a frozen process with its interrupted work."""
        self.frozen = False
        self._lent_at = now()

    async def _main(self) -> None:
        store = Store(self.wire, Path(), whole_seconds)
        shards: Shards
        if self._blind:
            shards = Both()
        else:
            self.leases = Leases(store.leases, clock=now)
            shards = LeasedShards(self.leases, 1, 1)
            shards.gained.subscribe(lambda shard: self.begin(self._gained(shard)))
            shards.lost.subscribe(lambda shard: self.begin(self._lost(shards, shard)))
        players = QuickAiPool(lambda: self._run.random.choice(THINKS))
        self.services = Services(store, pause=0.6, playouts=1, thinkers=players, now=clock, shards=shards)
        self.services.events.table_replaced.subscribe(lambda table: self._run.reported(self, table))
        self._router = Router(self.services.tables, self.services.participation.end_absence)
        for kind in (Choose, Join, Start, Nudge, LeaveGame):
            self._router.register(kind, self._act)  # type: ignore[arg-type]
        if isinstance(shards, LeasedShards):
            await shards.run()
        else:
            await self._gained(WHOLE)

    async def _gained(self, shard: Shard) -> None:
        if not self.connected:
            await asyncio.sleep(self._run.random.uniform(*CONNECTS))
            shards = self.services.shards
            if isinstance(shards, LeasedShards) and shard not in shards.carried:
                return
            self.connected = True
            self._run.record.starts.append(now())
            self._run.looked()
            if not self._started:
                self._started = True
                self.services.clocks.start(Reach(lambda _shard: self.connected, lambda _place: True))
                self.services.cache_refresh.start()
        await self.services.resume(shard)

    async def _lost(self, shards: LeasedShards, shard: Shard) -> None:
        await asyncio.sleep(self._run.random.choice((0.0, 0.1)))
        self.services.evict_shard(shard)
        await asyncio.sleep(self._run.random.choice((0.0, LINGER_SECONDS)))
        if shard not in shards.carried:
            self.connected = False
            self._run.looked()

    # --- Clicks

    def hear(self, click: Click) -> None:
        """Handle a click, in the process's own context."""
        self.begin(self._clicked(click))

    async def _clicked(self, click: Click) -> None:
        CLICKED.set(click)
        if not await self.services.shards.answers(click.place, click.interaction_id):
            return
        try:
            await self._router.handle(click, click.action)  # type: ignore[arg-type]
        except Refusal as refusal:
            self._answer(click, refusal.text.key, refusal.table)
        except StoreError:
            self._answer(click, "failed")

    async def _act(self, click: Click, action: Action) -> None:
        services, number, person = self.services, action.table_id or 0, Person(click.user_id)
        match action:
            case Choose(decision=decision, path=path):
                table, _ = await services.moves.choose(number, click.user_id, decision, path, sure=True)
            case Join():
                table = await services.lobby.join(number, person)
            case Start():
                table = await services.lobby.start(number, person)
            case Nudge():
                table = await services.participation.nudge(number, person)
            case _:
                table = await services.participation.leave(number, person, sure=True)
        self._answer(click, "done", table)

    def _answer(self, click: Click, said: str, table: Table | None = None) -> None:
        if self._run.going_on:
            click.answers.append(Answer(now(), self.name, said, table))
            self._run.answered(self, click, click.answers[-1])
            click.answered.set()
