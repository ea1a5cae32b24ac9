"""Kills of the bot while games end and rematches begin: each end counts once, and each commitment matches."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.e2e.end_kills import EndTally, end_season

KILLS, A_SEASON, RATED = 200, 25, 100
AT_ONCE = 2
"""Number of concurrent seasons, each with its own bot and Discord. Two fit on a machine, because a season mostly waits
for the start of its bot.
"""


@pytest.mark.slow
async def test_kill_at_the_ends_of_games_counts_each_end_once(tmp_path: Path) -> None:
    tally = EndTally()
    await end_season(tmp_path / "season", Random(1), 1, tally, tables=2)
    assert not tally.wrong, "\n".join(tally.wrong)
    assert tally.kills == 1
    assert tally.rated
    assert tally.rematches
    assert tally.commitments


@pytest.mark.soak
async def test_200_kills_at_the_ends_of_games_count_each_end_once(tmp_path: Path) -> None:
    tally, seeds = EndTally(), iter(range(1, KILLS // A_SEASON + 1))

    async def seasons() -> None:
        for seed in seeds:
            await end_season(tmp_path / str(seed), Random(seed), A_SEASON, tally)
            print(f"season {seed}: {tally}", flush=True)

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(seasons())
    assert not tally.wrong, "\n".join(tally.wrong)
    assert tally.kills == KILLS
    assert tally.rated >= RATED
