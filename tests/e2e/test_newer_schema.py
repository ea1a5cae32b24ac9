"""A newer version never migrates a PostgreSQL database that a process of an older version uses.

The newer version is the same bot with one more migration.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from signal import SIGCONT, SIGSTOP

import pytest

from storage.postgres.schema import newest
from tests.driver import Driver
from tests.e2e.playing import until
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.postgres import Cluster

OLDER, QUICK, NEWER = ROOT / "bot.py", ROOT / "tests/e2e/short_leases_bot.py", ROOT / "tests/e2e/newer_schema_bot.py"


@pytest.fixture
async def world(discord_process: CheckedDiscord) -> AsyncIterator[Driver]:
    """Connect the people; no bot is online yet."""
    async with Driver(discord_process.url) as driver:
        yield driver


@pytest.fixture
def home(cluster: Cluster) -> Iterator[str]:
    with cluster.database() as url:
        yield url


def process(discord: CheckedDiscord, folder: Path, name: str, script: Path, home: str, shards: str) -> BotProcess:
    (folder / name).mkdir()
    (folder / "migrations").mkdir(exist_ok=True)
    settings = {"DATABASE_URL": home, "ICHIZA_SHARDS": shards, "MIGRATIONS": str(folder / "migrations")}
    return BotProcess(discord.url, folder / name / "bot", script=script, **settings)


def version(bot: BotProcess) -> int:
    [(number,)] = bot.rows("SELECT version FROM ichiza_schema")
    return int(number)


def says(bot: BotProcess, words: str) -> bool:
    return bot.log.exists() and words in bot.log.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("shards", ["1", "0"])
async def test_newer_process_waits_as_a_spare_until_the_older_one_stops(
    discord_process: CheckedDiscord, world: Driver, home: str, tmp_path: Path, shards: str
) -> None:
    with process(discord_process, tmp_path, "older", OLDER, home, shards) as older:
        await world.wait_until_online(within=60)
        with process(discord_process, tmp_path, "newer", NEWER, home, shards) as newer:

            async def waits() -> bool:
                return says(newer, "waiting as a spare: ")

            await until(waits)
            assert version(older) == newest()
            assert (await world.user("Aki").command("card-room", "play", game="saizen")).ok
            assert older.stop() == 0

            async def has_migrated() -> bool:
                return version(older) == newest() + 1

            await until(has_migrated)

            async def answers() -> bool:
                online = (await world.control.gateway())["online"]
                return bool(online) and (await world.user("Aki").command("card-room", "hand", check=False)).ok

            await until(answers)
            assert newer.log.read_text().count("waiting as a spare: ") == 1
        assert [line for line in older.complaints() if "ERROR" in line] == []


@pytest.mark.slow
async def test_older_process_that_meets_a_newer_schema_ends_with_one_sentence_and_without_its_shard(
    discord_process: CheckedDiscord, world: Driver, home: str, tmp_path: Path
) -> None:
    with process(discord_process, tmp_path, "older", QUICK, home, "1") as older:
        await world.wait_until_online(within=60)
        with process(discord_process, tmp_path, "newer", NEWER, home, "1") as newer:

            async def waits() -> bool:
                return says(newer, "waiting as a spare: ")

            await until(waits)
            older.signal(SIGSTOP)

            async def has_taken_over() -> bool:
                return says(newer, " ready ")

            await until(has_taken_over)
            assert version(newer) == newest() + 1
            older.signal(SIGCONT)
            assert await asyncio.to_thread(older.wait) == 1
            last = older.log.read_text().splitlines()[-1]
            assert last.startswith("A newer Ichiza has migrated the database")
            assert f"its schema is {newest() + 1}, this one knows {newest()}" in last
            [(owner,)] = newer.rows("SELECT owner FROM leases WHERE name = 'shard:0/1'")
            assert int(owner.split(":")[1]) == newer.pid
            assert (await world.user("Aki").command("card-room", "play", game="saizen")).ok
