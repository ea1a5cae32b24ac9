"""Pings of people who have closed Discord, although the bot still takes them to be looking at their hand."""

from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver
from tests.e2e.playing import LONG, choose, online, open_table, table_number, wait_for_turn
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Driver]:
    """Start a bot for which people count as looking at their hand for two seconds at most."""
    with CheckedDiscord() as discord:
        script = ROOT / "tests/e2e/short_looking_bot.py"
        with BotProcess(discord.url, tmp_path / "ichiza.sqlite3", script=script, WATCHED="2"):
            async with online(discord.url) as world:
                yield world


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("scharfe-schoten", 0),
        *(
            pytest.param(game, moves, marks=pytest.mark.soak)
            for game, moves in product(("scharfe-schoten", "saizen", "tezuma-trick"), (0, 2))
            if (game, moves) != ("scharfe-schoten", 0)
        ),
    ],
)
async def test_player_who_closes_discord_after_a_click_is_pinged(watched: Driver, game: str, moves: int) -> None:
    aki = watched.user("Aki")
    lobby = await open_table(watched, game, 4, ["Aki"])
    panel = (await aki.click(lobby, custom_id=f"start:{table_number(lobby)}")).reply
    for _ in range(moves):
        panel = await choose(aki, await wait_for_turn(aki, panel), Random(1))
    await aki.state(fresh=True)  # Aki's panel is gone, and the bot does not know that
    await aki.wait_for(lambda one: aki.id in one["pings"], within=LONG, what="a mention")
