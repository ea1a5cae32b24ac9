"""The bot on a real PostgreSQL: a game of each kind, and kills of the bot and of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver, texts
from tests.e2e.kills import Tally, season
from tests.e2e.playing import playable
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.test_lost_database import NOT_KEPT, count, hand_to_play
from tests.e2e.test_whole_games import EVERY_RUN, GAMES, play
from tests.postgres import PASSWORD, Cluster, started

KILLS, A_SEASON = 200, 50


@pytest.fixture(scope="module")
def bot(
    discord_process: CheckedDiscord, cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BotProcess]:
    """Start a bot with an empty PostgreSQL database."""
    folder = tmp_path_factory.mktemp("bot")
    with cluster.database() as url, BotProcess(discord_process.url, folder / "bot", DATABASE_URL=url) as process:
        yield process


@pytest.mark.parametrize(
    ("game", "count", "people_count", "options"),
    [*EVERY_RUN, *(pytest.param(*one, marks=pytest.mark.soak) for one in GAMES)],
)
async def test_people_play_a_game_from_lobby_to_leaderboard(
    world: Driver, bot: BotProcess, game: str, count: int, people_count: int, options: dict[str, int]
) -> None:
    await play(world, bot, game, count, people_count, options)


async def test_bot_writes_no_other_file_and_logs_no_password(world: Driver, bot: BotProcess) -> None:
    await world.user("Aki").command("card-room", "help")
    assert [file.name for file in bot.database.parent.iterdir()] == [bot.log.name]
    assert PASSWORD not in bot.log.read_text()
    assert "ERROR" not in bot.log.read_text()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, KILLS // A_SEASON + 1))
async def test_200_kills_at_random_moments_leave_nothing_lost_doubled_or_dead(
    cluster: Cluster, tmp_path: Path, seed: int
) -> None:
    with cluster.database() as url:
        await season(tmp_path / "season", Random(seed), A_SEASON, Tally(), url)


@pytest.mark.soak
async def test_restart_of_postgresql_during_a_game_loses_nothing(tmp_path: Path) -> None:
    with (
        started() as cluster,
        cluster.database() as url,
        CheckedDiscord() as discord,
        BotProcess(discord.url, tmp_path / "bot", DATABASE_URL=url) as bot,
    ):
        async with Driver(discord.url) as world:
            await world.wait_until_online(within=60)
            number, aki, panel = await hand_to_play(world)
            before, card = count(bot, number), playable(panel)[0]["custom_id"]
            await asyncio.to_thread(cluster.stop)
            played = await aki.click(panel, custom_id=card)
            assert NOT_KEPT in texts(played.reply)
            await asyncio.to_thread(cluster.start)
            assert count(bot, number) == before
            await aki.click(panel, custom_id=card)
            assert count(bot, number) > before
