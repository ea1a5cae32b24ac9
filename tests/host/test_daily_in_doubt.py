"""The day's deal with a wrong clock: clicks open and close days, and nothing is shown while the time is in doubt."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from random import Random

import pytest

from engine.contract.phase import Path
from engine.daily.puzzles import VERSION
from engine.game import Game
from host import refusals
from host.daily.deals import LAST_CLICKS_SECONDS, WEEK, Attempt, opens_at, shown_from
from host.daily.preparation import KEPT_DAYS
from host.daily.servers import DELETED
from host.services import Services
from storage import Store
from storage.rows import AnswerRow, DailyMessage
from tests.clock import TwoClocks
from tests.host.daily_support import ScriptedPool, play_daily, prepare_today, some_path
from tests.host.test_clock import JUMPS
from tests.host.test_daily import AKI, BEN, CHIE, refused
from tests.tables import GUILD, finish, started

DAY = 20_000
HOUR = 3_600
SAIZEN = Game.games["saizen"]

by_jumps = pytest.mark.parametrize("jump", JUMPS)


@pytest.fixture
def clock() -> TwoClocks:
    return TwoClocks(opens_at(DAY) + 12 * HOUR)


@pytest.fixture
async def services(store: Store, clock: TwoClocks) -> AsyncIterator[Services]:
    """Yield services on a day that has deals."""
    services = Services(store, pause=0, playouts=2, clock=clock.compared, reviewers=ScriptedPool())
    await prepare_today(services)
    yield services
    await services.close()


def ends(now: Attempt, path: Path) -> bool:
    """Return whether the person's move with this path ends the round."""
    after, seat = now.game.copy(), now.deal.seat
    move = after.move_of_path(seat, path)
    assert move is not None
    after.play(seat, move)
    now.deal.answer(after)
    return after.over


async def attempt_before_its_end(services: Services, user_id: int, at: float) -> Attempt:
    """Return an attempt in which a further move of the person can end the round; see `end`."""
    now, random = await services.daily.open(user_id, at=at), Random(1)
    while not ends(now, path := some_path(now.game, now.deal.seat, random)):
        now = await move(services, user_id, now, path, at)
    return now


async def end(services: Services, user_id: int, now: Attempt, at: float) -> Attempt:
    """Make a move that ends the round. With some abilities, another move would lead to one more decision."""
    paths = (some_path(now.game, now.deal.seat, Random(number)) for number in count())
    return await move(services, user_id, now, next(path for path in paths if ends(now, path)), at)


async def move(services: Services, user_id: int, now: Attempt, path: Path, at: float) -> Attempt:
    return await services.daily.move(user_id, now.day, now.decision, path, sure=True, at=at)


# --- Clicks


@by_jumps
@pytest.mark.parametrize("told", [True, False], ids=["Discord is right", "nobody knows"])
async def test_people_play_the_day_of_their_click(
    services: Services, store: Store, clock: TwoClocks, jump: float, told: bool
) -> None:
    await services.close()
    restarted = Services(store, pause=0, playouts=2, clock=TwoClocks(clock.now, jump, told).compared)
    now = await restarted.daily.open(AKI, at=clock.now)
    assert now.day == DAY
    while now.points is None:
        now = await move(restarted, AKI, now, some_path(now.game, now.deal.seat, Random(2)), clock.now)
    row = await store.daily.attempt(DAY, AKI)
    assert row is not None
    assert (row.points, row.begun_at, row.ended_at) == (now.points, clock.now, clock.now)
    assert (await restarted.daily.streak(AKI, clock.now)).played_today
    await restarted.close()


@pytest.mark.parametrize("late", [False, True])
async def test_click_counts_for_its_own_time_however_late_it_is_handled(
    services: Services, store: Store, clock: TwoClocks, late: bool
) -> None:
    midnight = opens_at(DAY + 1)
    now = await attempt_before_its_end(services, AKI, clock.now)
    clock.now = midnight + 900
    over = await end(services, AKI, now, midnight if late else midnight - 0.001)
    row = await store.daily.attempt(DAY, AKI)
    assert row is not None
    assert (over.late, row.points is None) == (late, late)


async def test_person_who_clicks_before_midnight_opens_that_days_deal(services: Services, clock: TwoClocks) -> None:
    clock.now = opens_at(DAY + 1) + 1
    await prepare_today(services)
    assert (await services.daily.open(AKI, at=clock.now - 2)).day == DAY
    assert (await services.daily.open(AKI, at=clock.now)).day == DAY + 1


async def test_month_of_a_leaderboard_is_that_of_the_click(services: Services, clock: TwoClocks) -> None:
    await finish(services, await started(services, "saizen", 2, 3))
    where = (await services.tables.get(1)).place
    for at, listed in ((clock.now, 2), (clock.now + 100 * 86_400, 0)):
        assert (await services.standings.board(where, AKI, "saizen", "season", 0, "quarter", at)).count == listed


# --- Showing


@by_jumps
async def test_nothing_of_an_open_day_is_shown_by_a_wrong_clock(
    services: Services, clock: TwoClocks, jump: float
) -> None:
    clock.wrong = jump
    await refused(services.daily.closed_day(DAY, AKI, clock.now), refusals.DAY_NOT_OVER())
    await refused(services.daily.practise(AKI, DAY, clock.now), refusals.DAILY_FIRST())


@by_jumps
async def test_closed_day_is_shown_once_the_time_is_certain_and_for_ever(
    services: Services, store: Store, clock: TwoClocks, jump: float
) -> None:
    clock.now = shown_from(DAY)
    clock.wrong = jump
    requests: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: services.daily.closed_day(DAY, AKI, clock.now),
        lambda: services.daily.yesterday(AKI, clock.now),
        lambda: services.daily.practise(AKI, DAY, clock.now),
    )
    for request in requests:
        await refused(request(), refusals.CLOCK_IN_DOUBT())
    row = await store.daily.day(DAY)
    assert row is not None
    assert not row.shown
    for wrong in (0.0, jump):  # shown once, it stays so while the clock is in doubt again
        clock.wrong = wrong
        for request in requests:
            await request()


async def test_day_is_shown_when_no_click_from_before_its_close_can_arrive_any_more(
    services: Services, clock: TwoClocks
) -> None:
    clock.now = opens_at(DAY + 1) + LAST_CLICKS_SECONDS - 1
    await refused(services.daily.closed_day(DAY), refusals.DAY_NOT_OVER())
    clock.now += 1
    await services.daily.closed_day(DAY)


async def test_no_backward_clock_opens_a_shown_day_again(services: Services, store: Store, clock: TwoClocks) -> None:
    before = clock.now
    now = await attempt_before_its_end(services, AKI, clock.now)
    clock.now = shown_from(DAY)
    await services.daily.closed_day(DAY)
    clock.now = before  # both clocks go back
    await refused(services.daily.open(BEN), refusals.CLOCK_IN_DOUBT())
    assert (await services.daily.open(AKI)).decision == now.decision, "whoever has begun can go on"
    over = await end(services, AKI, now, clock.now)
    assert over.late
    row = await store.daily.attempt(DAY, AKI)
    assert row is not None
    assert row.points is None
    results = await services.daily_servers.results(DAY, int(clock.now))
    assert results is not None
    assert results.closed is not None
    assert (await services.daily.closed_day(DAY)).day == DAY


# --- Background work


@by_jumps
async def test_days_are_planned_and_old_data_deleted_once_the_time_is_certain(
    services: Services, store: Store, clock: TwoClocks, jump: float
) -> None:
    old = DAY - KEPT_DAYS
    for day in (old, old + 1, DAY):
        row = await store.daily.begin(day, AKI, 0)
        await store.daily.move(row._replace(moves='[[0,"1"]]', points=3, ended_at=row.begun_at), row.moves)
    await store.daily_messages.add(DailyMessage(DAY - 1, GUILD, 22, "nonce-1", 7, DELETED, final=True))
    await store.daily_messages.add(DailyMessage(DAY - 2, GUILD, 22, "nonce-2", 8, DELETED, final=True))
    for day in (DAY - 1, DAY - 2):
        await store.puzzles.add(day, VERSION, "{}", None)
        await store.puzzles.add_answer(day, AKI, AnswerRow("a", solved=True))
    await play_daily(services, BEN)
    await services.privacy.forget(BEN, clock.now)

    async def left() -> tuple[object, ...]:
        moves = [(await store.daily.attempt(day, AKI)) for day in (old, old + 1, DAY)]
        return (
            [row is not None and row.moves != "[]" for row in moves],
            sorted(one.day for one in await store.daily_messages.open(0, 9)),
            sorted(await store.puzzles.days(0, 2**31)),
            await store._database.read("SELECT day FROM deleted_tries"),
            [row.day for row in await store.daily.planned(0, 2**31)][-1],
        )

    clock.now += 86_400
    before = await left()
    clock.wrong = jump
    await services.daily_preparation.plan()
    await services.daily_preparation.work()
    assert await left() == before
    clock.wrong = 0.0
    clock.now -= 86_400
    await services.daily_preparation.plan()
    await services.daily_preparation.work()
    after = await left()
    assert after[0] == [False, True, True]
    assert after[3:] == ([(DAY,)], DAY + WEEK)
    assert min(await store.puzzles.days(0, 2**31)) == DAY - 1


@by_jumps
async def test_nobody_is_reminded_while_the_time_is_in_doubt(services: Services, clock: TwoClocks, jump: float) -> None:
    await services.settings.set_person(AKI, "time_zone", ["UTC"])
    clock.wrong, clock.answers = jump, False
    await services.reminders.ask(AKI, "en", clock.now)
    clock.answers = True
    for _ in range(36):  # from noon to midnight, with a wrong clock for each second third of an hour
        clock.wrong = jump
        assert [one async for one in services.reminders.claim_due()] == []
        clock.now += 600
        clock.wrong = 0.0
        if found := [one async for one in services.reminders.claim_due()]:
            break
        clock.now += 600
    assert [one.user_id for one in found] == [AKI]
    assert clock.now // 86_400 == DAY


# --- Deletion that a person asks for


@by_jumps
async def test_own_data_are_deleted_at_once_and_nothing_else_is(
    services: Services, store: Store, clock: TwoClocks, jump: float
) -> None:
    for day in (DAY - 1, DAY):
        await store.puzzles.add(day, VERSION, "{}", None)
    await play_daily(services, AKI)
    clock.wrong, clock.answers = jump, False
    await services.privacy.forget(AKI, clock.now)
    assert await store.daily.attempt(DAY, AKI) is None
    await refused(services.daily.open(AKI, at=clock.now), refusals.DAILY_FORGOTTEN(again="0"))
    assert [*await store.puzzles.days(0, 2**31)] == [DAY - 1, DAY]


@by_jumps
async def test_leave_for_puzzles_is_taken_back_at_once(
    services: Services, store: Store, clock: TwoClocks, jump: float
) -> None:
    await services.settings.set_person(CHIE, "puzzles", ("on",))
    table = await finish(services, await started(services, "saizen", 2, 3))
    for person in table.people():
        await services.settings.set_person(person, "puzzles", ("on",))
    for day in (DAY, DAY + 1):
        await store.puzzles.add(day, VERSION, "{}", table.id)
    clock.wrong = jump
    await services.puzzles.set_leave(table.people()[0], given=False, at=clock.now)
    assert [*await store.puzzles.days(0, 2**31)] == [DAY], "today's stays until the day is over"
