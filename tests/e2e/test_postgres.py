"""The bot on a real PostgreSQL: games, and kills of the bot and of the server."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver, texts
from tests.e2e.kills import Tally, season
from tests.e2e.playing import PEOPLE, Seats, finished_table, online, open_table, playable, start_table, table_number
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.stored_games import kill_and_advance
from tests.e2e.test_lost_database import NOT_KEPT, count, hand_to_play
from tests.e2e.test_whole_games import (  # noqa: F401  pytest runs it again with this module's bot
    test_people_play_a_game_from_lobby_to_leaderboard,
)
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


@pytest.mark.slow
async def test_last_round_is_played_to_its_end_after_a_kill(world: Driver, bot: BotProcess) -> None:
    people = PEOPLE[:2]
    number = table_number(await start_table(world, await open_table(world, "saizen", 2, people)))
    await kill_and_advance(world, bot, number)
    seats = Seats(world, Random(7))
    await seats.open_hands_by_command(number, people)
    await seats.play_out()
    assert "🏆" in texts(await finished_table(world, number))
    board = texts((await world.user("Ben").command("card-room", "leaderboard", game="saizen", period="all")).reply)
    assert all(name in board for name in people)
    assert [line for line in bot.complaints() if "WARNING" not in line] == []


@pytest.mark.slow
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
        async with online(discord.url) as world:
            number, aki, panel = await hand_to_play(world)
            before, card = count(bot, number), playable(panel)[0]["custom_id"]
            await asyncio.to_thread(cluster.stop)
            played = await aki.click(panel, custom_id=card)
            assert NOT_KEPT in texts(played.reply)
            await asyncio.to_thread(cluster.start)
            assert count(bot, number) == before
            await aki.click(panel, custom_id=card)
            assert count(bot, number) > before
