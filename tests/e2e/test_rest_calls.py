"""What a game costs in requests: computer players in the other seats, no pauses, a person who waits for their turn."""

from collections.abc import Iterator
from random import Random

import pytest

from bot import DiscordProcess
from tests.driver import Driver
from tests.e2e.playing import finished_table, is_over, open_hand, open_table, play_until, start_table, table_number
from tests.e2e.processes import BotProcess

MOST_OTHER_CALLS = 2.2
"""For each move of a person: usually at most 1.7, but where the machine is busy fewer changes share an edit."""


@pytest.fixture(scope="module")
def bot(discord_process: DiscordProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """The bot, which waits for changes to share an edit: less than in earnest, more than in other tests."""
    database = tmp_path_factory.mktemp("bot") / "ichiza.sqlite3"
    with BotProcess(discord_process.url, database, ICHIZA_SETTLE="0.05") as process:
        yield process


@pytest.mark.parametrize("game", ["scharfe-schoten", "tezuma-trick", "tezumashi", "tennos-square", "saizen"])
async def test_a_click_costs_one_callback_and_a_human_move_few_other_calls(world: Driver, game: str) -> None:
    table = await start_table(world, await open_table(world, game, seats=4, people=["Aki"]))
    aki = world.user("Aki")
    panel = await open_hand(aki, table)
    await world.control.reset_counts()
    moved: list[str] = []
    await play_until(aki, panel, is_over, Random(1), moved)
    await finished_table(world, table_number(table))
    counts = (await world.control.counts())["by_kind"]
    others = sum(counts.values()) - counts["callback"]
    print(f"{game}: {len(moved)} human moves, {others / len(moved):.2f} other calls a move, {dict(counts)}")
    assert others / len(moved) <= MOST_OTHER_CALLS
