"""After a restore, a rematch gets a new deal commitment, and does not start before somebody could see it."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.lobby.restored_backup import renew_restored
from host.services import Services
from host.tables.table import Person, Table
from storage import Store
from storage.queries.deal_commitments import MARK
from tests.storage.store_support import rewrite

GUILD, CHANNEL, AKI, BEN = 1 << 40, 2, 10, 11


@pytest.fixture
async def store(tmp_path: Path) -> Store:
    return await Store.open(tmp_path / "ichiza.sqlite3")


async def over(services: Services, *people: int) -> Table:
    """Return a finished game."""
    table = await services.lobby.open(GUILD, CHANNEL, Person(people[0], interaction_id=1), "saizen", 3)
    for person in people[1:]:
        table = await services.lobby.join(table.id, Person(person, interaction_id=person))
    table = await services.lobby.start(table.id, Person(people[0], interaction_id=2))
    async with services.tables.locked(table.id) as now:
        return await services.moves.finish(now)


async def restored(store: Store) -> Services:
    """Return the services after a restore of the store's content."""
    await rewrite(store, MARK)
    await renew_restored(store)
    return Services(store)


@pytest.mark.parametrize("people", [(AKI,), (AKI, BEN)])
async def test_rematch_starts_with_the_renewed_commitment_after_it_was_visible(
    store: Store, people: tuple[int, ...]
) -> None:
    async with store:
        before = await over(Services(store), *people)
        assert before.rematch is not None
        services = await restored(store)
        table = await services.tables.get(before.id)
        assert table.rematch is not None
        assert table.rematch.secret != before.rematch.secret
        assert (table.rematch_renewed, table.renewed) == (True, False)
        clicks = [people[0], *people] if len(people) == 1 else people
        for click in clicks[:-1]:
            table = await services.votes.rematch(table.id, click, 5)
            assert table.id == before.id, "nobody has seen yet what is promised"
        begun = await services.votes.rematch(table.id, clicks[-1], 6)
        assert begun.id != before.id
        assert begun.promise is not None
        assert table.rematch is not None
        assert begun.promise.commitment == table.rematch.commitment
        assert begun.renewed


async def test_single_person_starts_a_rematch_with_one_click_without_a_restore(store: Store) -> None:
    async with store:
        services = Services(store)
        before = await over(services, AKI)
        assert (await services.votes.rematch(before.id, AKI, 5)).id != before.id


async def test_votes_from_before_the_restore_do_not_count_for_the_renewed_commitment(store: Store) -> None:
    async with store:
        services = Services(store)
        before = await over(services, AKI, BEN)
        await services.votes.rematch(before.id, AKI, 5)
        services = await restored(store)
        table = await services.votes.rematch(before.id, BEN, 6)
        assert (table.id, table.vote_count()) == (before.id, (1, 2))
        assert (await services.votes.rematch(before.id, AKI, 7)).id != before.id
