"""The end: a signal brings it, another one does not hurry it, and nothing that hangs holds it up."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import MappingProxyType

import pytest

from bot import DiscordProcess
from tests.driver import Driver
from tests.e2e.playing import last_request, open_table, start_table, table_number, until
from tests.e2e.processes import ROOT, BotProcess, children

MOST_SECONDS = 5.0
"""From the signal to the end of the process, whatever hangs."""
SIGNALS = [signal.SIGTERM, signal.SIGINT]
HANGING_BOT = ROOT / "tests" / "e2e" / "hanging_bot.py"


@asynccontextmanager
async def running(
    url: str, folder: Path, script: Path = ROOT / "bot.py", settings: Mapping[str, str] = MappingProxyType({})
) -> AsyncIterator[tuple[Driver, BotProcess]]:
    """A bot of one's own that is online, and its people."""
    with BotProcess(url, folder / "ichiza.sqlite3", script=script, **settings) as bot:
        async with Driver(url) as world:
            await world.wait_until_online(within=60)
            yield world, bot
            await world.control.hang_gateway(hanging=False)
            await world.control.clear_faults()


async def ended(bot: BotProcess, *signals: signal.Signals) -> tuple[int, float]:
    """Send the signals one after another; the exit code, and how many seconds the end has taken."""
    began = time.monotonic()
    for one in signals:
        bot.signal(one)
        await asyncio.sleep(0.1)  # or the system makes one of two
    code = await asyncio.to_thread(bot.wait)
    return code, time.monotonic() - began


def closed_well(bot: BotProcess) -> bool:
    """Whether the database was closed: what was beside it is gone."""
    return not bot.database.with_name(f"{bot.database.name}-wal").exists()


@pytest.mark.parametrize("number", SIGNALS)
async def test_a_signal_ends_it_well(discord_process: DiscordProcess, tmp_path: Path, number: signal.Signals) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        await open_table(world, "saizen", seats=4, people=["Aki", "Ben"])
        code, seconds = await ended(bot, number)
        assert (code, closed_well(bot), bot.complaints()) == (0, True, [])
        assert seconds < MOST_SECONDS


async def test_whoever_has_just_clicked_is_answered_and_the_lobby_is_known(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        since = await last_request(world)
        await world.control.fail(kind="callback", late=0.6)
        asked = asyncio.create_task(world.user("Aki").command("card-room", "play", game="saizen"))
        await until(answering(world, since))
        code, _ = await ended(bot, signal.SIGTERM)
        number = table_number((await asked).shown)
        assert code == 0
        assert bot.rows("SELECT table_id FROM posts WHERE message_id IS NOT NULL") == [(number,)]


def stored(bot: BotProcess, sql: str) -> Callable[[], Awaitable[bool]]:
    """Asks whether the database has such rows."""

    async def found() -> bool:
        return bool(bot.rows(sql))

    return found


def answering(world: Driver, since: int) -> Callable[[], Awaitable[bool]]:
    """Asks whether an answer has come to Discord since that request, be it only that there will be one."""

    async def came() -> bool:
        return bool(await world.control.requests(since, kind="callback"))

    return came


# --- Whatever hangs


async def test_a_gateway_that_hangs_does_not_hold_up_the_end_and_more_signals_do_not_hurry_it(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        await world.control.hang_gateway()
        code, seconds = await ended(bot, signal.SIGTERM, signal.SIGTERM, signal.SIGINT)
        assert (code, closed_well(bot), bot.complaints()) == (0, True, [])
        assert seconds < MOST_SECONDS


async def test_connecting_again_does_not_hold_up_the_end(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        await world.control.fail(kind="gateway", hang=True)
        await world.control.drop_gateway()

        async def connects() -> bool:
            return not await world.control.faults()

        await until(connects)
        code, seconds = await ended(bot, signal.SIGTERM)
        assert (code, closed_well(bot), bot.complaints()) == (0, True, [])
        assert seconds < MOST_SECONDS


async def test_requests_that_hang_do_not_hold_up_the_end(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
        await world.control.fail(hang=True, times=None)
        asked = asyncio.create_task(
            world.user("Ben").click(lobby, custom_id=f"join:{table_number(lobby)}", check=False)
        )
        await until(stored(bot, "SELECT 1 FROM seats WHERE seat = 1 AND user_id IS NOT NULL"))
        code, seconds = await ended(bot, signal.SIGTERM)
        assert (code, closed_well(bot)) == (0, True)
        assert seconds < MOST_SECONDS
        asked.cancel()


@pytest.mark.soak
async def test_a_locked_database_does_not_hold_up_the_end(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
        with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            since = await last_request(world)
            join = world.user("Ben").click(lobby, custom_id=f"join:{table_number(lobby)}", check=False)
            asked = asyncio.create_task(join)
            await until(answering(world, since))  # it is deferred: the store is waited for
            code, seconds = await ended(bot, signal.SIGTERM)
        assert code == 0
        assert seconds < MOST_SECONDS
        asked.cancel()


async def test_a_computer_player_that_hangs_in_its_thought_does_not_hold_up_the_end_and_ends_too(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with running(discord_process.url, tmp_path, settings={"ICHIZA_THINKERS": "1"}) as (world, bot):
        await start_table(world, await open_table(world, "scharfe-schoten", seats=4, people=["Aki"]))

        async def begins() -> bool:
            return bool(children(bot.pid))

        await until(begins)
        (thinker,) = children(bot.pid)
        os.kill(thinker, signal.SIGSTOP)
        code, seconds = await ended(bot, signal.SIGTERM)
        assert (code, closed_well(bot), bot.complaints()) == (0, True, [])
        assert seconds < MOST_SECONDS
        assert not running_still(thinker)


def running_still(pid: int) -> bool:
    """Whether there is such a process."""
    return Path(f"/proc/{pid}").exists()


async def test_a_picture_that_is_never_drawn_does_not_hold_up_the_end(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with running(discord_process.url, tmp_path, HANGING_BOT, {"HANGS": "drawing"}) as (world, bot):
        asked = asyncio.create_task(world.user("Aki").command("card-room", "play", game="saizen", check=False))
        await until(stored(bot, "SELECT 1 FROM tables"))
        code, seconds = await ended(bot, signal.SIGTERM)
        assert (code, closed_well(bot)) == (0, True)
        assert seconds < MOST_SECONDS
        asked.cancel()


async def test_an_event_loop_that_stands_still_is_ended_and_says_where(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with running(discord_process.url, tmp_path, HANGING_BOT, {"HANGS": "loop"}) as (world, bot):
        lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
        asked = asyncio.create_task(
            world.user("Ben").click(lobby, custom_id=f"join:{table_number(lobby)}", check=False)
        )

        async def stands() -> bool:
            return "stands still" in bot.log.read_text()

        await until(stands)
        code, seconds = await ended(bot, signal.SIGTERM)
        assert code == 1
        assert seconds < MOST_SECONDS
        assert "hanging_bot.py" in bot.log.read_text()
        asked.cancel()
