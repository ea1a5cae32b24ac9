"""A bot, its Discord, many people and faults for a while, and checks of the final state."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.driver import Driver, buttons
from tests.e2e.audit import Audit
from tests.e2e.fault_injector import FaultInjector
from tests.e2e.ledger import Ledger
from tests.e2e.mirror import Mirror
from tests.e2e.observer import Observer
from tests.e2e.playing import until
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.table_players import TablePlayers

TICK = 0.25
"""Seconds between two reads of the database."""
CHECK = 5.0
"""Seconds between two reads of Discord's log."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Sizes and durations of a run."""

    tables: int
    seconds_with_kills: float
    """Seconds of kills and faults."""
    seconds_without_kills: float = 0.0
    """Seconds of faults without kills after them, to measure the memory of one bot process."""
    think: float
    """Mean seconds for a decision."""
    fault_seconds: float
    """Seconds of a fault, and of the pause after it."""
    kill_every: float
    """Seconds between kills; 0 for no kills."""
    deferred: float = 3.0
    """Seconds until the answer after a deferral."""
    within: float = 60.0
    """Seconds until every table has gone on and everything is right after the last fault."""


@dataclass
class Memory:
    """Resident memory of a process, sampled between two kills."""

    samples: list[float] = field(default_factory=list)
    """Samples in MB."""

    def sample(self, pid: int) -> None:
        """Add a sample of a process."""
        with suppress(OSError, StopIteration):  # it has just been killed
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            self.samples.append(int(next(one for one in lines if one.startswith("VmRSS")).split()[1]) / 1024)

    def thirds(self) -> tuple[float, ...]:
        """Return the medians of the three thirds, in MB."""
        size = max(1, len(self.samples) // 3)
        parts = (self.samples[first : first + size] for first in (0, size, 2 * size))
        return tuple(statistics.median(part) if part else 0.0 for part in parts)


class Soak:
    """A run."""

    def __init__(self, world: Driver, discord: CheckedDiscord, bot: BotProcess, folder: Path, seed: int) -> None:
        self._world, self._discord, self._bot = world, discord, bot
        self._audit = Audit(world, bot, folder)
        self.mirror = Mirror(bot)
        self.ledger = Ledger(self.mirror)
        self.observer = Observer(world.user("Aki"), self.mirror)
        self.fault_injector = FaultInjector(world, bot, self.mirror, self.observer, Random(seed))
        self.players = TablePlayers(world, self.mirror, self.ledger, self.observer, Random(seed + 1))
        self.memory = Memory()
        self.running: list[int] = []
        """Samples of the number of running tables."""
        self.stuck: list[str] = []
        self.differences: list[str] = []
        """Differences between Discord and the database at the end."""
        self.seconds = 0.0

    async def run(self, plan: Plan) -> None:
        """Cause faults, and wait until everything is right."""
        await self.players.gather()
        async with asyncio.TaskGroup() as group:
            watching = [group.create_task(self._watch()), group.create_task(self._check())]
            group.create_task(self.players.play_tables(plan.tables))
            await until(self._all_run(plan.tables), plan.within)
            await self._inject_faults(plan)
            await self._go_on(plan.within)
            self.players.close()
            for task in watching:
                task.cancel()
        try:
            for lobby in await self._audit.unknown_lobbies():
                more = next(one for one in buttons(lobby) if one["custom_id"].startswith("more:"))
                await self._world.user("Aki").click(lobby, custom_id=more["custom_id"])
            await self._audit.wait_until_right(plan.within, reposted=True)
        except AssertionError as wrong:
            self.differences.append(str(wrong))
        self._look()
        self.fault_injector.read_log(self._discord.check())
        self.fault_injector.wrong += self.mirror.changed_records()

    def _all_run(self, count: int) -> Callable[[], Awaitable[bool]]:
        async def do() -> bool:
            return len(self.players.running) == count

        return do

    async def _inject_faults(self, plan: Plan) -> None:
        begun, self.players.think = time.monotonic(), plan.think
        async with self._measured():
            await self.fault_injector.inject(plan.seconds_with_kills, plan.fault_seconds, plan.kill_every)
            self.memory.samples.clear()
            await self.fault_injector.inject(plan.seconds_without_kills, plan.fault_seconds, 0)
        self.seconds = time.monotonic() - begun

    async def _go_on(self, within: float) -> None:
        """Check that every table goes on after the last fault."""
        await self._world.control.clear_faults()
        self.mirror.refresh()
        before = {
            keeper: (table, len(self.mirror.records[table].rows)) for keeper, table in self.players.running.items()
        }
        self.players.skip_thinking()

        def stands_still(keeper: int) -> bool:
            table, moves = before[keeper]
            record = self.mirror.records[table]
            return self.players.running[keeper] == table and record.state == "playing" and len(record.rows) == moves

        async def do() -> bool:
            self.stuck = [f"table {before[keeper][0]} stands still" for keeper in before if stands_still(keeper)]
            return not self.stuck

        with suppress(TimeoutError):
            await until(do, within)

    async def _watch(self) -> None:
        """Follow the database and the public messages."""
        while True:
            self._look()
            await asyncio.sleep(TICK)

    @asynccontextmanager
    async def _measured(self) -> AsyncIterator[None]:
        """Take samples within the context."""

        async def measure() -> None:
            while True:
                self.memory.sample(self._bot.pid)
                self.running.append(sum(record.state == "playing" for record in self.mirror.records.values()))
                await asyncio.sleep(TICK)

        task = asyncio.create_task(measure())
        try:
            yield
        finally:
            task.cancel()

    def _look(self) -> None:
        self.observer.read_events()
        self.mirror.refresh()  # now the database has everything that the messages read before can show
        self.observer.find_leaks()

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECK)
            self.fault_injector.read_log(await asyncio.to_thread(self._discord.check))

    def unanswered(self) -> list[str]:
        """Return the unanswered interactions that no fault explains."""
        every = (one for one in self.ledger.unanswered if not self.fault_injector.explains(one))
        return [f"{one.what} was not answered within {one.until - one.since:.1f} s" for one in every]

    def wrong(self) -> list[str]:
        """Return all faults."""
        return [
            *self.fault_injector.wrong,
            *self.ledger.lost(),
            *self.ledger.doubled(),
            *self.stuck,
            *self.unanswered(),
            *self.observer.leaks,
            *self.differences,
        ]

    def summary(self) -> str:
        """Return a summary in one line."""
        rss = " → ".join(f"{mb:.0f}" for mb in self.memory.thirds())
        parts = (
            f"{statistics.median(self.running):.0f} tables (never under {min(self.running)})",
            f"{self.seconds:.0f} s: {self.ledger.summary()}",
            f"{len(self.ledger.lost())} lost, {len(self.ledger.doubled())} doubled",
            self.fault_injector.summary(),
            f"{len(self.stuck)} stuck",
            f"{len(self.unanswered())} unanswered and {len(self.ledger.unanswered)} for a kill or a fault",
            f"{len(self.observer.leaks)} leaks in {self.observer.read} public messages",
            f"{len(self.differences)} wrong in the end",
            f"RSS by thirds of the last life {rss} MB",
            f"{self.players.games_finished.total()} games finished",
        )
        return ", ".join(parts)
