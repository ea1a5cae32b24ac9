"""The connection to the database is lost during a commit: nobody gets a false answer."""

from collections.abc import AsyncIterator
from typing import Literal

import pytest

from host.place import Place
from host.refusals import Overtaken, Stale
from host.services import Services
from storage import Store
from tests.postgres import Cutter
from tests.tables import AKI, CHANNEL, GUILD, game_now, refused, started


@pytest.fixture
async def store(postgres_url: str, cutter: Cutter) -> AsyncIterator[Store]:
    """Yield the store behind the proxy that cuts connections."""
    async with await Store.open(cutter.url(postgres_url), record_write=None) as store:
        yield store


async def test_committed_move_exists_and_cannot_be_repeated(services: Services, cutter: Cutter) -> None:
    table = await started(services)
    cutter.cut("after")
    with refused("in-doubt", Overtaken):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert len((await game_now(services, table)).history) == 1
    with pytest.raises(Stale):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))


async def test_uncommitted_move_does_not_exist_and_can_be_repeated(services: Services, cutter: Cutter) -> None:
    table = await started(services)
    cutter.cut("before")
    with refused("in-doubt", Overtaken):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert (await game_now(services, table)).history == []
    await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert len((await game_now(services, table)).history) == 1


@pytest.mark.drawn(1)
@pytest.mark.parametrize("when", ["before", "after"])
async def test_new_table_in_doubt_is_not_listed_either_way(
    services: Services, store: Store, cutter: Cutter, when: Literal["before", "after"]
) -> None:
    cutter.cut(when)
    with refused("in-doubt"):
        await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, "saizen", 4)
    assert [table async for table in services.tables.load_each(await store.tables.open_in_place(GUILD))] == []
    assert (await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, "saizen", 4)).state == "lobby"
