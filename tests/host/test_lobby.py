"""Gathering players: what is allowed, what is refused, and what is kept."""

from pathlib import Path

import pytest

from host.house import House
from host.table import LEVEL, Occupant
from host.words import Refusal
from storage import Store
from tests.host.conftest import AKI, BEN, CHANNEL, CHIE, GUILD
from tests.host.seating import lobby, started


def refused(key: str) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(Refusal, check=lambda error: error.text.key == key)


async def test_the_opener_takes_the_first_seat(house: House) -> None:
    table = await lobby(house)
    assert table.occupants == [Occupant(user_id=AKI), None, None, None]


async def test_without_a_number_a_table_has_as_many_seats_as_the_game_takes_up_to_four(house: House) -> None:
    table = await house.lobby.open(GUILD, CHANNEL, AKI, "scharfe-schoten", None)
    assert table.seat_count == 4


async def test_an_unknown_game_is_refused(house: House) -> None:
    with refused("no-such-game"):
        await house.lobby.open(GUILD, CHANNEL, AKI, "bridge", None)


async def test_a_number_of_seats_that_the_game_does_not_take_is_refused(house: House) -> None:
    with refused("wrong-seats"):
        await house.lobby.open(GUILD, CHANNEL, AKI, "scharfe-schoten", 6)


async def test_a_person_sits_once_at_a_table(house: House) -> None:
    table = await lobby(house)
    with refused("already-seated"):
        await house.lobby.join(table.id, AKI)


async def test_a_full_lobby_takes_nobody(house: House) -> None:
    table = await lobby(house, people=3, seats=3)
    with refused("lobby-full"):
        await house.lobby.join(table.id, 999)


async def test_a_table_that_is_gone_says_so(house: House) -> None:
    with refused("no-such-table"):
        await house.lobby.join(77, AKI)


async def test_who_leaves_frees_the_seat(house: House) -> None:
    table = await lobby(house, people=2)
    await house.lobby.leave(table.id, BEN)
    assert table.occupants[1] is None
    with refused("not-seated"):
        await house.lobby.leave(table.id, BEN)


async def test_the_last_person_to_leave_closes_the_table(house: House) -> None:
    table = await lobby(house)
    await house.lobby.add_computer(table.id, AKI)
    await house.lobby.leave(table.id, AKI)
    assert table.state == "closed"
    with refused("lobby-gone"):
        await house.lobby.join(table.id, BEN)


async def test_a_person_can_move_to_the_next_free_seat(house: House) -> None:
    table = await lobby(house, people=2)
    await house.lobby.move_seat(table.id, AKI)
    assert table.seat_of(AKI) == 2
    await house.lobby.move_seat(table.id, AKI)
    assert table.seat_of(AKI) == 3


async def test_computer_players_come_and_go(house: House) -> None:
    table = await lobby(house)
    await house.lobby.add_computer(table.id, AKI)
    assert table.occupants[1] == Occupant(computer=LEVEL)
    await house.lobby.remove_computer(table.id, AKI)
    assert table.occupants[1] is None
    with refused("no-such-computer"):
        await house.lobby.remove_computer(table.id, AKI)


async def test_a_stranger_cannot_add_a_computer_player(house: House) -> None:
    table = await lobby(house)
    with refused("not-seated"):
        await house.lobby.add_computer(table.id, BEN)


async def test_only_the_opener_or_a_moderator_starts_resizes_and_closes(house: House) -> None:
    table = await lobby(house, people=2)
    with refused("not-opener"):
        await house.start(table.id, BEN)
    with refused("not-opener"):
        await house.lobby.resize(table.id, BEN, 3)
    with refused("not-opener"):
        await house.lobby.cancel(table.id, BEN)
    await house.lobby.resize(table.id, BEN, 3, moderator=True)
    await house.lobby.cancel(table.id, BEN, moderator=True)
    assert table.state == "closed"


async def test_resizing_closes_the_ranks_and_refuses_to_unseat_anybody(house: House) -> None:
    table = await lobby(house, people=3)
    await house.lobby.leave(table.id, BEN)
    await house.lobby.resize(table.id, AKI, 3)
    assert table.occupants == [Occupant(user_id=AKI), Occupant(user_id=CHIE), None]
    table = await lobby(house, people=4)
    with refused("seats-taken"):
        await house.lobby.resize(table.id, AKI, 3)
    with refused("wrong-seats"):
        await house.lobby.resize(table.id, AKI, 5)


async def test_free_seats_are_filled_only_when_asked_to(house: House) -> None:
    table = await lobby(house, people=2)
    assert await house.start(table.id, AKI) is None
    assert table.state == "lobby"
    assert await house.start(table.id, AKI, fill=True) is table
    assert [who.computer if who else None for who in table.occupants] == [None, None, LEVEL, LEVEL]


async def test_a_lobby_that_has_started_is_no_lobby_any_more(house: House) -> None:
    table = await started(house)
    with refused("lobby-gone"):
        await house.lobby.leave(table.id, BEN)


async def test_a_lobby_is_there_again_after_a_restart(house: House, database: Path) -> None:
    table = await lobby(house, people=2)
    await house.lobby.add_computer(table.id, AKI)
    async with await Store.open(database) as store:
        again = await House(store).tables.get(table.id)
    assert again.occupants == table.occupants
    assert again.state == "lobby"


async def test_options_that_are_not_allowed_are_refused(house: House) -> None:
    table = await lobby(house)
    with refused("bad-option"):
        await house.lobby.set_option(table.id, AKI, "colour", "red")
    assert table.options == {}


async def test_an_option_that_a_newer_version_lacks_falls_back_to_its_default(house: House, database: Path) -> None:
    table = await lobby(house)
    await house.store.save_lobby(table.id, seat_count=4, options={"colour": "red"}, seats=table.seat_rows())
    async with await Store.open(database) as store:
        again = await House(store).tables.get(table.id)
    assert again.options == {}


async def test_once_the_opener_has_left_the_next_person_is_in_charge(house: House) -> None:
    table = await lobby(house, people=3)
    await house.lobby.leave(table.id, AKI)
    with refused("not-opener"):
        await house.lobby.cancel(table.id, CHIE)
    assert await house.start(table.id, BEN, fill=True) is table


async def test_a_lobby_that_nobody_has_seen_is_gone_after_a_restart(house: House, database: Path) -> None:
    unseen, seen = await lobby(house), await lobby(house)
    await house.tables.place(seen, None, 700)
    async with await Store.open(database) as store:
        again = House(store)
        await again.lobby.close_unshown()
        assert [row.id for row in await again.tables.of(AKI, GUILD)] == [seen.id]
        with refused("lobby-gone"):
            await again.lobby.join(unseen.id, BEN)


async def test_a_game_that_has_just_begun_is_fresh_until_it_is_placed_even_after_a_restart(
    house: House, database: Path
) -> None:
    table = await started(house)
    async with await Store.open(database) as store:
        again = await House(store).tables.get(table.id)
        assert again.fresh
    await house.tables.place(table, 70, None)
    assert not table.fresh
    async with await Store.open(database) as store:
        assert not (await House(store).tables.get(table.id)).fresh
