"""The health endpoint of a running bot."""

import json
import stat
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import DiscordProcess
from tests.driver import Driver, Json
from tests.e2e.playing import online, open_table, until
from tests.e2e.processes import BotProcess, free_port
from tests.host.test_clock import WAITS


async def health(port: int) -> tuple[int, Json]:
    """Return the status and the report."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/health") as answer:
        return answer.status, await answer.json()


async def is_ready(port: int) -> bool:
    """Return whether the bot is ready; this takes two seconds from its start, because discord.py waits for guilds."""
    return bool((await health(port))[1]["ready"])


async def is_resumed(world: Driver) -> bool:
    """Return whether a connection has been resumed."""
    return bool((await world.control.gateway())["resumes"])


@pytest.mark.slow
async def test_health_and_log_of_a_running_bot(discord_process: DiscordProcess, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log" / "ichiza.log"
    log.parent.mkdir()
    settings: Any = {"ICHIZA_HEALTH_PORT": str(port), "ICHIZA_LOG_FORMAT": "json", "ICHIZA_LOG_FILE": str(log)}
    with BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3", **settings) as bot:
        async with online(discord_process.url) as world:
            await until(lambda: is_ready(port))
            await open_table(world, "saizen", seats=4, people=["Aki", "Ben"])
            status, report = await health(port)
            assert status == 200
            assert report["problems"] == []
            assert report["tables"] == {"lobbies": 1, "playing": 0}
            counts = report["interactions"]
            assert (counts["received"], counts["answered"], counts["failed"]) == (2, 2, 0)
            assert 0 < report["answers_ms"]["p50"] <= report["answers_ms"]["p99"] < 3000
            assert report["commits_ms"]["p50"] > 0
            assert report["errors"] == {"count": 0, "last": None}
            await world.control.drop_gateway(resumable=True)
            await until(lambda: is_resumed(world))
            await until(lambda: is_ready(port))
        bot.stop()
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [line["servers"] for line in lines if line["event"] == "ready"] == [2]
    assert log.read_text(encoding="utf-8") == bot.log.read_text(encoding="utf-8")
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [9 * 3600.0, -9 * 3600.0])
async def test_tables_go_on_while_the_clock_is_a_problem(
    discord_process: DiscordProcess, tmp_path: Path, ahead: float
) -> None:
    port = free_port()
    with BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3", ICHIZA_HEALTH_PORT=str(port)) as bot:
        async with online(discord_process.url) as world:
            await until(lambda: is_ready(port))
            for offset, problems in ((-ahead, ["clock"]), (0.0, [])):
                await world.control.settings(clock_offset=offset)
                await open_table(world, "saizen", seats=4, people=["Aki", "Ben"])
                _, report = await health(port)
                assert report["problems"] == problems
                assert abs(report["clock"]["ahead_seconds"] + offset) < 5
        bot.stop()
    log = bot.log.read_text(encoding="utf-8")
    assert log.count(f"s ahead of Discord's: {WAITS}") == 1
    assert log.count("agree again") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value", "named"),
    [("ICHIZA_LOG_FILE", "missing/ichiza.log", "ICHIZA_LOG_FILE"), ("ICHIZA_HEALTH_PORT", "", "ICHIZA_HEALTH_PORT")],
)
async def test_unusable_log_file_or_port_is_refused_in_one_sentence(
    discord_process: DiscordProcess, tmp_path: Path, name: str, value: str, named: str
) -> None:
    taken = discord_process.url.rstrip("/").rpartition(":")[2]
    settings: Any = {name: value or taken}
    bot = BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3", **settings)
    bot.start()
    assert bot.wait() == 1
    assert named in bot.log.read_text()
    assert "Traceback" not in bot.log.read_text()
