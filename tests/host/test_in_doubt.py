"""The database is lost while it stores what somebody has asked for: nobody is told what is not so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal

import pytest

from host.refusals import Overtaken, Stale
from host.services import Services
from storage import Store
from tests.host.conftest import AKI, CHANNEL, GUILD
from tests.host.seating import game_now, refused, started
from tests.postgres import Cutter


@pytest.fixture
async def store(postgres_url: str, cutter: Cutter) -> AsyncIterator[Store]:
    """The house's store, behind that network."""
    async with await Store.open(cutter.url(postgres_url)) as store:
        yield store


async def test_a_move_that_was_stored_is_there_and_cannot_be_made_again(services: Services, cutter: Cutter) -> None:
    table = await started(services)
    cutter.cut("after")
    with refused("in-doubt", Overtaken):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert len((await game_now(services, table)).history) == 1
    with pytest.raises(Stale):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))


async def test_a_move_that_was_not_stored_is_not_there_and_can_be_made(services: Services, cutter: Cutter) -> None:
    table = await started(services)
    cutter.cut("before")
    with refused("in-doubt", Overtaken):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert (await game_now(services, table)).history == []
    await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert len((await game_now(services, table)).history) == 1


@pytest.mark.parametrize("when", ["before", "after"])
async def test_of_a_new_table_nothing_is_seen_whatever_became_of_it(
    services: Services, store: Store, cutter: Cutter, when: Literal["before", "after"]
) -> None:
    cutter.cut(when)
    with refused("in-doubt"):
        await services.lobby.open(GUILD, CHANNEL, AKI, "saizen", 4)
    assert [table async for table in services.tables.load_each(await store.tables.open_in_guild(GUILD))] == []
    assert (await services.lobby.open(GUILD, CHANNEL, AKI, "saizen", 4)).state == "lobby"
