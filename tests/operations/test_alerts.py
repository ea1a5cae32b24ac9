"""The six alerts, tested with the whole bot in virtual time.

Each alert fires within two minutes of its fault, and no alert fires without a fault.

The test scrapes the metrics and evaluates the alerts of docs/monitoring/alerts.yml as Prometheus does. The long run of
tests (`make soak`) does the same in real time, in tests/e2e/test_alerts.py.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from email.utils import formatdate
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest
from yarl import URL

import pictures
from cogs.client import Ichiza
from cogs.metrics import Metrics
from host.clock import ComparedClock
from host.services import Services
from local_discord.client import interactions
from local_discord.client.interactions import _payload
from local_discord.core import LocalDiscord
from local_discord.rest import requests
from local_discord.rest.requests import Call, Route
from local_discord.world import ids
from local_discord.world.interactions import COMMAND, COMPONENT, Interaction
from operations.health import Health
from operations.logs import ErrorCounter
from operations.prometheus import Exposition
from storage import StoreError
from storage.database import PendingWrites, RecordWrite, T, Work
from storage.store import Store
from tests.hidden_information.determinism import BEGIN
from tests.hidden_information.wire import RecordingWire, Socket
from tests.operations.alert_rules import Scrapes, alerts
from tests.samples import sampled
from tests.show.memory_database import MemoryDatabase, RunDatabase
from tests.virtual_time import in_virtual_time, now

SCRAPE_SECONDS = 15.0
CLICK_SECONDS = 5.0
"""Seconds between two clicks."""
HEALTHY_SECONDS = 300.0
"""Seconds before the fault, in which no alert may fire."""
FIRE_SECONDS = 120.0
"""Seconds after the fault within which its alert must fire."""
RECOVERY_SECONDS = 300.0
"""Seconds from the end of the fault until no alert may fire any more."""
OPENER, *OTHERS = ids.USER_IDS


class Database(RunDatabase):
    """An in-memory database with faults: its disk may be full, some writes may fail, and all calls may hang."""

    def __init__(self, record_write: RecordWrite) -> None:
        super().__init__(MemoryDatabase(), record_write=record_write)
        self.pending = PendingWrites(now)
        self.is_full = False
        self.failures: Iterator[bool] = iter(())
        """For each of the next writes: True if it fails. Writes after the last element succeed."""
        self.answers = asyncio.Event()
        """Cleared while the database hangs."""
        self.answers.set()

    async def write(self, work: Work[T], *, behind: bool = False) -> T:
        """Write as soon as the database does not hang, or raise `StoreError` if the disk is full or the write fails."""
        begun = now()
        with self.pending.one():
            await self.answers.wait()
            if self.is_full or next(self.failures, False):
                self._record(None)
                raise StoreError("The disk is full.")
            done = await super().write(work, behind=behind)
        self._record(now() - begun)
        return done

    async def snapshot(self, work: Work[T]) -> T:
        """Read as soon as the database does not hang."""
        await self.answers.wait()
        return await super().snapshot(work)


class TracedWire(RecordingWire):
    """A Discord that may stop answering. It calls the bot's hooks for requests, as aiohttp does."""

    def __init__(self, world: LocalDiscord) -> None:
        super().__init__(world)
        self.trace: aiohttp.TraceConfig
        self.runs = asyncio.Event()
        """Cleared while Discord does not answer."""
        self.runs.set()
        self.lost: Callable[[Route], bool] = lambda _route: False
        """Returns whether requests of a route get lost."""
        self.behind = 0.0
        """Seconds by which Discord's clock is behind the bot's."""
        self.refusals: dict[str, tuple[int, int]] = {}
        """Status and code with which every request of a kind is refused."""

    async def answer(self, route: Route, path: str, call: Call, raw: str) -> requests._Answer:
        """Return the local Discord's answer, unless the request gets lost or must be refused."""
        nothing: Any = None
        sent: Any = SimpleNamespace(method=route.method, url=URL(f"https://discord.com/api/v10{path}"))
        context: Any = SimpleNamespace()
        await self.trace.on_request_start.send(nothing, context, sent)
        if not self.runs.is_set() or self.lost(route):
            await self.trace.on_request_exception.send(nothing, context, sent)
            raise aiohttp.ServerDisconnectedError
        if route.kind in self.refusals:
            status, code = self.refusals[route.kind]
            answer = requests._Answer(status, {"code": code, "message": "refused"})
        else:
            answer = await super().answer(route, path, call, raw)
        body = json.dumps(answer.body).encode()
        headers = {"Via": "1", "Date": formatdate(time.time() - self.behind, usegmt=True)}
        sent.response = SimpleNamespace(status=answer.status, headers=headers, read=AsyncMock(return_value=body))
        await self.trace.on_request_end.send(nothing, context, sent)
        return answer

    async def from_client(self, client: discord.Client, **_: object) -> Socket:
        """Return a connection to the gateway."""
        if not self.runs.is_set():
            raise ConnectionRefusedError
        return LossySocket(self, client)


class LossySocket(Socket):
    """A gateway connection that ends when Discord stops."""

    async def poll_event(self) -> None:
        """Pass the next event to discord.py.

        Raises:
            ConnectionResetError: Discord has stopped.
        """
        wire = self._wire
        assert isinstance(wire, TracedWire)
        while self._events.empty():
            await asyncio.sleep(0.1)
            if not wire.runs.is_set():
                self._connection._leave(final=True)
                raise ConnectionResetError
        self.parse(self._events.get_nowait())


class World:
    """A running bot with a lobby that people join and leave, and its Prometheus."""

    def __init__(self, wire: TracedWire, database: Database, bot: Ichiza, exposition: Exposition) -> None:
        self.wire = wire
        self.database = database
        self.bot = bot
        self.exposition = exposition
        self._scrapes = Scrapes()
        self.fired: dict[str, float] = {}
        """For each alert: the time at which it first fired since the last call of `fired_within`."""
        self.firing: set[str] = set()
        """The alerts that fire now."""

    async def open_lobby(self) -> None:
        """Open a lobby, table 1."""
        options = {"game": "saizen", "seats": 4}
        body = {"user": OPENER, "channel_id": ids.CHANNEL_IDS[0], "type": COMMAND, "name": "play", "options": options}
        interactions.start(self.wire.world, body)
        await asyncio.sleep(5)

    def _click(self, user: str, custom_id: str) -> None:
        """Click in the lobby, and do not wait for the answer."""
        world = self.wire.world
        message = next(one for one in world.world.messages.values() if one.data["components"] and one.owner is None)
        asked = Interaction(COMPONENT, user, message.channel_id)
        asked.source = message
        world.interactions.add(asked)
        person, channel = world.world.users[user], world.world.channels[message.channel_id]
        data: Any = {"custom_id": custom_id, "component_type": 2, "id": 1}
        world.hub.to_bot("INTERACTION_CREATE", _payload(world, asked, person, channel, data))

    async def click(self) -> None:
        """Let people join and leave the lobby for ever."""
        while True:
            for verb in ("join", "leave"):
                for user in OTHERS:
                    self._click(user, f"{verb}:1")
                    await asyncio.sleep(CLICK_SECONDS)

    async def scrape(self) -> None:
        """Scrape the metrics and evaluate the alerts for ever."""
        rules = alerts()
        while True:
            at = now()
            self._scrapes.add(at, (await self.exposition.text()).decode())
            self.firing = {name for name, expression in rules.items() if self._scrapes.value(expression, now())}
            for name in self.firing:
                self.fired.setdefault(name, now())
            await asyncio.sleep(SCRAPE_SECONDS - (now() - at))

    async def fired_within(self, seconds: float) -> set[str]:
        """Return the alerts that fire during the next seconds."""
        self.fired.clear()
        await asyncio.sleep(seconds)
        return {*self.fired}


@asynccontextmanager
async def running_world(path: Path) -> AsyncIterator[World]:
    """Yield a bot that people use."""
    local, metrics, loop = LocalDiscord(), Metrics(now), asyncio.get_running_loop()
    database = Database(metrics.record_commit)
    wire = TracedWire(local)
    async with AsyncExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(time, "time", lambda: BEGIN + loop.time())
        patch.setattr(ids, "_last", [0])
        patch.setattr(aiohttp, "ClientSession", lambda **_: wire)
        patch.setattr(discord.gateway.DiscordWebSocket, "from_client", wire.from_client)
        patch.setattr(pictures, "emojis", dict)
        store = await stack.enter_async_context(Store(database, path, lambda: int(time.time())))
        services = Services(store, clock=ComparedClock(computer=lambda: BEGIN + loop.time(), running=now))
        bot = Ichiza(services, metrics)
        assert bot.http.http_trace is not None
        wire.trace = bot.http.http_trace
        wire.trace.freeze()
        report = Health(bot, services, metrics, ErrorCounter())
        world = World(wire, database, bot, Exposition(report, bot, services, metrics, ErrorCounter()))
        await stack.enter_async_context(bot)
        tasks = [asyncio.create_task(bot.start("any"))]
        await asyncio.sleep(60)
        assert bot.is_ready()
        await world.open_lobby()
        tasks += [asyncio.create_task(world.scrape()), asyncio.create_task(world.click())]
        try:
            yield world
        finally:
            for task in tasks[1:]:
                task.cancel()
            await bot.close()
            await asyncio.wait(tasks)


def stop_discord(world: World, *, is_on: bool) -> None:
    (world.wire.runs.clear if is_on else world.wire.runs.set)()


def shut_gate(world: World, *, is_on: bool) -> None:
    gate: asyncio.Event = world.bot.http._global_over
    (gate.clear if is_on else gate.set)()


def fill_disk(world: World, *, is_on: bool) -> None:
    world.database.is_full = is_on


def fail_some_writes(world: World, *, is_on: bool) -> None:
    world.database.failures = cycle((False, True)) if is_on else iter(())


def hang_database(world: World, *, is_on: bool) -> None:
    (world.database.answers.clear if is_on else world.database.answers.set)()


def lose_answers(world: World, *, is_on: bool) -> None:
    world.wire.lost = lambda route: is_on and route.kind == "callback"


def lose_requests(world: World, *, is_on: bool) -> None:
    world.wire.lost = lambda _route: is_on


def set_clock_wrong(world: World, *, is_on: bool) -> None:
    world.wire.behind = 3600.0 if is_on else 0.0


FAULTS: Mapping[Callable[..., None], set[str]] = {
    stop_discord: {"IchizaDiscordStoppedAnswering"},
    shut_gate: {"IchizaNothingWritten"},
    fill_disk: {"IchizaCommitsFail"},
    fail_some_writes: {"IchizaCommitsFail"},
    hang_database: {"IchizaDatabaseHangs", "IchizaClicksUnansweredOrSlow"},
    lose_answers: {"IchizaClicksUnansweredOrSlow"},
    lose_requests: {"IchizaDiscordStoppedAnswering"},
    set_clock_wrong: {"IchizaClockIsWrong"},
}
"""The alerts that must fire for each fault; further alerts may follow from the same fault."""


def test_every_alert_has_a_fault() -> None:
    assert set.union(*FAULTS.values()) == {*alerts()}
    assert len(alerts()) == 6


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("fault", sampled(FAULTS, 3), ids=lambda fault: fault.__name__)
@in_virtual_time
async def test_alert_fires_within_two_minutes_of_its_fault_and_only_then(
    fault: Callable[..., None], tmp_path: Path
) -> None:
    async with running_world(tmp_path / "ichiza.sqlite3") as world:
        assert await world.fired_within(HEALTHY_SECONDS) == set()
        fault(world, is_on=True)
        assert FAULTS[fault] <= await world.fired_within(FIRE_SECONDS)
        fault(world, is_on=False)
        while not world.bot.is_ready():  # discord.py may wait many minutes before it connects again
            await asyncio.sleep(SCRAPE_SECONDS)
        await asyncio.sleep(RECOVERY_SECONDS)
        assert world.firing == set()


@pytest.mark.slow
@in_virtual_time
async def test_one_lost_answer_among_many_fires_no_alert(tmp_path: Path) -> None:
    async with running_world(tmp_path / "ichiza.sqlite3") as world:
        await asyncio.sleep(HEALTHY_SECONDS)
        # Two answers get lost: the answer to a click, and the one that tells the person that the first answer failed.
        answers = iter([True, True])
        world.wire.lost = lambda route: route.kind == "callback" and next(answers, False)
        assert await world.fired_within(HEALTHY_SECONDS) == set()
        assert world.bot._metrics.unanswered == 1


@pytest.mark.slow
@in_virtual_time
async def test_one_failed_write_fires_no_alert(tmp_path: Path) -> None:
    async with running_world(tmp_path / "ichiza.sqlite3") as world:
        await asyncio.sleep(HEALTHY_SECONDS)
        world.database.failures = iter([True])
        assert await world.fired_within(HEALTHY_SECONDS) == set()
        assert world.bot._metrics.failed_writes == 1
