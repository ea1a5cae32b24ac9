"""Two hundred tables at once, while the bot is killed and everything fails at random: nothing is lost, stuck or told."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver
from tests.e2e.audit import Audit
from tests.e2e.crowd import Crowd
from tests.e2e.ledger import Ledger
from tests.e2e.mirror import Mirror
from tests.e2e.observer import Observer
from tests.e2e.playing import until
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.weather import Weather

TICK = 0.25
"""Seconds between two looks at the database."""
WATCHED = "1"
"""Seconds for which whoever has clicked is taken to look: after them people are called, and all can be looked at."""
CHECK = 5.0
"""Seconds between two looks at Discord's log."""


@dataclass(frozen=True)
class Plan:
    """How long, and how much at once."""

    tables: int
    stormy: float
    """Seconds of kills and faults."""
    rainy: float
    """Seconds of faults alone, after them: one life of the bot, in which its memory is measured."""
    think: float
    """Seconds that people take for a decision."""
    fault_seconds: float
    """So long a fault lasts, and so long is it till the next one."""
    kill_every: float
    within: float
    """Seconds in which, in the end, every table goes on and everything comes to be right."""
    pause: str = "0"
    """Seconds that a computer player takes."""


SMALL = Plan(tables=10, stormy=5.0, rainy=0.0, think=0.3, fault_seconds=0.4, kill_every=2.0, within=60.0)
FULL = Plan(
    tables=200, stormy=500.0, rainy=400.0, think=25.0, fault_seconds=2.5, kill_every=50.0, within=300.0, pause="0.6"
)


@dataclass
class Memory:
    """What a process holds, sampled over one of its lives."""

    samples: list[tuple[float, float]] = field(default_factory=list)
    """Seconds of the monotonic clock, and MB."""

    def sample(self, pid: int) -> None:
        """Look at a process."""
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            found = next(line for line in lines if line.startswith("VmRSS"))
            self.samples.append((time.monotonic(), int(found.split()[1]) / 1024))

    def thirds(self) -> list[float]:
        """The medians of the three parts of the life, in MB."""
        size = len(self.samples) // 3
        return [statistics.median(mb for _, mb in self.samples[part * size : (part + 1) * size]) for part in range(3)]


class Soak:
    """A bot, its Discord, many people, and what goes wrong."""

    def __init__(self, world: Driver, discord: CheckedDiscord, bot: BotProcess, folder: Path, seed: int) -> None:
        self.world, self.discord, self.bot = world, discord, bot
        self.audit = Audit(world, bot, folder)
        self.mirror = Mirror(bot)
        self.ledger = Ledger(self.mirror)
        self.observer = Observer(world.user("Aki"), self.mirror)
        self.weather = Weather(world, bot, self.mirror, self.observer, Random(seed))
        self.crowd = Crowd(world, self.mirror, self.ledger, self.observer, Random(seed + 1))
        self.memory = Memory()
        self.stuck: list[str] = []
        self.fewest = 0

    async def run(self, plan: Plan) -> None:
        """Let everything happen, and then everything come right."""
        self.crowd.think = plan.think
        await self.crowd.gather()
        async with asyncio.TaskGroup() as group:
            watching = [group.create_task(self._watch()), group.create_task(self._check())]
            group.create_task(self.crowd.keep(plan.tables))
            await self._all_run(plan.tables, plan.within)
            begun = time.monotonic()
            await self.weather.storm(plan.stormy, plan.fault_seconds, plan.kill_every)
            self.memory = Memory()
            await self.weather.storm(plan.rainy, plan.fault_seconds, 0)
            self.seconds = time.monotonic() - begun
            measured, self.memory = self.memory, Memory()
            await self._goes_on(plan.within)
            self.memory = measured
            self.crowd.close()
            for task in watching:
                task.cancel()
        await self.audit.until_right(plan.within, afresh=True)
        self._look()
        self.weather.wrong += self.mirror.changed_records()

    async def _all_run(self, count: int, within: float) -> None:
        async def do() -> bool:
            return len(self.crowd.running) == count

        await until(do, within)

    async def _goes_on(self, within: float) -> None:
        """Now that nothing fails any more, every table must go on."""
        await self.world.control.clear_faults()
        self.mirror.refresh()
        before = {keeper: (table, len(self.mirror.records[table].rows)) for keeper, table in self.crowd.running.items()}
        self.crowd.hurry()

        async def do() -> bool:
            self.stuck = [
                f"table {table} after {rows} moves, waiting for {self.mirror.records[table].to_act()}"
                for keeper, (table, rows) in before.items()
                if self.crowd.running[keeper] == table
                and self.mirror.records[table].state == "playing"
                and len(self.mirror.records[table].rows) == rows
            ]
            return not self.stuck

        with suppress(TimeoutError):
            await until(do, within)

    async def _watch(self) -> None:
        """Follow the database and the public messages, and measure."""
        while True:
            self._look()
            self.memory.sample(self.bot.pid)
            await asyncio.sleep(TICK)

    def _look(self) -> None:
        self.observer.look()
        self.mirror.refresh()  # what was read a moment ago shows nothing that is not in the database by now
        self.observer.judge()

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECK)
            self.weather.heard(await asyncio.to_thread(self.discord.check))

    def unanswered(self) -> list[str]:
        """The interactions that nobody answered, without a reason."""
        return [
            f"{one.what} after {one.until - one.since:.1f} s"
            for one in self.ledger.unanswered
            if not self.weather.explains(one)
        ]

    def wrong(self) -> list[str]:
        """All that is wrong."""
        return [
            *self.weather.wrong,
            *self.ledger.lost(),
            *self.ledger.doubled(),
            *self.stuck,
            *self.unanswered(),
            *self.observer.leaks,
        ]

    def summary(self) -> str:
        """All in one line."""
        first, middle, last = self.memory.thirds() if len(self.memory.samples) > 3 else (0.0,) * 3
        return (
            f"{len(self.crowd.running)} tables, {self.seconds:.0f} s: {self.ledger.summary()}, {len(self.ledger.lost())} lost,"
            f" {len(self.ledger.doubled())} doubled, {self.weather.summary()}, {len(self.stuck)} stuck, {len(self.unanswered())} unanswered"
            f" ({len(self.ledger.unanswered)} for a kill or a fault), {len(self.observer.leaks)} leaks in {self.observer.read} public"
            f" messages ({self.observer.unread} unread), RSS {first:.1f} → {middle:.1f} → {last:.1f} MB, games finished {self.crowd.games_finished.total()}"
        )


@pytest.fixture
def bot(discord_process: CheckedDiscord, tmp_path: Path) -> Iterator[BotProcess]:
    """A bot with a database of the test's own."""
    script = ROOT / "tests/e2e/watched_bot.py"
    process = BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3", script=script, WATCHED=WATCHED)
    yield process
    process.stop()


async def soaked(discord: CheckedDiscord, bot: BotProcess, folder: Path, plan: Plan, seed: int) -> Soak:
    """What came of it."""
    bot.start()
    async with Driver(discord.url) as world:
        await world.wait_until_online(within=60)
        soak = Soak(world, discord, bot, folder, seed)
        await soak.run(plan)
    print(soak.summary())
    print(soak.crowd.in_vain, soak.weather.faults)
    return soak


async def test_ten_tables_lose_nothing_while_everything_fails(
    discord_process: CheckedDiscord, bot: BotProcess, tmp_path: Path
) -> None:
    soak = await soaked(discord_process, bot, tmp_path, SMALL, seed=1)
    assert soak.wrong() == []
    assert soak.weather.kills
