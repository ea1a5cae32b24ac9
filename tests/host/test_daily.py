"""The day's deal: one scored attempt for each person and day, equal answers to equal moves, and no card told too early.

Computer players hardly think in these tests.
"""

import asyncio
import json
from collections.abc import Callable
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

import limits
from engine.daily import deal as daily_deal
from engine.daily import percentile, plan
from engine.game import Game
from engine.games.saizen import Saizen
from host import refusals
from host.daily import positions as daily_positions
from host.daily.deals import opens_at, shown_from
from host.place import NOWHERE, Place
from host.refusals import Refusal, Stale
from host.services import Services
from storage import Store, StoreError
from tests.clock import Clock
from tests.days import a_deal
from tests.host.daily_support import play_daily, play_on, prepare_today, some_path, step
from tests.patches import fail, wrap

AKI, BEN, CHIE = 7_000_000_000_000_000_001, 7_000_000_000_000_000_002, 7_000_000_000_000_000_003
DAY = 86_400


@pytest.fixture(autouse=True)
def _hardly_any_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_deal, "PLAYOUTS", 2)


@pytest.fixture
async def services(services: Services) -> Services:
    """Return services on a day that has deals."""
    await prepare_today(services)
    return services


async def refused(request: object, text: object, kind: type[Refusal] = Refusal) -> None:
    """Check that a request is refused with a text."""
    with pytest.raises(kind) as refusal:
        await request  # type: ignore[misc]
    assert refusal.value.text.key == text.key  # type: ignore[attr-defined]


async def stored(store: Store, user_id: int, day: int) -> tuple[str, int | None]:
    """Return the moves and the points of a stored attempt."""
    row = await store.daily.attempt(day, user_id)
    assert row is not None
    return row.moves, row.points


async def test_try_is_played_to_its_end_and_counts_once(services: Services, store: Store) -> None:
    first = await services.daily.open(AKI)
    assert first.deal.seat in first.game.to_act
    assert (first.points, first.practice, first.late) == (None, False, False)
    over = await play_on(services, AKI, first)
    assert over.game.over
    moves, points = await stored(store, AKI, first.day)
    assert points == over.points == daily_deal.points(over.game, over.deal.seat)
    assert [tuple(one) for one in json.loads(moves)] == daily_deal.history(over.game)
    again = await services.daily.open(AKI)
    assert (again.day, again.number, again.points) == (first.day, first.number, points)
    path = some_path(first.game, first.deal.seat, Random(1))
    for decision in (0, 1, over.decision):
        await refused(services.daily.move(AKI, first.day, decision, path), refusals.ALREADY_PLAYED(), Stale)
    assert await stored(store, AKI, first.day) == (moves, points)


async def test_any_pause_and_restart_at_every_decision_gives_one_result(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = await play_daily(services, AKI)
    number = expected.number
    monkeypatch.setattr(plan, "deal_number", lambda *_: number)
    random, restarted = Random(1), Services(store, pause=0, playouts=2, now=clock)
    now = await restarted.daily.open(BEN)
    while now.points is None:
        await restarted.close()
        clock.now += 60
        restarted = Services(store, pause=0, playouts=2, now=clock)
        again = await restarted.daily.open(BEN)
        assert again.decision == now.decision
        assert again.game.state() == now.game.state()
        now = await step(restarted, BEN, again, random)
    await restarted.close()
    assert now.points == expected.points
    assert await stored(store, BEN, now.day) == await stored(store, AKI, now.day)
    assert [one.points for one in await store.daily.finishes(now.day)] == [expected.points] * 2


async def test_killed_between_move_and_answer_nothing_is_lost_or_doubled(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = await services.daily.open(AKI)
    path = some_path(now.game, now.deal.seat, Random(1))
    # a write fails, so the same decision must be made again
    fail(monkeypatch, store.daily, "move", StoreError("The disk is full."))
    await refused(services.daily.move(AKI, now.day, 0, path, sure=True), refusals.TRY_AGAIN())
    assert (await services.daily.open(AKI)).decision == 0
    # a write is committed, but the process dies before it answers, so the next decision must be made
    await services.daily.move(AKI, now.day, 0, path, sure=True)
    restarted = Services(store, pause=0, playouts=2, now=clock)
    assert (await restarted.daily.open(AKI)).decision > 0
    await refused(restarted.daily.move(AKI, now.day, 0, path, sure=True), refusals.ALREADY_PLAYED(), Stale)
    await restarted.close()


async def test_double_clicks_make_one_move(services: Services) -> None:
    now = await services.daily.open(AKI)
    path = some_path(now.game, now.deal.seat, Random(1))
    clicks = [services.daily.move(AKI, now.day, 0, path, sure=True) for _ in range(5)]
    answers = await asyncio.gather(*clicks, return_exceptions=True)
    assert [type(answer) for answer in answers].count(Stale) == 4
    [made] = [answer for answer in answers if not isinstance(answer, BaseException)]
    assert (await services.daily.open(AKI)).game is made.game


async def test_move_in_another_process_is_not_overwritten(services: Services, store: Store, clock: Clock) -> None:
    other = Services(store, pause=0, playouts=2, now=clock)
    now = await services.daily.open(AKI)
    seat, random = now.deal.seat, Random(2)
    answers = await asyncio.gather(
        *(one.daily.move(AKI, now.day, 0, some_path(now.game, seat, random), sure=True) for one in (services, other)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers].count(Stale) == 1
    same = [await one.daily.open(AKI) for one in (services, other)]
    assert same[0].game.state() == same[1].game.state()
    await other.close()


async def test_forged_clicks_change_nothing(services: Services, store: Store) -> None:
    now = await services.daily.open(AKI)
    before, today, move = await stored(store, AKI, now.day), now.day, services.daily.move
    path = some_path(now.game, now.deal.seat, Random(1))
    await refused(move(BEN, today, 0, path, sure=True), refusals.NO_ATTEMPT())
    for day in (today - 2, today + 1, -1, 10**30):
        await refused(move(AKI, day, 0, path, sure=True), refusals.DAY_OVER())
        await refused(services.daily.result(AKI, day), refusals.DAY_OVER())
        await refused(services.daily.practise(AKI, day), refusals.DAY_OVER())
    await refused(move(AKI, today - 1, 0, path, sure=True), refusals.NOT_PREPARED())
    for decision in (-1, 1, 10**30):
        await refused(move(AKI, today, decision, path, sure=True), refusals.ALREADY_PLAYED(), Stale)
    for wrong in (("no such card",), (*path, "more"), ("",)):
        await refused(move(AKI, today, 0, wrong, sure=True), refusals.NO_SUCH_CHOICE(), Stale)
    await refused(move(AKI, today, 0, path, sure=True, practice=True), refusals.NO_PRACTICE())
    assert (await move(AKI, today, 0, ())).path == ()
    assert await stored(store, AKI, today) == before
    assert await store.daily.attempt(today, BEN) is None


async def test_illegal_move_is_refused_with_the_games_reason(services: Services) -> None:
    random = Random(1)
    for user_id in range(1, 40):  # several people, because in some random deals no choice is ever forbidden
        now = await services.daily.open(user_id)
        while now.points is None:
            seat, game = now.deal.seat, now.game
            forbidden = [move for move in game.offers(seat) if game.why_not(seat, move) is not None]
            if forbidden:
                path = game.path(forbidden[0])
                with pytest.raises(Refusal):
                    await services.daily.move(user_id, now.day, now.decision, path, sure=True)
                assert (await services.daily.open(user_id)).game is game
                return
            now = await step(services, user_id, now, random)
    pytest.fail("nothing was forbidden")


async def test_nothing_is_told_before_the_own_play_is_over(services: Services) -> None:
    await play_daily(services, BEN)
    today = services.daily.today
    await refused(services.daily.result(AKI, today), refusals.NO_ATTEMPT())
    await services.daily.open(AKI)
    for ask in (services.daily.result, services.daily.practise):
        await refused(ask(AKI, today), refusals.DAILY_FIRST())
    for user_id in (AKI, BEN):
        await refused(services.daily.yesterday(user_id), refusals.NO_YESTERDAY())
    assert today in [one.day for one in await services.daily.commitments()]


async def test_commitments_of_the_coming_week_have_no_secrets(services: Services, store: Store) -> None:
    told = await services.daily.commitments()
    assert [one.day for one in told] == [*range(services.daily.today, services.daily.today + 8)]
    for one in told:
        row = await store.daily.day(one.day)
        assert row is not None
        assert row.secret.hex() not in str(one)
        assert plan.commitment(row.secret, one.day) == one.commitment


async def test_standing_compares_with_others_and_the_reference(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "deal_number", lambda *_: 0)
    seen = list[tuple[float, list[int], list[int]]]()

    def compared(points: float, people: list[int], reference: list[int]) -> float:
        seen.append((points, sorted(people), reference))
        return 12.5

    monkeypatch.setattr(percentile, "percentile", compared)
    tries = [await play_daily(services, user_id, seed=number) for number, user_id in enumerate((AKI, BEN, CHIE))]
    points = [one.points or 0 for one in tries]
    result = await services.daily.result(AKI, tries[0].day)
    assert seen[-1] == (points[0], sorted(points[1:]), [])
    assert (result.points, result.percentile, result.players) == (points[0], 12.5, 3)
    assert result.best == max(points)
    assert result.streak.days == 1


async def test_best_play_of_people_is_shown_after_the_close(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "deal_number", lambda *_: 0)
    tries = [await play_daily(services, user_id, seed=number) for number, user_id in enumerate((AKI, BEN, CHIE))]
    clock.now = shown_from(tries[0].day)
    deal = (await services.daily.closed_day(tries[0].day)).deals[0]
    game = deal.deal.resume(deal.line)
    assert deal.best == max(one.points or 0 for one in tries) == daily_deal.points(game, deal.deal.seat)


@pytest.mark.parametrize("reference", [[], [-9, -8]])
async def test_own_points_are_not_the_best_seen_while_nobody_else_has_played(
    services: Services, monkeypatch: pytest.MonkeyPatch, reference: list[int]
) -> None:
    monkeypatch.setattr(plan, "deal_number", lambda *_: 0)
    first = await play_daily(services, AKI)
    found = await services.daily._day(first.day)
    monkeypatch.setitem(found.prepared[0], "reference", reference)
    result = await services.daily.result(AKI, first.day)
    assert (result.best, result.alone) == (max(reference, default=None), True)
    second = await play_daily(services, BEN, seed=1)
    result = await services.daily.result(AKI, first.day)
    assert (result.best, result.alone) == (max(first.points or 0, second.points or 0), False)


async def test_people_with_other_deals_are_not_counted(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "deal_number", lambda _secret, _day, user_id: int(user_id == CHIE))
    for user_id in (AKI, BEN, CHIE):
        over = await play_daily(services, user_id)
    results = [await services.daily.result(user_id, over.day) for user_id in (AKI, BEN, CHIE)]
    assert [one.players for one in results] == [2, 2, 1]


async def test_practice_comes_after_the_try_and_is_never_stored(services: Services, store: Store) -> None:
    over = await play_daily(services, AKI)
    before = await stored(store, AKI, over.day)
    for seed in (3, 4):
        practice = await services.daily.practise(AKI, over.day)
        assert practice.practice
        assert practice.decision == 0
        done = await play_on(services, AKI, practice, seed=seed)
        assert (await services.daily.practice(AKI, over.day)).points == done.points
    assert await stored(store, AKI, over.day) == before
    assert (await services.daily.result(AKI, over.day)).players == 1


async def test_practice_is_lost_at_a_restart(services: Services, store: Store, clock: Clock) -> None:
    over = await play_daily(services, AKI)
    practice = await services.daily.practise(AKI, over.day)
    restarted = Services(store, pause=0, playouts=2, now=clock)
    await refused(step(restarted, AKI, practice, Random(1)), refusals.NO_PRACTICE())
    await restarted.close()


async def test_oldest_practice_is_dropped(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PRACTICES", 1)
    for user_id in (AKI, BEN):
        await play_daily(services, user_id)
        await services.daily.practise(user_id, services.daily.today)
    await refused(services.daily.practice(AKI, services.daily.today), refusals.NO_PRACTICE())
    assert (await services.daily.practice(BEN, services.daily.today)).practice


async def test_people_who_open_a_deal_at_once_cost_one_computation(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "deal_number", lambda *_: 2)
    computed = list[int]()

    def count(plain: Callable[..., object], *args: object) -> object:
        computed.append(1)
        return plain(*args)

    wrap(monkeypatch, daily_positions, "_answer", count)
    opened = await asyncio.gather(*(services.daily.open(number) for number in range(1, 60)))
    assert len(computed) == 1
    assert len({id(one.game) for one in opened}) == 1


async def test_caller_right_after_a_computation_does_not_begin_another(monkeypatch: pytest.MonkeyPatch) -> None:
    positions, deal, computed = daily_positions.Positions(), a_deal(Saizen), list[int]()
    callers = list[asyncio.Task[Game]]()

    def call() -> None:
        callers.append(asyncio.create_task(positions.answered(1, 0, deal, deal.start())))

    async def at_once(answer: Callable[..., Game], *args: object) -> Game:
        computed.append(1)
        if len(computed) == 1:
            asyncio.get_running_loop().call_soon(call)  # makes a second call before the first one gets its result
        return answer(*args)

    monkeypatch.setattr(asyncio, "to_thread", at_once)
    call()
    await callers[0]
    assert len(callers) == 2
    assert await callers[1] is await callers[0]
    assert len(computed) == 1


# --- Midnight


async def test_day_closes_at_midnight_and_its_cards_are_public_then(
    services: Services, store: Store, clock: Clock
) -> None:
    over = await play_daily(services, AKI)
    clock.now = opens_at(over.day + 1) - 1
    await refused(services.daily.yesterday(AKI), refusals.NO_YESTERDAY())
    clock.now = shown_from(over.day)
    await prepare_today(services)
    closed = await services.daily.yesterday(AKI)
    row = await store.daily.day(over.day)
    assert row is not None
    assert (closed.day, closed.secret, closed.commitment) == (over.day, row.secret, row.commitment)
    assert len(closed.deals) == daily_deal.DEALS
    assert closed.own == over.number
    assert closed.result is not None
    assert closed.result.points == over.points
    assert closed.deals[over.number].players == 1
    other = await services.daily.yesterday(BEN)
    assert (other.own, other.result) == (None, None)
    assert (await services.daily.open(AKI)).day == over.day + 1


async def test_closed_day_is_shown_without_a_result_that_does_not_fit_the_rules_any_more(
    services: Services, store: Store, clock: Clock
) -> None:
    now = await services.daily.open(AKI)
    row = await store.daily.attempt(now.day, AKI)
    assert row is not None
    await store.daily.move(row._replace(moves='[[0,"old move"]]'), row.moves)
    clock.now = shown_from(now.day)
    await refused(services.daily.attempt(AKI, now.day), refusals.DAILY_FROZEN())
    closed = await services.daily.closed_day(now.day, AKI)
    assert (closed.own, closed.result, len(closed.deals)) == (now.number, None, daily_deal.DEALS)


async def test_try_that_ends_after_the_close_is_not_scored_but_counts_for_the_streak(
    services: Services, store: Store, clock: Clock
) -> None:
    now = await services.daily.open(AKI)
    now = await step(services, AKI, now, Random(1))
    clock.now = opens_at(now.day + 1)
    await prepare_today(services)
    now = await services.daily.attempt(AKI, now.day)
    assert now.late
    over = await play_on(services, AKI, now)
    assert over.late
    assert over.points is not None
    row = await store.daily.attempt(over.day, AKI)
    assert row is not None
    assert row.points is None
    assert row.ended_at is not None
    assert await store.daily.finishes(over.day) == []
    result = await services.daily.result(AKI, over.day)
    assert (result.scored, result.players, result.streak.days) == (False, 0, 1)
    await play_daily(services, AKI)
    assert (await services.daily.streak(AKI)).days == 2


async def test_try_cannot_go_on_after_the_next_midnight(services: Services, clock: Clock) -> None:
    now = await services.daily.open(AKI)
    clock.now = opens_at(now.day + 2)
    await prepare_today(services)
    await refused(step(services, AKI, now, Random(1)), refusals.DAY_OVER())


async def test_click_before_midnight_counts_however_long_the_answer_takes(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, random = await services.daily.open(AKI), Random(1)
    clock.now = opens_at(now.day + 1) - 1

    def answer(plain: Callable[..., object], *args: object) -> object:
        clock.now = opens_at(now.day + 1) + 1
        return plain(*args)

    while now.points is None:
        clock.now = opens_at(now.day + 1) - 1
        wrap(monkeypatch, daily_positions, "_answer", answer)
        now = await step(services, AKI, now, random)
    assert (await stored(store, AKI, now.day))[1] == now.points


async def test_whoever_missed_yesterday_can_practise_it(services: Services, clock: Clock) -> None:
    day = services.daily.today
    clock.now = shown_from(day)
    practice = await services.daily.practise(AKI, day)
    assert practice.practice
    assert (await play_on(services, AKI, practice)).points is not None


# --- Streaks


async def test_streak_is_in_the_persons_time_zone(services: Services, clock: Clock) -> None:
    await services.settings.set_person(AKI, "time_zone", ["Asia/Tokyo"])
    day = services.daily.today
    for hour in (11, 23):
        clock.now = opens_at(day) + hour * 3600  # one day in UTC; in Tokyo an evening and the next morning
        await prepare_today(services)
        for user_id in (AKI, BEN):
            await play_daily(services, user_id) if hour == 11 else None
    assert (await services.daily.streak(AKI)).days == 1
    assert not (await services.daily.streak(AKI)).played_today
    assert (await services.daily.streak(BEN)).played_today


@pytest.mark.parametrize("looks", [False, True])
async def test_try_belongs_to_the_day_of_its_first_move_not_of_a_look(
    services: Services, clock: Clock, looks: bool
) -> None:
    los_angeles = ZoneInfo("America/Los_Angeles")
    await services.settings.set_person(AKI, "time_zone", ["America/Los_Angeles"])
    for day in range(7, 12):  # of December 2026, from a Monday on
        clock.now = datetime(2026, 12, day, 12, tzinfo=los_angeles).timestamp()
        await prepare_today(services)
        await play_daily(services, AKI)
        clock.now += 5 * 3600  # five in the evening: the next deal has opened
        await prepare_today(services)
        if looks:
            await services.daily.open(AKI)
    streak = await services.daily.streak(AKI)
    assert (streak.days, streak.played_today) == (5, True)


async def test_nobody_loses_a_day_on_which_the_bot_was_away(services: Services, store: Store, clock: Clock) -> None:
    first = services.daily.today
    for number in range(8):
        clock.now = opens_at(first + number) + 3600
        await prepare_today(services)
        if number in (0, 1, 2, 7):
            await play_daily(services, AKI)
    assert (await services.daily.streak(AKI)).days == 3, "four days without play break the streak: (3 + 1) // 2 + 1"
    await store.daily.add_outage(first + 3, first + 6, 3600)
    assert (await services.daily.streak(AKI)).days == 4


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", ["", "Mars", "../Tokyo", "/etc/passwd", "Asia", "x" * 200])
async def test_wrong_time_zone_is_refused(services: Services, name: str) -> None:
    await refused(services.settings.set_person(AKI, "time_zone", [name]), refusals.NO_SUCH_SETTING())


# --- Deleted data


async def test_deleted_try_cannot_be_begun_again_on_its_day(services: Services, store: Store, clock: Clock) -> None:
    over = await play_daily(services, AKI)
    await services.daily.practise(AKI, over.day)
    await services.privacy.forget(AKI)
    assert await store.daily.attempt(over.day, AKI) is None
    await refused(services.daily.open(AKI), refusals.DAILY_FORGOTTEN(again="0"))
    await refused(services.daily.practice(AKI, over.day), refusals.NO_PRACTICE())
    clock.now = opens_at(over.day + 1)
    await prepare_today(services)
    assert (await services.daily.open(AKI)).decision == 0


async def test_deleted_try_cannot_be_begun_again_in_another_process_or_after_a_restart(
    services: Services, store: Store, clock: Clock
) -> None:
    other = Services(store, pause=0, playouts=2, now=clock)
    over = await play_daily(services, AKI)
    await services.privacy.forget(AKI)
    restarted = Services(store, pause=0, playouts=2, now=clock)
    for process in (other, restarted):
        for place in (Place.server(11), NOWHERE):
            await refused(process.daily.open(AKI, place, "Aki"), refusals.DAILY_FORGOTTEN(again="0"))
        assert (await process.daily.open(BEN)).points is None
        await process.close()
    assert await store.daily.attempt(over.day, AKI) is None


async def test_person_who_has_deleted_no_try_can_begin_one(services: Services) -> None:
    await services.privacy.forget(AKI)
    assert (await services.daily.open(AKI)).decision == 0


async def test_mark_of_a_deleted_try_tells_nobody_and_is_gone_before_the_secret_is_shown(
    services: Services, store: Store, clock: Clock
) -> None:
    over = await play_daily(services, AKI)
    await services.privacy.forget(AKI)
    [(day, mark)] = await store._database.read("SELECT day, mark FROM deleted_tries")
    assert day == over.day
    assert str(AKI) not in mark
    assert mark == plan.deleted_try((await services.daily._day(day)).row.secret, day, AKI)
    clock.now = shown_from(day)
    await services.daily.closed_day(day)
    assert await store._database.read("SELECT day FROM deleted_tries") == []


async def test_day_without_deals_is_refused(services: Services, clock: Clock) -> None:
    clock.now = opens_at(services.daily.today + 20)
    await refused(services.daily.open(AKI), refusals.NOT_PREPARED())
