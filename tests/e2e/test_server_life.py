"""Games and then their results, read by people in their languages."""

import os

from tests.driver import Driver
from tests.e2e.processes import BotProcess
from tests.e2e.server_life import KINDS, look_around, play_games

GAMES = 10 if os.environ.get("ICHIZA_SOAK") == "1" else len(KINDS)


async def test_results_of_played_games_are_read_in_both_languages(world: Driver, bot: BotProcess) -> None:
    over = await play_games(world, bot, GAMES)
    if len(KINDS) < GAMES:
        await look_around(world, bot, over, "Aki", "en-US")
    await look_around(world, bot, over, "Ben", "ja")
    assert [one for one in bot.complaints() if "rate limited" not in one] == [], "so many games end in so short a time"
