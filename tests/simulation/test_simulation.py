"""A simulation: tables end by the rules, nobody is notified twice, and no downtime costs anybody a turn.

People of every manner play at tables of every game and time control. The bot is down for two hours twice, is restarted,
and loses Discord for a while. The host, the store, the cogs and the presenter are real; Discord and the database in
memory are those of `tests/show`. `tests.simulation.judge` checks the record.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from host.play.clocks import TICK
from host.play.time_control import DOWNTIME_SECONDS
from show.messages.edit_rate_limit import EditRateLimit
from tests.seeded import clock, seeded
from tests.simulation.judge import judge
from tests.simulation.people import play_table
from tests.simulation.plan import Absence, Plan, absences, plan_simulation, short_simulation
from tests.simulation.simulation import Simulation
from tests.unexpected_logs import unexpected_logs
from tests.virtual_time import run


def run_simulation(
    seed: int, plans: Sequence[Plan], away: Sequence[Absence], tick: float = TICK
) -> tuple[list[str], Counter[str]]:
    """Run a simulation, and return the violations of the rules and counts of what happened.

    The bot checks its clocks every `tick` seconds; long simulations need a long tick.
    """

    async def simulated() -> Simulation:
        simulation = Simulation(seed, tick)
        await simulation.run(
            [play_table(simulation, plan, Random(f"{seed} {at}")) for at, plan in enumerate(plans)], away
        )
        return simulation

    with unexpected_logs() as unexpected, seeded(seed) as patch:
        patch.setattr("host.play.clocks.TICK", tick)
        patch.setattr("show.presenter.EditRateLimit", partial(EditRateLimit, today=clock))
        wrong, counts = judge(run(simulated()).record)
    return [*unexpected, *wrong], counts


def summary(counts: Counter[str]) -> str:
    """Return the counts in one line of text."""
    return ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))


@pytest.mark.slow
def test_short_simulation_keeps_all_rules() -> None:
    wrong, counts = run_simulation(1, short_simulation(1), absences(1)[:4])
    assert not wrong, "\n".join(wrong)
    assert counts["away"], summary(counts)
    assert counts["came back"], summary(counts)
    assert counts["rested"], summary(counts)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 4))
def test_simulation_of_thirty_tables_keeps_all_rules(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, counts = run_simulation(seed, plan_simulation(seed, 30), absences(seed), tick=DOWNTIME_SECONDS)
    with capsys.disabled():
        print(f"\nsimulation {seed}, 30 tables: {summary(counts)}")
    assert not wrong, "\n".join(wrong)
