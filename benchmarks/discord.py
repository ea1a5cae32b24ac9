"""A click on a card, beside the plainest slash command, both over sockets to a local Discord in the same run.

The bot and the local Discord are processes of their own, as in the end-to-end tests. `/help` answers with a fixed text:
what a click takes beyond it is the move, its commit, and the player's new panel. The bot shares edits as it does for
people: with the tests' hundredth of a second each click would be answered while the table of the one before is drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measure import Budget, Figure, figure
from bot import DiscordProcess
from show.stage import SETTLE_SECONDS
from tests.driver import Answer, Driver
from tests.e2e.playing import CHANNEL, Seats, open_table, playable, start_table
from tests.e2e.processes import BotProcess

CLICKS = Budget(rounds=80, seconds=0.0)
"""How many clicks, and as many commands in between; each takes what it takes."""
GAME, SEATS = "scharfe-schoten", 4
PEOPLE = ("Aki", "Ben", "Chie", "Dai")


def figures(budget: Budget = CLICKS) -> Iterator[Figure]:
    """Milliseconds from the interaction sent to the bot's callback."""
    with (
        TemporaryDirectory() as folder,
        DiscordProcess() as discord,
        BotProcess(discord.url, Path(folder) / "bench.sqlite3", ICHIZA_SETTLE=str(SETTLE_SECONDS)),
    ):
        yield figure("discord/click-ms", asyncio.run(_pairs(discord.url, budget.rounds)))


async def _pairs(url: str, count: int) -> list[tuple[float, float]]:
    async with Driver(url) as world:
        await world.wait_until_online(within=20)
        table = await start_table(world, await open_table(world, GAME, SEATS, PEOPLE))
        seats = Seats(world, Random(1))
        await seats.sit(table, PEOPLE)
        pairs: list[tuple[float, float]] = []
        while len(pairs) < count and not seats.done():
            for name in PEOPLE:
                panel = await seats.refresh(name)
                while buttons := playable(panel):
                    help_ = await world.user(name).command(CHANNEL, "help")
                    button = seats.random.choice(buttons)
                    click = await world.user(name).click(panel, custom_id=button["custom_id"])
                    pairs.append((_elapsed(click), _elapsed(help_)))
                    panel = click.shown
        return pairs


def _elapsed(answer: Answer) -> float:
    assert answer.elapsed_ms is not None  # noqa: S101  it was answered
    return answer.elapsed_ms
