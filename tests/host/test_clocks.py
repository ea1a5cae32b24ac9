"""Who is reminded, decided for, and away; and no time in which the bot was away is held against anyone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from random import Random

import pytest

from host.clocks import IDLE_LOBBY, LATE, TICK
from host.house import House
from host.pace import SECONDS, SILENT_SECONDS
from host.table import MOST_MISSES, Pace, Table
from storage import Store
from tests.host.conftest import AKI, BEN, CHANNEL, GUILD
from tests.host.seating import game_of, lobby, people_to_act, refused, some_path, until

START = 1_700_000_000
LIVE = SECONDS["live"] or 0


@dataclass
class Time:
    """A clock that tests set, in unix seconds."""

    now: float = START

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def house(store: Store, time: Time) -> AsyncIterator[House]:
    """A house whose clocks are looked at by tests alone."""
    house = House(store, pause=0, playouts=5, now=time)
    yield house
    await house.close()


async def begun(house: House, pace: Pace, people: int = 2) -> Table:
    """A game of three at that pace."""
    table = await lobby(house, "saizen", people, 3)
    await house.lobby.set_pace(table.id, AKI, pace)
    await house.lobby.start(table.id, AKI)
    return await people_to_act(house, table)


async def after(house: House, time: Time, seconds: float, table: Table) -> Table:
    """The table after so many seconds in which the bot was there."""
    end = time.now + seconds
    while time.now < end:
        await house.clocks.look()
        time.now = min(end, time.now + TICK)
    await house.clocks.look()
    return await house.tables.get(table.id)


def awaited(table: Table) -> int:
    """The one seat of a person that owes a decision."""
    (seat,) = table.turns
    return seat


def user_on(table: Table, seat: int) -> int:
    who = table.occupants[seat]
    assert who is not None
    assert who.user_id is not None
    return who.user_id


async def moved(house: House, table: Table) -> Table:
    """After that person's move."""
    seat, game = awaited(table), game_of(table)
    await house.play.choose(table.id, user_on(table, seat), game.moves_made(seat), some_path(game, seat, Random(1)))
    return await people_to_act(house, table)


def misses(table: Table, seat: int) -> int:
    who = table.occupants[seat]
    return who.misses if who else 0


@pytest.mark.parametrize("pace", [pace for pace, seconds in SECONDS.items() if seconds])
async def test_somebody_is_reminded_at_half_time_and_decided_for_at_the_end(
    house: House, time: Time, pace: Pace
) -> None:
    table = await begun(house, pace)
    seat, before, seconds = awaited(table), len(game_of(table).history), SECONDS[pace] or 0
    assert table.turns[seat].due == START + seconds
    time.now = START + seconds // 2 - 1
    house.clocks._alive = int(time.now)
    await house.clocks.look()
    assert (await house.tables.get(table.id)).turns[seat].remind is not None
    time.now += 1
    await house.clocks.look()
    assert (await house.tables.get(table.id)).turns[seat].remind is None
    time.now = house.clocks._alive = START + seconds
    await house.clocks.look()
    table = await until(house, table, lambda now: len(game_of(now).history) > before)
    assert misses(table, seat) == 1


async def test_three_misses_in_a_row_make_somebody_away_until_they_click(house: House, time: Time) -> None:
    table = await begun(house, "live")
    seat = awaited(table)
    user = user_on(table, seat)
    for miss in range(1, MOST_MISSES + 1):
        while not table.away(seat) and awaited(table) != seat:
            table = await moved(house, table)
        await after(house, time, LIVE, table)
        table = await until(house, table, lambda now, miss=miss: misses(now, seat) == miss)  # type: ignore[misc]
        table = await people_to_act(house, table)
    assert table.away(seat)
    assert seat not in table.turns
    assert not await house.attendance.back(table.id, 999)
    assert await house.attendance.back(table.id, user)
    table = await house.tables.get(table.id)
    assert not table.away(seat)
    assert not await house.attendance.back(table.id, user), "they are there"


async def test_a_move_of_ones_own_in_between_begins_the_count_anew(house: House, time: Time) -> None:
    table = await begun(house, "live")
    seat = awaited(table)
    await after(house, time, LIVE, table)
    table = await until(house, table, lambda now: misses(now, seat) == 1)
    table = await people_to_act(house, table)
    while misses(table, seat):
        table = await moved(house, table)
    assert table.state == "playing"


async def test_time_in_which_the_bot_was_away_is_held_against_nobody(house: House, store: Store, time: Time) -> None:
    table = await begun(house, "live")
    seat = awaited(table)
    await after(house, time, 20, table)
    await house.close()
    time.now += 7200
    again = House(store, pause=0, playouts=5, now=time)
    await again.clocks.look()
    turn = (await again.tables.get(table.id)).turns[seat]
    assert turn.due is not None
    assert LIVE - 20 - TICK <= turn.due - time.now <= LIVE - 20 + LATE
    assert not turn.given
    await again.close()


async def test_the_seconds_of_a_restart_are_held_against_nobody(house: House, store: Store, time: Time) -> None:
    table = await begun(house, "live")
    seat = awaited(table)
    await after(house, time, 2 * TICK, table)
    await house.close()
    time.now += LATE - 1
    again = House(store, pause=0, playouts=5, now=time)
    await again.clocks.look()
    turn = (await again.tables.get(table.id)).turns[seat]
    assert turn.due == time.now + LIVE - 2 * TICK
    await again.close()


async def test_a_decision_that_began_after_the_bot_was_last_noted_gets_no_more_than_its_time(
    house: House, time: Time
) -> None:
    await house.clocks.look()
    time.now += 5000
    table = await begun(house, "live")
    time.now += 10
    await house.clocks.look()
    turn = (await house.tables.get(table.id)).turns[awaited(table)]
    assert turn.due == time.now + LIVE


@pytest.mark.parametrize("jump", [-86_400, 86_400])
async def test_a_clock_that_is_set_otherwise_takes_and_gives_nobody_time(house: House, time: Time, jump: int) -> None:
    table = await begun(house, "live")
    await after(house, time, 10, table)
    time.now += jump
    await house.clocks.look()
    turn = (await house.tables.get(table.id)).turns[awaited(table)]
    assert turn.due == time.now + LIVE - 10


async def test_nobody_is_hurried_who_plays_against_computers_alone(house: House) -> None:
    table = await begun(house, "live", people=1)
    assert [turn.due for turn in table.turns.values()] == [None]


async def test_without_a_clock_others_may_let_the_computer_decide_after_a_day(house: House, time: Time) -> None:
    table = await begun(house, "none")
    seat = awaited(table)
    asker = BEN if table.seat_of(AKI.id) == seat else AKI
    assert table.turns[seat].due is None
    with refused("not-silent"):
        await house.attendance.give(table.id, asker, seat)
    time.now += SILENT_SECONDS
    house.clocks._alive = int(time.now)
    before = len(game_of(table).history)
    await house.attendance.give(table.id, asker, seat)
    table = await until(house, table, lambda now: len(game_of(now).history) > before)
    assert misses(table, seat) == 1


async def test_a_lobby_that_nobody_comes_to_is_closed_after_an_hour_and_says_why(house: House, time: Time) -> None:
    idle = await house.lobby.open(GUILD, CHANNEL, AKI, "saizen", 3)
    time.now = START + 10
    store_now = await house.tables.store.idle_lobbies(2**40)
    assert store_now == [idle.id]
    row = await house.tables.store.table(idle.id)
    assert row is not None
    time.now = row.idle_since + IDLE_LOBBY - 1
    house.clocks._alive = int(time.now)
    await house.clocks.look()
    assert (await house.tables.get(idle.id)).state == "lobby"
    time.now += 1
    await house.clocks.look()
    table = await house.tables.get(idle.id)
    assert (table.state, table.why) == ("closed", "idle")
