"""Restored backups: nobody goes on with cards revealed since the backup, unless nothing was played since."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import DiscordProcess
from engine import record
from engine.contract.chance import Chance
from engine.fairness import deal_commitment
from engine.fairness.verify import Code, ExpectedValues, verify
from engine.game import Game
from storage.__main__ import main as storage
from tests.driver import Driver, buttons, texts
from tests.e2e.playing import LONG, come_back, open_more, open_table, start_table, table_number
from tests.e2e.processes import BotProcess
from tests.e2e.test_deal_commitments import COMMITMENT, SECRET, found, posted, stored

RENEWED = re.compile("restored from a backup, so this table's commitment was replaced.*?`([0-9a-f]{64})`")
ENDED = "The house was restored from a backup, so this game was ended"


class House:
    """A bot of the test's own with a lobby and a running game, and its backup."""

    def __init__(self, world: Driver, bot: BotProcess, folder: Path) -> None:
        self.world, self.bot = world, bot
        self._backup = folder / "backup.sqlite3"

    async def begin(self) -> None:
        """Open a lobby, begin a game, and make the backup."""
        self.lobby = await open_table(self.world, "saizen", seats=3, people=["Aki", "Ben"])
        game = await open_table(self.world, "saizen", seats=3, people=["Aki", "Ben"])
        self.table = await start_table(self.world, game)
        self.number, self.played = table_number(self.lobby), table_number(game)
        self.first = found(COMMITMENT, await posted(self.world.user("Ben"), self.number))
        self.hand = (await self.world.user("Ben").click(self.table, custom_id=f"hand:{self.played}")).shown
        await asyncio.to_thread(storage, ["backup", str(self.bot.database), str(self._backup)])

    async def end_all(self) -> None:
        """End both, so that everybody can read their secrets."""
        aki = self.world.user("Aki")
        await aki.click(await open_more(aki, self.lobby), label="Close table")
        sure = await aki.click(
            (await aki.click(self.table, custom_id=f"more:{self.played}")).shown, label="End the game"
        )
        await aki.click(sure.shown, label="Yes, do it")
        await aki.wait_for(lambda one: one["id"] == self.lobby["id"] and "Secret:" in texts(one), within=LONG)
        await posted(aki, self.played, "its deal can be checked now")

    async def restore(self, *flags: str) -> None:
        """Stop the bot, restore the backup over its database, and start it."""
        self.bot.stop()
        assert await asyncio.to_thread(storage, ["restore", *flags, str(self._backup), str(self.bot.database)]) == 0
        await come_back(self.world, self.bot)


@pytest.fixture
async def services(discord_process: DiscordProcess, tmp_path: Path) -> AsyncIterator[House]:
    with BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3") as bot:
        async with Driver(discord_process.url) as world:
            await world.wait_until_online(within=60)
            services = House(world, bot, tmp_path)
            await services.begin()
            yield services


async def test_restore_replaces_commitments_and_ends_running_games(services: House) -> None:
    await services.end_all()
    aki, ben = services.world.user("Aki"), services.world.user("Ben")
    told = [
        found(SECRET, await aki.refreshed(services.lobby)),
        found(SECRET, await posted(aki, services.played, "its deal can be checked now")),
    ]
    await services.restore()

    again = await ben.wait_for(
        lambda one: one["id"] == services.lobby["id"] and RENEWED.search(texts(one)) is not None, within=LONG
    )
    commitment = found(RENEWED, again)
    promise = stored(services.bot, services.number)
    assert promise.commitment == commitment != services.first
    assert promise.secret.hex() not in told
    anew = await ben.wait_for(
        lambda one: one["id"] != again["id"] and not one.get("flags", 0) & 64 and commitment in texts(one), within=LONG
    )
    assert RENEWED.search(texts(anew)), "it stands in a message of its own, too"
    assert (await ben.refreshed(await posted(ben, services.number)))["edited_timestamp"] is None, "the first one stays"

    await ben.wait_for(lambda one: one["id"] == services.table["id"] and ENDED in texts(one), within=LONG)
    assert services.bot.rows("SELECT state, why FROM tables WHERE id = ?", services.played) == [("closed", "restored")]
    assert services.bot.rows("SELECT COUNT(*) FROM results") == [(0,)]

    await start_table(services.world, again)
    dealt = stored(services.bot, services.number)
    assert dealt.commitment == commitment
    assert services.bot.rows("SELECT seed FROM tables WHERE id = ?", services.number) == [(dealt.seed.hex(),)]
    game = Game.games["saizen"](3, {}, Chance(dealt.seed))
    proven = json.dumps(deal_commitment.with_proof(record.write(game), dealt))
    assert verify(proven, ExpectedValues(commitment=commitment)).code is Code.UNFINISHED, "promised, and not over yet"
    assert verify(proven, ExpectedValues(commitment=services.first)).code is Code.NO


async def test_restore_with_nothing_played_since_keeps_everything(services: House) -> None:
    secret = stored(services.bot, services.number).secret
    await services.restore("--nothing-played-since")
    aki = services.world.user("Aki")
    assert (stored(services.bot, services.number).secret, stored(services.bot, services.number).commitment) == (
        secret,
        services.first,
    )
    assert services.bot.rows("SELECT state FROM tables WHERE id = ?", services.played) == [("playing",)]
    await start_table(services.world, services.lobby)
    assert services.bot.rows("SELECT state FROM tables WHERE id = ?", services.number) == [("playing",)]
    assert "restored from a backup" not in texts(await aki.refreshed(services.lobby))


async def test_restore_explains_the_end_in_open_hands_and_a_kill_keeps_the_new_commitments(services: House) -> None:
    await services.restore()
    ben = services.world.user("Ben")
    hand = (await ben.click(services.hand, custom_id=buttons(services.hand)[0]["custom_id"], check=False)).shown
    assert ENDED in texts(hand)
    promise = stored(services.bot, services.number)
    services.bot.kill()
    await come_back(services.world, services.bot)
    assert stored(services.bot, services.number) == promise
