"""A new game is one module: once the engine knows the sixth game, it can be played without further changes."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot import DiscordProcess
from tests.driver import Driver, texts
from tests.e2e.playing import Seats, finished_table, open_table, start_table, table_number
from tests.e2e.processes import ROOT, FreshBot
from tests.e2e.request_counts import unexpected_refusals

OWN_LOGGERS = ("cogs", "show", "host", "storage", "locales", "local_discord", "engine", "bot.py")


@pytest.fixture(scope="module")
def bot(discord_process: DiscordProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FreshBot]:
    """Start the bot with the sixth game."""
    database = tmp_path_factory.mktemp("sixth") / "ichiza.sqlite3"
    with FreshBot(discord_process.url, database, script=ROOT / "tests" / "e2e" / "sixth_game_bot.py") as process:
        yield process


@pytest.mark.slow
async def test_a_sixth_game_is_played_from_lobby_to_leaderboard(world: Driver) -> None:
    choices = (await world.user("Aki").autocomplete("card-room", "play", "game")).choices or []
    offered = [(one["name"], one["value"]) for one in choices]
    assert ("High Card · highest card wins · easy, 5 min", "high-card") in offered
    lobby = await open_table(world, "high-card", seats=3, people=["Aki", "Ben"])
    table = await start_table(world, lobby)
    assert "High Card" in texts(table)
    seats = Seats(world, Random(2))
    await seats.open_hands(table, ["Aki", "Ben"])
    await seats.play_out()
    assert "🏆" in texts(await finished_table(world, table_number(lobby)))
    board = (await world.user("Aki").command("card-room", "leaderboard", game="high-card", period="all")).reply
    assert "Ben" in texts(board)
    assert await unexpected_refusals(world) == []


def test_only_the_game_module_names_the_sixth_game() -> None:
    files = [
        path for room in OWN_LOGGERS for path in ([ROOT / room] if room.endswith(".py") else (ROOT / room).rglob("*"))
    ]
    naming = [path for path in files if path.is_file() and path.suffix in {".py", ".ftl"} and _names(path)]
    assert naming == []


def _names(path: Path) -> bool:
    return "high-card" in path.read_text(encoding="utf-8").lower()
