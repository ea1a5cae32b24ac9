"""A night in virtual time: every table ends by its rules, nobody is told twice, nobody misses a turn for a downtime.

People of every manner play at tables of every game and pace, while the bot is away for two hours twice, is restarted,
and loses Discord for a while. The host, the store on its file, the cogs and all that shows are real; Discord is the
fake one of `tests/show`. What was seen of it is judged by `tests.simulation.judge`.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from host.play.clocks import TICK
from host.play.time_control import LATE
from tests.show.world import Complaints
from tests.simulation.clockwork import run
from tests.simulation.judge import judged
from tests.simulation.night import Night
from tests.simulation.people import table
from tests.simulation.plan import Absence, Plan, absences, brief, planned


def lived(
    seed: int, plans: Sequence[Plan], away: Sequence[Absence], path: Path, tick: float = TICK
) -> tuple[list[str], Counter[str]]:
    """What is wrong with a night, and what there was in it.

    With `tick` the bot looks at its clocks that seldom, for nights that last for days.
    """

    async def night() -> Night:
        night = Night(seed, path, tick)
        await night.live([table(night, plan, Random(f"{seed} {at}")) for at, plan in enumerate(plans)], away)
        return night

    complaints, log = Complaints(), logging.getLogger()
    log.addHandler(complaints)
    try:
        record = run(night(), seed, tick).record
    finally:
        log.removeHandler(complaints)
    wrong, counts = judged(record)
    return [*complaints.found, *wrong], counts


def told(counts: Counter[str]) -> str:
    """What there was, in one line."""
    return ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))


def test_in_a_brief_night_every_table_ends_by_its_rules_and_nobody_is_told_twice(tmp_path: Path) -> None:
    wrong, counts = lived(1, brief(1), absences(1)[:4], tmp_path / "night.sqlite3")
    assert not wrong, "\n".join(wrong)
    assert counts["away"], told(counts)
    assert counts["came back"], told(counts)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 4))
def test_in_a_night_of_thirty_tables_every_table_ends_by_its_rules_and_nobody_is_told_twice(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong, counts = lived(seed, planned(seed, 30), absences(seed), tmp_path / "night.sqlite3", tick=LATE)
    with capsys.disabled():
        print(f"\nnight {seed}, 30 tables: {told(counts)}")
    assert not wrong, "\n".join(wrong)
