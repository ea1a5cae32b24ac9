"""What servers and people have set: who may, what it can be, and that it holds from the next question on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import fields

import pytest

import limits
from engine.game import Game
from host.services import Services
from host.settings import MOST_CHANNELS, MOST_LOBBIES, MOST_TABLES, PersonSettings, ServerSettings, allowed
from host.tables.table import Person
from storage import Store, StoreError
from tests.host.conftest import AKI, BEN, GUILD, in_channel
from tests.host.seating import refused

MANAGER = Person(900, manager=True)
FEW = {
    (kind, one.name): values
    for kind in (ServerSettings, PersonSettings)
    for one in fields(kind)
    if (values := allowed(kind, one.name))
}
"""The settings that have one of a few values, each with these."""


async def set_server(services: Services, name: str, *picked: str) -> ServerSettings:
    """What is set on the server after a manager has picked that."""
    return await services.settings.set_server(GUILD, MANAGER, name, picked)


def values_of(found: ServerSettings | PersonSettings) -> dict[str, object]:
    """All that is set, by name."""
    return {one.name: getattr(found, one.name) for one in fields(found)}


async def test_all_is_as_usual_until_somebody_has_set_it(services: Services) -> None:
    assert await services.settings.server(GUILD) == ServerSettings()
    assert await services.settings.person(AKI.id) == PersonSettings()
    assert {kind().__getattribute__(name) in values for (kind, name), values in FEW.items()} == {True}


@pytest.mark.parametrize(("kind", "name"), FEW)
async def test_each_value_holds_at_once_for_its_owner_alone_and_after_a_restart(
    services: Services, second: Services, kind: type[ServerSettings | PersonSettings], name: str
) -> None:
    usual = getattr(kind(), name)
    for value in (*FEW[kind, name][::-1], next(one for one in FEW[kind, name] if one != usual)):
        if kind is ServerSettings:
            assert values_of(await set_server(services, name, value))[name] == value
            assert await services.settings.server(GUILD + 1) == ServerSettings()
        else:
            assert values_of(await services.settings.set_person(AKI.id, name, [value]))[name] == value
            assert await services.settings.person(BEN.id) == PersonSettings()
    for one in (services, second):
        found = await (one.settings.server(GUILD) if kind is ServerSettings else one.settings.person(AKI.id))
        assert values_of(found) == values_of(kind()) | {name: value}


@pytest.mark.parametrize("person", [AKI, Person(901, moderates=in_channel)], ids=["a member", "a moderator"])
async def test_only_who_manages_the_server_sets_anything_there(
    services: Services, store: Store, person: Person
) -> None:
    for name, picked in (("pings", ["off"]), ("channels", ["5"]), ("nothing", ["x"])):
        with refused("not-manager"):
            await services.settings.set_server(GUILD, person, name, picked)
    with refused("not-manager"):
        await services.settings.set_server(0, MANAGER, "pings", ["off"])
    assert await store.settings.all(GUILD) == await store.settings.all(0) == {}


@pytest.mark.parametrize(
    ("name", "picked"),
    [
        ("nothing", ["on"]),
        ("most_tables", ["5"]),
        ("pings", ["maybe"]),
        ("pings", []),
        ("pings", ["on", "off"]),
        ("tables", ["1000"]),
        ("tables", ["-1"]),
        ("games", ["bridge"]),
        ("channels", ["five"]),
        ("channels", ["-5"]),
        ("channels", ["1" * 21]),
        ("channels", ["１"]),
        ("channels", [str(one) for one in range(MOST_CHANNELS + 1)]),
        ("quiet", ["on"]),
    ],
)
async def test_what_is_no_setting_or_no_value_of_it_is_refused(
    services: Services, store: Store, name: str, picked: Sequence[str]
) -> None:
    with refused("no-such-setting"):
        await set_server(services, name, *picked)
    assert await store.settings.all(GUILD) == {}


async def test_what_is_stored_and_not_known_is_as_usual(services: Services, store: Store) -> None:
    damaged = {"pings": "whisper", "channels": "1,,x", "games": "bridge", "tables": "", "pace": "live", "newer": "x"}
    for name, value in damaged.items():
        await store.settings.set(GUILD, f"server:{name}", value)
    await store.settings.set(GUILD, "threads", "off")
    assert await services.settings.server(GUILD) == ServerSettings(pace="live")


async def test_of_the_games_that_are_offered_some_may_be_gone(services: Services, store: Store) -> None:
    await store.settings.set(GUILD, "server:games", "bridge,saizen")
    assert (await services.settings.server(GUILD)).offered() == [Game.games["saizen"]]


async def test_all_games_are_offered_where_all_or_none_are_chosen(services: Services) -> None:
    assert [one.id for one in (await set_server(services, "games", "saizen")).offered()] == ["saizen"]
    for picked in ((*Game.games,), ()):
        server = await set_server(services, "games", *picked)
        assert server.offered() == [*Game.games.values()]


async def test_a_channel_that_is_gone_is_none_of_those_for_tables(services: Services, second: Services) -> None:
    await set_server(services, "channels", "7", "8", "7")
    await services.settings.remove_channel(GUILD, 7)
    await services.settings.remove_channel(GUILD, 9)
    for one in (services, second):
        assert (await one.settings.server(GUILD)).channels == (8,)


def test_no_server_can_have_more_than_the_house_lets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in (("tables", MOST_TABLES), ("lobbies", MOST_LOBBIES)):
        *less, last = allowed(ServerSettings, name)
        assert last == most
        assert all(0 < int(one) < int(most) for one in less)
    monkeypatch.setattr(limits, "TABLES_A_SERVER", 7)
    monkeypatch.setattr(limits, "LOBBIES_A_PERSON", 2)
    assert (ServerSettings().most_tables, ServerSettings().most_lobbies) == (7, 2)
    assert (ServerSettings(tables="5", lobbies="1").most_tables, ServerSettings(lobbies="1").most_lobbies) == (5, 1)


async def test_only_so_many_are_remembered_and_each_is_read_once(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    settings = store.settings.all

    async def ask(owner_id: int) -> dict[str, str]:
        asked.append(owner_id)
        return await settings(owner_id)

    monkeypatch.setattr(store.settings, "all", ask)
    monkeypatch.setattr(limits, "SETTINGS", 3)
    for user in (1, 1, 2, 3, 4, 1):
        await services.settings.person(user)
    assert asked == [1, 2, 3, 4, 1]
    assert len(services.settings._people) == 3
    await set_server(services, "pings", "off")
    services.settings.evict(GUILD)
    assert (await services.settings.server(GUILD)).pings == "off"
    assert asked[-2:] == [GUILD, GUILD]


async def test_what_was_read_before_a_change_does_not_undo_it(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, held, go_on = store.settings.all, asyncio.Event(), asyncio.Event()

    async def slow(owner_id: int) -> dict[str, str]:
        found = await settings(owner_id)
        held.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(store.settings, "all", slow)
    reading = asyncio.create_task(services.settings.server(GUILD))
    await held.wait()
    monkeypatch.setattr(store.settings, "all", settings)
    await set_server(services, "pings", "off")
    go_on.set()
    assert (await reading).pings == (await services.settings.server(GUILD)).pings == "off"


async def test_changes_at_once_are_all_kept(services: Services, second: Services) -> None:
    names = ("pings", "threads")
    await asyncio.gather(*(set_server(services, name, "off") for name in names))
    for one in (services, second):
        assert await one.settings.server(GUILD) == ServerSettings(pings="off", threads="off")


async def test_what_cannot_be_stored_is_not_so(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **_how: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(store.settings, "set", fail)
    with refused("try-again"):
        await set_server(services, "pings", "off")
    assert (await services.settings.server(GUILD)).pings == "on"
