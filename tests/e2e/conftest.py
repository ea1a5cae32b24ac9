"""The real bot over real sockets; the local Discord and `bot.py` are separate processes."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.driver import Driver
from tests.e2e.playing import online
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord


@pytest.fixture(scope="module")
def discord_process() -> Iterator[CheckedDiscord]:
    """Start a local Discord for the tests of a module."""
    with CheckedDiscord() as process:
        yield process


@pytest.fixture(scope="module")
def bot(discord_process: CheckedDiscord, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """Start the bot with a database of the module's own; tests may kill and restart it."""
    database = tmp_path_factory.mktemp("bot") / "ichiza.sqlite3"
    with BotProcess(discord_process.url, database, script=ROOT / "tests/e2e/high_limits_bot.py") as process:
        yield process


@pytest.fixture
async def world(discord_process: CheckedDiscord, bot: BotProcess) -> AsyncIterator[Driver]:
    """Connect the people once the bot is online."""
    if not bot.running:
        bot.start()
    async with online(discord_process.url) as driver:
        yield driver
        await driver.control.clear_faults()
    discord_process.check()
