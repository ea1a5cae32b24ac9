"""After a restore, a rematch gets a new deal commitment, and starts only after people could see this commitment."""

from time import time

import pytest

from engine.daily import plan
from host.clock import ComparedClock
from host.daily.deals import WEEK, opens_at, shown_from
from host.lobby.restored_backup import renew_restored
from host.services import Services
from host.tables.table import Table
from storage import Store
from storage.queries.deal_commitments import MARK
from tests.clock import Clock
from tests.host.daily_support import play_daily, prepare_today
from tests.storage.store_support import rewrite
from tests.tables import AKI, BEN, finish, started


async def finished(services: Services, people: int) -> Table:
    """Return a finished game of `people` people."""
    return await finish(services, await started(services, "saizen", people, 3))


async def restore(store: Store, clock: Clock | None = None) -> None:
    """Mark the database as restored, and renew the commitments, as the first start after a restore does."""
    await rewrite(store, MARK)
    await renew_restored(store, ComparedClock(computer=clock or time))


@pytest.mark.parametrize("people", [1, 2])
async def test_rematch_starts_with_the_renewed_commitment_after_it_was_visible(
    services: Services, second: Services, store: Store, people: int
) -> None:
    before = await finished(services, people)
    assert before.rematch is not None
    await restore(store)
    table = await second.tables.get(before.id)
    assert table.rematch is not None
    assert table.rematch.secret != before.rematch.secret
    assert (table.rematch_renewed, table.renewed) == (True, False)
    first, last = (AKI, BEN) if people == 2 else (AKI, AKI)
    table = await second.votes.rematch(table.id, first.id, 5)
    assert table.id == before.id, "nobody has seen yet what is promised"
    begun = await second.votes.rematch(table.id, last.id, 6)
    assert begun.id != before.id
    assert begun.promise is not None
    assert table.rematch is not None
    assert begun.promise.commitment == table.rematch.commitment
    assert begun.renewed


async def test_single_person_starts_a_rematch_with_one_click_without_a_restore(services: Services) -> None:
    before = await finished(services, 1)
    assert (await services.votes.rematch(before.id, AKI.id, 5)).id != before.id


async def test_votes_from_before_the_restore_do_not_count_for_the_renewed_commitment(
    services: Services, second: Services, store: Store
) -> None:
    before = await finished(services, 2)
    await services.votes.rematch(before.id, AKI.id, 5)
    await restore(store)
    table = await second.votes.rematch(before.id, BEN.id, 6)
    assert (table.id, table.vote_count()) == (before.id, (1, 2))
    assert (await second.votes.rematch(before.id, AKI.id, 7)).id != before.id


@pytest.fixture
def _hardly_any_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)


@pytest.mark.usefixtures("_hardly_any_thought")
async def test_restored_open_day_has_other_deals_and_one_try_for_everybody(
    services: Services, second: Services, store: Store, clock: Clock
) -> None:
    await prepare_today(services)
    for user_id, seed in ((AKI.id, 1), (BEN.id, 2)):
        over = await play_daily(services, user_id, seed)
    await services.privacy.forget(BEN.id)
    before = await store.daily.day(over.day)
    await restore(store, clock)
    assert await store.daily.attempt(over.day, AKI.id) is None
    await prepare_today(second)
    after = await store.daily.day(over.day)
    assert before is not None
    assert after is not None
    assert after.secret != before.secret
    assert after.commitment == plan.commitment(after.secret, over.day)
    assert (after.game, after.options) == (before.game, before.options)
    assert after.deals not in {None, before.deals}
    for user_id in (AKI.id, BEN.id):
        assert (await second.daily.open(user_id)).points is None


async def test_days_that_may_have_been_promised_after_the_backup_are_promised_anew_and_marked(
    services: Services, second: Services, store: Store, clock: Clock
) -> None:
    await prepare_today(services)
    today = services.daily.today
    clock.now = opens_at(today + 3)
    before = {one.day: one for one in await services.daily.commitments()}
    assert set(before) == {*range(today + 3, today + WEEK + 1)}
    await restore(store, clock)
    after = {one.day: one for one in await second.daily.commitments()}
    known = {*range(today + 4, today + WEEK + 1)}
    assert {day for day, one in after.items() if one == before.get(day)} == known
    assert {day for day, one in after.items() if one.renewed} == {*range(today + 3, today + 3 + WEEK + 1)} - known
    await prepare_today(second)
    clock.now = shown_from(today + 3)
    await prepare_today(second)
    assert (await second.daily.closed_day(today + 3)).renewed
    assert not (await second.daily.commitments())[-1].renewed, "it was never promised before"


async def test_marks_of_deleted_tries_and_answers_of_closed_days_are_not_restored(
    services: Services, store: Store, clock: Clock
) -> None:
    await prepare_today(services)
    today = services.daily.today
    for day in range(today - 1, today + 2):
        await rewrite(store, "INSERT INTO deleted_tries (day, mark) VALUES (?, 'a hash')", (day,))
    await restore(store, clock)
    assert await store._database.read("SELECT day FROM deleted_tries") == [(today + 1,)], "its secret stays unknown"


async def test_days_stay_as_they_are_without_a_restore(services: Services, store: Store, clock: Clock) -> None:
    await prepare_today(services)
    before = await services.daily.commitments()
    await renew_restored(store, ComparedClock(computer=clock))
    assert await services.daily.commitments() == before
    assert not any(one.renewed for one in before)
