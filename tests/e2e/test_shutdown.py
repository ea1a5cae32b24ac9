"""Shutdown: a signal starts it, a second signal changes nothing, and it does not wait for a part that hangs."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Self

import pytest

from bot import DiscordProcess
from operations.log_queue import FLUSH_SECONDS
from operations.shutdown import CLEAN_SECONDS, LAST_SECONDS, LEFTOVERS_SECONDS
from tests.driver import Answer, Driver, Json
from tests.e2e.playing import last_request, online, open_table, start_table, table_number, until, wait_for_request
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord, children
from tests.postgres import started

MOST_SECONDS = 5.0
"""Greatest number of seconds from the signal to the end of the process, whatever hangs."""
HANGING_BOT = ROOT / "tests" / "e2e" / "hanging_bot.py"
FORCED = {"LAST_SECONDS": "1.5"}
"""Settings for a bot that does not end cleanly."""


@asynccontextmanager
async def running(
    url: str,
    folder: Path,
    script: Path = ROOT / "bot.py",
    settings: Mapping[str, str] = MappingProxyType({}),
    errors: Path | None = None,
) -> AsyncIterator[tuple[Driver, BotProcess]]:
    """Run a bot of the test's own; once it is online, yield its people and the bot."""
    bot = BotProcess(url, folder / "ichiza.sqlite3", script=script, **settings)
    bot.errors = errors or bot.errors
    with bot:
        async with online(url) as world:
            yield world, bot
            await world.control.hang_gateway(hanging=False)
            await world.control.clear_faults()


async def ended(bot: BotProcess, *signals: signal.Signals) -> tuple[int, float]:
    """Send the signals one after another; return the exit code and the seconds until the end."""
    began = time.monotonic()
    for number, one in enumerate(signals):
        if number:
            await asyncio.sleep(0.1)  # without a pause the kernel would merge the signals
        bot.signal(one)
    code = await asyncio.to_thread(bot.wait)
    return code, time.monotonic() - began


async def ended_in_time(bot: BotProcess, *signals: signal.Signals) -> int:
    """Send the signals, check that the bot does not take too long to end, and return the exit code."""
    code, seconds = await ended(bot, *signals)
    assert seconds < MOST_SECONDS
    return code


def closed_cleanly(bot: BotProcess) -> bool:
    """Return whether the database was closed, which removes its WAL file."""
    return not bot.database.with_name(f"{bot.database.name}-wal").exists()


@pytest.mark.slow
async def test_interrupt_ends_the_bot_cleanly(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        await open_table(world, "saizen", seats=4, people=["Aki", "Ben"])
        code = await ended_in_time(bot, signal.SIGINT)
        assert (code, closed_cleanly(bot), bot.complaints()) == (0, True, [])


async def test_click_before_the_signal_is_answered_and_its_lobby_stored(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        since = await last_request(world)
        await world.control.fail(kind="callback", late=0.6)
        asked = asyncio.create_task(world.user("Aki").command("card-room", "play", game="saizen"))
        await wait_for_request(world, since, "callback")
        code, _ = await ended(bot, signal.SIGTERM)
        number = table_number((await asked).reply)
        assert code == 0
        assert bot.rows("SELECT owner_id FROM posts WHERE slot = 'lobby' AND message_id IS NOT NULL") == [(number,)]


def joining(world: Driver, lobby: Json) -> asyncio.Task[Answer]:
    """Let Ben click on "Join" without waiting for the answer."""
    click = world.user("Ben").click(lobby, custom_id=f"join:{table_number(lobby)}", check=False)
    return asyncio.create_task(click)


async def is_stored(bot: BotProcess, sql: str) -> bool:
    """Return whether a query has rows."""
    return bool(bot.rows(sql))


# --- Something hangs


@pytest.mark.slow
async def test_hanging_gateway_does_not_delay_the_end_and_more_signals_do_not_hurry_it(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        await world.control.hang_gateway()
        code = await ended_in_time(bot, signal.SIGTERM, signal.SIGTERM, signal.SIGINT)
        assert (code, closed_cleanly(bot), bot.complaints()) == (0, True, [])


@pytest.mark.slow
async def test_reconnecting_does_not_delay_the_end(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        await world.control.fail(kind="gateway", hang=True)
        await world.control.drop_gateway()

        async def connects() -> bool:
            return not await world.control.faults()

        await until(connects)
        code = await ended_in_time(bot, signal.SIGTERM)
        assert (code, closed_cleanly(bot), bot.complaints()) == (0, True, [])


@pytest.mark.slow
async def test_hanging_requests_do_not_delay_the_end(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with running(discord_process.url, tmp_path, HANGING_BOT, {"HANGS": "requests"}) as (world, bot):
        lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
        await world.control.fail(hang=True, times=None)
        asked = joining(world, lobby)
        await until(lambda: is_stored(bot, "SELECT 1 FROM seats WHERE seat = 1 AND user_id IS NOT NULL"))
        code = await ended_in_time(bot, signal.SIGTERM)
        assert (code, closed_cleanly(bot)) == (0, True)
        asked.cancel()


@pytest.mark.soak
async def test_locked_database_does_not_delay_the_end(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with running(discord_process.url, tmp_path) as (world, bot):
        lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
        with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            since = await last_request(world)
            asked = joining(world, lobby)
            # This callback only defers the answer, because the bot's write waits for the lock.
            await wait_for_request(world, since, "callback")
            code = await ended_in_time(bot, signal.SIGTERM)
        assert code == 0
        asked.cancel()


@pytest.mark.slow
async def test_hanging_ai_worker_does_not_delay_the_end_and_is_killed(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with running(discord_process.url, tmp_path, settings={"ICHIZA_THINKERS": "1"}) as (world, bot):
        await start_table(world, await open_table(world, "scharfe-schoten", seats=4, people=["Aki"]))

        async def begins() -> bool:
            return bool(children(bot.pid))

        await until(begins)
        (thinker,) = children(bot.pid)
        os.kill(thinker, signal.SIGSTOP)
        code = await ended_in_time(bot, signal.SIGTERM)
        assert (code, closed_cleanly(bot), bot.complaints()) == (0, True, [])

        async def ends() -> bool:
            return has_ended(thinker)

        await until(ends)


def has_ended(pid: int) -> bool:
    """Return whether a process has ended. Linux lists it as a zombie until its parent, or init, reads the exit code."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return status.rpartition(")")[2].split()[0] in {"Z", "X"}


@pytest.mark.slow
async def test_hanging_picture_does_not_delay_the_end(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with running(discord_process.url, tmp_path, HANGING_BOT, {"HANGS": "drawing"}) as (world, bot):
        asked = asyncio.create_task(world.user("Aki").command("card-room", "play", game="saizen", check=False))
        await until(lambda: is_stored(bot, "SELECT 1 FROM tables"))
        code = await ended_in_time(bot, signal.SIGTERM)
        assert (code, closed_cleanly(bot)) == (0, True)
        asked.cancel()


@pytest.mark.slow
@pytest.mark.parametrize("hangs", ["loop", pytest.param("main thread", marks=pytest.mark.soak)])
async def test_blocked_event_loop_is_ended_with_a_traceback(
    discord_process: DiscordProcess, tmp_path: Path, hangs: str
) -> None:
    async with running(discord_process.url, tmp_path, HANGING_BOT, {"HANGS": hangs} | FORCED) as (world, bot):
        asked = await stopping_click(world, tmp_path)
        code = await ended_in_time(bot, signal.SIGTERM)
        assert code == 1
        assert "hanging_bot.py" in bot.log.read_text()
        asked.cancel()


async def stopping_click(world: Driver, folder: Path) -> asyncio.Task[Answer]:
    """Make a click that blocks the bot's main thread, and wait until the thread is blocked; return the open click."""
    asked = joining(world, await open_table(world, "saizen", seats=4, people=["Aki"]))

    async def stopped() -> bool:
        return (folder / "stands-still").exists()

    await until(stopped)
    return asked


# --- Something hangs, and nobody reads standard error


@pytest.fixture
def errors(tmp_path: Path) -> Iterator[FullPipe]:
    with FullPipe(tmp_path / "errors") as pipe:
        yield pipe


class FullPipe:
    """A context with a named pipe that is full, so writing to it blocks until `read` is called."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> Self:
        os.mkfifo(self.path)
        self._end = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)
        with suppress(BlockingIOError):
            while True:
                os.write(self._end, b"." * 512)
        with suppress(BlockingIOError):
            while True:
                os.write(self._end, b".")
        return self

    def __exit__(self, *_error: object) -> None:
        os.close(self._end)

    def read(self) -> str:
        """Empty the pipe, and return what the bot has written, without the dots that filled the pipe."""
        read = bytearray()
        with suppress(BlockingIOError):
            while True:
                read += os.read(self._end, 1 << 16)
        return read.decode().lstrip(".")


@pytest.mark.slow
async def test_clicks_are_answered_while_nobody_reads_standard_error(
    discord_process: DiscordProcess, tmp_path: Path, errors: FullPipe
) -> None:
    async with running(discord_process.url, tmp_path, errors=errors.path) as (world, bot):
        await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki", "Ben"]))
        said = ""

        async def logged() -> bool:
            nonlocal said
            said += errors.read()
            return " INFO cogs.client: ready " in said

        await until(logged)
        code = await ended_in_time(bot, signal.SIGTERM)
        assert (code, closed_cleanly(bot)) == (0, True)
        assert "told to stop" in errors.read()


@pytest.mark.slow
async def test_failed_start_ends_the_bot_while_nobody_reads_standard_error(
    discord_process: DiscordProcess, tmp_path: Path, errors: FullPipe
) -> None:
    bot = BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3")
    bot.errors = errors.path
    async with Driver(discord_process.url) as world, world.control.temporary_settings(refused_tokens=["local"]):
        bot.start()
        assert await asyncio.to_thread(bot.wait) == 1


@pytest.mark.slow
@pytest.mark.parametrize("hangs", [pytest.param("loop", marks=pytest.mark.soak), "main thread"])
async def test_forced_end_does_not_wait_for_standard_error(
    discord_process: DiscordProcess, tmp_path: Path, errors: FullPipe, hangs: str
) -> None:
    settings = {"HANGS": hangs} | FORCED
    async with running(discord_process.url, tmp_path, HANGING_BOT, settings, errors.path) as (world, bot):
        asked = await stopping_click(world, tmp_path)
        code, _ = await ended(bot, signal.SIGTERM)
        assert code == 1
        asked.cancel()


HANGS = [
    *(
        pytest.param((one,), marks=pytest.mark.soak)
        for one in ("errors", "file", "locked server", "stopped server", "discord")
    ),
    ("errors", "file", "discord"),
    pytest.param(("errors", "locked server", "discord"), marks=pytest.mark.soak),
    pytest.param(("errors", "stopped server", "discord"), marks=pytest.mark.soak),
]


@pytest.mark.slow
@pytest.mark.parametrize("hangs", HANGS, ids=" and ".join)
async def test_sigterm_ends_it_whatever_hangs(tmp_path: Path, errors: FullPipe, hangs: Collection[str]) -> None:
    with ExitStack() as stack:
        discord = stack.enter_context(CheckedDiscord())
        cluster = stack.enter_context(started()) if {"locked server", "stopped server"} & {*hangs} else None
        database = {"DATABASE_URL": stack.enter_context(cluster.database())} if cluster else {}
        settings = {"HANGS": "something else"} | FORCED | database
        where = errors.path if "errors" in hangs else None
        async with running(discord.url, tmp_path, HANGING_BOT, settings, where) as (world, bot):
            lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
            since = await last_request(world)
            with ExitStack() as hanging:
                if "file" in hangs:
                    other = hanging.enter_context(closing(sqlite3.connect(bot.database, isolation_level=None)))
                    other.execute("BEGIN EXCLUSIVE")
                if "locked server" in hangs:
                    transaction = hanging.enter_context(bot.transaction(writes=True))
                    transaction.run("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
                if cluster and "stopped server" in hangs:
                    hanging.enter_context(cluster.frozen())
                asked = joining(world, lobby)
                await wait_for_request(world, since, "callback")
                if "discord" in hangs:
                    hanging.enter_context(discord.frozen())
                code, seconds = await ended(bot, signal.SIGTERM)
            print(f"SIGTERM, {' and '.join(hangs)} hanging: exit code {code} after {seconds:.1f} s")
            asked.cancel()


def test_forced_end_comes_after_the_clean_end() -> None:
    assert CLEAN_SECONDS + LEFTOVERS_SECONDS + FLUSH_SECONDS < LAST_SECONDS < MOST_SECONDS
