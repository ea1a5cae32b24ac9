"""Settings of servers and people: permissions to change them, allowed values, and immediate effect."""

import asyncio
from collections.abc import Sequence
from dataclasses import fields

import pytest

import limits
from engine.game import Game
from host.place import Place
from host.services import Services
from host.settings import MOST_CHANNELS, MOST_LOBBIES, MOST_TABLES, PersonSettings, ServerSettings, allowed
from host.tables.table import Person
from storage import InDoubt, Store, StoreError
from tests.patches import fail, record, run_after
from tests.tables import AKI, BEN, GUILD, MANAGER, MODERATOR, refused

FEW = {
    (kind, one.name): values
    for kind in (ServerSettings, PersonSettings)
    for one in fields(kind)
    if (values := allowed(kind, one.name))
}
"""The settings that have only a few allowed values, each with these values."""


async def set_server(services: Services, name: str, *picked: str) -> ServerSettings:
    """Let a manager pick these values of a setting, and return the server's settings."""
    return await services.settings.set_server(Place.server(GUILD), MANAGER, name, picked)


def values_of(found: ServerSettings | PersonSettings) -> dict[str, object]:
    """Return all settings by name."""
    return {one.name: getattr(found, one.name) for one in fields(found)}


async def test_settings_have_their_defaults_at_first(services: Services) -> None:
    assert await services.settings.of(Place.server(GUILD)) == ServerSettings()
    assert await services.settings.person(AKI.id) == PersonSettings()
    assert {kind().__getattribute__(name) in values for (kind, name), values in FEW.items()} == {True}


@pytest.mark.drawn(6)
@pytest.mark.parametrize(("kind", "name"), FEW)
async def test_value_takes_effect_at_once_for_its_owner_alone_and_survives_a_restart(
    services: Services, second: Services, kind: type[ServerSettings | PersonSettings], name: str
) -> None:
    usual = getattr(kind(), name)
    for value in (*FEW[kind, name][::-1], next(one for one in FEW[kind, name] if one != usual)):
        if kind is ServerSettings:
            assert values_of(await set_server(services, name, value))[name] == value
            assert await services.settings.of(Place.server(GUILD + 1)) == ServerSettings()
        else:
            assert values_of(await services.settings.set_person(AKI.id, name, [value]))[name] == value
            assert await services.settings.person(BEN.id) == PersonSettings()
    for one in (services, second):
        found = await (one.settings.of(Place.server(GUILD)) if kind is ServerSettings else one.settings.person(AKI.id))
        assert values_of(found) == values_of(kind()) | {name: value}


@pytest.mark.parametrize("person", [AKI, MODERATOR], ids=["a member", "a moderator"])
async def test_only_a_manager_changes_server_settings(services: Services, store: Store, person: Person) -> None:
    for name, picked in (("pings", ["off"]), ("channels", ["5"]), ("nothing", ["x"])):
        with refused("not-manager"):
            await services.settings.set_server(Place.server(GUILD), person, name, picked)
    with refused("not-manager"):
        await services.settings.set_server(Place.server(0), MANAGER, "pings", ["off"])
    assert await store.settings.all(GUILD) == await store.settings.all(0) == {}


@pytest.mark.drawn(3)
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
async def test_unknown_setting_or_value_is_refused(
    services: Services, store: Store, name: str, picked: Sequence[str]
) -> None:
    with refused("no-such-setting"):
        await set_server(services, name, *picked)
    assert await store.settings.all(GUILD) == {}


@pytest.mark.parametrize("picked", [[], ["japanese"], ["ja", "en"]], ids=str)
async def test_locale_is_one_valid_value(services: Services, store: Store, picked: Sequence[str]) -> None:
    with refused("no-such-setting"):
        await services.settings.set_person(AKI.id, "locale", picked)
    assert await store.settings.all(AKI.id) == {}


async def test_stored_unknown_value_counts_as_the_default(services: Services, store: Store) -> None:
    damaged = {"pings": "whisper", "channels": "1,,x", "games": "bridge", "tables": "", "pace": "live", "newer": "x"}
    for name, value in damaged.items():
        await store.settings.set(GUILD, f"server:{name}", value)
    await store.settings.set(GUILD, "threads", "off")
    assert await services.settings.of(Place.server(GUILD)) == ServerSettings(pace="live")


async def test_removed_games_among_the_enabled_ones_are_ignored(services: Services, store: Store) -> None:
    await store.settings.set(GUILD, "server:games", "bridge,saizen")
    assert (await services.settings.of(Place.server(GUILD))).offered() == [Game.games["saizen"]]


async def test_all_games_are_enabled_if_all_or_none_are_chosen(services: Services) -> None:
    assert [one.id for one in (await set_server(services, "games", "saizen")).offered()] == ["saizen"]
    for picked in ((*Game.games,), ()):
        server = await set_server(services, "games", *picked)
        assert server.offered() == [*Game.games.values()]


async def test_removed_channel_is_no_channel_for_tables(services: Services, second: Services) -> None:
    await set_server(services, "channels", "7", "8", "7")
    await services.settings.remove_channel(Place.server(GUILD), 7)
    await services.settings.remove_channel(Place.server(GUILD), 9)
    for one in (services, second):
        assert (await one.settings.of(Place.server(GUILD))).channels == (8,)


def test_server_settings_cannot_exceed_the_bots_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in (("tables", MOST_TABLES), ("lobbies", MOST_LOBBIES)):
        *less, last = allowed(ServerSettings, name)
        assert last == most
        assert all(0 < int(one) < int(most) for one in less)
    monkeypatch.setattr(limits, "TABLES_A_SERVER", 7)
    assert ServerSettings().most_lobbies == 3
    monkeypatch.setattr(limits, "LOBBIES_A_PERSON", 2)
    assert (ServerSettings().most_tables, ServerSettings().most_lobbies) == (7, 2)
    assert (ServerSettings(tables="5", lobbies="1").most_tables, ServerSettings(lobbies="1").most_lobbies) == (5, 1)


async def test_cache_is_limited_and_each_row_is_read_once(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = record(monkeypatch, store.settings, "all")
    monkeypatch.setattr(limits, "SETTINGS", 3)
    for server in (1, 1, 2, 3, 4, 1):
        await services.settings.of(Place.server(server))
    assert asked == [1, 2, 3, 4, 1]
    assert len(services.settings._servers) == 3
    await set_server(services, "pings", "off")
    services.settings.evict(Place.server(GUILD))
    assert (await services.settings.of(Place.server(GUILD))).pings == "off"
    assert asked[-2:] == [GUILD, GUILD]


async def test_earlier_read_does_not_undo_a_change(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_after(monkeypatch, store.settings, "all", lambda: set_server(services, "pings", "off"))
    reading = services.settings.of(Place.server(GUILD))
    assert (await reading).pings == (await services.settings.of(Place.server(GUILD))).pings == "off"


async def test_concurrent_changes_are_all_kept(services: Services, second: Services) -> None:
    names = ("pings", "threads")
    await asyncio.gather(*(set_server(services, name, "off") for name in names))
    for one in (services, second):
        assert await one.settings.of(Place.server(GUILD)) == ServerSettings(pings="off", threads="off")


async def test_setting_that_cannot_be_stored_does_not_take_effect(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, store.settings, "set", StoreError("the disk is full"))
    with refused("try-again"):
        await set_server(services, "pings", "off")
    assert (await services.settings.of(Place.server(GUILD))).pings == "on"


@pytest.mark.parametrize("error", [StoreError("The disk is full."), InDoubt("The connection is gone.")], ids=str)
async def test_locale_that_could_not_be_stored_refuses_nothing_and_is_stored_the_next_time(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    fail(monkeypatch, store.settings, "set", error)
    for _ in range(2):
        mine, _ = await services.settings.note_locale(AKI.id, "ja")
        assert mine.locale == "ja"
    assert (await services.settings.person(AKI.id)).locale == "ja"


@pytest.mark.parametrize("locale", ["", "j", "ja'--", "japanese", "ja-JP-x", "日本語"])
async def test_odd_locale_is_not_stored(services: Services, locale: str) -> None:
    await services.settings.note_locale(AKI.id, "ja")
    mine, _ = await services.settings.note_locale(AKI.id, locale)
    assert (mine.locale, (await services.settings.person(AKI.id)).locale) == ("ja", "ja")
