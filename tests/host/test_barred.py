"""Barring people from a lobby."""

from __future__ import annotations

import pytest

import limits
from host.services import Services
from host.tables.table import Person
from storage import Store
from tests.host.conftest import AKI, BEN, CHIE, in_channel
from tests.host.seating import lobby, refused

MODERATOR = Person(900, moderates=in_channel)


@pytest.mark.parametrize("who", [AKI, MODERATOR])
async def test_a_barred_person_loses_their_seat_and_cannot_join_again_even_after_a_restart(
    house: Services, second: Services, who: Person
) -> None:
    table = await lobby(house, people=2)
    table = await house.lobby.bar(table.id, who, BEN.id)
    assert table.people() == [AKI.id]
    for home in (house, second):
        with refused("barred"):
            await home.lobby.join(table.id, BEN)
    assert (await house.lobby.join(table.id, CHIE)).people() == [AKI.id, CHIE.id]
    await house.lobby.join((await lobby(house)).id, BEN)


async def test_who_has_left_already_can_still_be_barred_and_nobody_else_loses_their_seat(house: Services) -> None:
    table = await lobby(house, people=2)
    await house.lobby.leave(table.id, BEN)
    await house.lobby.join(table.id, CHIE)
    table = await house.lobby.bar(table.id, AKI, BEN.id)
    assert table.people() == [AKI.id, CHIE.id]
    with refused("barred"):
        await house.lobby.join(table.id, BEN)


async def test_only_whoever_is_in_charge_bars_and_nobody_themselves(house: Services) -> None:
    table = await lobby(house, people=3)
    with refused("not-opener"):
        await house.lobby.bar(table.id, BEN, CHIE.id)
    with refused("not-yourself"):
        await house.lobby.bar(table.id, AKI, AKI.id)
    assert (await house.tables.get(table.id)).people() == [AKI.id, BEN.id, CHIE.id]


@pytest.mark.parametrize("bars", [True, False])
async def test_a_lobby_whose_last_person_is_removed_is_closed(house: Services, bars: bool) -> None:
    table = await lobby(house)
    if bars:
        after = await house.lobby.bar(table.id, MODERATOR, AKI.id)
    else:
        after = await house.lobby.remove(table.id, MODERATOR, 0)
    assert after.state == "closed"


async def test_so_many_are_barred_and_no_more(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BARRED", 2)
    table = await lobby(house)
    for number in range(2):
        await house.lobby.bar(table.id, AKI, 500 + number)
    with refused("barred-enough"):
        await house.lobby.bar(table.id, AKI, BEN.id)


async def test_bars_are_forgotten_with_their_lobby_and_with_their_person(house: Services, store: Store) -> None:
    for deed in (house.lobby.start, house.lobby.cancel):
        table = await lobby(house, people=2)
        await house.lobby.bar(table.id, AKI, BEN.id)
        await deed(table.id, AKI)
    table = await lobby(house)
    await house.lobby.bar(table.id, AKI, BEN.id)
    await house.privacy.forget(BEN.id)
    assert await store._database.read("SELECT * FROM barred") == []
    await house.lobby.join(table.id, BEN)
