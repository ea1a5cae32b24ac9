"""Preparation of the day's deals: a week ahead, with one secret a day; failed work is tried again, and logged once."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

from engine.daily import deal as daily_deal
from engine.daily import plan
from engine.game import Game
from host.ai.pool import PlayerFailed, WorkerDied
from host.daily.deals import WEEK, opens_at
from host.daily.preparation import EARLY_SECONDS, KEPT_DAYS, DailyPreparation, plan_day
from host.daily.retries import FIRST_SECONDS
from host.daily.servers import DELETED
from host.services import Services
from storage import Store, StoreError
from storage.rows import DailyMessage
from tests.clock import Clock
from tests.host.daily_support import ScriptedPool, play_daily, play_on, step
from tests.patches import fail
from tests.tables import GUILD, SCHOTEN, finish, started

AKI = 7_000_000_000_000_000_001


@pytest.fixture
def pool() -> ScriptedPool:
    return ScriptedPool()


@pytest.fixture
async def services(store: Store, clock: Clock, pool: ScriptedPool) -> AsyncIterator[Services]:
    one = Services(store, pause=0, playouts=2, now=clock, reviewers=pool)
    yield one
    await one.close()


async def deals_of(store: Store, day: int) -> list[Any]:
    """Return the prepared deals of a day."""
    row = await store.daily.day(day)
    return json.loads(row.deals) if row is not None and row.deals is not None else []


async def plan_and_open(services: Services) -> None:
    """Plan the days, and open today's deal for a person, so that there is work to do."""
    await services.daily_preparation.plan()
    await services.daily.open(AKI)


async def test_new_bot_has_deals_at_once_and_plans_a_week(services: Services, store: Store, pool: ScriptedPool) -> None:
    today = services.daily.today
    await services.daily_preparation.plan()
    planned = await store.daily.planned(today - 9, today + 99)
    assert [row.day for row in planned] == [*range(today, today + WEEK + 1)]
    assert len({row.secret for row in planned}) == len({row.commitment for row in planned}) == WEEK + 1
    deals = await deals_of(store, today)
    assert len(deals) == daily_deal.DEALS
    assert all(one["reference"] == [] for one in deals)
    assert await deals_of(store, today + 1) == []
    assert not pool.asked
    await services.daily_preparation.plan()
    assert await store.daily.planned(today - 9, today + 99) == planned
    assert (await services.daily.open(AKI)).day == today


async def test_todays_reference_comes_first_then_the_days_in_order(
    services: Services, store: Store, pool: ScriptedPool
) -> None:
    today = services.daily.today
    await plan_and_open(services)
    before = [one["deal"] for one in await deals_of(store, today)]
    await services.daily_preparation.work()
    asked = [(one["day"], "deal" in one) for one in pool.asked]
    each_day = [False, *[True] * daily_deal.DEALS]
    assert asked == [(day, kind) for day in range(today, today + WEEK + 1) for kind in each_day][1:]
    assert [one["deal"] for one in await deals_of(store, today)] == before, "people may be playing them"
    for day in range(today, today + WEEK + 1):
        assert [one["reference"] for one in await deals_of(store, day)] == [[1, 2, 3]] * daily_deal.DEALS
    assert (await deals_of(store, today + 1))[0]["signal"] == 1.5
    await services.daily_preparation.work()
    assert len(pool.asked) == len(asked), "nothing is left to do"


async def test_nothing_is_chosen_while_nobody_plays(
    services: Services, store: Store, pool: ScriptedPool, clock: Clock
) -> None:
    await services.daily_preparation.plan()
    await services.daily_preparation.work()
    assert not pool.asked
    await services.daily.open(AKI)
    clock.now += (WEEK + 1) * 86_400
    await services.daily_preparation.plan()
    await services.daily_preparation.work()
    assert not pool.asked
    assert await deals_of(store, services.daily.today)


async def test_day_that_was_not_chosen_in_time_has_deals_when_it_opens(
    services: Services, store: Store, clock: Clock
) -> None:
    await services.daily_preparation.plan()
    tomorrow = services.daily.today + 1
    clock.now = opens_at(tomorrow) - EARLY_SECONDS - 1
    await services.daily_preparation.plan()
    assert not await deals_of(store, tomorrow)
    clock.now += 1
    await services.daily_preparation.plan()
    assert len(await deals_of(store, tomorrow)) == daily_deal.DEALS


async def test_two_processes_plan_and_prepare_the_same_deals(services: Services, store: Store, clock: Clock) -> None:
    other = Services(store, pause=0, now=clock, reviewers=ScriptedPool())
    both = (services, other)
    await asyncio.gather(*(plan_and_open(one) for one in both))
    await asyncio.gather(*(one.daily_preparation.work() for one in both))
    for row in await store.daily.planned(0, services.daily.today + 99):
        assert row.commitment == plan.commitment(row.secret, row.day)
        assert len(await deals_of(store, row.day)) == daily_deal.DEALS
    tries = [await one.daily.open(AKI) for one in both]
    assert tries[0].deal == tries[1].deal
    await other.close()


async def test_plays_go_on_while_their_reference_arrives(services: Services, clock: Clock) -> None:
    await services.daily_preparation.plan()
    now = await step(services, AKI, await services.daily.open(AKI), Random(1))
    await services.daily_preparation.work()
    clock.now += 60
    over = await play_on(services, AKI, now)
    assert over.deal == now.deal
    result = await services.daily.result(AKI, over.day)
    assert result.par == 2.0
    assert (result.best, result.alone) == (3, True), "the reference's best points"


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    "failure", [WorkerDied("it has ended"), PlayerFailed("File x"), StoreError("The disk is full.")]
)
async def test_failure_is_logged_once_and_tried_again(
    services: Services,
    store: Store,
    clock: Clock,
    pool: ScriptedPool,
    failure: Exception,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await plan_and_open(services)
    pool.failures += [failure]
    await services.daily_preparation.work()
    assert len([line for line in caplog.records if line.levelno >= logging.WARNING]) == 1
    clock.now += FIRST_SECONDS
    await services.daily_preparation.work()
    assert (await deals_of(store, services.daily.today))[0]["reference"] == [1, 2, 3]


async def test_failed_write_is_logged_once_and_tried_again(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fail(monkeypatch, store.daily, "plan", *[StoreError("The disk is full.")] * 3)
    for _ in range(4):
        await services.daily_preparation.plan()
    assert len([line for line in caplog.records if line.levelno >= logging.WARNING]) == 1
    assert len(await store.daily.planned(0, services.daily.today + 99)) == WEEK + 1


async def test_closed_store_ends_nothing(services: Services, store: Store) -> None:
    await store.close()
    await services.daily_preparation.plan()
    await services.daily_preparation.work()


async def test_work_pauses_while_computers_or_reviews_wait(
    store: Store, clock: Clock, pool: ScriptedPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = Services(store, pause=0, now=clock, reviewers=pool)
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            monkeypatch.setattr(type(services.reviews), "busy", False)

    monkeypatch.setattr(type(services.reviews), "busy", True)
    preparation = DailyPreparation(services.tables, services.daily, pool, services.reviews, sleep)
    await plan_and_open(services)
    await preparation.work()
    assert len(slept) == 3
    await services.close()


async def test_saturday_has_the_most_played_game(services: Services, store: Store) -> None:
    today = services.daily.today
    saturday = next(day for day in range(today, today + 7) if plan.weekday(day) == plan.FAVOURITE)
    await finish(services, await started(services, people=2, guild=GUILD))
    await services.daily_preparation.plan()
    row = await store.daily.day(saturday)
    assert row is not None
    assert (row.game, json.loads(row.options)) == (
        plan.game_of(saturday, SCHOTEN)[0],
        plan.game_of(saturday, SCHOTEN)[1],
    )
    assert (await plan_day(store, saturday, services.tables.now())).game == SCHOTEN


async def test_first_game_is_the_favourite_of_a_bot_without_games(services: Services, store: Store) -> None:
    saturday = next(day for day in range(7) if plan.weekday(day) == plan.FAVOURITE)
    assert (await plan_day(store, saturday, services.tables.now())).game == next(iter(Game.games))


async def test_moves_of_old_tries_are_deleted(services: Services, store: Store, clock: Clock) -> None:
    await services.daily_preparation.plan()
    over = await play_daily(services, AKI)
    for days, kept in ((KEPT_DAYS - 1, True), (KEPT_DAYS, False)):
        clock.now = opens_at(over.day + days)
        await services.daily_preparation.work()
        row = await store.daily.attempt(over.day, AKI)
        assert row is not None
        assert row.points == over.points
        assert (row.moves != "[]") == kept


async def test_record_of_a_deleted_message_is_removed_two_days_after_its_day(
    services: Services, store: Store, clock: Clock
) -> None:
    day = services.daily.today
    for guild_id, fingerprint in ((1, DELETED), (2, "page")):
        await store.daily_messages.add(DailyMessage(day, guild_id, 10, str(guild_id), 70, fingerprint, final=True))
    for days, kept in ((1, ["1", "2"]), (2, ["2"])):
        clock.now = opens_at(day + days)
        await services.daily_preparation.work()
        assert [one.nonce for one in await store.daily_messages.open(day, 9)] == kept


async def test_tasks_begin_and_end(store: Store, clock: Clock, pool: ScriptedPool) -> None:
    services = Services(store, pause=0, now=clock, reviewers=pool)
    services.daily_preparation.start()
    async with asyncio.timeout(60):
        while not await deals_of(store, services.daily.today):
            await asyncio.sleep(0)
    await services.close()
