"""After a restore, a rematch gets a new deal commitment, and starts only after people could see this commitment."""

import pytest

from host.lobby.restored_backup import renew_restored
from host.services import Services
from host.tables.table import Table
from storage import Store
from storage.queries.deal_commitments import MARK
from tests.storage.store_support import rewrite
from tests.tables import AKI, BEN, finish, started


async def finished(services: Services, people: int) -> Table:
    """Return a finished game of `people` people."""
    return await finish(services, await started(services, "saizen", people, 3))


async def restore(store: Store) -> None:
    """Mark the database as restored, and renew the commitments, as the first start after a restore does."""
    await rewrite(store, MARK)
    await renew_restored(store)


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
