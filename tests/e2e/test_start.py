"""Start-up: missing or wrong settings get one sentence that says what to do."""

import asyncio
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bot import DiscordProcess
from cogs.gateway.session_starts import RESERVE
from storage import Store
from tests.driver import Driver, Json
from tests.e2e.playing import last_request, online, until
from tests.e2e.processes import ENVIRONMENT, ROOT, BotProcess, Fork, FreshBot
from tests.samples import sampled

CLEAN = {name: value for name, value in ENVIRONMENT.items() if not name.startswith(("ICHIZA_", "DISCORD_"))}
"""The environment without any setting."""


def run_in_vain(folder: Path, *arguments: str, **settings: str) -> str:
    """Run `bot.py` in a folder until it ends by itself with exit code 1; return its standard error."""
    with TemporaryDirectory() as elsewhere:
        said = Path(elsewhere) / "said"
        bot = Fork(str(ROOT / "bot.py"), *arguments, environment={**CLEAN, **settings}, folder=folder, errors=said)
        assert bot.wait(60) == 1
        return said.read_text()


def last_line(output: str) -> str:
    assert "Traceback" not in output
    return output.strip().splitlines()[-1]


@pytest.mark.slow
def test_missing_token_is_explained_in_one_sentence(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, ROOT / "bot.py"],
        cwd=tmp_path,
        env=CLEAN,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert "DISCORD_TOKEN" in ended.stderr
    assert "--local" in ended.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"ICHIZA_PAUSE": "soon"}, "ICHIZA_PAUSE"),
        pytest.param({"ICHIZA_PAUSE": "60"}, "ICHIZA_PAUSE", marks=pytest.mark.soak),
        pytest.param({"ICHIZA_LOG_LEVEL": "LOUD"}, "ICHIZA_LOG_LEVEL", marks=pytest.mark.soak),
    ],
)
def test_a_broken_setting_is_named(tmp_path: Path, settings: dict[str, str], named: str) -> None:
    said = run_in_vain(tmp_path, DISCORD_TOKEN="x", **settings)
    assert said.count("\n") == 1
    assert named in said


def test_misspelled_setting_is_named_and_a_setting_of_another_program_is_not(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("ICHIZA_PUASE=1\nICHIZA_PAUSE=1\nOTHER=1\n")
    said = run_in_vain(tmp_path).splitlines()
    assert len(said) == 2
    assert said[0].startswith("ICHIZA_PUASE in .env is no setting")


def test_file_that_is_no_database_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    database = tmp_path / "notes.txt"
    database.write_text("not a database, but somebody's notes\n" * 99)
    said = run_in_vain(tmp_path, DISCORD_TOKEN="x", ICHIZA_DATABASE=str(database))
    assert said.count("\n") == 1
    assert database.read_text() == "not a database, but somebody's notes\n" * 99
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("options", "token", "database"),
    [
        ([], "x", "ichiza.sqlite3"),
        (["--local"], "x", "ichiza-local.sqlite3"),
        (["--or-local"], "", "ichiza-local.sqlite3"),
        (["--or-local"], "x", "ichiza.sqlite3"),
    ],
)
async def test_second_bot_on_one_database_ends_with_one_sentence(
    tmp_path: Path, options: list[str], token: str, database: str
) -> None:
    async with await Store.open(tmp_path / database, record_write=None):
        said = await asyncio.to_thread(run_in_vain, tmp_path, *options, DISCORD_TOKEN=token)
    assert said.count("\n") == 1
    assert f"{database} is in use by another Ichiza: stop that one first" in said


@pytest.mark.drawn(1)
@pytest.mark.parametrize("setting", ["ICHIZA_DATABASE", "ICHIZA_LOG_FILE"])
def test_long_path_in_a_setting_is_not_repeated(tmp_path: Path, setting: str) -> None:
    said = run_in_vain(tmp_path, "--local", "http://127.0.0.1:9", **{setting: "Q" * 5_000})
    assert (said.count("\n"), said.endswith(".\n")) == (1, True)
    assert said.count("Q") <= 200


async def test_refused_token_is_explained_and_not_logged(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with Driver(discord_process.url) as world, world.control.temporary_settings(refused_tokens=["local"]):
        said = await asyncio.to_thread(run_in_vain, tmp_path, "--local", discord_process.url)
    assert "Discord refused the token" in last_line(said)


async def test_bot_without_a_network_waits_with_a_line_and_stops_at_once(tmp_path: Path) -> None:
    with BotProcess("http://127.0.0.1:9", tmp_path / "ichiza.sqlite3") as bot:

        async def waits() -> bool:
            return bot.log.exists() and bool(bot.complaints())

        await until(waits)
        assert bot.stop() == 0
    assert all("Discord cannot be reached, which is tried again in" in line for line in bot.complaints())


@pytest.mark.drawn(1)
@pytest.mark.parametrize("asked", ["users/@me", "applications/@me", "gateway/bot"])
@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        ({"preset": "unavailable", "odd": "html"}, "DiscordServerError 503"),
        ({"preset": "banned", "odd": "html", "retry_after": 1.2}, "429"),
        ({"drop": True, "times": 2}, "Disconnected"),  # aiohttp itself asks a second time
        ({"status": 200, "odd": "html"}, "Error"),
    ],
    ids=str,
)
async def test_bot_waits_for_discord_at_the_start(
    discord_process: DiscordProcess, tmp_path: Path, refusal: dict[str, Any], said: str, asked: str
) -> None:
    async with Driver(discord_process.url) as world:
        await world.control.fail(path=asked, **refusal)
        with BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3") as bot:
            await world.wait_until_online(within=60)
    lines = bot.complaints()
    assert [line for line in lines if "Discord cannot be reached" in line and said in line]
    assert not [line for line in lines if "<" in line or "Traceback" in line]


async def test_more_shards_than_are_set_end_the_bot_without_an_identify(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with Driver(discord_process.url) as world, world.control.temporary_settings(shards=3):
        before = (await world.control.gateway())["identifies"]
        said = await asyncio.to_thread(run_in_vain, tmp_path, "--local", discord_process.url, ICHIZA_SHARDS="2")
        assert (await world.control.gateway())["identifies"] == before
    assert last_line(said).startswith("Discord asks for 3 shards, but ICHIZA_SHARDS is 2: ")


@pytest.mark.slow
async def test_bot_leaves_the_last_session_starts_of_the_day_unused(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    async with Driver(discord_process.url) as world:
        used = (await world.control.gateway())["identifies"]
        async with world.control.temporary_settings(session_starts=used + RESERVE - 1, starts_reset_seconds=0.5):
            with BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3") as bot:

                async def waits() -> bool:
                    return bot.log.exists() and bool(bot.complaints())

                await until(waits)
                assert "sessions may begin today" in bot.complaints()[0]
                assert (await world.control.gateway())["identifies"] == used
                await world.control.settings(session_starts=1000)
                await world.wait_until_online(within=60)


@pytest.mark.slow
@pytest.mark.parametrize("option", sampled(["--or-local", "--local"], 2))
async def test_local_options_start_and_stop_a_local_discord_with_a_database_of_its_own(
    tmp_path: Path, option: str
) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=\nICHIZA_DATABASE=ichiza.sqlite3\n")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        option,
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), 20)).decode()
    if option == "--or-local":
        assert line.startswith("There is no DISCORD_TOKEN")
        line = (await asyncio.wait_for(process.stdout.readline(), 20)).decode()
    url = next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
    async with online(url) as world:
        assert (await world.user("Aki").command("card-room", "help")).ok
    process.terminate()
    assert await asyncio.wait_for(process.wait(), 20) == 0
    assert (tmp_path / "ichiza-local.sqlite3").exists()
    assert not (tmp_path / "ichiza.sqlite3").exists()
    with pytest.raises(OSError, match=r"[Cc]onnect"):
        await asyncio.open_connection("127.0.0.1", int(url.rstrip("/").rsplit(":", 1)[1]))


@pytest.mark.parametrize(
    "refusal",
    [
        {"preset": "rate_limit", "retry_after": 240},
        pytest.param({"preset": "50035"}, marks=pytest.mark.soak),
    ],
    ids=str,
)
async def test_bot_starts_and_warns_when_its_commands_are_refused(
    discord_process: DiscordProcess, tmp_path: Path, refusal: dict[str, Any]
) -> None:
    async with Driver(discord_process.url) as world:
        await world.control.fail(kind="commands sync", **refusal)
        with BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3") as bot:

            async def is_online() -> bool:
                return bool((await world.control.gateway())["online"])

            await until(is_online)
        await world.control.clear_faults()
    assert [line for line in bot.complaints() if "commands" in line]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        pytest.param(4004, "Discord refused the token", marks=pytest.mark.soak),
        pytest.param(4010, "knows no connection of that number", marks=pytest.mark.soak),
        pytest.param(4011, "asks for more connections", marks=pytest.mark.soak),
        pytest.param(4012, "speaks this version of its gateway no more", marks=pytest.mark.soak),
        pytest.param(4013, "knows nothing of an intent", marks=pytest.mark.soak),
        (4014, "refuses an intent"),
    ],
)
async def test_permanently_closed_connection_is_explained_in_one_sentence(
    discord_process: DiscordProcess, tmp_path: Path, code: int, sentence: str
) -> None:
    with BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3") as bot:
        async with online(discord_process.url) as world:

            async def ended() -> bool:  # the bot may have reconnected, so close the connection again
                await world.control.drop_gateway(resumable=False, code=code)
                return not bot.running

            await until(ended)
        assert bot.wait() == 1
    assert sentence in last_line(bot.log.read_text())


@pytest.mark.slow
async def test_bot_opens_as_many_shards_as_discord_recommends(discord_process: DiscordProcess, tmp_path: Path) -> None:
    async with Driver(discord_process.url) as world, world.control.temporary_settings(shards=2):
        with BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3") as bot:
            await world.wait_until_online(within=60)
            for channel in ("card-room", "teahouse"):
                assert (await world.user("Aki").command(channel, "play", game="saizen")).ok
            assert bot.complaints() == []


@pytest.mark.slow
async def test_commands_are_registered_once_beside_the_entry_point_command(
    discord_process: DiscordProcess, tmp_path: Path
) -> None:
    syncs = []
    async with Driver(discord_process.url) as world:
        await world.control.entry_point()
        # Start the bot in two interpreters. They order sets differently, which must not look like changed commands.
        for kind in (FreshBot, BotProcess):
            since = await last_request(world)
            with kind(discord_process.url, tmp_path / "ichiza.sqlite3"):
                await world.wait_until_online(within=60)
                syncs += [one["status"] for one in await world.control.requests(since, kind="commands sync")]
        commands = (await world.user("Aki").state())["commands"]
    assert syncs == [200]
    assert [one["handler"] for one in commands if one["type"] == 4] == [2]
    check_contexts([one for one in commands if one["type"] != 4])


def check_contexts(commands: list[Json]) -> None:
    """Check that all commands are installed for servers and for people, and offered in every context."""
    assert all(one["integration_types"] == [0, 1] for one in commands)
    assert all(one["contexts"] == [0, 1, 2] for one in commands)
