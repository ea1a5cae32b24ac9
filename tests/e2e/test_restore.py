"""Restored backups: running games end, because their cards may have been revealed since the backup.

With `--nothing-played-since` they go on.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import DiscordProcess
from engine import record
from engine.contract.chance import Chance
from engine.fairness import proof
from engine.fairness.verify import Code, ExpectedValues, verify
from engine.game import Game
from storage.__main__ import main as storage
from tests.driver import Driver, buttons, texts
from tests.e2e.playing import LONG, end_game, online, open_table, start_again, start_table, table_number
from tests.e2e.processes import BotProcess
from tests.e2e.test_deal_commitments import (
    COMMITMENT,
    SECRET,
    attached,
    close_lobby,
    group_in,
    public_message,
    stored_commitment,
)

pytestmark = pytest.mark.slow

RENEWED = "restored from a backup, so this table’s promise was replaced"
ENDED = "My data was restored from a backup, so this game was ended"


class BackupScenario:
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
        promise = await public_message(self.world.user("Ben"), self.number)
        self.first = group_in(COMMITMENT, await attached(self.world, promise))
        self.hand = (await self.world.user("Ben").click(self.table, custom_id=f"hand:{self.played}")).reply
        await asyncio.to_thread(storage, ["backup", str(self.bot.database), str(self._backup)])

    async def end_all(self) -> list[str]:
        """Close the lobby and end the game; return the secrets of both deals, which everybody can read then."""
        aki = self.world.user("Aki")
        await end_game(aki, self.table)
        proofs = [
            await close_lobby(aki, self.lobby),
            await public_message(aki, self.played, "its deal can be checked now"),
        ]
        return [group_in(SECRET, await attached(self.world, proof)) for proof in proofs]

    async def restore(self, *flags: str) -> None:
        """Stop the bot, restore the backup over its database, and start it."""
        self.bot.stop()
        assert await asyncio.to_thread(storage, ["restore", *flags, str(self._backup), str(self.bot.database)]) == 0
        await start_again(self.world, self.bot)


@pytest.fixture
async def scenario(discord_process: DiscordProcess, tmp_path: Path) -> AsyncIterator[BackupScenario]:
    with BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3") as bot:
        async with online(discord_process.url) as world:
            scenario = BackupScenario(world, bot, tmp_path)
            await scenario.begin()
            yield scenario


async def test_restore_replaces_commitments_and_ends_running_games(scenario: BackupScenario) -> None:
    known_secrets = await scenario.end_all()
    ben = scenario.world.user("Ben")
    await scenario.restore()

    renewed = await ben.wait_for(lambda one: one["id"] == scenario.lobby["id"] and RENEWED in texts(one), within=LONG)
    separate = await public_message(ben, scenario.number, "a new promise", begins="Table {}, restored from a backup")
    commitment = group_in(COMMITMENT, await attached(scenario.world, separate))
    promise = stored_commitment(scenario.bot, scenario.number)
    assert promise.commitment == commitment != scenario.first
    assert promise.secret.hex() not in known_secrets
    assert (await ben.refreshed(await public_message(ben, scenario.number)))["edited_timestamp"] is None, (
        "the first one stays"
    )

    await ben.wait_for(lambda one: one["id"] == scenario.table["id"] and ENDED in texts(one), within=LONG)
    assert scenario.bot.rows("SELECT state, close_reason FROM tables WHERE id = ?", scenario.played) == [
        ("closed", "restored")
    ]
    assert scenario.bot.rows("SELECT COUNT(*) FROM results") == [(0,)]

    await start_table(scenario.world, renewed)
    dealt = stored_commitment(scenario.bot, scenario.number)
    assert dealt.commitment == commitment
    assert scenario.bot.rows("SELECT seed FROM tables WHERE id = ?", scenario.number) == [(dealt.seed.hex(),)]
    game = Game.games["saizen"](3, {}, Chance(dealt.seed))
    proven = json.dumps(proof.with_proof(record.write(game), dealt))
    assert verify(proven, ExpectedValues(commitment=commitment)).code is Code.UNFINISHED, "promised, and not over yet"
    assert verify(proven, ExpectedValues(commitment=scenario.first)).code is Code.NO


async def test_restore_with_nothing_played_since_keeps_everything(scenario: BackupScenario) -> None:
    secret = stored_commitment(scenario.bot, scenario.number).secret
    await scenario.restore("--nothing-played-since")
    aki = scenario.world.user("Aki")
    assert (
        stored_commitment(scenario.bot, scenario.number).secret,
        stored_commitment(scenario.bot, scenario.number).commitment,
    ) == (
        secret,
        scenario.first,
    )
    assert scenario.bot.rows("SELECT state FROM tables WHERE id = ?", scenario.played) == [("playing",)]
    await start_table(scenario.world, scenario.lobby)
    assert scenario.bot.rows("SELECT state FROM tables WHERE id = ?", scenario.number) == [("playing",)]
    assert "restored from a backup" not in texts(await aki.refreshed(scenario.lobby))


async def test_restore_explains_the_end_in_open_hands_and_a_kill_keeps_the_new_commitments(
    scenario: BackupScenario,
) -> None:
    await scenario.restore()
    ben = scenario.world.user("Ben")
    hand = (await ben.click(scenario.hand, custom_id=buttons(scenario.hand)[0]["custom_id"], check=False)).reply
    assert ENDED in texts(hand)
    promise = stored_commitment(scenario.bot, scenario.number)
    scenario.bot.kill()
    await start_again(scenario.world, scenario.bot)
    assert stored_commitment(scenario.bot, scenario.number) == promise
