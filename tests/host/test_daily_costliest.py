"""The costliest decisions of a day: computed from people's plays once the day is closed, and never shown earlier."""

import json
import logging
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest

from engine.daily.costliest import VERSION
from engine.game import Game
from engine.text import Text
from host import refusals
from host.ai.pool import PlayerFailed, WorkerDied
from host.ai.review_pool import ReviewThread
from host.daily.costliest import KEPT_DAYS, SETTLE_SECONDS
from host.daily.deals import opens_at, shown_from
from host.daily.retries import FIRST_SECONDS
from host.refusals import Refusal
from host.services import Services
from storage import Store, StoreError
from tests.clock import Clock
from tests.costliest import QUICK, a_cost, store_costs
from tests.days import prepare_day
from tests.host.daily_support import ScriptedPool, play_daily
from tests.patches import fail
from tests.whole_numbers import whole_numbers

AKI, BEN, CHIE = 7_000_000_000_000_000_001, 7_000_000_000_000_000_002, 7_000_000_000_000_000_003
KIND = Game.games["saizen"]
DAY = 20_000


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = opens_at(DAY) + 3600.0
    return clock


@pytest.fixture
def pool() -> ScriptedPool:
    pool = ScriptedPool()
    pool.costs = {"version": VERSION, "decisions": [a_cost(KIND, moves=moves) for moves in (0, 1)]}
    return pool


@pytest.fixture
async def services(store: Store, clock: Clock, pool: ScriptedPool) -> AsyncIterator[Services]:
    one = Services(store, pause=0, playouts=2, now=clock, reviewers=pool)
    await prepare_day(store, DAY, KIND)
    yield one
    await one.close()


async def close_day(services: Services, clock: Clock, days: int = 1, seconds: float = SETTLE_SECONDS) -> None:
    """Set the clock to `seconds` after the close of `DAY` (with `days`, of a later day), and run the preparation."""
    clock.now = opens_at(DAY + days) + seconds
    await services.daily_preparation.plan()
    await services.daily_preparation.work()


async def refused(work: Awaitable[object], reason: Text) -> None:
    """Check that work is refused for a reason."""
    with pytest.raises(Refusal) as error:
        await work
    assert error.value.text == reason


def not_over() -> Text:
    return refusals.DAY_NOT_OVER(closes=str(opens_at(DAY + 1)))


async def test_open_day_is_refused_and_not_valued(services: Services, store: Store, pool: ScriptedPool) -> None:
    await play_daily(services, AKI)
    await services.daily_preparation.work()
    assert not pool.costs_asked
    await store_costs(store, DAY, KIND)
    for day in (DAY, DAY + 1):
        assert not await services.costliest.exist(day)
        await refused(services.costliest.decision(day, 0), not_over())


async def test_plays_of_a_closed_day_are_valued_once(services: Services, clock: Clock, pool: ScriptedPool) -> None:
    for user_id in (AKI, BEN, CHIE):
        await play_daily(services, user_id)
    await close_day(services, clock, seconds=SETTLE_SECONDS - 1)
    assert not pool.costs_asked, "a last move may still be stored"
    for _ in range(2):
        await close_day(services, clock)
    [asked] = pool.costs_asked
    assert asked.keys() == {"deals", "decisions"}
    assert asked["decisions"]
    assert whole_numbers(json.dumps(asked)).isdisjoint({AKI, BEN, CHIE})
    assert await services.costliest.exist(DAY)
    shown = [await services.costliest.decision(DAY, place) for place in range(2)]
    assert [(one.day, one.place, one.count) for one in shown] == [(DAY, 0, 2), (DAY, 1, 2)]
    for one, stored in zip(shown, pool.costs["decisions"], strict=True):
        assert one.deal.seat in one.game.to_act
        assert (one.decision["total"], one.decision["people"]) == (stored["total"], stored["people"])
    for place in (-1, 2):
        await refused(services.costliest.decision(DAY, place), refusals.NO_COSTLIEST())


async def test_restart_makes_nothing_again_and_makes_up_for_what_is_missing(
    services: Services, store: Store, clock: Clock, pool: ScriptedPool
) -> None:
    await play_daily(services, AKI)
    pool.no_costs.append(WorkerDied("it was killed"))
    await close_day(services, clock)
    assert not await services.costliest.exist(DAY)
    for made in (1, 1):
        other = ScriptedPool()
        other.costs = pool.costs
        restarted = Services(store, pause=0, now=clock, reviewers=other)
        await restarted.daily_preparation.work()
        assert await restarted.costliest.exist(DAY)
        pool.costs_asked += other.costs_asked
        await restarted.close()
        assert len(pool.costs_asked) == 1 + made


async def test_decision_that_cannot_be_told_any_more_is_none(
    services: Services, store: Store, clock: Clock, pool: ScriptedPool
) -> None:
    await play_daily(services, AKI)
    changed: Any = json.loads(json.dumps(pool.costs))
    changed["decisions"][0]["why"]["advice"] = ["gone", {}]
    await store.daily.set_costliest(DAY, json.dumps(changed))
    clock.now = shown_from(DAY)
    await refused(services.costliest.decision(DAY, 0), refusals.NO_COSTLIEST())


async def test_nothing_is_made_for_a_day_on_which_nobody_played(
    services: Services, store: Store, clock: Clock, pool: ScriptedPool
) -> None:
    await services.daily.open(AKI)
    await close_day(services, clock)
    assert not pool.costs_asked
    assert await store.daily.costliest(DAY) is None
    await refused(services.costliest.decision(DAY, 0), refusals.NO_COSTLIEST())


async def test_play_that_ended_after_its_day_does_not_count(
    services: Services, clock: Clock, pool: ScriptedPool
) -> None:
    await play_daily(services, AKI)
    late = await services.daily.open(BEN)
    clock.now = opens_at(DAY + 1) + 1
    assert (await services.daily.attempt(BEN, late.day)).late
    await close_day(services, clock)
    [asked] = pool.costs_asked
    assert asked["decisions"] == [], "only one person's play counts, and nothing is told of a single person"


async def test_person_whose_data_is_deleted_before_is_left_out(
    services: Services, store: Store, clock: Clock, pool: ScriptedPool
) -> None:
    await play_daily(services, AKI)
    await services.privacy.forget(AKI)
    await services.daily.open(BEN)
    await close_day(services, clock)
    assert not pool.costs_asked
    assert await store.daily.plays(DAY) == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize("failure", [WorkerDied("it has ended"), PlayerFailed("File x")])
async def test_failure_is_logged_once_and_tried_again_and_holds_up_no_deals(
    services: Services, clock: Clock, pool: ScriptedPool, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    await play_daily(services, AKI)
    pool.no_costs += [failure]
    await close_day(services, clock)
    assert pool.asked, "the deals are chosen nevertheless"
    assert len([line for line in caplog.records if line.levelno >= logging.WARNING]) == 1
    await close_day(services, clock)
    assert len(pool.costs_asked) == 1, "a try so soon would fail as well"
    await close_day(services, clock, seconds=SETTLE_SECONDS + FIRST_SECONDS)
    assert await services.costliest.exist(DAY)
    assert len(pool.costs_asked) == 2


async def test_failed_write_is_tried_again(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_daily(services, AKI)
    fail(monkeypatch, store.daily, "set_costliest", StoreError("The disk is full."))
    await close_day(services, clock)
    assert not await services.costliest.exist(DAY)
    await close_day(services, clock)
    assert await services.costliest.exist(DAY)


async def test_result_of_another_version_is_not_shown_and_made_again_while_the_moves_are_kept(
    services: Services, store: Store, clock: Clock, pool: ScriptedPool
) -> None:
    await play_daily(services, AKI)
    old = json.dumps({**pool.costs, "version": VERSION - 1})
    await store.daily.set_costliest(DAY, old)
    clock.now = opens_at(DAY + KEPT_DAYS - 1)
    assert not await services.costliest.exist(DAY)
    await refused(services.costliest.decision(DAY, 0), refusals.NO_COSTLIEST())
    await close_day(services, clock, days=KEPT_DAYS - 1)
    assert len(pool.costs_asked) == 1
    assert await services.costliest.exist(DAY)


async def test_day_without_a_costly_decision_is_not_valued_again(
    services: Services, clock: Clock, pool: ScriptedPool
) -> None:
    pool.costs = {"version": VERSION, "decisions": []}
    await play_daily(services, AKI)
    for _ in range(2):
        await close_day(services, clock)
    assert len(pool.costs_asked) == 1
    assert not await services.costliest.exist(DAY)


async def test_worker_values_the_decisions_of_stored_plays(
    services: Services, clock: Clock, pool: ScriptedPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.daily.costliest.Reviewer", lambda: QUICK)
    monkeypatch.setattr("engine.daily.costliest.MOST_DECISIONS", 3)
    for user in range(AKI, AKI + 5):  # with four deals, some of these five people have the same deal
        await play_daily(services, user)
    await close_day(services, clock)
    done, thread = list[int](), ReviewThread()

    async def progress(number: int) -> None:
        done.append(number)

    made: Any = await thread.prepare(pool.costs_asked[0], progress)
    await thread.close()
    assert made["version"] == VERSION
    assert done == [*range(1, len(done) + 1)] != []
    assert all(one["people"] > 1 for one in made["decisions"])
