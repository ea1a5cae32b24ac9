"""How many tables there may be, for a person and on a server: what is refused says so, and what ends makes room."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from engine.game import Game
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person
from storage import Crowd, Store
from tests.host.conftest import AKI, BEN, CHANNEL, GUILD
from tests.host.seating import lobby, play_out, refused, started

MANY = 30


async def opened_at_once(house: Services, *people: Person) -> int:
    """How many of the tables are opened that people ask for at the same time."""
    asked = (house.lobby.open(GUILD, CHANNEL, one, next(iter(Game.games)), None) for one in people)
    return sum(not isinstance(one, Refusal) for one in await asyncio.gather(*asked, return_exceptions=True))


async def test_a_person_gathers_players_at_few_tables_at_once(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limits.LOBBIES_A_PERSON", 3)
    assert await opened_at_once(house, *[AKI] * MANY) == 3
    with refused("too-many-lobbies"):
        await lobby(house)
    await house.lobby.cancel(1, AKI)
    await lobby(house)


async def test_who_sits_in_too_many_lobbies_joins_no_other(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limits.LOBBIES_A_PERSON", 2)
    tables = [await lobby(house), await lobby(house)]
    for table in tables:
        await house.lobby.join(table.id, BEN)
    third = await house.lobby.open(GUILD, CHANNEL, Person(999), next(iter(Game.games)), None)
    with refused("too-many-lobbies"):
        await house.lobby.join(third.id, BEN)
    with refused("already-seated"):
        await house.lobby.join(tables[0].id, BEN)


async def test_games_that_run_count_too(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limits.TABLES_A_PERSON", 2)
    await started(house)
    await started(house)
    with refused("too-many-tables"):
        await lobby(house)


async def test_a_rematch_is_one_table_more(house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    over = await play_out(house, await started(house, people=1), Random(1))
    await started(house)
    with monkeypatch.context() as patch:
        patch.setattr("limits.TABLES_A_PERSON", 1)
        with refused("too-many-tables"):
            await house.agreement.rematch(over.id, AKI.id)
    monkeypatch.setattr("limits.LOBBIES_A_PERSON", 0)
    monkeypatch.setattr("limits.TABLES_A_SERVER", 1)
    with refused("server-full"):
        await house.agreement.rematch(over.id, AKI.id)
    monkeypatch.setattr("limits.TABLES_A_SERVER", 3)
    with refused("opened-enough"):
        await house.agreement.rematch(over.id, AKI.id)
    monkeypatch.setattr("limits.TABLES_A_SERVER", 4)
    assert (await house.agreement.rematch(over.id, AKI.id)).state == "playing"


async def test_a_server_has_room_for_so_many_and_another_server_for_its_own(
    house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("limits.LOBBIES_A_SERVER", 5)
    assert await opened_at_once(house, *(Person(number) for number in range(1, MANY))) == 5
    with refused("server-gathers"):
        await lobby(house)
    await house.lobby.open(GUILD + 1, CHANNEL + 1, AKI, next(iter(Game.games)), None)
    monkeypatch.setattr("limits.LOBBIES_A_SERVER", MANY)
    monkeypatch.setattr("limits.TABLES_A_SERVER", 5)
    with refused("server-full"):
        await lobby(house)


async def test_what_has_ended_takes_no_room(house: Services, store: Store) -> None:
    table = await lobby(house)
    assert await store.crowd(GUILD, AKI.id) == Crowd(1, 1, 1, 1, 1)
    assert await store.crowd(GUILD, BEN.id) == Crowd(1, 1, 0, 0, 0)
    await house.lobby.cancel(table.id, AKI)
    assert await store.crowd(GUILD, AKI.id) == Crowd(0, 0, 0, 0, 0)
