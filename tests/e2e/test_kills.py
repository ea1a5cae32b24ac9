"""Repeated kills: nothing answered is lost, nothing is posted twice, nobody is pinged twice."""

import asyncio
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.e2e.kills import Tally, season

KILLS, A_SEASON = 1000, 50
AT_ONCE = 3
"""Number of concurrent seasons, each with its own bot and Discord. A season mostly waits for its killed bot to start.
"""


@pytest.mark.soak
async def test_1000_kills_at_random_moments_leave_nothing_lost_doubled_or_dead(tmp_path: Path) -> None:
    tally, seeds = Tally(), iter(range(1, KILLS // A_SEASON + 1))
    found = await asyncio.gather(*(seasons(tmp_path, seeds, tally) for _ in range(AT_ONCE)))
    wrong = [error for some in found for error in some]
    if wrong:
        raise ExceptionGroup(f"in {len(wrong)} of {KILLS // A_SEASON} seasons", wrong)
    assert tally.kills == KILLS


async def seasons(folder: Path, seeds: Iterator[int], tally: Tally) -> list[Exception]:
    """Run a season for each of the seeds, one after another; return the errors.

    In a season, one bot is killed `A_SEASON` times.
    """
    wrong = []
    for seed in seeds:
        try:
            await season(folder / str(seed), Random(seed), A_SEASON, tally)
        except Exception as error:  # noqa: BLE001  any error is raised at the end
            error.add_note(f"in the season of seed {seed}")
            wrong.append(error)
            traceback.print_exception(error)
        else:
            print(tally, flush=True)
    return wrong
