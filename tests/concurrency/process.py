"""One process: its own services, leases and router over a wire to the database, built like `bot.py` does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import count
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cogs.gateway.shard_connections import LINGER_SECONDS
from cogs.interactions.router import Router
from host.cluster.leases import Leases
from host.cluster.shards import WHOLE, LeasedShards, Shard, Shards
from host.play.clocks import Reach
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person, Table
from show.actions import table_actions
from storage import Conflict, Store, StoreError
from storage.database import Work
from tests.concurrency.database import Wire
from tests.concurrency.images import GUILD
from tests.concurrency.scheduler import Life
from tests.simulation.clockwork import clock, whole_seconds
from tests.virtual_time import now

if TYPE_CHECKING:
    from engine.contract.view import View
    from tests.concurrency.interleaving import Interleaving

T = TypeVar("T")

CONNECTS = (0.2, 6.5)
"""Seconds until a process has a shard's connection, after it got the lease."""
THINKS = (0.0, 0.05, 1.0)
"""Seconds that a computer player thinks."""


class Both(Shards):
    """Leases that every process believes to hold, as a wrong clock of the database could cause."""

    alone = False


class Thinkers:
    """Computer players that take some time for the first legal move of the view."""

    places = 4

    def __init__(self, run: Interleaving) -> None:
        self._run = run

    async def choose(self, view: View, level: str, seed: int, budget: object) -> str:
        """Return the first legal move after a pause."""
        assert level
        assert budget
        await asyncio.sleep(self._run.random.choice(THINKS))
        return view["legal"][seed % len(view["legal"])]

    async def close(self) -> None:
        """Do nothing."""


@dataclass
class Answer:
    """An answer to a person."""

    at: float
    by: str
    said: str
    """`done`, the key of a refusal, or `failed`."""
    table: Table | None = None
    path: Sequence[str] = ()


@dataclass(eq=False)
class Click:
    """A click as the router knows it, in a panel."""

    user_id: int
    action: table_actions.TableAction
    at: float
    interaction_id: int = field(default_factory=count(1).__next__)
    guild_id: int = GUILD
    message_id: int = 0
    in_private: bool = True
    answers: list[Answer] = field(default_factory=list)
    conflicts: int = 0
    """Number of lost races during the click, whichever process handled it."""
    failures: int = 0
    """Number of failed requests to the database."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def sees(self, _channel_id: int) -> bool:
        """Tell that everybody sees every channel."""
        return True


CLICKED: ContextVar[Click | None] = ContextVar("click", default=None)


class CountingWire(Wire):
    """A wire that counts conflicts and failures for each click."""

    conflicts = 0
    conflicted: Callable[[], None]
    """Callback for each conflict."""

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Run work in a transaction, see `Database`."""
        try:
            return await super().write(work, behind=behind)
        except Conflict:
            self.conflicts += 1
            self.conflicted()
            if click := CLICKED.get():
                click.conflicts += 1
            raise
        except StoreError:
            if click := CLICKED.get():
                click.failures += 1
            raise


class Process:
    """A process from its start to its end."""

    def __init__(self, run: Interleaving, name: str, *, blind: bool) -> None:
        self.name = name
        self.life: Life = run.loop.life(name)
        self.connected = False
        """True if it receives clicks."""
        self._run = run
        self._started = False
        self.wire = CountingWire(run.server, self.life)
        self.wire.lent = self._lent_ago
        self.wire.conflicted = lambda: run.overtaken(self)
        self.leases: Leases | None = None
        self._blind = blind
        self._lent_at = -inf
        self._tasks: set[asyncio.Task[Any]] = set()
        self._begin(self._main())

    @property
    def able(self) -> bool:
        """True if it is running, and reaches the database."""
        return self.life.runs and not self.wire.down

    @property
    def there(self) -> bool:
        """True if it answers people and runs clocks."""
        return self.connected and self.able

    @property
    def lent(self) -> bool:
        """True if it holds the lease, or needs none."""
        return self._blind or (self.leases is not None and self.leases.holds(WHOLE.lease))

    def _lent_ago(self) -> float:
        """Return the seconds since it held the lease, or since it was thawed; 0: it holds the lease."""
        if self.lent:
            self._lent_at = now()
            return 0.0
        return max(now() - self._lent_at, 0.001)

    def thaw(self) -> None:
        """Resume with the interrupted work."""
        self.life.frozen = False
        self._lent_at = now()

    def _begin(self, work: Any) -> None:
        task = self.life.begin(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _main(self) -> None:
        store = Store(self.wire, Path(), whole_seconds)
        shards: Shards
        if self._blind:
            shards = Both()
        else:
            self.leases = Leases(store.leases, clock=now)
            shards = LeasedShards(self.leases, 1, 1)
            shards.gained.subscribe(lambda shard: self._begin(self._gained(shard)))
            shards.lost.subscribe(lambda shard: self._begin(self._lost(shards, shard)))
        self.services = Services(store, pause=0.6, playouts=1, thinkers=Thinkers(self._run), now=clock, shards=shards)
        self.services.events.table_replaced.subscribe(self._told)
        self._router = Router(self.services.tables, self.services.participation.end_absence)
        on: Callable[[type[table_actions.Action], Callable[[Any, Any], Awaitable[None]]], None] = self._router.register
        on(table_actions.Choose, self._choose)
        on(table_actions.Join, self._join)
        on(table_actions.Start, self._start)
        on(table_actions.Nudge, self._nudge)
        on(table_actions.LeaveGame, self._leave)
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
                self.services.clocks.start(Reach(lambda _shard: self.connected, lambda _guild_id: True))
                self.services.cache_refresh.start()
        await self.services.resume(shard)

    async def _lost(self, shards: LeasedShards, shard: Shard) -> None:
        await asyncio.sleep(self._run.random.choice((0.0, 0.1)))
        self.services.evict_shard(shard)
        await asyncio.sleep(self._run.random.choice((0.0, LINGER_SECONDS)))
        if shard not in shards.carried:
            self.connected = False
            self._run.looked()

    def _told(self, table: Table) -> None:
        self._run.told(self, table)

    # --- Clicks

    def hear(self, click: Click) -> None:
        """Handle a click, in the process's own context."""
        self._begin(self._clicked(click))

    async def _clicked(self, click: Click) -> None:
        CLICKED.set(click)
        if not await self.services.shards.answers(click.guild_id, click.interaction_id):
            return
        try:
            await self._router.handle(click, click.action)  # type: ignore[arg-type]
        except Refusal as refusal:
            self._answer(click, refusal.text.key, refusal.table)
        except StoreError:
            self._answer(click, "failed")

    def _answer(self, click: Click, said: str, table: Table | None = None, path: Sequence[str] = ()) -> None:
        if not self._run.going_on:
            return
        click.answers.append(Answer(now(), self.name, said, table, path))
        self._run.answered(self, click, click.answers[-1])
        click.answered.set()

    async def _choose(self, click: Click, action: table_actions.Choose) -> None:
        services = self.services
        table, path = await services.moves.choose(action.table, click.user_id, action.decision, action.path, sure=True)
        self._answer(click, "done", table, path)

    async def _join(self, click: Click, action: table_actions.Join) -> None:
        self._answer(click, "done", await self.services.lobby.join(action.table, Person(click.user_id)))

    async def _start(self, click: Click, action: table_actions.Start) -> None:
        self._answer(click, "done", await self.services.lobby.start(action.table, Person(click.user_id)))

    async def _nudge(self, click: Click, action: table_actions.Nudge) -> None:
        self._answer(click, "done", await self.services.participation.nudge(action.table, Person(click.user_id)))

    async def _leave(self, click: Click, action: table_actions.LeaveGame) -> None:
        table = await self.services.participation.leave(action.table, Person(click.user_id), sure=True)
        self._answer(click, "done", table)
