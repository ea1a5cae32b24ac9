"""Limits on tables for each person and server: a refusal names the limit, and the end of a table makes room."""

import asyncio

import pytest

from host.place import Place
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person
from storage import Store
from storage.rows import Crowd
from tests.tables import AKI, BEN, CHANNEL, GUILD, MANAGER, SCHOTEN, finish, lobby, refused, started

MANY = 30


async def opened_at_once(services: Services, *people: Person) -> int:
    """Let these people request tables concurrently, and return how many tables are opened."""
    asked = (services.lobby.open(Place.server(GUILD), CHANNEL, one, SCHOTEN, None) for one in people)
    return sum(not isinstance(one, Refusal) for one in await asyncio.gather(*asked, return_exceptions=True))


async def test_person_has_three_lobbies_at_once(services: Services) -> None:
    assert await opened_at_once(services, *[AKI] * MANY) == 3
    with refused("too-many-lobbies"):
        await lobby(services)
    other = await lobby(services, people=[BEN])
    with refused("too-many-lobbies"):
        await services.lobby.join(other.id, AKI)
    with refused("already-seated"):
        await services.lobby.join(1, AKI)
    await services.lobby.cancel(1, AKI)
    await lobby(services)


async def test_manager_allows_more_lobbies(services: Services) -> None:
    await services.settings.set_server(Place.server(GUILD), MANAGER, "lobbies", ["5"])
    assert await opened_at_once(services, *[AKI] * MANY) == 5


async def test_rematch_counts_as_another_table(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    over = await finish(services, await started(services, people=1))
    await started(services)
    with monkeypatch.context() as patch:
        patch.setattr("limits.TABLES_A_PERSON", 1)
        for click in (services.votes.rematch(over.id, AKI.id), lobby(services)):
            with refused("too-many-tables"):
                await click
    monkeypatch.setattr("limits.LOBBIES_A_PERSON", 0)
    monkeypatch.setattr("limits.TABLES_A_SERVER", 1)
    with refused("server-full"):
        await services.votes.rematch(over.id, AKI.id)
    monkeypatch.setattr("limits.TABLES_A_SERVER", 3)
    with refused("opened-enough"):
        await services.votes.rematch(over.id, AKI.id)
    monkeypatch.setattr("limits.TABLES_A_SERVER", 4)
    assert (await services.votes.rematch(over.id, AKI.id)).state == "playing"


async def test_each_server_has_its_own_limit(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limits.LOBBIES_A_SERVER", 5)
    assert await opened_at_once(services, *(Person(number) for number in range(1, MANY))) == 5
    with refused("server-gathers"):
        await lobby(services)
    await services.lobby.open(Place.server(GUILD + 1), CHANNEL + 1, AKI, SCHOTEN, None)
    monkeypatch.setattr("limits.LOBBIES_A_SERVER", MANY)
    monkeypatch.setattr("limits.TABLES_A_SERVER", 5)
    with refused("server-full"):
        await lobby(services)


async def test_ended_tables_do_not_count(services: Services, store: Store) -> None:
    table = await lobby(services)
    assert await store.tables.place_counts(GUILD, AKI.id) == Crowd(1, 1, 1, 1, 1)
    assert await store.tables.place_counts(GUILD, BEN.id) == Crowd(1, 1, 0, 0, 0)
    await services.lobby.cancel(table.id, AKI)
    assert await store.tables.place_counts(GUILD, AKI.id) == Crowd(0, 0, 0, 0, 0)
