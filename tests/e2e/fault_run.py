"""A run under faults: many people play on a local Discord while faults are injected, and then all is checked."""

import asyncio
import statistics
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.driver import Driver, Json, buttons
from tests.e2e.audit import Audit
from tests.e2e.fault_injector import FaultInjector
from tests.e2e.ledger import Ledger, at
from tests.e2e.mirror import Mirror
from tests.e2e.observer import Observer
from tests.e2e.playing import until
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.table_players import FAILED_CLICK, TablePlayers

TICK = 0.25
"""Seconds between two reads of the database."""
CHECK = 3.0
"""Seconds between two reads of Discord's log."""
REPORT_SECONDS = 300.0
"""Seconds between two reports."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Sizes and durations of a run."""

    tables: int
    seconds: float
    """Seconds of faults, with kills if there are any."""
    seconds_without_kills: float = 0.0
    """Seconds of further faults without kills, to measure the memory of one process."""
    think: float
    """Mean seconds for a decision."""
    fault_seconds: float
    """Seconds of a fault together with the pause after it."""
    kill_every: float = 0.0
    """Seconds between kills; 0 for no kills."""
    deferred: float
    """Timeout in seconds for the answer after a deferral."""
    within: float
    """Timeout in seconds of each wait: until all tables run, until every table has gone on, and until everything is
    right.
    """


@dataclass
class Memory:
    """Samples of the bot's resident memory."""

    samples: list[tuple[float, float]] = field(default_factory=list)
    """Pairs of a time in seconds, and MB."""

    def sample(self, pid: int) -> None:
        """Add a sample of the resident memory of the process `pid`."""
        with suppress(OSError, StopIteration):  # the process has just been killed
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            size = int(next(one for one in lines if one.startswith("VmRSS")).split()[1]) / 1024
            self.samples.append((time.monotonic(), size))

    def medians(self, count: int) -> list[float]:
        """Cut the samples into `count` equal parts, and return the median of each part in MB."""
        size = max(1, len(self.samples) // count)
        parts = [self.samples[first * size : (first + 1) * size] for first in range(count)]
        return [statistics.median(mb for _, mb in part) if part else 0.0 for part in parts]

    def slope(self) -> float:
        """Return the growth in MB per hour, fitted to the samples from the second quarter on."""
        later = self.samples[len(self.samples) // 4 :]
        return 3600 * statistics.linear_regression(*zip(*later, strict=True)).slope if len(later) > 1 else 0.0


class FaultRun:
    """A run of a `Plan`."""

    def __init__(
        self, world: Driver, discord: CheckedDiscord, bot: BotProcess, folder: Path, seed: int, plan: Plan
    ) -> None:
        self._world, self._discord, self._bot, self._plan = world, discord, bot, plan
        self._random = Random(seed)
        self._audit = Audit(world, bot, folder)
        self.mirror = Mirror(bot)
        self.ledger = Ledger(self.mirror)
        self.observer = Observer(world.user("Aki"), self.mirror)
        self.fault_injector = FaultInjector(world, bot, self.mirror, self.observer, Random(seed + 1))
        self.players = self._make_players(Random(seed + 2))
        self.memory = Memory()
        self.stuck: list[str] = []
        """Tables without a move after the last fault."""
        self.differences: list[str] = []
        """Differences between Discord and the database after the faults."""
        self._reading = asyncio.Lock()
        self._begun = 0.0

    def _make_players(self, random: Random) -> TablePlayers:
        return TablePlayers(self._world, self.mirror, self.ledger, self.observer, random)

    async def run(self) -> None:
        """Cause faults, and wait until everything is right."""
        plan, players = self._plan, self.players
        await players.gather()
        async with asyncio.TaskGroup() as group:
            background = [group.create_task(one) for one in self._background()]
            playing = group.create_task(players.play_tables(plan.tables))
            await until(self._all_run, plan.within)
            players.think, self._begun = plan.think, time.monotonic()
            self.memory.samples.clear()
            await self._inject_faults()
            await self._world.control.clear_faults()
            self._report("the faults are over")
            await self._settle("after the faults")
            await self._go_on_testing()
            players.close()
            await playing
            await self._read_log()
            for task in background:
                task.cancel()
        self._look()
        self.fault_injector.wrong += self.mirror.changed_records()

    def _background(self) -> list[Coroutine[object, object, None]]:
        """Return the coroutines that run beside the players until the end."""
        return [self._watch(), self._check(), self._measure()]

    async def _all_run(self) -> bool:
        return len(self.players.running) == self._plan.tables

    async def _inject_faults(self) -> None:
        plan, inject = self._plan, self.fault_injector.inject
        await inject(plan.seconds, plan.fault_seconds, plan.kill_every)
        self.memory.samples.clear()
        await inject(plan.seconds_without_kills, plan.fault_seconds, 0)

    async def _go_on_testing(self) -> None:
        """Run further tests after the faults; overridden by subclasses."""

    async def _settle(self, when: str) -> None:
        """Check that no table is stuck; then stop all clicks, and wait until Discord agrees with the database."""
        await self._go_on(when)
        await self.players.pause_clicks()
        begun = time.monotonic()
        try:
            for lobby in await self._audit.unknown_lobbies():
                more = next(one for one in buttons(lobby) if one["custom_id"].startswith("more:"))
                with suppress(*FAILED_CLICK):
                    await self._world.user("Aki").click(lobby, custom_id=more["custom_id"])
            await self._audit.wait_until_right(self._plan.within, reposted=True, each=True)
        except AssertionError as wrong:
            self.differences.append(f"{when}: {wrong}")
        else:
            self._report(f"{when} all was right within {time.monotonic() - begun:.0f} s")

    async def _go_on(self, when: str) -> None:
        """Check that every running table gets a move, or ends, within the plan's time."""
        self.mirror.refresh()
        running = self.players.running
        before = {keeper: (table, len(self.mirror.records[table].rows)) for keeper, table in running.items()}
        self.players.skip_thinking()
        stuck: list[str] = []

        def stands_still(keeper: int) -> bool:
            table, moves = before[keeper]
            record = self.mirror.records[table]
            return running[keeper] == table and record.state == "playing" and len(record.rows) == moves

        async def done() -> bool:
            stuck[:] = [f"{when} table {before[keeper][0]} stands still" for keeper in before if stands_still(keeper)]
            return not stuck

        with suppress(TimeoutError):
            await until(done, self._plan.within)
        self.stuck += stuck

    # --- Observation

    async def _watch(self) -> None:
        """Follow the database and the public messages."""
        while True:
            self._look()
            await asyncio.sleep(TICK)

    def _look(self) -> None:
        self.observer.read_events()
        self.mirror.refresh()  # read the database after the messages, so that it has all that they show
        self.observer.find_leaks()

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECK)
            await self._read_log()

    async def _read_log(self) -> None:
        """Read the part of Discord's log that is new since the last call."""
        async with self._reading:
            self._note_requests(await asyncio.to_thread(self._requests))

    def _requests(self) -> list[Json]:
        """Return the requests since the last call, and compare each with Discord's description."""
        return self._discord.check()

    def _note_requests(self, requests: list[Json]) -> None:
        self.fault_injector.read_log(requests)

    async def _measure(self) -> None:
        said = time.monotonic()
        while True:
            if time.monotonic() - said > REPORT_SECONDS:
                said = time.monotonic()
                self._report("so far")
            await self._take_sample()
            await asyncio.sleep(1.0)

    async def _take_sample(self) -> None:
        self.memory.sample(self._bot.pid)

    def _report(self, what: str) -> None:
        print(f"{time.monotonic() - self._begun:7.0f} s: {what}; {self.summary()}", flush=True)

    # --- Results

    def _must_be_answered(self, user: int) -> bool:
        """Return whether a person's unanswered interaction is a fault."""
        return True

    def unanswered(self) -> list[str]:
        """Return the unanswered interactions that no fault explains."""
        return [
            f"{one.what} was not answered within {one.until - one.since:.1f} s, at {one.since - self._begun:.0f} s"
            for one in self.ledger.unanswered
            if self._must_be_answered(one.user) and not self.fault_injector.explains(one)
        ]

    def wrong(self) -> list[str]:
        """Return everything that went wrong; measured values are judged by the test."""
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
        """Return a summary of several lines."""
        return "\n  ".join(self._lines())

    def _lines(self) -> Iterator[str]:
        ledger = self.ledger
        playing = sum(record.state == "playing" for record in self.mirror.records.values())
        yield f"{playing} games running, {self.players.games_finished.total()} finished"
        slowest = max(ledger.every_wait, default=0.0)
        yield f"{ledger.summary()}; slowest answer {slowest:.0f} ms, p99 {at(ledger.every_wait, 99):.0f} ms"
        yield f"{len(ledger.lost())} lost, {len(ledger.doubled())} doubled, {len(self.stuck)} stuck"
        yield f"{len(self.observer.leaks)} leaks in {self.observer.read} public messages"
        yield f"{len(self.unanswered())} unanswered; {len(ledger.unanswered)} with those that need no answer"
        yield self.fault_injector.summary()
        quarters = " → ".join(f"{mb:.0f}" for mb in self.memory.medians(4))
        yield f"RSS by quarters {quarters} MB, {self.memory.slope():+.1f} MB/h from the second on"
        yield f"{len(self.differences)} wrong in the end"


RUNS = TypeVar("RUNS", bound=FaultRun)
PLANS = TypeVar("PLANS", bound=Plan)


async def run_faults(
    kind: Callable[[Driver, CheckedDiscord, BotProcess, Path, int, PLANS], RUNS],
    folder: Path,
    plan: PLANS,
    seed: int,
    script: str = "short_looking_bot.py",
    **settings: str,
) -> RUNS:
    """Run a plan with a bot and a Discord of its own; return the run.

    Args:
        kind: the class of the run.
        folder: the folder of the bot's database.
        plan: the sizes and durations.
        seed: determines the random choices.
        script: the bot's script. With the default script, people count as looking at their hand for only one second
            after a click, so that the bot must ping often.
        settings: the bot's environment variables.
    """
    home = folder / "ichiza.sqlite3"
    with (
        CheckedDiscord() as discord,
        BotProcess(
            discord.url, home, script=ROOT / "tests/e2e" / script, WATCHED="1", OPENED="1000", **settings
        ) as bot,
    ):
        async with Driver(discord.url, deferred=plan.deferred) as world:
            await world.wait_until_online(within=60)
            run = kind(world, discord, bot, folder, seed, plan)
            await run.run()
            print(run.summary())
            return run
