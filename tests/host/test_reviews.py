"""Reviews: the people who get a review, the order of the work, the reasons to stop it, and the part that is stored."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any, cast

import pytest

import limits
from engine.review import VERSION, Review
from engine.text import Text
from host.ai.pool import PlayerFailed, WorkerDied
from host.learning.attempts import ATTEMPTS
from host.learning.reviews import ReviewInProgress, Reviews
from host.place import Place
from host.services import Services
from host.tables.table import Person, Table
from storage import Store, StoreError
from storage.rows import Losses, ReviewRow
from tests.clock import Clock
from tests.host.fake_reviewers import FakeReviewers
from tests.patches import fail
from tests.tables import AKI, BEN, CHIE, DAI, GUILD, LONG, finish, game_of, lobby, play_one, refused, started

WON = Text("tricks-won", {"count": 3})
OUTCOME = {"text": WON, "better": 7, "other": 2, "games": 9}


def decision(number: int, **changed: object) -> Any:
    """Return a decision of a review."""
    usual: dict[str, object] = {
        "number": number,
        "counted": True,
        "loss": 0.5,
        "outcome": OUTCOME,
        "gain_outcome": OUTCOME,
    }
    usual |= {"advice": None}
    return usual | changed


def review_of(*numbers: int) -> Review:
    """Return a review with decisions of these numbers."""
    decisions = [decision(number) for number in numbers]
    made = {"version": 1, "decisions": decisions, "counted": len(numbers), "loss": len(numbers) / 2, "luck": 1.0}
    return cast("Review", made)


@pytest.fixture
def workers() -> FakeReviewers:
    return FakeReviewers()


@pytest.fixture
async def services(store: Store, clock: Clock, workers: FakeReviewers) -> AsyncIterator[Services]:
    """Yield services whose review workers wait for the test's answers."""
    services = Services(store, pause=0, playouts=2, now=clock, reviewers=workers)
    yield services
    await services.close()


async def finished(services: Services, *people: Person, guild: int = GUILD) -> Table:
    """Return a finished game of people, in the seats from 0."""
    return await finish(services, await started(services, people=people or (AKI, BEN), seats=3, guild=guild))


async def begun(services: Services, table: Table, person: Person = AKI) -> ReviewInProgress:
    """Ask for a review that is not stored yet, and return it in progress."""
    now = await services.reviews.of(table.id, person.id)
    assert isinstance(now, ReviewInProgress)
    return now


async def made(now: ReviewInProgress) -> Review | None:
    await now.wait(LONG)
    assert now.ended.is_set()
    return now.review


async def wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not condition():
            await asyncio.sleep(0)


# --- Making and storing


async def test_review_is_made_once_and_stored(services: Services, workers: FakeReviewers) -> None:
    table = await finished(services)
    now = await begun(services, table)
    job = await workers.next()
    assert job.asked == 0
    assert await begun(services, table) is now, "a second click finds the same work"
    first = now.choices[0]
    job.answer.set_result(review_of(first))
    review = await made(now)
    assert review is not None
    assert review["decisions"][0]["outcome"] == OUTCOME
    assert review["decisions"][0]["gain_outcome"] == OUTCOME
    assert await services.reviews.of(table.id, AKI.id) == review
    assert (await services.reviews.stored(table.id, AKI.id))[2] == review
    assert len(workers.jobs) == 1


async def test_progress_counts_the_persons_own_choices(services: Services, workers: FakeReviewers) -> None:
    now = await begun(services, await finished(services))
    assert (now.begun, now.done) == (True, 0)
    job = await workers.next()
    third = now.choices[2]
    await job.progress(third)
    assert (now.begun, now.done) == (True, 2)
    await job.progress(third + 1)
    assert now.done == 3
    await job.progress(len(game_of(now.table).history))
    assert now.done == len(now.choices)


async def test_newer_method_makes_a_review_anew(
    services: Services, workers: FakeReviewers, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(services)
    await store.reviews.add(table.id, AKI.id, ReviewRow(0, VERSION, 0, 0.0, '{"decisions": []}'))
    assert not isinstance(await services.reviews.of(table.id, AKI.id), ReviewInProgress)
    monkeypatch.setattr("host.learning.reviews.VERSION", VERSION + 1)
    now = await begun(services, table)
    (await workers.next()).answer.set_result(review_of())
    assert await made(now) == review_of()
    stored = await store.reviews.of(table.id, AKI.id)
    assert stored is not None
    assert stored.version == VERSION + 1


@pytest.mark.parametrize("outcome", [{**OUTCOME, "text": ["gone", {}]}, {**OUTCOME, "text": ["tricks-won", {}]}])
async def test_stored_review_with_an_unknown_text_is_made_anew(
    services: Services, workers: FakeReviewers, store: Store, outcome: object
) -> None:
    table = await finished(services)
    content = json.dumps({"decisions": [decision(1, outcome=outcome)]})
    await store.reviews.add(table.id, AKI.id, ReviewRow(0, VERSION, 0, 0.0, content))
    with refused("old-review"):
        await services.reviews.stored(table.id, AKI.id)
    now = await begun(services, table)
    (await workers.next()).answer.set_result(review_of())
    assert await made(now) == review_of()


async def test_moves_that_a_computer_player_made_for_the_person_do_not_count(
    services: Services, workers: FakeReviewers
) -> None:
    table = await started(services, people=(AKI, BEN), seats=3)
    while (await services.tables.get(table.id)).turns.keys() != {0}:
        await play_one(services, table, Random(1))
    skipped = len(game_of(await services.tables.get(table.id)).history)
    async with services.tables.locked(table.id) as locked:
        game = game_of(locked)
        await services.moves.make(locked, game, 0, game.legal_moves(0)[0], by_computer=True)
    table = await finish(services, await services.tables.get(table.id))
    now = await begun(services, table)
    assert skipped not in now.choices
    own = now.choices[0]
    (await workers.next()).answer.set_result(review_of(own, skipped))
    review = await made(now)
    assert review is not None
    assert [one["number"] for one in review["decisions"]] == [own]
    assert (review["counted"], review["loss"], review["luck"]) == (1, 0.5, 1.0)


async def test_losses_are_those_of_known_games(services: Services, store: Store) -> None:
    table = await finished(services)
    await store.reviews.add(table.id, AKI.id, ReviewRow(0, VERSION, 12, 3.0))
    assert await services.reviews.losses(Place.server(GUILD), AKI.id) == {table.kind.id: Losses(12, 3.0)}
    assert await services.reviews.losses(Place.server(GUILD), BEN.id) == {}
    assert await services.reviews.losses(Place.server(GUILD + 1), AKI.id) == {}


# --- Who gets a review


async def test_everybody_else_gets_the_same_refusal(services: Services) -> None:
    waiting, running, over = await lobby(services), await started(services), await finished(services)
    left = await started(services, people=(AKI, BEN, CHIE), seats=3)
    await services.participation.leave(left.id, AKI, sure=True)
    await finish(services, left)
    stopped = await started(services)
    await services.participation.end(stopped.id, Person(900, moderates=lambda _: True), sure=True)
    practice = await services.replays.play_on(over.id, AKI, 5, 0, 0)
    asked = [(waiting, AKI), (running, AKI), (over, DAI), (left, AKI), (stopped, AKI), (practice, AKI)]
    for table, person in asked:
        for ask in (services.reviews.of, services.reviews.stored):
            with refused("no-review"):
                await ask(table.id, person.id)


async def test_game_of_older_rules_has_no_review(
    services: Services, second: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(services)
    monkeypatch.setattr(table.kind, "rules", table.kind.rules + 1)
    for ask in (second.reviews.of, second.reviews.stored):
        with refused("replay-gone"):
            await ask(table.id, AKI.id)


async def test_nobody_reads_a_review_before_it_is_made(services: Services, workers: FakeReviewers) -> None:
    table = await finished(services)
    await begun(services, table)
    await workers.next()
    for person in (AKI, BEN):
        with refused("old-review"):
            await services.reviews.stored(table.id, person.id)


async def test_review_of_another_seat_is_no_persons_own(services: Services, workers: FakeReviewers) -> None:
    table = await finished(services)
    now = await begun(services, table)
    (await workers.next()).answer.set_result(review_of())
    await made(now)
    with refused("old-review"):
        await services.reviews.stored(table.id, BEN.id)
    await begun(services, table, BEN)
    assert (await workers.next()).asked == 1


async def test_direct_messages_have_reviews(services: Services, workers: FakeReviewers) -> None:
    table = await services.direct_tables.open(Place.direct(AKI.id), 7, AKI, "saizen")
    over = await finish(services, table)
    await begun(services, over)
    assert (await workers.next()).asked == over.seat_of(AKI.id)


# --- Order and limits


async def test_one_review_at_a_time_runs_and_places_take_turns(services: Services, workers: FakeReviewers) -> None:
    first, second = await finished(services, AKI, BEN, CHIE), await finished(services, DAI, guild=GUILD + 1)
    asked = [(first, AKI), (first, BEN), (first, CHIE), (second, DAI)]
    under_way = [await begun(services, table, person) for table, person in asked]
    order = []
    for _ in under_way:
        job = await workers.next()
        await wait_until(lambda: any(one.begun and not one.ended.is_set() for one in under_way))
        (now,) = [one for one in under_way if one.begun and not one.ended.is_set()]
        order.append(now.user_id)
        job.answer.set_result(review_of())
        await made(now)
    assert order == [AKI.id, BEN.id, DAI.id, CHIE.id], "the second server does not wait for all of the first"


async def test_person_has_one_review_at_a_time(services: Services, workers: FakeReviewers) -> None:
    first, second = await finished(services), await finished(services)
    now = await begun(services, first)
    with refused("reviewing"):
        await services.reviews.of(second.id, AKI.id)
    (await workers.next()).answer.set_result(review_of())
    await made(now)
    await begun(services, second)


async def test_number_of_waiting_reviews_is_limited(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REVIEWS_WAITING", 1)
    table = await finished(services)
    await begun(services, table)
    with refused("reviews-waiting"):
        await services.reviews.of(table.id, BEN.id)


async def test_person_begins_only_so_many_reviews_a_day(
    services: Services, workers: FakeReviewers, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REVIEWED_A_DAY", 1)
    first, second = await finished(services), await finished(services, guild=GUILD + 1)
    now = await begun(services, first)
    (await workers.next()).answer.set_result(review_of())
    await made(now)
    with refused("reviewed-lately"):
        await services.reviews.of(second.id, AKI.id)
    assert await services.reviews.of(first.id, AKI.id) == review_of(), "what is stored costs nothing"
    await begun(services, second, BEN)
    clock.now += 86_401
    await begun(services, second)


async def test_review_gives_way_to_computer_players_that_wait(services: Services, workers: FakeReviewers) -> None:
    table, slots = await finished(services), services.ai_players.slots
    slept = asyncio.Event()
    woken = asyncio.Event()

    async def sleep(_seconds: float) -> None:
        slept.set()
        await woken.wait()

    services.reviews._sleep = sleep
    slots._long.wanted += 1  # as if a long request waited for a slot
    now = await begun(services, table)
    await slept.wait()
    assert not workers.jobs, "it is not begun"
    slots._long.wanted -= 1
    woken.set()
    job = await workers.next()
    slots._long.wanted += 1
    slept.clear()
    woken.clear()
    progress = asyncio.ensure_future(job.progress(1))
    await slept.wait()
    assert not progress.done(), "it is paused"
    slots._long.wanted -= 1
    woken.set()
    await progress
    assert now.begun


# --- What stops a review


async def test_review_of_a_dead_worker_begins_again_once(services: Services, workers: FakeReviewers) -> None:
    now = await begun(services, await finished(services))
    job = await workers.next()
    await job.progress(now.choices[3])
    job.answer.set_exception(WorkerDied("it has ended"))
    job = await workers.next()
    assert now.done == 0
    job.answer.set_result(review_of())
    assert await made(now) == review_of()


@pytest.mark.parametrize("error", [WorkerDied("it has ended"), PlayerFailed("File …"), ValueError("R7")])
async def test_failed_review_is_stored_nowhere_and_can_be_asked_for_again(
    services: Services, workers: FakeReviewers, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    table = await finished(services)
    now = await begun(services, table)
    for _ in range(ATTEMPTS if isinstance(error, WorkerDied) else 1):
        (await workers.next()).answer.set_exception(error)
    assert await made(now) is None
    assert "R7" not in caplog.text
    caplog.clear()
    again = await begun(services, table)
    (await workers.next()).answer.set_result(review_of())
    assert await made(again) == review_of()


async def test_failed_write_ends_a_review(
    services: Services, workers: FakeReviewers, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(services)
    now = await begun(services, table)
    fail(monkeypatch, store.reviews, "add", StoreError("the disk is full"))
    (await workers.next()).answer.set_result(review_of())
    assert await made(now) is None
    await begun(services, table)


async def test_close_cancels_reviews_and_a_restart_makes_them_when_they_are_asked_for(
    services: Services, workers: FakeReviewers, store: Store
) -> None:
    table = await finished(services)
    under_way = [await begun(services, table, person) for person in (AKI, BEN)]
    await workers.next()
    await services.reviews.close()
    assert workers.closed
    assert workers.cancelled == 1
    assert [await made(now) for now in under_way] == [None, None]
    assert await store.reviews.of(table.id, AKI.id) is None
    others = FakeReviewers()
    later = Reviews(services.tables, others, services.ai_players.slots)
    assert not others.jobs, "nobody has asked"
    now = await later.of(table.id, AKI.id)
    assert isinstance(now, ReviewInProgress)
    (await others.next()).answer.set_result(review_of())
    assert await made(now) == review_of()
    await later.close()


async def test_forgotten_person_has_no_review_under_way_and_none_stored(
    services: Services, workers: FakeReviewers, store: Store
) -> None:
    table = await finished(services)
    now = await begun(services, table)
    await workers.next()
    await services.privacy.forget(AKI.id)
    assert workers.cancelled == 1
    assert await made(now) is None
    assert await store._database.read("SELECT * FROM reviews") == []
    with refused("no-review"):
        await services.reviews.of(table.id, AKI.id)
    await begun(services, table, BEN)


async def test_review_that_ends_after_its_person_was_forgotten_is_not_stored(
    services: Services, workers: FakeReviewers, store: Store
) -> None:
    now = await begun(services, await finished(services))
    job = await workers.next()
    await store.privacy.delete_person(AKI.id)  # as another process does it, so no review is cancelled here
    job.answer.set_result(review_of())
    assert await made(now) is None
