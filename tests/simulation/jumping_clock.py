"""Half an hour around midnight UTC, in which the clock of the bot's computer jumps: the whole bot in virtual time.

The bot, its services and its background tasks are real; the local Discord and the database are in memory. Everything
falls due in this half hour that the bot decides once by the time. `Observer` looks every few seconds whether something
has happened before it was due, or has happened that is not due at all.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import discord

import pictures
from cogs.client import Ichiza
from cogs.metrics import Metrics
from engine.game import Game
from host.background import BackgroundTask
from host.clock import ComparedClock
from host.daily.deals import WEEK, shown_from
from host.daily.preparation import KEPT_DAYS
from host.lobby.direct_tables import IDLE_SECONDS as IDLE_DIRECT_TABLE
from host.lobby.restored_backup import renew_restored
from host.nights.nights import BREAK_SECONDS, Setup
from host.nights.nights import IDLE_SECONDS as IDLE_NIGHT
from host.people.privacy import GONE_SECONDS
from host.people.retention import Retention
from host.place import Place
from host.play.clocks import IDLE_LOBBY
from host.play.lost_tables import LOST_SECONDS
from host.play.time_control import SECONDS
from host.services import Services
from host.tables.table import Person
from local_discord.checks.components import walk
from local_discord.client import interactions
from local_discord.core import LocalDiscord
from local_discord.world import ids
from local_discord.world.interactions import COMMAND, COMPONENT, Interaction
from local_discord.world.model import Message
from show.actions import daily_actions as actions
from show.messages.edit_rate_limit import EditRateLimit
from storage import Store
from storage.rows import ScheduledLobby
from tests.clock import Clock
from tests.days import prepare_day
from tests.host.daily_support import ScriptedPool
from tests.operations.test_alerts import TracedWire
from tests.puzzles import store_puzzle
from tests.seeded import QuickAiPool, seeded
from tests.show.memory_database import MemoryDatabase, RunDatabase
from tests.tables import wait_for_people_to_act
from tests.virtual_time import now, run

MINUTE, HOUR, DAY = 60.0, 3_600, 86_400
OPEN, NEXT = 40_177, 40_178
"""The day that closes in the middle of the simulation, and the next one. Both are later than today, so that no token of
an interaction has expired.
"""
MIDNIGHT = NEXT * DAY
BEGIN, END = MIDNIGHT - 6 * MINUTE, MIDNIGHT + 24 * MINUTE
LOOK_SECONDS = 5.0
SAIZEN = Game.games["saizen"]
AKI, BEN, CHIE, DAI = map(int, ids.USER_IDS)
SERVER, TALK, CARDS = int(ids.GUILD_ID), *map(int, ids.CHANNEL_IDS)
LOST_CHANNEL = 79
"""A channel that the bot does not see."""
GONE, GONE_LATELY = 77, 78
"""Servers from which the bot was removed."""
KEEP_DAYS = 30
MANAGER = Person(AKI, manages_server=lambda: True, interaction_id=9)
MOVE_SECONDS = SECONDS["live"] or 0


@dataclass(frozen=True)
class Jump:
    """A jump of the computer's clock."""

    seconds: float
    """Seconds by which the clock is wrong."""
    at: float
    """Beginning, in seconds after midnight."""
    lasting: float
    """Seconds until the clock is right again."""

    def wrong(self, true: float) -> float:
        """Return by how many seconds the clock is wrong at a time in unix seconds."""
        return self.seconds if 0 <= true - MIDNIGHT - self.at < self.lasting else 0.0


NONE = Jump(0.0, 0.0, 0.0)


def true_time() -> float:
    """Return the time by Discord's clock, in unix seconds."""
    return BEGIN + now()


@dataclass
class World:
    """The bot and its Discord, and what happens to them."""

    discord: LocalDiscord
    store: Store
    services: Services
    bot: Ichiza
    tables: Mapping[str, int]
    """The numbers of the prepared tables, scheduled lobbies and nights, by name."""
    closed_days: list[tuple[float, int | None]] = field(default_factory=list)
    """The time of each click on the closed day, and the day that was shown; None: none was."""

    # --- People

    async def command(self, user: int, name: str, **options: object) -> Message | None:
        """Use a command, and return the answer."""
        body = {"user": str(user), "channel_id": str(TALK), "type": COMMAND, "name": name, "options": options}
        return await self._answer(interactions.start(self.discord, body))

    async def click(self, user: int, message: Message, custom_id: str, picked: str | None = None) -> Message | None:
        """Click a component of a message, and return the answer."""
        body = {"user": str(user), "channel_id": message.channel_id, "type": COMPONENT, "message_id": message.id}
        values = {} if picked is None else {"values": [picked]}
        return await self._answer(interactions.start(self.discord, body | {"custom_id": custom_id} | values))

    async def _answer(self, asked: Interaction) -> Message | None:
        await asked.wait_until(lambda: asked.settled)
        await asyncio.sleep(0.5)
        return asked.outcome

    async def look_at_closed_day(self, user: int) -> None:
        """Click the button of the closed day, and note which day is shown."""
        at, page = true_time(), await self.command(user, "today")
        assert page is not None
        if any(one.get("custom_id") == actions.OpenClosedDay().custom_id for one in parts(page)):
            page = await self.click(user, page, actions.OpenClosedDay().custom_id)
        shown = None if page is None else next((day for day in (OPEN - 1, OPEN, NEXT) if shows(page, day)), None)
        self.closed_days.append((at, shown))

    async def play_day(self, user: int) -> None:
        """Play the day's deal from the command to the result, with random choices."""
        random, page = Random(user), await self.command(user, "today")
        for _ in range(200):
            if page is None or not (offered := list(choices(page))):
                return
            page = await self.click(user, page, *random.choice(offered))
        raise AssertionError("the deal does not end")


def parts(message: Message) -> Iterator[Mapping[str, Any]]:
    """Yield the components of a message."""
    yield from walk(message.data["components"])


def shows(message: Message, day: int) -> bool:
    """Return whether a page leads to the cards of a day."""
    return any(one.get("custom_id") == actions.PickDealtCards(day).custom_id for one in parts(message))


def choices(message: Message) -> Iterator[tuple[str, str | None]]:
    """Yield the ways to go on with an attempt: a custom id, and the value to pick."""
    for one in parts(message):
        custom_id = one.get("custom_id", "")
        if custom_id.startswith(("day-play:", "day-choose:")) and not one.get("disabled"):
            yield custom_id, None
        elif custom_id.startswith("day-pick:"):
            yield from ((custom_id, option["value"]) for option in one["options"])


# --- What there is before the bot starts


async def prepare(store: Store, at: Clock, discord: LocalDiscord) -> dict[str, int]:
    """Store what falls due, and return the numbers of tables, lobbies and nights by name.

    `at` is the clock of the store.
    """
    maker = Services(store, pause=0, now=at, thinkers=QuickAiPool(), reviewers=ScriptedPool())
    place, made = Place.server(SERVER), dict[str, int]()
    for name, age in (("old table", KEEP_DAYS * DAY + HOUR), ("young table", (KEEP_DAYS - 1) * DAY + HOUR)):
        at.now = MIDNIGHT - age
        made[name] = (await maker.lobby.open(place, CARDS, Person(BEN), SAIZEN.id, None)).id
        await maker.lobby.cancel(made[name], Person(BEN))
    for name, user, age in (("idle game", BEN, DAY), ("quiet game", CHIE, -DAY)):
        at.now = MIDNIGHT - IDLE_DIRECT_TABLE - age
        channel = int(discord.world.private_channel(discord.world.users[str(user)]).id)
        table = await maker.direct_tables.open(Place.direct(user), channel, Person(user), SAIZEN.id)
        made[name] = (await wait_for_people_to_act(maker, table)).id
    for server, age in ((GONE, GONE_SECONDS + DAY), (GONE_LATELY, GONE_SECONDS - DAY // 2)):
        at.now = MIDNIGHT - age
        await store.settings.set(server, "server:pings", "off")
        await store.privacy.mark_guilds_gone([server])
    await prepare_days(store, at)
    await prepare_server(maker, at, made)
    at.now = BEGIN - 2
    await store.settings.set(0, "alive", str(int(at.now)))
    await store.settings.set(DAI, "time_zone", "Etc/GMT+6")
    await store.reminders.ask(DAI, "en-GB", int(MIDNIGHT + 3 * MINUTE))
    await maker.close()
    return made


async def prepare_days(store: Store, at: Clock) -> None:
    """Store days with deals, puzzles, finished attempts, and a mark of a deleted one."""
    at.now = MIDNIGHT - HOUR
    for number, day in enumerate((NEXT - KEPT_DAYS, OPEN - 1, OPEN, NEXT)):
        await prepare_day(store, day, SAIZEN, secret=bytes([number] * 16), first=4 * number)
    for day in (OPEN - 1, OPEN, NEXT):
        await store_puzzle(store, day, SAIZEN)
    for day, user in ((NEXT - KEPT_DAYS, 1), (OPEN, 1), (OPEN, 2), (OPEN, 3)):
        row = await store.daily.begin(day, user, 0, SERVER, f"P{user}")
        await store.daily.move(row._replace(moves='[[0,"1"]]', points=user, ended_at=int(at.now)), row.moves)
    await store.privacy.delete_person(3, tries={OPEN: "mark"})
    await store.settings.set(SERVER, "server:daily", str(TALK))


async def prepare_server(maker: Services, at: Clock, made: dict[str, int]) -> None:
    """Store lobbies, lost games, scheduled lobbies and nights; each night is in a channel of its own."""
    place, store = Place.server(SERVER), maker.tables.store
    for name, lost in (("lost game", MIDNIGHT + 5 * MINUTE), ("game lost lately", MIDNIGHT + DAY // 2)):
        at.now = lost - LOST_SECONDS
        table = await maker.lobby.open(place, LOST_CHANNEL, Person(AKI), SAIZEN.id, 2, "letter")
        await maker.lobby.join(table.id, Person(BEN))
        await maker.lobby.start(table.id, Person(AKI))
        made[name] = (await maker.lost_tables.lose(table.id)).id
    for name, opened in (("idle lobby", MIDNIGHT + 8 * MINUTE - IDLE_LOBBY), ("fresh lobby", BEGIN - MINUTE)):
        at.now = opened
        made[name] = (await maker.lobby.open(place, CARDS, Person(CHIE), SAIZEN.id, None)).id
    at.now = BEGIN - 10
    for name, opens in (("scheduled", MIDNIGHT + 4 * MINUTE), ("scheduled for later", MIDNIGHT + 16 * HOUR)):
        made[name] = int(ids.snowflake(10 + len(made)))
        row = ScheduledLobby(made[name], SERVER, TALK, DAI, "Dai", SAIZEN.id, 4, "none", int(opens))
        await store.scheduled_lobbies.add(row)
    for name, channel, announced, starts in (
        ("idle night", TALK, MIDNIGHT + 6 * MINUTE - IDLE_NIGHT - 1, None),
        ("night for later", CARDS, BEGIN - HOUR, int(MIDNIGHT + 20 * HOUR)),
        ("night", int(ids.NEWS_ID), BEGIN - HOUR, None),
    ):
        at.now = announced
        setup = Setup("scharfe-schoten", seats=4, stages=2, time_control="live", starts_at=starts)
        made[name] = (await maker.nights.announce(place, channel, MANAGER, setup)).id
        await store.nights.set_promise(made[name], 4711)
    for user in (AKI, BEN, CHIE, DAI):
        await maker.nights.join(place, Person(user, interaction_id=user), made["night"])


# --- The bot


@contextmanager
def replaced_world(discord_world: LocalDiscord, jump: Jump) -> Iterator[TracedWire]:
    """Replace the network and all clocks: Discord's is right, and the computer's jumps."""
    wire = TracedWire(discord_world)
    with seeded("jumping clock") as patch:
        patch.setattr(time, "time", true_time)
        patch.setattr(ids, "_last", [0])
        patch.setattr(aiohttp, "ClientSession", lambda **_: wire)
        patch.setattr(discord.gateway.DiscordWebSocket, "from_client", wire.from_client)
        patch.setattr(pictures, "emojis", dict)
        patch.setattr("engine.daily.deal.PLAYOUTS", 2)
        today = partial(EditRateLimit, today=lambda: true_time() + jump.wrong(true_time()))
        patch.setattr("show.presenter.EditRateLimit", today)
        yield wire


@asynccontextmanager
async def running(jump: Jump) -> AsyncIterator[World]:
    """Yield the world with a bot that has just been started as `bot.run` does."""
    local, database, at = LocalDiscord(), MemoryDatabase(), Clock()
    async with AsyncExitStack() as stack:
        wire = stack.enter_context(replaced_world(local, jump))
        made = await prepare(Store(RunDatabase(database), Path(), at.seconds), at, local)

        async def ask() -> float:
            await asyncio.sleep(0.1)
            return true_time()

        clock = ComparedClock(ask, computer=lambda: true_time() + jump.wrong(true_time()), running=now)
        store = await stack.enter_async_context(Store(RunDatabase(database), Path(), clock.seconds))
        await renew_restored(store, clock)
        services = Services(store, pause=0, clock=clock, thinkers=QuickAiPool(), reviewers=ScriptedPool())
        bot = Ichiza(services, Metrics(now))
        assert bot.http.http_trace is not None
        wire.trace = bot.http.http_trace
        wire.trace.freeze()
        retention = BackgroundTask("retention")
        retention.start(Retention(services.tables, services.privacy, KEEP_DAYS).run)
        stack.push_async_callback(retention.close)
        services.daily_preparation.start()
        await stack.enter_async_context(bot)
        connection = asyncio.create_task(bot.start("any"))
        try:
            yield World(local, store, services, bot, made)
        finally:
            await bot.close()
            await asyncio.wait([connection])


# --- What happens


async def until(seconds: float) -> None:
    """Wait until a time in seconds after midnight."""
    await asyncio.sleep(MIDNIGHT + seconds - true_time())


async def play_night(world: World) -> None:
    """Begin the night before midnight, and end the games of its first stage after midnight."""
    services, night = world.services, world.tables["night"]
    await until(-3 * MINUTE)
    begun = await services.nights.start(Place.server(SERVER), MANAGER, night)
    await until(MINUTE / 2)
    for table_id in begun.tables:
        async with services.tables.locked(table_id) as table:
            await services.moves.finish(table)


async def play_table(world: World) -> int:
    """Start a game of two people with a quick clock, who never decide; return its number."""
    services = world.services
    await until(-MINUTE)
    table = await services.lobby.open(Place.server(SERVER), CARDS, Person(AKI), SAIZEN.id, 2, "live")
    await services.lobby.join(table.id, Person(BEN))
    await services.lobby.start(table.id, Person(AKI))
    return table.id


async def play_days(world: World) -> None:
    """Let people play the day's deal: Aki before midnight, Ben across it, and Chie after it."""
    await until(-MINUTE)
    playing = [asyncio.create_task(world.play_day(AKI))]
    await until(-3)
    playing.append(asyncio.create_task(world.play_day(BEN)))
    await until(2 * MINUTE)
    playing.append(asyncio.create_task(world.play_day(CHIE)))
    await asyncio.gather(*playing)


async def look_at_closed_days(world: World) -> None:
    """Let Dai look at the closed day every now and then, and at the end."""
    for seconds in (-5 * MINUTE, -MINUTE, -10, 1, 10, MINUTE, 5 * MINUTE, 12 * MINUTE, END - MIDNIGHT - 20):
        await until(seconds)
        await world.look_at_closed_day(DAI)


class Observer:
    """Looks every few seconds whether something has happened before it was due."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.wrong: list[str] = []
        self.happened: dict[str, float] = {}
        """When something was first seen to have happened, in seconds after midnight."""
        self._turns: dict[tuple[int, int, int], float] = {}
        """When each pending decision was first seen."""
        self.waits: list[float] = []
        """Seconds for which each decision of a person was pending."""

    def events(self) -> Iterator[tuple[str, float, Callable[[], Awaitable[bool]]]]:
        """Yield everything that happens in time, with its earliest time, or that must never happen (infinity)."""
        at, never = self._world.tables, float("inf")
        yield "the day is shown", shown_from(OPEN), partial(self._is_shown, OPEN)
        yield "the next day is shown", never, partial(self._is_shown, NEXT)
        yield "the message of the day is closed", shown_from(OPEN), partial(self._has_button, actions.OpenDay(OPEN))
        yield "the next day has a message", shown_from(OPEN), partial(self._has_message, NEXT)
        yield "old moves are deleted", MIDNIGHT, self._are_moves_deleted
        yield "the old puzzle is deleted", MIDNIGHT, partial(self._is_empty, "puzzles WHERE day < ?", OPEN)
        yield "a puzzle is deleted", never, partial(self._is_empty, "puzzles WHERE day = ?", OPEN)
        yield "the mark is deleted", MIDNIGHT, partial(self._is_empty, "deleted_tries WHERE day = ?", OPEN)
        yield "another day is planned", MIDNIGHT, partial(self._is_there, "days WHERE day > ?", OPEN + WEEK)
        yield "a far day is planned", never, partial(self._is_there, "days WHERE day > ?", NEXT + WEEK)
        yield "the downtime is recorded", BEGIN, partial(self._is_there, "days WHERE away > ?", 0)
        yield "a jump is recorded as downtime", never, partial(self._is_there, "days WHERE away > ?", 10)
        yield "the old server is deleted", BEGIN, partial(self._is_empty, "gone_servers WHERE guild_id = ?", GONE)
        yield "a server is deleted", never, partial(self._is_empty, "gone_servers WHERE guild_id = ?", GONE_LATELY)
        yield "the old table is deleted", BEGIN, partial(self._is_empty, "tables WHERE id = ?", at["old table"])
        yield "a table is deleted", never, partial(self._is_empty, "tables WHERE id = ?", at["young table"])
        for name, due in (
            ("idle game", BEGIN),
            ("quiet game", never),
            ("idle lobby", MIDNIGHT + 8 * MINUTE),
            ("fresh lobby", never),
            ("lost game", MIDNIGHT + 5 * MINUTE),
            ("game lost lately", never),
        ):
            closed = "tables WHERE state = 'closed' AND id = ?"
            yield f"the {name} is closed", due, partial(self._is_there, closed, at[name])
        for name, due in (("scheduled", MIDNIGHT + 4 * MINUTE), ("scheduled for later", never)):
            sql = "scheduled_lobbies WHERE id = ? AND dropped IS NULL"
            yield f"{name} is opened", due, partial(self._is_empty, sql, at[name])
        yield "a lobby is dropped", never, partial(self._is_there, "scheduled_lobbies WHERE dropped <> ?", "")
        off = "nights WHERE state = 'off' AND id = ?"
        yield "the idle night is called off", MIDNIGHT + 6 * MINUTE, partial(self._is_there, off, at["idle night"])
        for name in ("night for later", "night"):
            yield f"the {name} is called off", never, partial(self._is_there, off, at[name])
        over, second = MIDNIGHT + MINUTE / 2 + BREAK_SECONDS, "nights WHERE stage = 2 AND id = ?"
        yield "the second stage begins", over, partial(self._is_there, second, at["night"])
        yield "Dai is reminded", MIDNIGHT + 3 * MINUTE, self._is_reminded
        yield "a move has a date to come", never, partial(self._is_there, "moves WHERE made_at > ?", int(END))
        yield "days are promised twice", never, partial(self._is_there, "commitment_messages WHERE number > ?", 1)

    async def _is_there(self, what: str, value: object) -> bool:
        sql = f"SELECT 1 FROM {what}"  # noqa: S608  text made of constants
        return bool(await self._world.store._database.read(sql, (value,)))

    async def _is_empty(self, what: str, value: object) -> bool:
        return not await self._is_there(what, value)

    async def _is_shown(self, day: int) -> bool:
        return await self._is_there("days WHERE shown = 1 AND day = ?", day)

    async def _are_moves_deleted(self) -> bool:
        row = await self._world.store.daily.attempt(NEXT - KEPT_DAYS, 1)
        return row is None or row.moves == "[]"

    async def _has_message(self, day: int) -> bool:
        return await self._is_there("daily_messages WHERE day = ?", day)

    async def _has_button(self, action: actions.OpenDay) -> bool:
        messages = self._world.discord.world.messages.values()
        return any(one.get("custom_id") == action.custom_id for message in messages for one in parts(message))

    async def _is_reminded(self) -> bool:
        world = self._world.discord.world
        place = world.private_channel(world.users[str(DAI)])
        messages = [one for one in world.messages.values() if one.channel_id == place.id]
        assert len(messages) <= 1, "Dai is reminded twice"
        return bool(messages)

    async def watch(self, playing: "asyncio.Task[int]") -> None:
        """Look until cancelled. `playing` returns the table whose decisions have a time limit."""
        while True:
            await self.look()
            if playing.done():
                await self._look_at_turns(playing.result())
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Note what has happened, and what of it was not due."""
        for name, due, happened in self.events():
            if name not in self.happened and await happened():
                self.happened[name] = true_time() - MIDNIGHT
                if true_time() < due:
                    self.wrong.append(f"{name} {due - true_time():.0f} s too early")

    async def _look_at_turns(self, table_id: int) -> None:
        row = await self._world.store.tables.load(table_id)
        pending = set() if row is None else {(table_id, seat, turn.decision) for seat, turn in row.turns.items()}
        for one in pending:
            self._turns.setdefault(one, true_time())
        for one in self._turns.keys() - pending:
            self.waits.append(true_time() - self._turns.pop(one))


async def facts(world: World) -> dict[str, object]:
    """Return what is the same at the end, whatever the clock did."""
    queries = {
        "tables": "SELECT id, place_id, state, close_reason, night_stage FROM tables ORDER BY id",
        "scheduled": "SELECT id, opens_at, dropped FROM scheduled_lobbies ORDER BY id",
        "nights": "SELECT id, state, stage FROM nights ORDER BY id",
        "days": "SELECT day, shown, deals IS NULL FROM days WHERE day >= 40177 ORDER BY day",
        "attempts": "SELECT day, user_id, deal, moves = '[]', points, ended_at IS NULL FROM attempts ORDER BY 1, 2",
        "puzzles": "SELECT day FROM puzzles ORDER BY day",
        "messages of days": "SELECT day, final FROM daily_messages ORDER BY day",
        "promised days": "SELECT guild_id, number FROM commitment_messages ORDER BY number",
        "reminders": "SELECT user_id, next_at, refused FROM reminders",
        "servers": "SELECT guild_id FROM gone_servers ORDER BY 1",
    }
    found: dict[str, object] = {name: await world.store._database.read(sql) for name, sql in queries.items()}
    public = [message for message in world.discord.world.messages.values() if message.owner is None]
    buttons = [one.get("custom_id", "") for message in public for one in parts(message)]
    for verb in ("call-off", "day-of", "day", "day-coming", "night-join"):
        found[f"buttons {verb}"] = sum(one == verb or one.startswith(f"{verb}:") for one in buttons)
    found["streak"] = await world.services.daily.streak(AKI)
    found["closed day"] = world.closed_days[-1][1]
    return found


def violations(world: World, observer: Observer) -> Iterator[str]:
    """Yield a sentence for everything that went wrong until the end."""
    yield from observer.wrong
    for name, due, _ in observer.events():
        if due < END and name not in observer.happened:
            yield f"it does not happen that {name}"
    for at, day in world.closed_days:
        if day is not None and at < shown_from(day):
            yield f"day {day} was shown {shown_from(day) - at:.0f} s before its end"
    for seconds in observer.waits:
        if not MOVE_SECONDS - 2 * LOOK_SECONDS <= seconds <= MOVE_SECONDS + 3 * LOOK_SECONDS:
            yield f"somebody had {seconds:.0f} s for a decision"
    if not observer.waits:
        yield "nobody had to decide"


def simulate(jump: Jump) -> tuple[list[str], dict[str, object]]:
    """Run the simulation; return what went wrong, and the facts at the end."""

    async def simulated() -> tuple[list[str], dict[str, object]]:
        async with running(jump) as world:
            await asyncio.sleep(1)
            observer = Observer(world)
            playing = asyncio.create_task(play_table(world))
            watching = asyncio.create_task(observer.watch(playing))
            await asyncio.gather(playing, play_night(world), play_days(world), look_at_closed_days(world))
            await until(END - MIDNIGHT)
            watching.cancel()
            await observer.look()
            return [*violations(world, observer)], await facts(world)

    return run(simulated())
