"""The puzzle of a day: one answer for each person, the games it comes from, and puzzles made in advance."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest

from engine import record
from engine.daily import plan
from engine.daily.puzzles import VERSION
from engine.game import Game
from engine.text import Text
from host import refusals
from host.ai.pool import PlayerFailed, WorkerDied
from host.daily.puzzle_making import AHEAD, COOLED_DAYS, MOST_GAMES
from host.daily.puzzles import MOST_TRIES, DayPuzzle
from host.daily.retries import FIRST_SECONDS
from host.refusals import Refusal, Stale
from host.services import Services
from storage import Store, StoreError
from tests.clock import Clock
from tests.host.daily_support import ScriptedPool, prepare_today
from tests.patches import fail
from tests.puzzles import a_puzzle, store_puzzle
from tests.tables import GUILD, SCHOTEN, finish, started
from tests.whole_numbers import whole_numbers

AKI, BEN, CHIE = 7_000_000_000_000_000_001, 7_000_000_000_000_000_002, 7_000_000_000_000_000_003
KIND = Game.games[SCHOTEN]
DAY_SECONDS = 86_400


@pytest.fixture
def pool() -> ScriptedPool:
    return ScriptedPool(a_puzzle(KIND))


@pytest.fixture
async def services(store: Store, clock: Clock, pool: ScriptedPool) -> AsyncIterator[Services]:
    one = Services(store, pause=0, playouts=2, now=clock, reviewers=pool)
    yield one
    await one.close()


async def refused(work: Awaitable[object], reason: Text, kind: type[Refusal] = Refusal) -> None:
    """Check that work is refused for a reason."""
    with pytest.raises(kind) as error:
        await work
    assert error.value.text == reason


def path_of(now: DayPuzzle, move: str) -> tuple[str, ...]:
    return now.game.path(now.game.parse(move))


async def answer(services: Services, user_id: int, move: str) -> DayPuzzle:
    """Answer today's puzzle with this move, given in the notation of a record."""
    today = services.daily.today
    now = await services.puzzles.open(user_id, today)
    return await services.puzzles.answer(user_id, today, path_of(now, move), sure=True)


async def play_today(services: Services) -> None:
    """Plan the days, and open today's deal for a person, so that puzzles are made."""
    await services.daily_preparation.plan()
    await services.daily.open(AKI)


async def stored_days(services: Services, store: Store) -> list[int]:
    today = services.daily.today
    return [*await store.puzzles.days(today - 9, today + 9)]


# --- Answers


async def test_answer_is_shown_only_after_the_own_one_and_counts_for_all(services: Services, store: Store) -> None:
    puzzle = await store_puzzle(store, services.daily.today, KIND)
    right, wrong = puzzle["right"][0], puzzle["usual"]
    first = await services.puzzles.open(AKI, services.daily.today)
    assert (first.answered, first.seat, first.today) == (None, puzzle["seat"], True)
    assert record.write(first.game) == puzzle["record"]
    over = await answer(services, AKI, right)
    assert over.answered is not None
    assert (over.answered.move, over.answered.solved, over.answered.answers, over.answered.found) == (right, True, 1, 1)
    assert (await services.puzzles.open(BEN, services.daily.today)).answered is None
    other = await answer(services, BEN, wrong)
    assert other.answered is not None
    assert (other.answered.solved, other.answered.answers, other.answered.found) == (False, 2, 1)


async def test_any_of_several_right_moves_is_right(services: Services, store: Store) -> None:
    puzzle = await store_puzzle(store, services.daily.today, KIND, right=2)
    for user_id, move in ((AKI, puzzle["right"][0]), (BEN, puzzle["right"][1])):
        now = await answer(services, user_id, move)
        assert now.answered is not None
        assert now.answered.solved


async def test_first_answer_stays_whatever_is_clicked_later_or_at_once(services: Services, store: Store) -> None:
    puzzle = await store_puzzle(store, services.daily.today, KIND)
    await answer(services, AKI, puzzle["usual"])
    again = await answer(services, AKI, puzzle["right"][0])
    assert again.answered is not None
    assert (again.answered.move, again.answered.answers) == (puzzle["usual"], 1)
    made = await asyncio.gather(*(answer(services, BEN, one["move"]) for one in puzzle["moves"]))
    assert len({one.answered.move for one in made if one.answered}) == 1
    assert made[0].answered is not None
    row = await store.puzzles.puzzle(services.daily.today, services.daily.today, VERSION)
    assert row is not None
    assert row.answers == 2


async def test_answer_survives_a_restart(services: Services, store: Store, clock: Clock) -> None:
    puzzle = await store_puzzle(store, services.daily.today, KIND)
    before = await answer(services, AKI, puzzle["usual"])
    restarted = Services(store, pause=0, now=clock, reviewers=ScriptedPool())
    after = await restarted.puzzles.open(AKI, services.daily.today)
    assert after.answered == before.answered
    await restarted.close()


# --- Deleted data


async def test_deleted_answer_cannot_be_given_again_today_or_on_the_next_day(
    services: Services, store: Store, clock: Clock
) -> None:
    await services.daily_preparation.plan()
    day = services.daily.today
    puzzle = await store_puzzle(store, day, KIND)
    for user_id in (AKI, BEN):
        await answer(services, user_id, puzzle["usual"])
    now = await services.puzzles.open(AKI, day)
    await services.privacy.forget(AKI)
    restarted = Services(store, pause=0, now=clock, reviewers=ScriptedPool())
    for moment in (clock.now, clock.now + DAY_SECONDS):
        clock.now = moment
        for process in (services, restarted):
            await refused(process.puzzles.open(AKI, day), refusals.PUZZLE_FORGOTTEN())
            path = path_of(now, puzzle["right"][0])
            await refused(process.puzzles.answer(AKI, day, path, sure=True), refusals.PUZZLE_FORGOTTEN())
        assert (await restarted.puzzles.open(BEN, day)).answered is not None
        assert (await restarted.puzzles.open(CHIE, day)).answered is None
        await services.daily_preparation.plan()
    await restarted.close()


async def test_answer_to_the_puzzle_of_yesterday_cannot_be_given_again_either(
    services: Services, store: Store, clock: Clock
) -> None:
    await services.daily_preparation.plan()
    yesterday = services.daily.today
    puzzle = await store_puzzle(store, yesterday, KIND)
    clock.now += DAY_SECONDS
    now = await services.puzzles.open(AKI, yesterday)
    await services.puzzles.answer(AKI, yesterday, path_of(now, puzzle["usual"]), sure=True)
    await services.privacy.forget(AKI)
    await refused(services.puzzles.open(AKI, yesterday), refusals.PUZZLE_FORGOTTEN())


async def test_person_who_has_deleted_no_answer_can_give_one(services: Services, store: Store) -> None:
    await services.daily_preparation.plan()
    await store_puzzle(store, services.daily.today, KIND)
    await services.privacy.forget(AKI)
    assert (await services.puzzles.open(AKI, services.daily.today)).answered is None


async def test_mark_of_a_deleted_answer_tells_nobody_and_is_gone_before_its_secret_is_shown(
    services: Services, store: Store, clock: Clock
) -> None:
    await prepare_today(services)
    puzzle, day = await store_puzzle(store, services.daily.today, KIND), services.daily.today
    await answer(services, AKI, puzzle["usual"])
    await services.privacy.forget(AKI)
    [(kept, mark)] = await store._database.read("SELECT day, mark FROM deleted_tries")
    assert kept == day + 1, "its secret is shown only when the puzzle cannot be answered any more"
    assert str(AKI) not in mark
    [planned] = await store.daily.planned(kept, kept)
    assert mark == plan.deleted_answer(planned.secret, day, AKI)
    clock.now += DAY_SECONDS
    await prepare_today(services)
    await services.daily.closed_day(day)
    assert await store._database.read("SELECT mark FROM deleted_tries") == [(mark,)]
    clock.now += DAY_SECONDS
    await services.daily.closed_day(kept)
    assert await store._database.read("SELECT mark FROM deleted_tries") == []


# --- Choices


async def test_choices_that_do_not_exist_or_are_forbidden_are_no_answers(services: Services, store: Store) -> None:
    today = services.daily.today
    await store_puzzle(store, today, KIND)
    for path in (("X",), (), ("pass", "pass")):
        if path:
            await refused(services.puzzles.answer(AKI, today, path, sure=True), refusals.NO_SUCH_CHOICE(), Stale)
        else:
            assert (await services.puzzles.answer(AKI, today, path, sure=True)).answered is None
    now = await services.puzzles.open(AKI, today)
    illegal = [one for one in now.game.choices(now.seat) if one.reason is not None]
    for one in illegal:
        assert one.reason is not None
        await refused(services.puzzles.answer(AKI, today, (one.token,), sure=True), one.reason)
    assert (await services.puzzles.open(AKI, today)).answered is None


async def test_failed_write_is_no_answer(services: Services, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = await store_puzzle(store, services.daily.today, KIND)
    fail(monkeypatch, store.puzzles, "add_answer", StoreError("The disk is full."))
    now = await services.puzzles.open(AKI, services.daily.today)
    path = path_of(now, puzzle["usual"])
    await refused(services.puzzles.answer(AKI, now.day, path, sure=True), refusals.TRY_AGAIN())
    assert (await services.puzzles.open(AKI, now.day)).answered is None


async def test_only_todays_and_yesterdays_puzzles_can_be_opened(services: Services, store: Store, clock: Clock) -> None:
    today = services.daily.today
    await refused(services.puzzles.open(AKI, today), refusals.PUZZLE_NOT_MADE())
    for day in range(today - 2, today + 2):
        before = await services.puzzles.state(day)
        await store_puzzle(store, day, KIND)
        assert before == ("being made" if day == today else "none")
        assert await services.puzzles.state(day) == ("ready" if day in (today - 1, today) else "none")
    for day in (today - 2, today + 1, 0):
        await refused(services.puzzles.open(AKI, day), refusals.NO_PUZZLE())
        await refused(services.puzzles.answer(AKI, day, ("R9",)), refusals.NO_PUZZLE())
    assert not (await services.puzzles.open(AKI, today - 1)).today
    clock.now += DAY_SECONDS
    assert (await services.puzzles.open(AKI, today + 1)).today


@pytest.mark.parametrize("what", ["rules", "text"])
async def test_puzzle_that_cannot_be_replayed_or_told_any_more_is_none(
    services: Services, store: Store, what: str
) -> None:
    puzzle: Any = a_puzzle(KIND)
    if what == "rules":
        puzzle["record"]["rules"] = 99
    else:
        next(iter(puzzle["why"].values()))["advice"] = ["gone", {}]
    await store.puzzles.add(services.daily.today, VERSION, json.dumps(puzzle), None)
    await refused(services.puzzles.open(AKI, services.daily.today), refusals.NO_PUZZLE())


# --- Leave to make puzzles from a person's games


async def test_leave_is_off_until_it_is_given_and_can_be_taken_back(services: Services) -> None:
    assert (await services.settings.person(AKI)).puzzles == "off"
    for given in (True, False):
        await services.puzzles.set_leave(AKI, given=given)
        assert (await services.settings.person(AKI)).puzzles == ("on" if given else "off")


# --- Making


async def test_puzzles_are_made_ahead_and_once(services: Services, store: Store, pool: ScriptedPool) -> None:
    await play_today(services)
    today = services.daily.today
    await services.daily_preparation.work()
    assert await stored_days(services, store) == [*range(today, today + AHEAD + 1)]
    for number, asked in enumerate(pool.puzzles_asked):
        row = await store.daily.day(today + number)
        assert row is not None
        assert (asked["game"], asked["options"]) == (row.game, json.loads(row.options))
        assert "record" not in asked
    assert len({asked["puzzle"] for asked in pool.puzzles_asked}) == AHEAD + 1, "each from a seed of its own"
    await services.daily_preparation.work()
    assert len(pool.puzzles_asked) == AHEAD + 1


async def test_nothing_is_made_while_nobody_plays(services: Services, pool: ScriptedPool) -> None:
    await services.daily_preparation.plan()
    await services.daily_preparation.work()
    assert not pool.puzzles_asked


@pytest.mark.slow
async def test_kinds_of_puzzles_are_drawn(services: Services, pool: ScriptedPool, clock: Clock) -> None:
    for _ in range(30):
        await play_today(services)
        await services.daily_preparation.work()
        clock.now += DAY_SECONDS
    several = [asked["several"] for asked in pool.puzzles_asked]
    assert {*several} == {True, False}
    assert several.count(False) > several.count(True)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("failure", [WorkerDied("it has ended"), PlayerFailed("File x")])
async def test_puzzle_that_was_not_made_is_tried_again(
    services: Services, store: Store, pool: ScriptedPool, clock: Clock, failure: Exception
) -> None:
    await play_today(services)
    pool.no_puzzles = [failure]
    await services.daily_preparation.work()
    assert await stored_days(services, store) == []
    clock.now += FIRST_SECONDS
    await services.daily_preparation.work()
    assert len(await stored_days(services, store)) == AHEAD + 1


async def test_todays_next_candidate_comes_at_once_and_a_coming_days_after_other_work(
    services: Services, store: Store, pool: ScriptedPool
) -> None:
    await play_today(services)
    today = services.daily.today
    pool.no_puzzles = [None, None]
    await services.daily_preparation.work()
    assert await stored_days(services, store) == [today, today + 1, today + 2]
    await store._database.write(lambda transaction: transaction.run("DELETE FROM puzzles WHERE day > ?", (today,)))
    pool.no_puzzles = [None]
    await services.daily_preparation.work()
    assert await stored_days(services, store) == [today]
    await services.daily_preparation.work()
    assert await stored_days(services, store) == [today, today + 1, today + 2]


async def test_day_whose_candidates_all_fail_has_no_puzzle_and_says_so(
    services: Services, store: Store, pool: ScriptedPool, clock: Clock
) -> None:
    await play_today(services)
    today = services.daily.today
    pool.no_puzzles = [None] * (MOST_TRIES - 1)
    for _ in range(MOST_TRIES):
        await store.puzzles.begin_try(today + 1)
    pool.puzzle = None
    assert await services.puzzles.state(today) == "being made"
    restarted = Services(store, pause=0, playouts=2, now=clock, reviewers=pool)
    for process in (services, restarted):
        await process.daily_preparation.work()
        assert len(pool.puzzles_asked) == MOST_TRIES + (1 if process is services else 2), "no day begins anew"
    await restarted.close()
    kinds = {asked["several"] for asked in pool.puzzles_asked[:MOST_TRIES]}
    assert len(kinds) == 1, "the kind of a day's puzzle does not depend on which candidates hold"
    assert await services.puzzles.state(today) == "not confirmed"
    await refused(services.puzzles.open(AKI, today), refusals.PUZZLE_NOT_CONFIRMED())
    clock.now += DAY_SECONDS
    assert await services.puzzles.state(today) == "not confirmed"
    assert await services.puzzles.state(today + 1) == "not confirmed"
    clock.now += DAY_SECONDS
    assert await services.puzzles.state(today) == "none"


async def test_game_of_people_with_leave_is_used_without_names(
    services: Services, store: Store, pool: ScriptedPool, clock: Clock
) -> None:
    await services.daily_preparation.plan()
    row = await store.daily.day(services.daily.today)
    assert row is not None
    table = await finish(services, await started(services, people=2, guild=GUILD))
    people = table.people()
    assert len(people) == 2
    clock.now += COOLED_DAYS * DAY_SECONDS + 1
    while (await _game_of_today(services, store)) != SCHOTEN:
        clock.now += DAY_SECONDS
    await play_today(services)
    await services.puzzles.set_leave(people[0], given=True)
    await services.daily_preparation.work()
    assert not any("record" in asked for asked in pool.puzzles_asked), "one of them has not given leave"
    await store._database.write(lambda transaction: transaction.run("DELETE FROM puzzles"))
    await services.puzzles.set_leave(people[1], given=True)
    pool.puzzles_asked.clear()
    await services.daily_preparation.work()
    assert table.game is not None
    assert pool.puzzles_asked[0]["record"] == record.write(table.game)
    assert whole_numbers(json.dumps(pool.puzzles_asked[0])).isdisjoint(people)
    today = services.daily.today
    await services.puzzles.set_leave(people[0], given=False)
    assert today in await stored_days(services, store), "today's puzzle stays"
    assert (await services.puzzles.open(AKI, today)).answered is None
    clock.now += DAY_SECONDS
    await refused(services.puzzles.open(AKI, today), refusals.NO_PUZZLE())
    await services.puzzles.set_leave(people[0], given=False)
    assert today not in await stored_days(services, store)


async def _game_of_today(services: Services, store: Store) -> str:
    await services.daily_preparation.plan()
    row = await store.daily.day(services.daily.today)
    assert row is not None
    return row.game


async def test_game_that_has_just_ended_and_games_without_a_puzzle_are_passed_over(
    services: Services, store: Store, pool: ScriptedPool, clock: Clock
) -> None:
    while (await _game_of_today(services, store)) != SCHOTEN:
        clock.now += DAY_SECONDS
    table = await finish(services, await started(services, people=2, guild=GUILD))
    for user_id in table.people():
        await services.puzzles.set_leave(user_id, given=True)
    await play_today(services)
    await services.daily_preparation.work()
    assert not any("record" in asked for asked in pool.puzzles_asked), "it has ended less than a day ago"
    clock.now += 7 * DAY_SECONDS
    await play_today(services)
    pool.puzzles_asked.clear()
    pool.no_puzzles = [None]
    await services.daily_preparation.work()
    assert ["record" in asked for asked in pool.puzzles_asked][:2] == [True, False]
    assert MOST_GAMES >= 1
    clock.now += 7 * DAY_SECONDS
    await play_today(services)
    pool.puzzles_asked.clear()
    await services.daily_preparation.work()
    assert not any("record" in asked for asked in pool.puzzles_asked), "it was searched before"
