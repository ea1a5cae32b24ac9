"""Many simultaneous tables with scripted people, who look, think, click, and go on to the next game."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from local_discord.world.ids import GUILD_ID as CARD_CLUB
from tests.driver import Driver, Json, RefusedError, UnansweredError, buttons
from tests.e2e.ledger import Ledger, Watched
from tests.e2e.mirror import Mirror, Record
from tests.e2e.observer import Observer
from tests.e2e.playing import PEOPLE, choose, current_panel, go_to_next_round, offers_choice, table_number

NEWCOMERS = ("Emi", "Fumi", "Goro", "Haru", "Iku", "Jun", "Kei", "Len")
CHANNELS = ("card-room", "table-talk", "teahouse")
MOST_SEATS = 45
"""Greatest number of tables per person; `limits.TABLES_A_PERSON` is a little higher."""
AT_ONCE = 12
"""Number of tables at which people click at the same moment."""
FAILED_CLICK = (RefusedError, UnansweredError, LookupError, AssertionError)
"""Errors of a click that failed because of a fault or another person's click. People then try again, or try something
else.
"""
HARMLESS = ("details", "sheet", "rules", "more")


class TablePlayers:
    """Keeps tables running. A keeper is a task that plays one table after another; keepers are numbered from 0.

    The attribute `think` is the mean time of a decision in seconds.
    """

    def __init__(self, world: Driver, mirror: Mirror, ledger: Ledger, observer: Observer, random: Random) -> None:
        self._world, self._mirror, self._ledger, self._observer = world, mirror, ledger, observer
        self._random = random
        self.think = 0.0
        self.people: list[Watched] = []
        self.kinds = frozenset(Game.games)
        self.games_finished: Counter[str] = Counter()
        self.failed_clicks: Counter[str] = Counter()
        self.running: dict[int, int] = {}
        """The number of the running table, by keeper."""
        self._seats: Counter[str] = Counter()
        self._panels: dict[tuple[int, str], Json] = {}
        self._clicking = asyncio.Semaphore(AT_ONCE)
        self._no_thinking = asyncio.Event()
        self._clicks_allowed = asyncio.Event()
        self._clicks_allowed.set()
        self._closing = False

    async def gather(self) -> None:
        """Let everybody join. Only the first person receives events: two processors cannot cope with events for all."""
        for name in NEWCOMERS:
            await self._world.control.join(name)
        users = await self._world.get_list("/client/users")
        self.people = [self._watched(user) for user in users if user["global_name"] in {*PEOPLE, *NEWCOMERS}]
        for name in PEOPLE[1:]:
            await self._world.user(name).close()

    def _watched(self, user: Json) -> Watched:
        person = Watched(self._world, user)
        person.ledger = self._ledger
        return person

    async def play_tables(self, count: int) -> None:
        """Keep `count` tables running until `close` is called."""
        async with asyncio.TaskGroup() as group:
            for keeper in range(count):
                group.create_task(self._play_tables_of(keeper, hasty=keeper < count // 20))

    def skip_thinking(self) -> None:
        """Let people decide without thinking."""
        self._no_thinking.set()

    def resume_thinking(self) -> None:
        """Let people think again."""
        self._no_thinking.clear()

    async def pause_clicks(self) -> None:
        """Stop all clicks until `resume_clicks`; return when the last click has been answered."""
        self._clicks_allowed.clear()
        for _ in range(AT_ONCE):
            await self._clicking.acquire()
        for _ in range(AT_ONCE):
            self._clicking.release()

    def resume_clicks(self) -> None:
        """Let people click again."""
        self._clicks_allowed.set()

    def close(self) -> None:
        """Stop all clicks for good."""
        self._closing = True
        self.skip_thinking()
        self.resume_clicks()

    # --- One table after the other

    async def _play_tables_of(self, keeper: int, *, hasty: bool) -> None:
        kind = Game.games[sorted(self.kinds)[keeper % len(self.kinds)]]
        table: int | None = None
        while not self._closing:
            await self._clicks_allowed.wait()
            rematch = await self._start_rematch(table) if table is not None and self._random.random() < 0.5 else None
            table = rematch or await self._open_table(kind, keeper)
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

    def people_and_channels(self, keeper: int) -> tuple[Sequence[Watched], Sequence[str]]:
        """Return the people who may play at a keeper's tables, and the channels for these tables."""
        del keeper  # here everybody plays in all channels
        return self.people, CHANNELS

    def channel_of(self, record: Record) -> str:
        """Return a channel of a table's guild."""
        return CHANNELS[0] if record.place_id == int(CARD_CLUB) else CHANNELS[-1]

    async def _open_table(self, kind: type[Game], keeper: int) -> int | None:
        """Open and start a table; return None if this fails; the table's lobby may then stay open."""
        seats = self._random.choice(kind.seat_counts)
        company, channels = self.people_and_channels(keeper)
        free = [one for one in company if self._seats[one.id] < MOST_SEATS]
        people = self._random.sample(free, min(seats, self._random.choice((1, 1, 1, 2, 2, 3))))
        time_control = self._random.choice(("live", "relaxed", "relaxed", "none"))
        table = None
        async with self._clicking:
            with suppress(*FAILED_CLICK):
                channel = self._random.choice(channels)
                lobby = (await people[0].command(channel, "play", game=kind.id, seats=seats, pace=time_control)).reply
                table = table_number(lobby)
                for one in people[1:]:
                    await one.click(lobby, custom_id=f"join:{table}")
                await people[0].click(lobby, custom_id=f"start:{table}")
        self._mirror.refresh()
        if table is not None and self._mirror.records[table].state == "playing":
            return table
        self.failed_clicks["open"] += 1
        await self._wait(1.0)
        return None

    async def _start_rematch(self, table: int) -> int | None:
        """Let everybody agree to a rematch; return its table, or None if this fails."""
        record = self._mirror.records[table]
        for one in [one for one in self.people if int(one.id) in record.people.values()]:
            await self._click_agreement(record, one, f"rematch:{table}")
        self._mirror.refresh()
        return record.next_id

    async def _click_agreement(self, record: Record, person: Watched, custom_id: str) -> None:
        message = self._observer.tables.get(record.number)
        if message is not None and any(one["custom_id"] == custom_id for one in buttons(message)):
            async with self._clicking:
                with suppress(*FAILED_CLICK):
                    await person.click(message, custom_id=custom_id)

    # --- One game

    async def _play(self, record: Record, *, hasty: bool) -> None:
        """Let people play a game to its end. If `hasty`, they think only a tenth as long, so that some games do end."""
        while record.state == "playing" and not self._closing:
            acting = record.to_act()
            if not acting:
                await self._mirror.wait_for_change(1.0)
                continue
            think = self.think / 10 if hasty else self.think
            await self._wait(self._random.expovariate(1 / think) if think else 0.0)
            user = self._random.choice(acting)
            person = next(one for one in self.people if one.id == str(user))
            await self._clicks_allowed.wait()
            async with self._clicking:
                if self._closing:
                    return
                await self._decide(record, person)
            self._mirror.refresh()

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._no_thinking.wait()
        if self._no_thinking.is_set():
            await asyncio.sleep(0.05)  # people whose click failed try again, but after a pause

    async def _decide(self, record: Record, person: Watched) -> None:
        """Open the person's hand, and choose if the hand asks for a decision."""
        if self._random.random() < 0.1:
            await self._click_harmless(record, person)
        if record.number in self._ledger.finished or self._random.random() < 0.3:
            await self._click_agreement(record, person, f"finish:{record.number}")
        try:
            panel = await self._panel(record, person)
            if offers_choice(panel):
                panel = await choose(person, panel, self._random)
            self._panels[record.number, person.id] = panel
        except FAILED_CLICK as error:
            self.failed_clicks[type(error).__name__] += 1
            self._panels.pop((record.number, person.id), None)

    async def _panel(self, record: Record, person: Watched) -> Json:
        """Return the person's open hand if it asks for a decision; otherwise open the hand again."""
        old = self._panels.get((record.number, person.id))
        if old is not None:
            with suppress(LookupError):
                panel = await go_to_next_round(person, await current_panel(person, old))
                if offers_choice(panel):
                    return panel
            with suppress(RefusedError):
                await person.dismiss(old)
        table = self._observer.tables.get(record.number)
        if table is not None and self._random.random() < 0.8:
            with suppress(LookupError, RefusedError):  # the message was deleted meanwhile
                return (await person.click(table, custom_id=f"hand:{record.number}")).reply
        return (await person.command(self.channel_of(record), "hand", table=record.number)).reply

    async def _click_harmless(self, record: Record, person: Watched) -> None:
        """Click something that changes nothing."""
        table = self._observer.tables.get(record.number)
        found = [one["custom_id"] for one in buttons(table)] if table is not None else []
        harmless = [one for one in found if one.partition(":")[0] in HARMLESS]
        with suppress(*FAILED_CLICK):
            if table is not None and harmless and self._random.random() < 0.7:
                reply = (await person.click(table, custom_id=self._random.choice(harmless))).reply
            else:
                reply = (await person.command(self.channel_of(record), "tables")).reply
            await person.dismiss(reply)
