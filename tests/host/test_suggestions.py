"""Suggestions: who may ask, why an answer is stopped, and the mark "helped", which is stored before the answer."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

import limits
from engine.players import ThinkingBudget
from engine.review import VERSION, Reviewer, Suggestion
from engine.review.review import THOUGHT
from engine.text import Text
from host.ai.pool import PlayerFailed, WorkerDied
from host.learning.suggestions import Question
from host.people.personal_results import PersonalResult
from host.place import Place
from host.services import Services
from host.tables.table import Person, Table
from storage import Store, StoreError
from storage.errors import Conflict
from storage.rows import Losses, ReviewRow
from tests.clock import Clock
from tests.host.fake_reviewers import FakeReviewers
from tests.patches import fail
from tests.tables import (
    AKI,
    BEN,
    CHIE,
    LONG,
    SCHOTEN,
    finish,
    game_of,
    play_one,
    play_out,
    refused,
    seat_of,
    started,
    wait_for_people_to_act,
)

WON = Text("tricks-won", {"count": 3})


def suggestion(move: str = "play R1", other: str = "play R2") -> Suggestion:
    """Return a suggestion as it is read from JSON, with a list in place of a `Text`."""
    outcome = {"text": [WON.key, {"count": 3}], "better": 7, "other": 2, "games": 9}
    decision = {"best": move, "played": other, "loss": 0.5, "outcome": outcome}
    decision |= {"bid": None, "advice": None, "gain_outcome": None}
    return cast("Suggestion", {"move": move, "decision": decision, "contrary": outcome, "alike": outcome})


@pytest.fixture
def workers() -> FakeReviewers:
    return FakeReviewers()


@pytest.fixture
async def services(store: Store, clock: Clock, workers: FakeReviewers) -> AsyncIterator[Services]:
    """Yield services whose suggestion workers wait for the test's answers."""
    services = Services(store, pause=0, playouts=2, now=clock, reviewers=workers)
    yield services
    await services.close()


async def choosing(services: Services, table: Table) -> Table:
    """Play until the table's only person must choose between moves, and return the table."""
    random = Random(1)
    async with asyncio.timeout(LONG):
        while (table := await wait_for_people_to_act(services, table)).suggestible is None:
            assert table.state == "playing"
            await play_one(services, table, random)
    return table


async def alone(services: Services, person: Person = AKI, **how: Any) -> Table:
    """Return a table of one person, who must choose between moves."""
    return await choosing(services, await started(services, people=[person], seats=3, **how))


def decision_of(table: Table, person: Person = AKI) -> int:
    return game_of(table).moves_made(seat_of(table, person))


async def asked(services: Services, table: Table, person: Person = AKI) -> Question:
    return await services.suggestions.ask(table.id, person.id, decision_of(table, person))


async def ended(now: Question) -> Question:
    async with asyncio.timeout(LONG):
        await now.ended.wait()
    return now


async def helped(store: Store, table: Table) -> bool:
    """Return whether the stored game is marked as helped."""
    row = await store.tables.load(table.id)
    assert row is not None
    return row.helped


# --- The answer, and the mark "helped"


async def test_answer_comes_from_the_seats_own_view_and_after_the_mark(
    services: Services, store: Store, workers: FakeReviewers
) -> None:
    table = await alone(services)
    now = await asked(services, table)
    job = await workers.next()
    assert job.asked == game_of(table).view(seat_of(table, AKI))
    assert not await helped(store, table)
    job.answer.set_result(suggestion())
    await ended(now)
    assert now.suggestion is not None
    assert now.suggestion["decision"]["outcome"] == {"text": WON, "better": 7, "other": 2, "games": 9}
    assert now.reason is None
    assert await helped(store, table)
    assert (await services.tables.get(table.id)).helped


async def test_mark_outlives_a_restart_and_later_moves(
    services: Services, store: Store, workers: FakeReviewers, clock: Clock
) -> None:
    table = await alone(services)
    now = await asked(services, table)
    (await workers.next()).answer.set_result(suggestion())
    await ended(now)
    await play_one(services, table, Random(2))
    await services.close()
    again = Services(store, pause=0, playouts=2, now=clock, reviewers=workers)
    assert (await again.tables.get(table.id)).helped
    over = await play_out(again, await again.tables.get(table.id), Random(3))
    assert over.helped
    await again.close()


async def test_clicks_at_once_are_one_question(services: Services, workers: FakeReviewers) -> None:
    table = await alone(services)
    every = [await asked(services, table) for _ in range(5)]
    assert len(set(map(id, every))) == 1
    (await workers.next()).answer.set_result(suggestion())
    await ended(every[0])
    assert len(workers.jobs) == 1
    assert services.suggestions._asked._times[0, AKI.id].__len__() == 1


async def test_game_that_is_marked_is_not_written_again(services: Services, workers: FakeReviewers) -> None:
    table = await alone(services)
    versions = []
    for _ in range(2):
        now = await asked(services, table)
        (await workers.next()).answer.set_result(suggestion())
        await ended(now)
        versions.append((await services.tables.get(table.id)).version)
    assert versions[0] == versions[1]


# --- What a game with the mark "helped" counts for


async def results(store: Store) -> tuple[int, int]:
    """Return the numbers of results and of ratings."""
    counted = "SELECT (SELECT COUNT(*) FROM results), (SELECT COUNT(*) FROM ratings)"
    ((found, rated),) = await store._database.read(counted)
    return found, rated


async def finished_with_help(services: Services, workers: FakeReviewers, **how: Any) -> Table:
    table = await alone(services, **how)
    now = await asked(services, table)
    (await workers.next()).answer.set_result(suggestion())
    await ended(now)
    return await finish(services, table)


async def test_game_with_help_counts_for_nobody(services: Services, store: Store, workers: FakeReviewers) -> None:
    table = await finished_with_help(services, workers)
    assert table.state == "over"
    assert await results(store) == (0, 0)
    assert await services.personal_results.of(table, AKI.id) == PersonalResult()
    profile = await services.standings.profile(table.place, AKI.id)
    assert not profile.played
    await finish(services, await alone(services))
    assert await results(store) == (3, 1), "a game without help counts as ever"
    (played,) = (await services.standings.profile(table.place, AKI.id)).played
    assert played.practice == 1


async def test_rematch_of_a_game_with_help_counts_again(
    services: Services, store: Store, workers: FakeReviewers
) -> None:
    table = await finished_with_help(services, workers)
    after = await services.votes.rematch(table.id, AKI.id)
    assert after.next_id is not None or after.id != table.id
    again = await services.tables.get(after.next_id or after.id)
    assert not again.helped
    await finish(services, again)
    assert (await results(store))[0] == 3


async def test_mean_losses_leave_games_with_help_out(services: Services, store: Store, workers: FakeReviewers) -> None:
    row = ReviewRow(0, VERSION, 20, 1.0, "{}")
    with_help, without = await finished_with_help(services, workers), await finish(services, await alone(services))
    for table in (with_help, without):
        seat = seat_of(table, AKI)
        assert await store.reviews.add(table.id, AKI.id, row._replace(seat=seat, loss=float(table.helped)))
    assert await services.reviews.losses(without.place, AKI.id) == {SCHOTEN: Losses(20, 0.0)}


async def test_export_says_in_which_games_somebody_had_help(
    services: Services, store: Store, workers: FakeReviewers
) -> None:
    table = await finished_with_help(services, workers)
    exported = (await store.privacy.export_person(AKI.id))["seats"]
    assert [(one["table_id"], one["helped"]) for one in exported] == [(table.id, 1)]


# --- Who may ask


async def test_nobody_else_may_ask(services: Services) -> None:
    table = await alone(services)
    for person in (BEN, CHIE):
        with refused("no-suggestion"):
            await services.suggestions.ask(table.id, person.id, decision_of(table))
    with refused("no-such-table"):
        await services.suggestions.ask(table.id + 1, AKI.id, 0)


async def test_nobody_asks_where_others_play_or_have_played(services: Services) -> None:
    table = await started(services, people=2, seats=3)
    assert table.suggestible is None
    for person in (AKI, BEN):
        with refused("no-suggestion"):
            await services.suggestions.ask(table.id, person.id, 0)
    await services.participation.leave(table.id, BEN, sure=True)
    table = await services.tables.get(table.id)
    assert table.people() == [AKI.id]
    random = Random(1)
    for _ in range(3):
        with refused("no-suggestion"):
            await services.suggestions.ask(table.id, AKI.id, decision_of(await services.tables.get(table.id)))
        await play_one(services, table, random)


async def test_nobody_asks_without_a_choice_to_make(services: Services) -> None:
    table = await alone(services)
    assert table.suggestible == seat_of(table, AKI)
    assert replace(table, state="over").suggestible is None
    assert replace(table, state="closed", game=None).suggestible is None
    for decision in (-1, decision_of(table) - 1, decision_of(table) + 1, 2**63 - 1):
        with refused("game-went-on"):
            await services.suggestions.ask(table.id, AKI.id, decision)
    await finish(services, table)
    with refused("no-suggestion"):
        await services.suggestions.ask(table.id, AKI.id, decision_of(table))


@pytest.mark.slow
async def test_last_card_is_no_choice(services: Services) -> None:
    table, random = await started(services, "saizen", people=1, seats=3), Random(4)
    seen = {False: 0, True: 0}
    async with asyncio.timeout(LONG):
        while (table := await services.tables.get(table.id)).state == "playing":
            game, seat = game_of(table), seat_of(table, AKI)
            free = seat in game.to_act and len(game.legal_moves(seat)) > 1
            assert table.suggestible == (seat if free else None)
            seen[free] += 1
            if table.computers_to_act():
                await asyncio.sleep(0)
            else:
                await play_one(services, table, random)
    assert min(seen.values())


async def test_direct_messages_and_practice_may_ask(services: Services, workers: FakeReviewers, store: Store) -> None:
    begun = await services.direct_tables.open(Place.direct(AKI.id), 5, AKI, SCHOTEN)
    over = await finish(services, await alone(services))
    practice = await services.replays.play_on(over.id, AKI, over.channel_id, 3, seat_of(over, AKI))
    for one in (begun, practice):
        table = await choosing(services, one)
        now = await asked(services, table)
        (await workers.next()).answer.set_result(suggestion())
        assert (await ended(now)).suggestion is not None
        assert await helped(store, table)


# --- What stops an answer


async def test_move_made_meanwhile_drops_the_answer_and_marks_nothing(
    services: Services, store: Store, workers: FakeReviewers
) -> None:
    table = await alone(services)
    now = await asked(services, table)
    job = await workers.next()
    await play_one(services, table, Random(5))
    job.answer.set_result(suggestion())
    await dropped(now, "game-went-on")
    assert not await helped(store, table)


async def dropped(now: Question, reason: str) -> None:
    await ended(now)
    assert now.suggestion is None
    assert now.reason is not None
    assert now.reason.key == reason


@pytest.mark.parametrize("how", ["leaves", "finishes"])
async def test_game_that_ends_or_is_left_meanwhile_drops_the_answer(
    services: Services, store: Store, workers: FakeReviewers, how: str
) -> None:
    table = await alone(services)
    now = await asked(services, table)
    job = await workers.next()
    if how == "leaves":
        await services.participation.leave(table.id, AKI, sure=True)
    else:
        await finish(services, table)
    job.answer.set_result(suggestion())
    await dropped(now, "game-went-on")
    assert not await helped(store, table)


async def test_deleted_table_drops_the_answer(services: Services, store: Store, workers: FakeReviewers) -> None:
    table = await alone(services)
    now = await asked(services, table)
    job = await workers.next()
    await store.privacy.mark_guilds_gone([table.place.id])
    await store.privacy.delete_guild(table.place.id)
    services.tables.evict(table.id)
    job.answer.set_result(suggestion())
    await dropped(now, "no-such-table")


async def test_question_whose_turn_comes_too_late_takes_no_work(services: Services, workers: FakeReviewers) -> None:
    first, second = await alone(services), await alone(services, BEN)
    one = await asked(services, first)
    job = await workers.next()
    other = await asked(services, second, BEN)
    await play_one(services, second, Random(5))
    job.answer.set_result(suggestion())
    await ended(one)
    await dropped(other, "game-went-on")
    assert len(workers.jobs) == 1


@pytest.mark.parametrize(("deaths", "answered"), [(1, True), (2, False)])
async def test_dead_worker_is_replaced_once(
    services: Services, store: Store, workers: FakeReviewers, deaths: int, *, answered: bool
) -> None:
    table = await alone(services)
    now = await asked(services, table)
    for _ in range(deaths):
        (await workers.next()).answer.set_exception(WorkerDied("killed"))
    if answered:
        (await workers.next()).answer.set_result(suggestion())
        assert (await ended(now)).suggestion is not None
    else:
        await dropped(now, "suggestion-failed")
    assert await helped(store, table) == answered


async def test_failure_is_told_without_cards_and_marks_nothing(
    services: Services, store: Store, workers: FakeReviewers, caplog: pytest.LogCaptureFixture
) -> None:
    table = await alone(services)
    for error in (PlayerFailed("it failed"), ValueError("the secret card")):
        now = await asked(services, table)
        (await workers.next()).answer.set_exception(error)
        await dropped(now, "suggestion-failed")
    assert not await helped(store, table)
    assert "secret" not in caplog.text
    assert "it failed" in caplog.text


@pytest.mark.parametrize("error", [StoreError("full"), Conflict("overtaken")])
async def test_no_answer_without_a_stored_mark(
    services: Services, store: Store, workers: FakeReviewers, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    table = await alone(services)
    fail(monkeypatch, store.tables, "mark_helped", error)
    now = await asked(services, table)
    (await workers.next()).answer.set_result(suggestion())
    await dropped(now, "try-again")
    assert not await helped(store, table)
    assert not (await services.tables.get(table.id)).helped


async def test_close_ends_a_question_without_a_mark(services: Services, store: Store, workers: FakeReviewers) -> None:
    table = await alone(services)
    now = await asked(services, table)
    await workers.next()
    await services.suggestions.close()
    await dropped(now, "suggestion-failed")
    assert workers.cancelled == 1
    assert not await helped(store, table)


# --- Limits


async def test_person_has_one_question_at_a_time(services: Services, workers: FakeReviewers) -> None:
    first, second = await alone(services), await alone(services)
    now = await asked(services, first)
    with refused("asking"):
        await asked(services, second)
    (await workers.next()).answer.set_result(suggestion())
    await ended(now)
    now = await asked(services, second)
    (await workers.next()).answer.set_result(suggestion())
    await ended(now)


async def test_number_of_waiting_questions_is_limited(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SUGGESTIONS_WAITING", 1)
    first, second = await alone(services), await alone(services, BEN)
    await asked(services, first)
    with refused("suggestions-waiting"):
        await asked(services, second, BEN)


async def test_person_asks_only_so_often_a_day(
    services: Services, workers: FakeReviewers, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setattr(limits, "SUGGESTED_A_DAY", 1)
    table = await alone(services)
    now = await asked(services, table)
    (await workers.next()).answer.set_result(suggestion())
    await ended(now)
    with refused("asked-lately"):
        await asked(services, table)
    clock.now += 86_400
    assert await asked(services, table)


# --- From the question to the answer, with the real engine


async def test_suggestion_of_a_thread_is_that_of_the_engine(store: Store, clock: Clock) -> None:
    services = Services(store, pause=0, playouts=8, now=clock)
    table = await alone(services)
    now = await ended(await asked(services, table))
    few = ThinkingBudget(playouts=8)
    expected = Reviewer(few).suggest(game_of(table).view(seat_of(table, AKI)), replace(THOUGHT, playouts=8))
    assert now.suggestion is not None
    assert now.suggestion["move"] == expected["move"]
    assert now.suggestion["decision"]["best"] == expected["decision"]["best"]
    await services.close()
