"""Hints, leaderboards, and the bot's own settings."""

import asyncio
import time
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from host.house import House
from host.people import Leader, People, Period, beginning
from host.table import Person, Table
from storage import Store
from tests.host.conftest import AKI, BEN, GUILD
from tests.host.seating import PEOPLE, game_of, lobby, play_out, started


@pytest.fixture
def asked(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of whom the store was asked what they have finished."""
    users: list[int] = []
    has_finished = store.has_finished

    async def ask(guild_id: int, user_id: int, game: str) -> bool:
        users.append(user_id)
        return await has_finished(guild_id, user_id, game)

    monkeypatch.setattr(store, "has_finished", ask)
    return users


async def test_hints_are_for_the_first_game_of_a_kind_on_a_server(house: House) -> None:
    first = await started(house)
    assert await house.people.wants_hints(AKI.id, first)
    await play_out(house, first, Random(1))
    assert not await house.people.wants_hints(AKI.id, await started(house))
    assert await house.people.wants_hints(AKI.id, await started(house, "saizen"))
    elsewhere = await house.lobby.open(GUILD + 1, 1, AKI, "scharfe-schoten", 4)
    assert await house.lobby.start(elsewhere.id, AKI)
    assert await house.people.wants_hints(AKI.id, elsewhere)


async def test_hints_can_be_turned_off_and_on_in_the_middle_of_a_game(house: House, second: House) -> None:
    table = await started(house)
    assert await house.people.wants_hints(AKI.id, table)
    await house.people.turn_hints(AKI.id, on=False)
    assert not await house.people.wants_hints(AKI.id, table)
    assert await house.people.wants_hints(BEN.id, table)
    assert not await second.people.wants_hints(AKI.id, table)
    await house.people.turn_hints(AKI.id, on=True)
    assert await house.people.wants_hints(AKI.id, table)


async def test_who_plays_is_looked_up_once_a_table(house: House, asked: list[int]) -> None:
    table = await started(house)
    for _ in range(5):
        await house.people.wants_hints(AKI.id, table)
    assert asked == [AKI.id]


async def test_who_does_not_sit_there_costs_no_query_and_is_not_remembered(house: House, asked: list[int]) -> None:
    """Fault 5."""
    table = await started(house)
    for stranger in range(1000, 1100):
        assert not await house.people.wants_hints(stranger, table)
    assert asked == []
    assert house.people._hints.get(table.id, {}) == {}


async def test_nothing_is_remembered_of_a_table_that_has_ended(house: House, asked: list[int]) -> None:
    """Fault 5, even when asked with a table as it was before its end."""
    table = await started(house)
    for person in PEOPLE:
        assert await house.people.wants_hints(person.id, table)
    ended = await play_out(house, table, Random(1))
    for old in (table, ended):
        assert not await house.people.wants_hints(AKI.id, old)
    assert len(asked) == 4
    assert house.people._hints == {}


async def test_in_a_lobby_there_is_nothing_to_hint_at_or_to_remember(house: House, asked: list[int]) -> None:
    assert not await house.people.wants_hints(AKI.id, await lobby(house))
    assert asked == []
    assert house.people._hints == {}


async def test_the_best_of_a_server_and_ones_own_place(house: House) -> None:
    table = await play_out(house, await started(house), Random(1))
    game = game_of(table)
    leaders = await house.people.leaders(GUILD, AKI.id, "scharfe-schoten", 10)
    assert sorted(leader.points or 0 for leader in leaders) == sorted(game.scores)
    assert await house.people.leaders(GUILD, 999, "scharfe-schoten", 2) == leaders[:2]
    assert await house.people.leaders(GUILD, 999, "saizen", 10) == []
    last = leaders[-1]
    assert isinstance(last, Leader)
    assert await house.people.leaders(GUILD, last.user_id, "scharfe-schoten", 1) == [leaders[0], last]


@pytest.mark.parametrize(
    ("period", "today", "first"),
    [
        ("month", (2026, 1, 1), (2026, 1, 1)),
        ("month", (2026, 12, 31), (2026, 12, 1)),
        ("season", (2026, 3, 31), (2026, 1, 1)),
        ("season", (2026, 4, 1), (2026, 4, 1)),
        ("season", (2026, 11, 21), (2026, 10, 1)),
    ],
)
def test_a_season_is_a_quarter_of_the_year(
    period: Period, today: tuple[int, int, int], first: tuple[int, int, int]
) -> None:
    now = datetime(*today, 23, 59, tzinfo=UTC).timestamp()
    assert beginning(period, now) == datetime(*first, tzinfo=UTC).timestamp()


async def test_a_leaderboard_is_of_games_that_ended_in_its_period(house: House) -> None:
    await play_out(house, await started(house), Random(1))
    next_year = People(house.tables, lambda: time.time() + 366 * 86_400)
    periods: tuple[Period, ...] = ("all", "season", "month")
    assert [len(await house.people.leaders(GUILD, 999, None, 10, period)) for period in periods] == [4, 4, 4]
    assert [len(await next_year.leaders(GUILD, 999, None, 10, period)) for period in periods] == [4, 0, 0]


async def test_the_bots_own_settings_survive_a_restart(house: House, second: House) -> None:
    assert await house.people.setting("commands") is None
    await house.people.set_setting("commands", "abc")
    assert await second.people.setting("commands") == "abc"


def names(table: Table) -> list[str]:
    return [who.name for who in table.occupants if who and who.computer is None]


async def test_whoever_sits_down_has_the_name_that_they_came_with(house: House, second: House) -> None:
    table = await house.lobby.open(GUILD, 1, Person(1, name="Aki"), "saizen", 4)
    joined = await house.lobby.join(table.id, Person(2, name="Ben"))
    assert names(joined) == names(await second.tables.get(table.id)) == ["Aki", "Ben"]


async def test_a_new_name_is_told_to_the_open_tables_of_that_server_alone(house: House, second: House) -> None:
    aki = Person(1, name="Aki")
    here = await house.lobby.open(GUILD, 1, aki, "saizen", 4)
    there = await house.lobby.open(GUILD + 1, 1, aki, "saizen", 4)
    told: list[int] = []
    house.tables.changed = told.append
    await house.people.met(GUILD, aki)
    assert told == []
    await house.people.met(GUILD, Person(1, name="Akiko"))
    assert told == [here.id]
    for one in (house, second):
        assert names(await one.tables.get(here.id)) == ["Akiko"]
        assert names(await one.tables.get(there.id)) == ["Aki"]


async def test_a_new_name_outlives_a_lobby_that_somebody_else_changes_meanwhile(
    house: House, store: Store, second: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.lobby.open(GUILD, 1, Person(1, name="Aki"), "saizen", 4)
    save, rename, renamed, met = store.save_lobby, store.rename, asyncio.Event(), []

    async def renaming(*who: Any) -> bool:
        known = await rename(*who)
        renamed.set()
        return known

    async def saved_after(*lobby: Any) -> None:
        met.append(asyncio.create_task(house.people.met(GUILD, Person(1, name="Akiko"))))
        await renamed.wait()
        await save(*lobby)

    monkeypatch.setattr(store, "rename", renaming)
    monkeypatch.setattr(store, "save_lobby", saved_after)
    await house.lobby.join(table.id, Person(2, name="Ben"))
    await asyncio.gather(*met)
    for one in (house, second):
        assert names(await one.tables.get(table.id)) == ["Akiko", "Ben"]


async def test_the_name_of_whoever_has_never_sat_down_is_not_kept(house: House, store: Store) -> None:
    await house.people.met(GUILD, Person(1, name="Aki"))
    assert not await store.rename(GUILD, 1, "Akiko")


async def test_leaders_have_the_names_of_their_server(house: House) -> None:
    table = await house.lobby.open(GUILD, 1, Person(1, name="Aki"), "scharfe-schoten", 4)
    started = await house.lobby.start(table.id, Person(1))
    assert started
    await play_out(house, started, Random(1))
    await house.people.met(GUILD, Person(1, name="Akiko"))
    assert [one.name for one in await house.people.leaders(GUILD, 1, None, 5)] == ["Akiko"]
