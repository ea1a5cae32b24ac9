"""The real bot over real sockets: a local Discord and `bot.py`, each a process of its own."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.driver import Driver
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord


@pytest.fixture(scope="module")
def discord_process() -> Iterator[CheckedDiscord]:
    """A local Discord for the tests of a module."""
    with CheckedDiscord() as process:
        yield process


@pytest.fixture(scope="module")
def bot(discord_process: CheckedDiscord, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """The bot, which can be killed and started again; its database is a file of the module's."""
    database = tmp_path_factory.mktemp("bot") / "ichiza.sqlite3"
    with BotProcess(discord_process.url, database, script=ROOT / "tests/e2e/lively_bot.py") as process:
        yield process


@pytest.fixture
async def world(discord_process: CheckedDiscord, bot: BotProcess) -> AsyncIterator[Driver]:
    """The people, once the bot is there."""
    if not bot.running:
        bot.start()
    async with Driver(discord_process.url) as driver:
        await driver.wait_until_online(within=60)
        yield driver
        await driver.control.clear_faults()
    discord_process.check()
