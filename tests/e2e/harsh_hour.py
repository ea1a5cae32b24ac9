"""Many tables in many guilds of a harsh Discord, a griefer in each guild, then a ban, and checks of the final state."""

from __future__ import annotations

import asyncio
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.driver import Driver, buttons, texts
from tests.e2e.audit import Audit
from tests.e2e.fault_injector import FaultInjector
from tests.e2e.griefers import Griefer
from tests.e2e.harsh_faults import EXCUSING_FAULTS, of_connections, of_places, of_refusals, of_requests
from tests.e2e.ledger import Ledger, Watched, at
from tests.e2e.mirror import Mirror, Record
from tests.e2e.observer import Observer
from tests.e2e.playing import Json, table_number, until
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.table_players import FAILED_CLICK, TablePlayers

TICK = 0.5
"""Seconds between two reads of the database."""
CHECK = 3.0
"""Seconds between two reads of Discord's log."""
REPORT_SECONDS = 300.0
"""Seconds between two reports."""
REGULARS = 5
"""Players in each guild, besides one griefer."""
AT_ONCE = 3
"""Griefers of a few guilds who click at the same moment."""
LOOK_AFTER = 10.0
"""Mean number of seconds after which a host checks the lobby."""
BY_TOKEN = ("callback", "follow-up", "original")
"""Kinds of requests that answer interactions."""
EXPECTED = "ERROR cogs.requests.circuit_breaker: this address is banned"
"""The only error that this run may log: an operator must see it."""
LINE = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z (DEBUG|INFO|WARNING|ERROR|CRITICAL) ([\w.]+): (.*)")


@dataclass(frozen=True, kw_only=True)
class Hour:
    """Sizes and durations of a run."""

    servers: int
    tables: int
    seconds: float
    """Seconds of faults."""
    ban: float
    """Seconds of the ban after the faults."""
    think: float
    """Mean seconds for a decision."""
    pause: float
    """Mean seconds between two actions of a griefer."""
    fault_seconds: float
    """Seconds of a fault, and of the pause after it; gateway faults come a third as often."""
    longest: float
    """Seconds of the longest rate limit."""
    within: float
    """Seconds until everything is right after the last fault."""
    refusals: bool = True
    """True to let Discord refuse requests for good; the bot retries such a message after a minute."""
    deferred: float = 15.0
    """Seconds until the answer after a deferral."""
    ack: float = 3.0
    """Seconds within which Discord wants an answer."""


@dataclass
class Memory:
    """Resident memory of the bot: pairs of seconds since the start, and MB."""

    samples: list[tuple[float, float]] = field(default_factory=list)

    def sample(self, pid: int, at: float) -> None:
        """Add a sample of a process."""
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        self.samples.append((at, int(next(one for one in lines if one.startswith("VmRSS")).split()[1]) / 1024))

    def quarters(self) -> list[float]:
        """Return the medians of the four quarters, in MB."""
        size = max(1, len(self.samples) // 4)
        parts = [self.samples[first * size : (first + 1) * size] for first in range(4)]
        return [statistics.median(mb for _, mb in part) if part else 0.0 for part in parts]

    def slope(self) -> float:
        """Return the growth in MB per hour, fitted to the samples from the second quarter on."""
        later = self.samples[len(self.samples) // 4 :]
        return 3600 * statistics.linear_regression(*zip(*later, strict=True)).slope if len(later) > 1 else 0.0


class GuildPlayers(TablePlayers):
    """People who each play in one guild only; griefers whom a lobby has seated play along."""

    def __init__(
        self, world: Driver, mirror: Mirror, ledger: Ledger, observer: Observer, random: Random, servers: int
    ) -> None:
        super().__init__(world, mirror, ledger, observer, random)
        self._servers = servers
        self.channels: dict[str, list[str]] = {}
        """The channels by guild."""
        self.regulars: list[list[Watched]] = []
        """Players by the guild's index."""
        self.griefers: list[Watched] = []
        self.newcomers: list[Watched] = []
        """One person for each guild who appears only at the end."""

    async def gather(self) -> None:
        """Create the guilds and let everybody join."""
        control = self._world.control
        for number in range(self._servers):
            made = await control.add_guild(f"Club {number}", [f"tables-{number}", f"more-{number}"])
            self.channels[made["id"]] = made["channels"]
        names = [
            f"{kind}{number}-{one}"
            for number in range(self._servers)
            for kind, count in (("Reg", REGULARS), ("Grief", 1), ("New", 1))
            for one in range(count)
        ]
        for name in names:
            await control.join(name)
        users = {user["global_name"]: user for user in await self._world.get_list("/client/users")}
        for number in range(self._servers):
            self.regulars.append([self._watched(users[f"Reg{number}-{one}"]) for one in range(REGULARS)])
            self.griefers.append(self._watched(users[f"Grief{number}-0"]))
            self.newcomers.append(self._watched(users[f"New{number}-0"]))
        self.people = [one for some in (*self.regulars, self.griefers, self.newcomers) for one in some]
        for user in list(users.values()):
            if user["global_name"] in {"Ben", "Chie", "Dai"}:
                await self._world.user(user["id"]).close()

    def _watched(self, user: Json) -> Watched:
        person = Watched(self._world, user)
        person.ledger = self._ledger
        return person

    def people_and_channels(self, keeper: int) -> tuple[Sequence[Watched], Sequence[str]]:
        """Return the people who play at a keeper's tables, and their channels."""
        number = keeper % self._servers
        return self.regulars[number], list(self.channels.values())[number]

    def channel_of(self, record: Record) -> str:
        """Return a channel of a table's guild."""
        return self.channels[str(record.guild_id)][0]

    async def keep_lobby(self, number: int) -> None:
        """Keep one lobby open in a guild until cancelled; its host replaces a lobby that is gone."""
        (*_, host), channel = self.regulars[number], list(self.channels.values())[number][0]
        kind = self._random.choice(sorted(self.kinds))
        table: int | None = None
        while True:
            await self._clicks_allowed.wait()
            if table is None or self._mirror.records[table].state != "lobby":
                async with self._clicking:
                    with suppress(*FAILED_CLICK):
                        table = table_number((await host.command(channel, "play", game=kind)).reply)
                self._mirror.refresh()
            await asyncio.sleep(self._random.uniform(0.5, 1.5) * LOOK_AFTER)


class HarshHour:
    """A run."""

    def __init__(
        self, world: Driver, discord: CheckedDiscord, bot: BotProcess, folder: Path, seed: int, plan: Hour
    ) -> None:
        self._world, self._discord, self._bot, self._plan = world, discord, bot, plan
        self._random = Random(seed)
        self._audit = Audit(world, bot, folder)
        self.mirror = Mirror(bot)
        self.ledger = Ledger(self.mirror)
        self.observer = Observer(world.user("Aki"), self.mirror)
        self.fault_injector = FaultInjector(world, bot, self.mirror, self.observer, Random(seed + 1), EXCUSING_FAULTS)
        self.players = GuildPlayers(world, self.mirror, self.ledger, self.observer, Random(seed + 2), plan.servers)
        self.griefers: list[Griefer] = []
        self.memory = Memory()
        self.invalid: list[int] = []
        """Samples of the number of requests that Discord counts as invalid within a minute."""
        self.statuses: Counter[tuple[str, int, int]] = Counter()
        """Refused requests by kind, status and code."""
        self.banned: Counter[str] = Counter()
        """Requests during the ban, by kind."""
        self.joined = 0
        """Lobbies that a new person could join at the end."""
        self.final_faults: list[str] = []
        self._banning = False
        self._begun = 0.0

    async def run(self) -> None:
        """Run the faults and wait until everything is right; do the same with the ban."""
        plan, players, control = self._plan, self.players, self._world.control
        await control.settings(ack_seconds=plan.ack, invalid_window_seconds=60.0)
        await players.gather()
        clicking = asyncio.Semaphore(max(AT_ONCE, plan.servers // 10))
        pairs = zip(players.griefers, players.channels.values(), strict=True)
        self.griefers = [Griefer(self._world, who, those, self._random, clicking) for who, those in pairs]
        async with asyncio.TaskGroup() as group:
            watching = [group.create_task(one()) for one in (self._watch, self._check, self._measure)]
            group.create_task(players.play_tables(plan.tables))
            hosts = [group.create_task(players.keep_lobby(number)) for number in range(plan.servers)]
            await until(self._all_run, plan.within)
            griefing = [group.create_task(one.grief(plan.pause)) for one in self.griefers]
            players.think, self._begun = plan.think, time.monotonic()
            self.memory.samples.clear()
            await self._inject_faults()
            await until(self._all_have_griefed, plan.within)
            for task in griefing:
                task.cancel()
            self._report("the faults are over")
            await self._settle("after the faults")
            await self._join_lobbies()
            players.resume_thinking()
            players.resume_clicks()
            await self._ban()
            await self._settle("after the ban")
            players.close()
            for task in (*watching, *hosts):
                task.cancel()
        self._look()
        self.fault_injector.read_log(self._discord.requests())
        self.fault_injector.wrong += self.mirror.changed_records()

    def _report(self, what: str) -> None:
        print(f"{time.monotonic() - self._begun:7.0f} s: {what}; {self.summary()}", flush=True)

    async def _all_run(self) -> bool:
        return len(self.players.running) == self._plan.tables

    async def _all_have_griefed(self) -> bool:
        return all(one.tried for one in self.griefers)

    async def _inject_faults(self) -> None:
        plan, inject = self._plan, self.fault_injector.inject
        async with asyncio.TaskGroup() as group:
            requests = {**of_requests(plan.longest), **(of_refusals() if plan.refusals else {})}
            group.create_task(inject(plan.seconds, plan.fault_seconds, 0, requests))
            places = of_places(self._audit, self.players.channels)
            group.create_task(inject(plan.seconds, plan.fault_seconds, 0, places))
            group.create_task(inject(plan.seconds, 3 * plan.fault_seconds, 0, of_connections(self._random)))
        await self._world.control.clear_faults()

    async def _settle(self, when: str) -> None:
        """Check that every table goes on; then stop all clicks and wait until everything is right."""
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
            self.final_faults.append(f"{when}: {wrong}")
        self._report(f"{when} all was right within {time.monotonic() - begun:.0f} s, or not")

    async def _go_on(self, when: str) -> None:
        """Check that every table goes on after the last fault."""
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
        self.final_faults += stuck

    async def _join_lobbies(self) -> None:
        """Let a new person join every lobby that no griefer has opened."""
        griefers = {int(one.id) for one in self.players.griefers}
        query = """
            SELECT id, guild_id, seat_count, opener_id, posts.message_id, posts.channel_id
              FROM tables JOIN posts ON posts.table_id = id AND slot = 'lobby' WHERE state = 'lobby'
        """
        for number, guild, seats, opener, message_id, channel in self._bot.rows(query):
            if opener in griefers:
                continue
            person = self.players.newcomers[list(self.players.channels).index(str(guild))]
            said = "its message is not there"
            with suppress(*FAILED_CLICK):
                messages = {int(one["id"]): one for one in await person.messages(str(channel))}
                message = messages[message_id]
                said = "nobody answers"
                said = texts((await person.click(message, custom_id=f"join:{number}")).reply)
            people = "SELECT user_id FROM seats WHERE table_id = ? AND user_id IS NOT NULL"
            sitting = [user for (user,) in self._bot.rows(people, number)]
            if int(person.id) in sitting:
                self.joined += 1
            elif len(sitting) < seats:
                self.final_faults.append(f"nobody new can join table {number}: {said!r}")

    async def _ban(self) -> None:
        """Let Discord refuse everything for a while, as people go on clicking."""
        self.players.think = self._plan.think
        with self.fault_injector.excuse("the ban"):
            self._banning = True
            await self._world.control.ban(self._plan.ban)
            await asyncio.sleep(self._plan.ban)
        await asyncio.sleep(2 * CHECK)  # until the last of its requests have been read
        self._banning = False
        self._report("the ban is over")

    async def _watch(self) -> None:
        """Follow the database and the public messages."""
        while True:
            self._look()
            await asyncio.sleep(TICK)

    def _look(self) -> None:
        self.observer.read_events()
        self.mirror.refresh()  # now the database has everything that the messages read before can show
        self.observer.find_leaks()

    async def _measure(self) -> None:
        said = time.monotonic()
        while True:
            if time.monotonic() - said > REPORT_SECONDS:
                said = time.monotonic()
                self._report("so far")
            if not self._banning:
                self.invalid.append((await self._world.control.banned())["invalid"])
            self.memory.sample(self._bot.pid, time.monotonic() - self._begun)
            await asyncio.sleep(1.0)

    async def _check(self) -> None:
        """Read Discord's log; other tests compare each request with Discord's description."""
        while True:
            await asyncio.sleep(CHECK)
            requests = await asyncio.to_thread(self._discord.requests)
            self.fault_injector.read_log(requests)
            if self._banning:
                self.banned.update(one["kind"] for one in requests if one["status"] == 429)
                continue
            refused = (one for one in requests if one["status"] >= 400)
            self.statuses.update((one["kind"], one["status"], one["code"] or 0) for one in refused)

    # --- Results

    def unanswered(self) -> list[str]:
        """Return the unanswered interactions of people other than griefers, unless a fault explains them."""
        griefers = {int(one.id) for one in self.players.griefers}
        every = (one for one in self.ledger.unanswered if not self.fault_injector.explains(one))
        return [
            f"{one.what} was not answered within {one.until - one.since:.1f} s, at {one.since - self._begun:.0f} s"
            for one in every
            if one.user not in griefers
        ]

    def griefed(self) -> Counter[str]:
        """Return how often the griefers have done each action."""
        return sum((one.done for one in self.griefers), Counter())

    def logged(self) -> tuple[Counter[str], list[str]]:
        """Return warnings and errors by their beginnings, and the lines that do not have the log's format."""
        said: Counter[str] = Counter()
        strange = []
        for line in self._bot.log.read_text(errors="replace").splitlines():
            if found := LINE.match(line):
                if found[1] in {"WARNING", "ERROR", "CRITICAL"}:
                    said[f"{found[1]} {found[2]}: {re.sub('[0-9]+', 'N', found[3])[:70]}"] += 1
            elif not line.startswith("    "):
                strange.append(line)
        return said, strange

    def wrong(self) -> list[str]:
        """Return all faults except measured values."""
        said, strange = self.logged()
        return [
            *self.fault_injector.wrong,
            *self.ledger.lost(),
            *self.ledger.doubled(),
            *self.unanswered(),
            *self.observer.leaks,
            *self.final_faults,
            *(one for one in said if not one.startswith(("WARNING", EXPECTED))),
            *(f"not a line of the log: {line}" for line in strange),
        ]

    def summary(self) -> str:
        """Return a summary of several lines."""
        return "\n  ".join(self._lines())

    def _lines(self) -> Iterator[str]:
        plan, ledger = self._plan, self.ledger
        playing = sum(record.state == "playing" for record in self.mirror.records.values())
        yield f"{plan.servers} servers, {playing} games running, {self.players.games_finished.total()} finished"
        slowest = max(ledger.every_wait, default=0.0)
        yield f"{ledger.summary()}; slowest answer {slowest:.0f} ms, p99 {at(ledger.every_wait, 99):.0f} ms"
        yield f"{len(ledger.lost())} lost, {len(ledger.doubled())} doubled, {len(self.observer.leaks)} leaks"
        yield f"{len(self.unanswered())} unanswered; {len(ledger.unanswered)} with those of griefers and for a fault"
        yield f"{self.fault_injector.summary()}; griefs: {self.griefed().total()} {dict(self.griefed())}"
        yield f"invalid requests within a minute: {max(self.invalid, default=0)} at most"
        refused = ", ".join(f"{kind} {status}/{code} {n}" for (kind, status, code), n in self.statuses.most_common(12))
        yield f"refused: {refused}"
        quarters = " → ".join(f"{mb:.0f}" for mb in self.memory.quarters())
        yield f"RSS by quarters {quarters} MB, {self.memory.slope():+.1f} MB/h from the second on"
        by_token = sum(n for kind, n in self.banned.items() if kind.startswith(BY_TOKEN))
        asked = self.banned.total() - by_token
        yield f"during the ban: {asked} requests beside {by_token} answers: {dict(self.banned)}"
        yield f"{self.joined} lobbies joined by somebody new; {len(self.final_faults)} wrong in the end"
        said, strange = self.logged()
        yield f"log: {dict(said)}, {len(strange)} strange lines"
