"""A run with many tables in many guilds, a griefer in each guild, and many faults of Discord; then a ban of the bot."""

import asyncio
import re
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cogs.requests.circuit_breaker import PROBE_SECONDS
from tests.driver import Driver, Json, texts
from tests.e2e.fault_run import FaultRun, Plan
from tests.e2e.faults import of_connections, of_places, of_refusals, of_requests
from tests.e2e.griefers import Griefer
from tests.e2e.ledger import Ledger, Watched
from tests.e2e.mirror import Mirror, Record
from tests.e2e.observer import Observer
from tests.e2e.playing import table_number, until
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.request_counts import calls_in, requests_by_token
from tests.e2e.table_players import FAILED_CLICK, TablePlayers

REGULARS = 5
"""Players in each guild, besides one griefer."""
FORUM = 15
"""Discord's type of a forum."""
AT_ONCE = 3
"""The number of guilds whose griefers click at the same moment."""
LOOK_AFTER = 10.0
"""Mean number of seconds between a host's checks of the lobby."""
EXPECTED = "ERROR cogs.requests.circuit_breaker: this address is banned"
"""The only error that this run may log, because an operator must see it."""
LINE = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z (DEBUG|INFO|WARNING|ERROR|CRITICAL) ([\w.]+): (.*)")


@dataclass(frozen=True, kw_only=True)
class Hour(Plan):
    """Sizes and durations of a run; gateway faults are a third as frequent as other faults."""

    servers: int
    crowd: int
    """Channels of a large guild in which nobody plays."""
    ban: float
    """Seconds of the ban after the faults."""
    pause: float
    """Mean seconds between two actions of a griefer."""
    longest: float
    """Seconds of the longest rate limit."""
    refusals: bool = True
    """True to let Discord refuse requests for good; the bot tries a refused message again after a minute."""
    deferred: float = 15.0
    ack: float = 3.0
    """Seconds within which Discord wants an answer."""


class GuildPlayers(TablePlayers):
    """People who each play in one guild only. A griefer who has taken a seat makes moves like the others."""

    def __init__(
        self,
        world: Driver,
        mirror: Mirror,
        ledger: Ledger,
        observer: Observer,
        random: Random,
        servers: int,
        crowd: int,
    ) -> None:
        super().__init__(world, mirror, ledger, observer, random)
        self._servers, self._crowd = servers, crowd
        self.channels: dict[str, list[str]] = {}
        """The channels by guild; every third guild has a post of a forum among them."""
        self.crowd = ""
        """A large guild in which nobody plays."""
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
            if number % 3 == 0:
                forum = await control.add_channel(made["id"], f"forum-{number}", FORUM)
                post = await self._world.user("Aki").say(forum, "Cards here?")
                self.channels[made["id"]].insert(0, post["channel_id"])
        crowd = await control.add_guild("Crowd", [f"room-{number}" for number in range(self._crowd)])
        self.crowd = crowd["id"]
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

    def people_and_channels(self, keeper: int) -> tuple[Sequence[Watched], Sequence[str]]:
        """Return the people and the channels of the guild in which this keeper plays."""
        number = keeper % self._servers
        return self.regulars[number], list(self.channels.values())[number]

    def channel_of(self, record: Record) -> str:
        """Return a channel of a table's guild."""
        return self.channels[str(record.place_id)][0]

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


class HarshHour(FaultRun):
    """A run of an `Hour`."""

    players: GuildPlayers
    _plan: Hour

    def __init__(
        self, world: Driver, discord: CheckedDiscord, bot: BotProcess, folder: Path, seed: int, plan: Hour
    ) -> None:
        super().__init__(world, discord, bot, folder, seed, plan)
        self.griefers: list[Griefer] = []
        self.invalid: list[int] = []
        """Samples of the number of invalid requests within a minute, as Discord counts them."""
        self.statuses: Counter[tuple[str, int, int]] = Counter()
        """Refused requests by kind, status and code."""
        self.banned: Counter[str] = Counter()
        """Requests during the ban, by kind."""
        self.joined = 0
        """Lobbies that a new person could join at the end."""
        self.quarters: list[float] = []
        """Median memory in MB for each quarter of the time with faults. The ban comes after this time."""
        self._banning = False

    async def run(self) -> None:
        """Inject faults, and wait until everything is right; then ban the bot, and wait again."""
        await self._world.control.settings(ack_seconds=self._plan.ack, invalid_window_seconds=60.0)
        await super().run()

    def _make_players(self, random: Random) -> TablePlayers:
        return GuildPlayers(
            self._world, self.mirror, self.ledger, self.observer, random, self._plan.servers, self._plan.crowd
        )

    def _background(self) -> list[Coroutine[object, object, None]]:
        """Return the coroutines that run beside the players until the end, such as a host in each guild."""
        return [*super()._background(), *(self.players.keep_lobby(number) for number in range(self._plan.servers))]

    async def _inject_faults(self) -> None:
        """Inject faults of requests, channels, servers and connections at the same time, while griefers are at work."""
        plan, players = self._plan, self.players
        clicking = asyncio.Semaphore(max(AT_ONCE, plan.servers // 10))
        pairs = zip(players.griefers, players.channels.values(), strict=True)
        self.griefers = [Griefer(self._world, who, those, self._random, clicking) for who, those in pairs]
        inject = self.fault_injector.inject
        requests = {**of_requests(plan.longest), **(of_refusals() if plan.refusals else {})}
        places = of_places(self._audit, players.channels, players.crowd)
        async with asyncio.TaskGroup() as group:
            griefing = [group.create_task(one.grief(plan.pause)) for one in self.griefers]
            async with asyncio.TaskGroup() as faults:
                faults.create_task(inject(plan.seconds, plan.fault_seconds, plan.kill_every, requests))
                faults.create_task(inject(plan.seconds, plan.fault_seconds, 0, places))
                faults.create_task(inject(plan.seconds, 3 * plan.fault_seconds, 0, of_connections(self._random)))
            await until(self._all_have_griefed, plan.within)
            for task in griefing:
                task.cancel()
        self.quarters = self.memory.medians(4)

    async def _all_have_griefed(self) -> bool:
        return all(one.tried for one in self.griefers)

    async def _go_on_testing(self) -> None:
        """Let a new person join every lobby, and ban the bot for a while; then wait until everything is right."""
        await self._join_lobbies()
        self.players.resume_thinking()
        self.players.resume_clicks()
        await self._ban()
        await self._settle("after the ban")

    async def _join_lobbies(self) -> None:
        """Let a new person join every lobby that no griefer has opened."""
        griefers = {int(one.id) for one in self.players.griefers}
        query = """
            SELECT id, place_id, seat_count, opener_id, posts.message_id, posts.channel_id
              FROM tables JOIN posts ON owner_id = id AND owner_kind = 'table' AND slot = 'lobby' WHERE state = 'lobby'
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
                self.differences.append(f"nobody new can join table {number}: {said!r}")

    async def _ban(self) -> None:
        """Let Discord refuse everything for a while; people go on clicking.

        The bot notices the end of the ban by its next probe.
        """
        self.players.think = self._plan.think
        with self.fault_injector.excuse("the ban"):
            self._banning = True
            await self._world.control.ban(self._plan.ban)
            await asyncio.sleep(self._plan.ban + PROBE_SECONDS)
        await self._read_log()
        self._banning = False
        self._report("the ban is over")

    async def _take_sample(self) -> None:
        if not self._banning:
            self.invalid.append((await self._world.control.banned())["invalid"])
        await super()._take_sample()

    def _requests(self) -> list[Json]:
        """Return the requests since the last call. Only other runs compare these with Discord's description."""
        return self._discord.requests()

    def _note_requests(self, requests: list[Json]) -> None:
        super()._note_requests(requests)
        if self._banning:
            self.banned.update(one["kind"] for one in requests if one["status"] == 429)
            return
        refused = (one for one in requests if one["status"] >= 400)
        self.statuses.update((one["kind"], one["status"], one["code"] or 0) for one in refused)

    # --- Results

    def _must_be_answered(self, user: int) -> bool:
        """Return False for griefers, who click more than the bot handles."""
        return user not in {int(one.id) for one in self.players.griefers}

    def griefed(self) -> Counter[str]:
        """Return how often the griefers have done each action."""
        return sum((one.done for one in self.griefers), Counter())

    def logged(self) -> tuple[Counter[str], list[str]]:
        """Return the counts of warnings and errors with the same beginning, and the lines without the log's format."""
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
        """Return everything that went wrong; measured values are judged by the test."""
        said, strange = self.logged()
        return [
            *super().wrong(),
            *(one for one in said if not one.startswith(("WARNING", EXPECTED))),
            *(f"not a line of the log: {line}" for line in strange),
        ]

    def _lines(self) -> Iterator[str]:
        yield from super()._lines()
        yield f"griefs: {self.griefed().total()} {dict(self.griefed())}"
        yield f"invalid requests within a minute: {max(self.invalid, default=0)} at most"
        refused = ", ".join(f"{kind} {status}/{code} {n}" for (kind, status, code), n in self.statuses.most_common(12))
        yield f"refused: {refused}"
        by_token, asked = requests_by_token(self.banned), calls_in(self.banned)
        yield f"during the ban: {asked} requests beside {by_token} answers: {dict(self.banned)}"
        yield f"{self.joined} lobbies joined by somebody new"
        said, strange = self.logged()
        yield f"log: {dict(said)}, {len(strange)} strange lines"
