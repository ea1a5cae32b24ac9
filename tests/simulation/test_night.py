"""A simulated night: tables end by the rules, nobody is notified twice, and nobody misses a turn because of a downtime.

People of every manner play at tables of every game and time control. The bot is down for two hours twice, is restarted,
and loses Discord for a while. The host, the store with its file, the cogs and the presenter are real; Discord is the
fake one of `tests/show`. `tests.simulation.judge` checks the record.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from host.play.clocks import TICK
from host.play.time_control import DOWNTIME_SECONDS
from tests.show.world import Complaints
from tests.simulation.clockwork import run
from tests.simulation.judge import judge
from tests.simulation.night import Night
from tests.simulation.people import play_table
from tests.simulation.plan import Absence, Plan, absences, plan_night, short_night


def run_night(
    seed: int, plans: Sequence[Plan], away: Sequence[Absence], path: Path, tick: float = TICK
) -> tuple[list[str], Counter[str]]:
    """Run a night and return its violations and statistics.

    The bot checks its clocks every `tick` seconds; long nights need a long tick.
    """

    async def night() -> Night:
        night = Night(seed, path, tick)
        await night.run([play_table(night, plan, Random(f"{seed} {at}")) for at, plan in enumerate(plans)], away)
        return night

    complaints, log = Complaints(), logging.getLogger()
    log.addHandler(complaints)
    try:
        record = run(night(), seed, tick).record
    finally:
        log.removeHandler(complaints)
    wrong, counts = judge(record)
    return [*complaints.found, *wrong], counts


def summary(counts: Counter[str]) -> str:
    """Return the statistics in one line."""
    return ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))


def test_short_night_keeps_all_rules(tmp_path: Path) -> None:
    wrong, counts = run_night(1, short_night(1), absences(1)[:4], tmp_path / "night.sqlite3")
    assert not wrong, "\n".join(wrong)
    assert counts["away"], summary(counts)
    assert counts["came back"], summary(counts)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 4))
def test_night_of_thirty_tables_keeps_all_rules(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, counts = run_night(
        seed, plan_night(seed, 30), absences(seed), tmp_path / "night.sqlite3", tick=DOWNTIME_SECONDS
    )
    with capsys.disabled():
        print(f"\nnight {seed}, 30 tables: {summary(counts)}")
    assert not wrong, "\n".join(wrong)
