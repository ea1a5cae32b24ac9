"""Two hundred tables during random kills and faults: nothing is lost, stuck or revealed."""

from pathlib import Path

import pytest

from tests.e2e.fault_run import FaultRun, Plan, run_faults
from tests.e2e.planted_bugs_bot import PLANTED

PLAIN = Plan(tables=15, seconds=8.0, think=0.3, fault_seconds=8.0, deferred=3.0, within=40.0)
"""A short plan that suffices for bugs that appear in every game."""
FULL = Plan(
    tables=200,
    seconds=500.0,
    seconds_without_kills=400.0,
    think=20.0,
    fault_seconds=2.5,
    kill_every=50.0,
    deferred=15.0,
    within=300.0,
)
FLAT = 1.1
"""Largest ratio of the memory used in the last third of the time to that in the second third. The first third does not
count, because the caches fill then. Later the memory still grows a little, because up to `limits.TABLES` finished games
stay in it.
"""


@pytest.mark.soak
async def test_two_hundred_tables_lose_nothing_while_everything_fails(tmp_path: Path) -> None:
    soak = await run_faults(FaultRun, tmp_path, FULL, seed=200, ICHIZA_PAUSE="0.6", ICHIZA_THINKERS="2")
    assert not soak.wrong(), "\n".join(soak.wrong())
    assert soak.fault_injector.kills
    assert soak.players.games_finished.keys() == soak.players.kinds
    _, before, after = soak.memory.medians(3)
    assert after <= before * FLAT


@pytest.mark.soak
@pytest.mark.parametrize("bug", [one.__name__ for one in PLANTED])
async def test_soak_notices_every_planted_bug(tmp_path: Path, bug: str) -> None:
    soak = await run_faults(FaultRun, tmp_path, PLAIN, seed=2, script="planted_bugs_bot.py", PLANTED=bug)
    found = {
        "a_move_that_is_not_stored": soak.ledger.lost(),
        "a_move_that_nobody_has_asked_for": soak.ledger.doubled(),
        "a_click_without_an_answer": soak.unanswered(),
        "a_table_that_stands_still": soak.stuck,
        "a_card_of_a_hand_in_public": soak.observer.leaks,
    }
    assert found[bug], soak.wrong()
