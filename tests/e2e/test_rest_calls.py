"""What a game costs in requests: computer players in the other seats, no pauses, a person who waits for their turn."""

import asyncio
from random import Random

import pytest

from local_discord.driver import Driver, selects, texts
from tests.e2e.playing import choose, open_hand, open_table, playable, start_table

MOST_OTHER_CALLS = 2.2


@pytest.mark.parametrize("game", ["scharfe-schoten", "tezuma-trick", "tezumashi", "tennos-square", "saizen"])
async def test_a_click_costs_one_callback_and_a_human_move_few_other_calls(world: Driver, game: str) -> None:
    table = await start_table(world, await open_table(world, game, seats=4, people=["Aki"]))
    aki = world.user("Aki")
    panel = await open_hand(aki, table)
    await world.control.reset_counts()
    moves, random = 0, Random(1)
    async with asyncio.timeout(120):
        while "The game is over" not in texts(panel):
            if playable(panel) or selects(panel):
                panel = await choose(aki, panel, random)
                moves += 1
            else:
                seen = len(aki.events)
                panel = await aki.refreshed(panel)
                if not playable(panel) and not selects(panel) and "The game is over" not in texts(panel):
                    await asyncio.wait_for(aki.wait_for_news(seen), 20)
    await asyncio.sleep(1)
    counts = (await world.control.counts())["by_kind"]
    others = sum(counts.values()) - counts["callback"]
    print(f"{game}: {moves} human moves, {others / moves:.2f} other calls a move, {dict(counts)}")
    assert others / moves <= MOST_OTHER_CALLS
