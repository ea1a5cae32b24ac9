"""The alerts on a running bot in real time: each fires within two minutes of its fault, and never without it.

tests/operations/test_alerts.py does the same in virtual time, in every run.
"""

import asyncio
import resource
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from tests.driver import Driver
from tests.e2e.hanging_database_bot import HANGS
from tests.e2e.playing import Seats, online, running
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord, free_port
from tests.operations.alert_rules import Scrapes, alerts

SCRAPE_SECONDS = 5.0
MOVE_SECONDS = 2.0
HEALTHY_SECONDS = 45.0
FIRE_SECONDS = 120.0


@dataclass(frozen=True)
class Scene:
    """The processes, and the people who play."""

    discord: CheckedDiscord
    bot: BotProcess
    world: Driver
    seats: Seats

    async def play(self) -> None:
        """Let people move again and again; each move writes to the database and edits the table message."""
        while not self.seats.done():
            await self.seats.move_once()
            await asyncio.sleep(MOVE_SECONDS)


@asynccontextmanager
async def stopped_discord(scene: Scene) -> AsyncIterator[None]:
    """Suspend Discord: requests and heartbeats get no response."""
    with scene.discord.frozen():
        yield


@asynccontextmanager
async def shut_gate(scene: Scene) -> AsyncIterator[None]:
    """Refuse every request except answers to interactions, as during a global rate limit."""
    await scene.world.control.exhaust_global_limit(FIRE_SECONDS)
    yield


@asynccontextmanager
async def full_disk(scene: Scene) -> AsyncIterator[None]:
    """Keep the bot's files from growing, as on a full disk."""
    size = scene.bot.database.with_name(f"{scene.bot.database.name}-wal").stat().st_size
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(scene.bot.pid, resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.prlimit(scene.bot.pid, resource.RLIMIT_FSIZE, (most, most))


@asynccontextmanager
async def hanging_database(scene: Scene) -> AsyncIterator[None]:
    """Let the bot's writes to the database hang."""
    file = scene.bot.database.with_name(HANGS)
    file.touch()
    try:
        yield
    finally:
        file.unlink()


async def scrape_until(port: int, scrapes: Scrapes, names: set[str], seconds: float) -> set[str]:
    """Scrape metrics until the named alerts fire or the seconds are over; return the alerts that have fired."""
    fired, until, rules = set[str](), time.monotonic() + seconds, alerts()
    async with aiohttp.ClientSession() as session:
        while time.monotonic() < until and not (names and names <= fired):
            async with session.get(f"http://127.0.0.1:{port}/metrics") as got:
                scrapes.add(time.monotonic(), await got.text())
            at = time.monotonic()
            fired |= {name for name, expression in rules.items() if scrapes.value(expression, at)}
            await asyncio.sleep(SCRAPE_SECONDS)
    return fired


@pytest.mark.soak
@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (stopped_discord, "IchizaDiscordStoppedAnswering"),
        (shut_gate, "IchizaNothingWritten"),
        (full_disk, "IchizaCommitsFail"),
        (hanging_database, "IchizaDatabaseHangs"),
    ],
)
async def test_alert_of_a_running_bot_fires_within_two_minutes(
    fault: Callable[[Scene], AbstractAsyncContextManager[None]], name: str, tmp_path: Path
) -> None:
    port, scrapes = free_port(), Scrapes()
    with CheckedDiscord() as discord:
        bot = BotProcess(
            discord.url,
            tmp_path / "ichiza.sqlite3",
            script=ROOT / "tests/e2e/hanging_database_bot.py",
            ICHIZA_HEALTH_PORT=str(port),
            ICHIZA_SETTLE="1",
        )
        with bot:
            async with online(discord.url) as world:
                _, seats = await running(world)
                scene = Scene(discord, bot, world, seats)
                playing = asyncio.create_task(scene.play())
                assert await scrape_until(port, scrapes, set(), HEALTHY_SECONDS) == set()
                async with fault(scene):
                    assert name in await scrape_until(port, scrapes, {name}, FIRE_SECONDS)
                    playing.cancel()
                    await asyncio.wait([playing])
