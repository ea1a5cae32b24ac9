"""Many tables at once with scripted people, who look, think, click, and go on to the next game."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from local_discord.world.ids import GUILD_ID as CARD_CLUB
from tests.driver import Driver, RefusedError, UnansweredError, buttons
from tests.e2e.ledger import Ledger, Watched
from tests.e2e.mirror import Mirror, Record
from tests.e2e.observer import Observer
from tests.e2e.playing import PEOPLE, Json, choose, go_on, offers, table_number

NEWCOMERS = ("Emi", "Fumi", "Goro", "Haru", "Iku", "Jun", "Kei", "Len")
CHANNELS = ("card-room", "table-talk", "teahouse")
MOST_SEATS = 45
"""Most tables per person; `limits.TABLES_A_PERSON` is a little higher."""
AT_ONCE = 12
"""Number of tables at which people click at the same moment."""
IN_VAIN = (RefusedError, UnansweredError, LookupError, AssertionError)
"""Outcomes of a click that failed because of a fault or another person's click; people try again."""
HARMLESS = ("details", "sheet", "rules", "more")


class Crowd:
    """Keeps so many tables running; `think` is the mean number of seconds for a decision."""

    def __init__(self, world: Driver, mirror: Mirror, ledger: Ledger, observer: Observer, random: Random) -> None:
        self._world, self._mirror, self._ledger, self._observer = world, mirror, ledger, observer
        self._random = random
        self.think = 0.0
        self.people: list[Watched] = []
        self.kinds = frozenset(Game.games)
        self.games_finished: Counter[str] = Counter()
        self.in_vain: Counter[str] = Counter()
        self.running: dict[int, int] = {}
        """The number of the running table, by keeper."""
        self._seats: Counter[str] = Counter()
        self._panels: dict[tuple[int, str], Json] = {}
        self._clicking = asyncio.Semaphore(AT_ONCE)
        self._hurry = asyncio.Event()
        self._awake = asyncio.Event()
        self._awake.set()
        self._closing = False

    async def gather(self) -> None:
        """Let everybody join; only one person listens to all events, because two processors carry no more."""
        for name in NEWCOMERS:
            await self._world.control.join(name)
        for user in await self._world.get_list("/client/users"):
            if user["global_name"] in {*PEOPLE, *NEWCOMERS}:
                person = Watched(self._world, user)
                person.ledger = self._ledger
                self.people.append(person)
        for name in PEOPLE[1:]:
            await self._world.user(name).close()

    async def keep(self, count: int) -> None:
        """Keep so many tables running until `close` is called."""
        async with asyncio.TaskGroup() as group:
            for keeper in range(count):
                group.create_task(self._keep(keeper, hasty=keeper < count // 20))

    def hurry(self) -> None:
        """Let people decide without thinking."""
        self._hurry.set()

    def calm(self) -> None:
        """Let people think again."""
        self._hurry.clear()

    async def rest(self) -> None:
        """Stop all clicks until `wake`; return when the last click has been answered."""
        self._awake.clear()
        for _ in range(AT_ONCE):
            await self._clicking.acquire()
        for _ in range(AT_ONCE):
            self._clicking.release()

    def wake(self) -> None:
        """Let people click again."""
        self._awake.set()

    def close(self) -> None:
        """Stop all clicks for good."""
        self._closing = True
        self.hurry()
        self.wake()

    # --- One table after the other

    async def _keep(self, keeper: int, *, hasty: bool) -> None:
        kind = Game.games[sorted(self.kinds)[keeper % len(self.kinds)]]
        table: int | None = None
        while not self._closing:
            await self._awake.wait()
            rematch = await self._rematch(table) if table is not None and self._random.random() < 0.5 else None
            table = rematch or await self._opened(kind, keeper)
            if table is None:
                continue
            self.running[keeper] = table
            record = self._mirror.records[table]
            people = [one for one in self.people if int(one.id) in record.people.values()]
            self._seats.update(one.id for one in people)
            await self._play(record, hasty=hasty)
            self._seats.subtract(one.id for one in people)
            if record.state == "over":
                self.games_finished[kind.id] += 1

    def around(self, keeper: int) -> tuple[Sequence[Watched], Sequence[str]]:
        """Return the people who play at a keeper's tables, and their channels."""
        del keeper  # here everybody plays everywhere
        return self.people, CHANNELS

    def entrance(self, record: Record) -> str:
        """Return a channel of a table's guild."""
        return CHANNELS[0] if record.guild_id == int(CARD_CLUB) else CHANNELS[-1]

    async def _opened(self, kind: type[Game], keeper: int) -> int | None:
        """Open and start a table; return None if this fails, which may leave its lobby open."""
        seats = self._random.choice(kind.seat_counts)
        company, channels = self.around(keeper)
        free = [one for one in company if self._seats[one.id] < MOST_SEATS]
        people = self._random.sample(free, min(seats, self._random.choice((1, 1, 1, 2, 2, 3))))
        pace = self._random.choice(("live", "relaxed", "relaxed", "none"))
        table = None
        async with self._clicking:
            with suppress(*IN_VAIN):
                channel = self._random.choice(channels)
                lobby = (await people[0].command(channel, "play", game=kind.id, seats=seats, pace=pace)).shown
                table = table_number(lobby)
                for one in people[1:]:
                    await one.click(lobby, custom_id=f"join:{table}")
                await people[0].click(lobby, custom_id=f"start:{table}")
        self._mirror.refresh()
        if table is not None and self._mirror.records[table].state == "playing":
            return table
        self.in_vain["open"] += 1
        await self._wait(1.0)
        return None

    async def _rematch(self, table: int) -> int | None:
        """Let everybody agree to a rematch; return its table, or None if this fails."""
        record = self._mirror.records[table]
        for one in [one for one in self.people if int(one.id) in record.people.values()]:
            await self._agree(record, one, f"rematch:{table}")
        self._mirror.refresh()
        return record.next_id

    async def _agree(self, record: Record, person: Watched, custom_id: str) -> None:
        message = self._observer.tables.get(record.number)
        if message is not None and any(one["custom_id"] == custom_id for one in buttons(message)):
            async with self._clicking:
                with suppress(*IN_VAIN):
                    await person.click(message, custom_id=custom_id)

    # --- One game

    async def _play(self, record: Record, *, hasty: bool) -> None:
        """Play until the game is over; hasty people think a tenth of the time, so that games end within the run."""
        while record.state == "playing" and not self._closing:
            acting = record.to_act()
            if not acting:
                await self._mirror.news(1.0)
                continue
            think = self.think / 10 if hasty else self.think
            await self._wait(self._random.expovariate(1 / think) if think else 0.0)
            user = self._random.choice(acting)
            person = next(one for one in self.people if one.id == str(user))
            await self._awake.wait()
            async with self._clicking:
                if self._closing:
                    return
                await self._decide(record, person)
            self._mirror.refresh()

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._hurry.wait()
        if self._hurry.is_set():
            await asyncio.sleep(0.05)  # people who fail try again, but not all the time

    async def _decide(self, record: Record, person: Watched) -> None:
        """Open one's hand, and choose if the hand asks for a decision."""
        if self._random.random() < 0.1:
            await self._look_around(record, person)
        if record.number in self._ledger.finished or self._random.random() < 0.3:
            await self._agree(record, person, f"finish:{record.number}")
        try:
            panel = await self._panel(record, person)
            if offers(panel):
                panel = await choose(person, panel, self._random)
            self._panels[record.number, person.id] = panel
        except IN_VAIN as error:
            self.in_vain[type(error).__name__] += 1
            self._panels.pop((record.number, person.id), None)

    async def _panel(self, record: Record, person: Watched) -> Json:
        """Return the open hand if it already asks for the decision, else open a new one."""
        old = self._panels.get((record.number, person.id))
        if old is not None:
            with suppress(LookupError):
                panel = await go_on(person, await person.refreshed(old))
                if offers(panel):
                    return panel
            with suppress(RefusedError):
                await person.dismiss(old)
        table = self._observer.tables.get(record.number)
        if table is not None and self._random.random() < 0.8:
            with suppress(LookupError, RefusedError):  # the message was deleted meanwhile
                return (await person.click(table, custom_id=f"hand:{record.number}")).shown
        return (await person.command(self.entrance(record), "hand", table=record.number)).shown

    async def _look_around(self, record: Record, person: Watched) -> None:
        """Click something that changes nothing."""
        table = self._observer.tables.get(record.number)
        found = [one["custom_id"] for one in buttons(table)] if table is not None else []
        harmless = [one for one in found if one.partition(":")[0] in HARMLESS]
        with suppress(*IN_VAIN):
            if table is not None and harmless and self._random.random() < 0.7:
                shown = (await person.click(table, custom_id=self._random.choice(harmless))).shown
            else:
                shown = (await person.command(self.entrance(record), "tables")).shown
            await person.dismiss(shown)
