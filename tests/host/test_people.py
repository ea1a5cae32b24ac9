"""First games, display names, and personal settings."""

import asyncio
from typing import Any

import pytest

from host.place import Place
from host.services import Services
from host.tables.table import Person, Table
from storage import Store
from tests.patches import record, run_after, run_before
from tests.tables import AKI, BEN, GUILD, PEOPLE, finish, lobby, started

NAMED = Person(1, name="Aki")


@pytest.fixture
def asked(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record the arguments of each `has_finished` query: server, user and game."""
    return record(monkeypatch, store.people, "has_finished")


async def test_hints_are_for_the_first_game_of_a_kind_on_a_server(services: Services) -> None:
    first = await started(services)
    assert await services.people.is_beginner(AKI.id, first)
    await finish(services, first)
    assert not await services.people.is_beginner(AKI.id, await started(services))
    assert await services.people.is_beginner(AKI.id, await started(services, "saizen"))
    assert await services.people.is_beginner(AKI.id, await started(services, guild=GUILD + 1))


async def test_hints_that_are_turned_off_are_off_in_every_process(services: Services, second: Services) -> None:
    for hints in ("off", "on"):
        await services.settings.set_person(AKI.id, "hints", [hints])
        assert (await second.settings.person(AKI.id)).hints == hints
        assert (await second.settings.person(BEN.id)).hints == "on"


async def test_players_are_queried_once_for_each_table(services: Services, asked: list[Any]) -> None:
    table = await started(services)
    for _ in range(5):
        await services.people.is_beginner(AKI.id, table)
    assert asked == [(GUILD, AKI.id, table.kind.id)]


async def test_person_without_a_seat_costs_no_query_and_is_not_cached(services: Services, asked: list[Any]) -> None:
    table = await started(services)
    for stranger in range(1000, 1100):
        assert not await services.people.is_beginner(stranger, table)
    assert asked == []
    assert services.people._beginners.get(table.id, {}) == {}


async def test_ended_table_is_not_cached(services: Services, asked: list[Any]) -> None:
    """Check that nothing is cached after a game's end, even if a request still has the table from before the end."""
    table = await started(services)
    for person in PEOPLE:
        assert await services.people.is_beginner(person.id, table)
    ended = await finish(services, table)
    for old in (table, ended):
        assert not await services.people.is_beginner(AKI.id, old)
    assert len(asked) == 4
    assert services.people._beginners == {}


async def test_lobby_has_no_hints_and_is_not_cached(services: Services, asked: list[Any]) -> None:
    assert not await services.people.is_beginner(AKI.id, await lobby(services))
    assert asked == []
    assert services.people._beginners == {}


async def test_bot_settings_survive_a_restart(services: Services, second: Services) -> None:
    assert await services.people.setting("commands") is None
    await services.people.set_setting("commands", "abc")
    assert await second.people.setting("commands") == "abc"


def names(table: Table) -> list[str]:
    return [who.name for who in table.occupants if who and who.computer is None]


async def test_joining_person_has_their_current_name(services: Services, second: Services) -> None:
    table = await lobby(services, people=[NAMED])
    joined = await services.lobby.join(table.id, Person(2, name="Ben"))
    assert names(joined) == names(await second.tables.get(table.id)) == ["Aki", "Ben"]


async def test_new_name_reaches_only_the_open_tables_of_that_server(services: Services, second: Services) -> None:
    here = await lobby(services, people=[NAMED])
    there = await lobby(services, people=[NAMED], guild=GUILD + 1)
    told: list[int] = []
    services.events.table_changed.subscribe(told.append)
    await services.people.update_name(Place.server(GUILD), NAMED)
    assert told == []
    await services.people.update_name(Place.server(GUILD), Person(1, name="Akiko"))
    assert told == [here.id]
    for one in (services, second):
        assert names(await one.tables.get(here.id)) == ["Akiko"]
        assert names(await one.tables.get(there.id)) == ["Aki"]


async def test_new_name_survives_a_concurrent_change_of_the_lobby(
    services: Services, store: Store, second: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await lobby(services, people=[NAMED])
    renamed, met = asyncio.Event(), list[asyncio.Task[None]]()

    async def note_rename() -> None:
        renamed.set()

    async def rename() -> None:
        met.append(asyncio.create_task(services.people.update_name(Place.server(GUILD), Person(1, name="Akiko"))))
        await renamed.wait()

    run_after(monkeypatch, store.people, "rename", note_rename)
    run_before(monkeypatch, store.tables, "save_lobby", rename)
    await services.lobby.join(table.id, Person(2, name="Ben"))
    await asyncio.gather(*met)
    for one in (services, second):
        assert names(await one.tables.get(table.id)) == ["Akiko", "Ben"]


async def test_name_of_a_person_who_never_joined_is_not_stored(services: Services, store: Store) -> None:
    await services.people.update_name(Place.server(GUILD), NAMED)
    assert not await store.people.rename(GUILD, 1, "Akiko")
