"""How a new table is set up: as the last one that was started there, else as is usual on the server."""

from __future__ import annotations

import pytest

from engine.contract.options import describe
from engine.game import Game
from host.services import Services
from host.tables.table import Person, Table
from storage import Store
from tests.host.conftest import AKI, CHANNEL, GUILD
from tests.host.seating import refused, started
from tests.storage.store_support import rewrite

MANAGER = Person(900, manager=True)
SAIZEN = Game.games["saizen"]
JOKERS = next(info for info in describe(SAIZEN.Options) if info.name == "jokers")
OTHER = next(place for place, value in enumerate(JOKERS.allowed) if value != JOKERS.default)


async def opened(house: Services, game: str = SAIZEN.id, channel: int = CHANNEL, guild: int = GUILD) -> Table:
    """A table of which nothing is said but the game."""
    return await house.lobby.open(guild, channel, AKI, game, None)


async def set_up(house: Services, *, seats: int = 3, channel: int = CHANNEL, start: bool = True) -> Table:
    """A table that is not as usual, and has been started."""
    table = await house.lobby.open(GUILD, channel, AKI, SAIZEN.id, 2, "live")
    table = await house.lobby.set_up(table.id, AKI, seats, {"jokers": OTHER})
    return await house.lobby.start(table.id, AKI) if start else table


def as_usual(table: Table) -> bool:
    return (table.seat_count, dict(table.options), table.pace) == (table.kind.usual_seats(), {}, "relaxed")


async def test_the_next_table_in_a_channel_is_as_the_last_one_that_was_started(
    house: Services, second: Services
) -> None:
    assert as_usual(await opened(house))
    last = await set_up(house)
    for one in (house, second):
        table = await opened(one)
        assert (table.seat_count, table.options, table.pace) == (3, last.options, "live")
        assert table.options["jokers"] == JOKERS.allowed[OTHER]


async def test_another_channel_game_or_lobby_that_was_not_started_changes_nothing(house: Services) -> None:
    await set_up(house, channel=CHANNEL + 1)
    await set_up(house, start=False)
    assert as_usual(await opened(house))
    await set_up(house)
    assert as_usual(await opened(house, "scharfe-schoten"))


async def test_what_is_said_counts_before_what_was(house: Services) -> None:
    await set_up(house)
    table = await house.lobby.open(GUILD, CHANNEL, AKI, SAIZEN.id, 4, "letter")
    assert (table.seat_count, table.pace) == (4, "letter")
    assert table.options["jokers"] == JOKERS.allowed[OTHER]


async def test_the_last_one_started_counts_not_the_last_one_opened(house: Services) -> None:
    waiting = await house.lobby.open(GUILD, CHANNEL, AKI, SAIZEN.id, 4, "letter")
    later = await house.lobby.open(GUILD, CHANNEL, AKI, SAIZEN.id, 2, "live")
    house.tables.store._now = lambda: 2_000_000_000
    await house.lobby.start(later.id, AKI)
    house.tables.store._now = lambda: 2_000_000_001
    await house.lobby.start(waiting.id, AKI)
    assert (await opened(house)).pace == "letter"


async def test_options_that_there_are_no_more_are_as_usual(
    house: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await set_up(house)
    gone = """{"jokers": 77, "nothing": 1}"""
    await rewrite(store, "UPDATE tables SET options = ? WHERE id = ?", (gone, table.id))
    assert dict((await opened(house)).options) == {}
    monkeypatch.setattr(SAIZEN, "seat_counts", (4, 5))
    assert (await opened(house)).seat_count == SAIZEN.usual_seats()


async def test_an_option_that_is_not_for_so_many_seats_is_left_out(house: Services) -> None:
    kind = Game.games["tennos-square"]
    option = next(info for info in describe(kind.Options) if info.seats)
    assert option.seats is not None
    place = next(at for at, value in enumerate(option.allowed) if value != option.default)
    table = await house.lobby.open(GUILD, CHANNEL, AKI, kind.id, option.seats[0])
    table = await house.lobby.set_up(table.id, AKI, option.seats[0], {option.name: place})
    await house.lobby.start(table.id, AKI)
    assert (await opened(house, kind.id)).options[option.name] == option.allowed[place]
    other = next(count for count in kind.seat_counts if count not in option.seats)
    assert option.name not in (await house.lobby.open(GUILD, CHANNEL, AKI, kind.id, other)).options


async def test_the_servers_pace_is_that_of_a_channel_without_a_last_table(house: Services) -> None:
    await house.settings.set_server(GUILD, MANAGER, "pace", ["letter"])
    assert (await opened(house)).pace == "letter"
    assert as_usual(await opened(house, guild=GUILD + 1, channel=CHANNEL + 9))
    await set_up(house)
    assert (await opened(house)).pace == "live"


async def test_computer_players_on_free_seats_have_the_servers_level(house: Services) -> None:
    await house.settings.set_server(GUILD, MANAGER, "level", ["hard"])
    table = await opened(house)
    table = await house.lobby.seat_computer(table.id, AKI, 1, "easy")
    table = await house.lobby.start(table.id, AKI)
    assert [who.computer for who in table.occupants if who and who.computer] == ["easy", "hard", "hard"]


async def test_a_game_that_is_not_offered_is_refused_by_the_names_of_those_that_are(house: Services) -> None:
    await house.settings.set_server(GUILD, MANAGER, "games", ["saizen", "tezumashi"])
    with refused("not-offered") as error:
        await opened(house, "scharfe-schoten")
    for title in ("Scharfe Schoten is not", "Saizen", "Tezuma-shi"):
        assert title in str(error.value.text)
    assert (await opened(house)).kind is SAIZEN
    assert (await opened(house, "scharfe-schoten", guild=GUILD + 1)).state == "lobby"


async def test_a_servers_own_limits_count(house: Services) -> None:
    await house.settings.set_server(GUILD, MANAGER, "lobbies", ["1"])
    table = await opened(house)
    with refused("too-many-lobbies"):
        await opened(house)
    other = await house.lobby.open(GUILD, CHANNEL, MANAGER, SAIZEN.id, None)
    with refused("too-many-lobbies"):
        await house.lobby.join(other.id, AKI)
    await house.settings.set_server(GUILD, MANAGER, "lobbies", ["10"])
    await house.settings.set_server(GUILD, MANAGER, "tables", ["5"])
    await opened(house)
    with refused("opened-enough"):
        await opened(house)
    for number in range(2):
        await house.lobby.open(GUILD, CHANNEL, Person(500 + number), SAIZEN.id, None)
    with refused("server-full"):
        await house.lobby.open(GUILD, CHANNEL, Person(502), SAIZEN.id, None)
    await house.lobby.cancel(table.id, AKI)
    await opened(house)


async def test_nobody_can_be_asked_to_hurry_where_nobody_is_mentioned(house: Services) -> None:
    table = await started(house, people=2)
    await house.settings.set_server(GUILD, MANAGER, "pings", ["off"])
    with refused("no-pings"):
        await house.attendance.nudge(table.id, AKI)
    await house.settings.set_server(GUILD, MANAGER, "pings", ["on"])
    assert any(turn.nudged for turn in (await house.attendance.nudge(table.id, AKI)).turns.values())
