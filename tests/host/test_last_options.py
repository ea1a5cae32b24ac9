"""A new table has the options of the last table that was started in the channel, or else the server's defaults."""

import pytest

from engine.contract.options import describe
from engine.game import Game
from host.place import Place
from host.services import Services
from host.tables.table import Person, Table
from storage import Store
from tests.clock import Clock
from tests.storage.store_support import rewrite
from tests.tables import AKI, BEN, CHANNEL, GUILD, MANAGER, refused, started

SAIZEN = Game.games["saizen"]
JOKERS = next(info for info in describe(SAIZEN.Options) if info.name == "jokers")
OTHER = next(place for place, value in enumerate(JOKERS.allowed) if value != JOKERS.default)


async def opened(
    services: Services, game: str = SAIZEN.id, channel: int = CHANNEL, guild: int = GUILD, person: Person = AKI
) -> Table:
    """Open a table for which the opener gives only the game."""
    return await services.lobby.open(Place.server(guild), channel, person, game, None)


async def set_up(services: Services, *, seats: int = 3, channel: int = CHANNEL, start: bool = True) -> Table:
    """Open a table with unusual options, and start it unless `start` is False."""
    table = await services.lobby.open(Place.server(GUILD), channel, AKI, SAIZEN.id, 2, "live")
    table = await services.lobby.set_up(table.id, AKI, seats, {"jokers": [OTHER]})
    return await services.lobby.start(table.id, AKI) if start else table


def as_usual(table: Table) -> bool:
    return (table.seat_count, dict(table.options), table.time_control) == (table.kind.usual_seats(), {}, "relaxed")


async def test_next_table_in_a_channel_has_the_options_of_the_last_started_one(
    services: Services, second: Services
) -> None:
    assert as_usual(await opened(services))
    last = await set_up(services)
    for one in (services, second):
        table = await opened(one)
        assert (table.seat_count, table.options, table.time_control) == (3, last.options, "live")
        assert table.options["jokers"] == JOKERS.allowed[OTHER]


async def test_clock_of_another_persons_table_is_not_taken_over(services: Services, second: Services) -> None:
    last = await set_up(services)
    for one in (services, second):
        table = await opened(one, person=BEN)
        assert (table.seat_count, table.options, table.time_control) == (3, last.options, "relaxed")


async def test_after_another_persons_table_the_clock_is_the_servers(services: Services) -> None:
    await services.settings.set_server(Place.server(GUILD), MANAGER, "pace", ["letter"])
    await set_up(services)
    assert (await opened(services, person=BEN)).time_control == "letter"
    assert (await opened(services)).time_control == "live"


async def test_other_channels_games_and_unstarted_lobbies_change_nothing(services: Services) -> None:
    await set_up(services, channel=CHANNEL + 1)
    await set_up(services, start=False)
    assert as_usual(await opened(services))
    await set_up(services)
    assert as_usual(await opened(services, "scharfe-schoten"))


async def test_explicit_options_override_the_last_ones(services: Services) -> None:
    await set_up(services)
    table = await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, SAIZEN.id, 4, "letter")
    assert (table.seat_count, table.time_control) == (4, "letter")
    assert table.options["jokers"] == JOKERS.allowed[OTHER]


async def test_options_come_from_the_last_started_table_not_from_the_last_opened_one(
    services: Services, clock: Clock
) -> None:
    waiting = await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, SAIZEN.id, 4, "letter")
    later = await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, SAIZEN.id, 2, "live")
    await services.lobby.start(later.id, AKI)
    clock.now += 1
    await services.lobby.start(waiting.id, AKI)
    assert (await opened(services)).time_control == "letter"


async def test_options_that_no_longer_exist_get_their_defaults(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await set_up(services)
    gone = """{"jokers": 77, "nothing": 1}"""
    await rewrite(store, "UPDATE tables SET options = ? WHERE id = ?", (gone, table.id))
    assert dict((await opened(services)).options) == {}
    monkeypatch.setattr(SAIZEN, "seat_counts", (4, 5))
    assert (await opened(services)).seat_count == SAIZEN.usual_seats()


async def test_option_that_is_not_for_this_seat_count_is_left_out(services: Services) -> None:
    kind = Game.games["tennos-square"]
    option = next(info for info in describe(kind.Options) if info.seats)
    assert option.seats is not None
    place = next(at for at, value in enumerate(option.allowed) if value != option.default)
    table = await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, kind.id, option.seats[0])
    table = await services.lobby.set_up(table.id, AKI, option.seats[0], {option.name: [place]})
    await services.lobby.start(table.id, AKI)
    assert (await opened(services, kind.id)).options[option.name] == option.allowed[place]
    other = next(count for count in kind.seat_counts if count not in option.seats)
    assert option.name not in (await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, kind.id, other)).options


async def test_channel_without_a_last_table_uses_the_servers_time_control(services: Services) -> None:
    await services.settings.set_server(Place.server(GUILD), MANAGER, "pace", ["letter"])
    assert (await opened(services)).time_control == "letter"
    assert as_usual(await opened(services, guild=GUILD + 1, channel=CHANNEL + 9))
    await set_up(services)
    assert (await opened(services)).time_control == "live"


async def test_computer_players_on_free_seats_have_the_servers_level(services: Services) -> None:
    await services.settings.set_server(Place.server(GUILD), MANAGER, "level", ["hard"])
    table = await opened(services)
    table = await services.lobby.seat_computer(table.id, AKI, 1, "easy")
    table = await services.lobby.start(table.id, AKI)
    assert [who.computer for who in table.occupants if who and who.computer] == ["easy", "hard", "hard"]


async def test_disabled_game_is_refused_with_the_names_of_the_enabled_ones(services: Services) -> None:
    await services.settings.set_server(Place.server(GUILD), MANAGER, "games", ["saizen", "tezumashi"])
    with refused("not-offered") as error:
        await opened(services, "scharfe-schoten")
    for title in ("Scharfe Schoten is not", "Saizen", "Tezuma-shi"):
        assert title in str(error.value.text)
    assert (await opened(services)).kind is SAIZEN
    assert (await opened(services, "scharfe-schoten", guild=GUILD + 1)).state == "lobby"


async def test_a_servers_own_limits_apply(services: Services) -> None:
    await services.settings.set_server(Place.server(GUILD), MANAGER, "lobbies", ["1"])
    table = await opened(services)
    with refused("too-many-lobbies"):
        await opened(services)
    other = await services.lobby.open(Place.server(GUILD), CHANNEL, MANAGER, SAIZEN.id, None)
    with refused("too-many-lobbies"):
        await services.lobby.join(other.id, AKI)
    await services.settings.set_server(Place.server(GUILD), MANAGER, "lobbies", ["10"])
    await services.settings.set_server(Place.server(GUILD), MANAGER, "tables", ["5"])
    await opened(services)
    with refused("opened-enough"):
        await opened(services)
    for number in range(2):
        await services.lobby.open(Place.server(GUILD), CHANNEL, Person(500 + number), SAIZEN.id, None)
    with refused("server-full"):
        await services.lobby.open(Place.server(GUILD), CHANNEL, Person(502), SAIZEN.id, None)
    await services.lobby.cancel(table.id, AKI)
    await opened(services)


async def test_nobody_can_be_asked_to_hurry_if_mentions_are_off(services: Services) -> None:
    table = await started(services, people=2)
    await services.settings.set_server(Place.server(GUILD), MANAGER, "pings", ["off"])
    with refused("no-pings"):
        await services.participation.nudge(table.id, AKI)
    await services.settings.set_server(Place.server(GUILD), MANAGER, "pings", ["on"])
    assert any(turn.nudged for turn in (await services.participation.nudge(table.id, AKI)).turns.values())
