"""With a clock that jumps, nothing is shown, deleted, dropped or called off early, and everything due is done.

The clock jumps by up to forty days, for ten seconds or ten minutes, at ten moments of the half hour around midnight in
which everything falls due. At the end all is as without a jump.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from host.clock import ComparedClock
from host.daily.deals import DailyDeals
from host.nights.nights import Nights
from tests.patches import wrap
from tests.simulation.jumping_clock import BEGIN, MIDNIGHT, NONE, Jump, simulate

HOURS, DAYS = 3_600.0, 86_400.0
SIZES = (9 * HOURS, -9 * HOURS, DAYS, -DAYS, 40 * DAYS, -40 * DAYS)
LASTING = (10.0, 600.0)
MOMENTS = {
    "before the start": BEGIN - MIDNIGHT - 1,
    "at the start": BEGIN - MIDNIGHT + 3,
    "deletion due": -62.0,
    "mid-game": -40.0,
    "midnight": -5.0,
    "break of a night": 35.0,
    "reminder due": 178.0,
    "scheduled lobby due": 238.0,
    "night to be called off": 358.0,
    "idle lobby due": 478.0,
}
"""Moments in seconds after midnight."""
CASES = [Jump(size, at, lasting) for at in MOMENTS.values() for size in SIZES for lasting in LASTING]


@cache
def undisturbed() -> dict[str, object]:
    """Return the facts at the end of a simulation whose clock is always right."""
    wrong, facts = simulate(NONE)
    assert not wrong
    return facts


@pytest.mark.drawn(1)
@pytest.mark.parametrize("jump", Random(57).sample(CASES, 4), ids=str)
def test_some_jumps_of_the_clock_change_nothing(jump: Jump) -> None:
    wrong, _ = simulate(jump)
    assert not wrong


@pytest.mark.soak
@pytest.mark.parametrize("jump", CASES, ids=str)
def test_no_jump_of_the_clock_changes_anything(jump: Jump) -> None:
    wrong, facts = simulate(jump)
    assert not wrong
    assert facts == undisturbed()


Broken = Callable[..., Any]


async def trust_the_computer(_plain: Broken, clock: ComparedClock) -> int:
    return int(clock._computer())


def date_by_the_computer(_plain: Broken, clock: ComparedClock) -> float:
    return clock._computer()


def date_clicks_by_the_computer(_plain: Broken, daily: DailyDeals, _at: float | None) -> int:
    return int(daily._clock._computer()) // 86_400


async def show_without_a_question(_plain: Broken, daily: DailyDeals, day: int, _at: float | None = None) -> None:
    await daily._store.daily.show(day)


async def call_off_by_the_computer(plain: Broken, nights: Nights, night_id: int) -> None:
    night = await nights.get(night_id)
    since = night.row.starts_at or night.row.created_at
    if night.row.state == "gathering" and nights._tables.clock._computer() > since + DAYS:
        await nights._store.end(night.row, "off")
    await plain(nights, night_id)


PLANTS: dict[str, tuple[tuple[Any, str, Broken], Jump]] = {
    "the computer's clock is certain": ((ComparedClock, "certain", trust_the_computer), Jump(DAYS, -62.0, 600.0)),
    "rows get the computer's time": ((ComparedClock, "now", date_by_the_computer), Jump(40 * DAYS, -40.0, 600.0)),
    "clicks have the computer's day": ((DailyDeals, "day_at", date_clicks_by_the_computer), Jump(-DAYS, 35.0, 600.0)),
    "days are shown at once": ((DailyDeals, "show", show_without_a_question), Jump(DAYS, -62.0, 10.0)),
    "nights are called off": ((Nights, "advance", call_off_by_the_computer), Jump(DAYS, 178.0, 10.0)),
}
"""Faults, and a jump after which each of them is noticed."""


@pytest.mark.soak
@pytest.mark.parametrize("plant", PLANTS)
def test_simulation_notices_a_bot_that_trusts_its_clock(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (owner, name, broken), jump = PLANTS[plant]
    expected = undisturbed()
    wrap(monkeypatch, owner, name, broken)
    wrong, facts = simulate(jump)
    assert wrong or facts != expected
    print(f"{plant}: {wrong or 'other facts'}")
