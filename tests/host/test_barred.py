"""Barring people from a lobby."""

import pytest

import limits
from host.services import Services
from host.tables.table import Person
from storage import Store
from tests.tables import AKI, BEN, CHIE, MODERATOR, lobby, refused


@pytest.mark.parametrize("who", [AKI, MODERATOR])
async def test_barred_person_loses_their_seat_and_cannot_rejoin_even_after_a_restart(
    services: Services, second: Services, who: Person
) -> None:
    table = await lobby(services, people=2)
    table = await services.lobby.bar(table.id, who, BEN.id)
    assert table.people() == [AKI.id]
    for home in (services, second):
        with refused("barred"):
            await home.lobby.join(table.id, BEN)
    assert (await services.lobby.join(table.id, CHIE)).people() == [AKI.id, CHIE.id]
    await services.lobby.join((await lobby(services)).id, BEN)


async def test_person_who_has_left_can_still_be_barred_and_nobody_else_loses_a_seat(services: Services) -> None:
    table = await lobby(services, people=2)
    await services.lobby.leave(table.id, BEN)
    await services.lobby.join(table.id, CHIE)
    table = await services.lobby.bar(table.id, AKI, BEN.id)
    assert table.people() == [AKI.id, CHIE.id]
    with refused("barred"):
        await services.lobby.join(table.id, BEN)


async def test_only_the_person_in_charge_bars_and_nobody_bars_themselves(services: Services) -> None:
    table = await lobby(services, people=3)
    with refused("not-opener"):
        await services.lobby.bar(table.id, BEN, CHIE.id)
    with refused("not-yourself"):
        await services.lobby.bar(table.id, AKI, AKI.id)
    assert (await services.tables.get(table.id)).people() == [AKI.id, BEN.id, CHIE.id]


@pytest.mark.parametrize("bars", [True, False])
async def test_lobby_whose_last_person_is_removed_is_closed(services: Services, bars: bool) -> None:
    table = await lobby(services)
    if bars:
        after = await services.lobby.bar(table.id, MODERATOR, AKI.id)
    else:
        after = await services.lobby.remove(table.id, MODERATOR, AKI.id)
    assert after.state == "closed"


async def test_number_of_barred_people_is_limited(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BARRED", 2)
    table = await lobby(services)
    for number in range(2):
        await services.lobby.bar(table.id, AKI, 500 + number)
    with refused("barred-enough"):
        await services.lobby.bar(table.id, AKI, BEN.id)


async def test_bars_are_deleted_with_their_lobby_and_with_their_person(services: Services, store: Store) -> None:
    for deed in (services.lobby.start, services.lobby.cancel):
        table = await lobby(services, people=2)
        await services.lobby.bar(table.id, AKI, BEN.id)
        await deed(table.id, AKI)
    table = await lobby(services)
    await services.lobby.bar(table.id, AKI, BEN.id)
    await services.privacy.forget(BEN.id)
    assert await store._database.read("SELECT * FROM barred") == []
    await services.lobby.join(table.id, BEN)
