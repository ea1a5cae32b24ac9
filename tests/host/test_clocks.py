"""Who is reminded, decided for, and away; and no time in which the bot was away is held against anyone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.game import Game
from host import pace
from host.attendance import silent
from host.clocks import IDLE_LOBBY, TICK, Clocks
from host.house import House
from host.pace import LATE, SECONDS, SILENT_SECONDS
from host.seating import LEVEL
from host.table import MOST_MISSES, Occupant, Pace, Table, Turn
from storage import MoveRow, Store, StoreError
from tests.host.conftest import AKI, BEN, CHANNEL, CHIE, GUILD
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
async def store(database: Path, time: Time) -> AsyncIterator[Store]:
    """A store that goes by the same clock."""
    async with await Store.open(database, now=lambda: int(time.now)) as store:
        yield store


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


async def test_a_decision_has_its_own_time_whatever_became_of_the_one_before(house: House) -> None:
    table = await begun(house, "live")
    seat = awaited(table)
    turn = table.turns[seat]
    before = replace(table, turns={seat: replace(turn, decision=turn.decision - 1, nudged=True, given=True)})
    assert pace.owed(before, START + 40) == {seat: Turn(turn.decision, START + 40, START + 70, START + 100)}
    assert pace.owed(table, START + 40) == table.turns, "the same one goes on"


async def test_whoever_is_away_owes_nothing(house: House) -> None:
    table = await begun(house, "live")
    away = tuple(who and replace(who, misses=MOST_MISSES) for who in table.occupants)
    assert pace.owed(replace(table, occupants=away), START) == {}


def test_what_a_computer_player_may_decide_stays_so() -> None:
    given = Turn(0, START, None, START + LIVE, given=True)
    assert pace.looked_at(given, START + 10 * LIVE) == given


async def test_three_misses_in_a_row_make_somebody_away_until_they_click(
    house: House, store: Store, time: Time
) -> None:
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
    assert all(await by_computer(store, table, seat))
    computer = table.occupants.index(Occupant(computer=LEVEL))
    assert all(await by_computer(store, table, computer))
    assert not await house.attendance.back(table.id, 999)
    assert await house.attendance.back(table.id, user)
    table = await house.tables.get(table.id)
    assert not table.away(seat)
    assert not await house.attendance.back(table.id, user), "they are there"


async def by_computer(store: Store, table: Table, seat: int) -> list[bool]:
    """Which moves of a seat a computer player has made."""
    return [move.by_computer for move in await store.moves(table.id) if move.seat == seat]


async def test_a_move_of_ones_own_in_between_begins_the_count_anew(house: House, store: Store, time: Time) -> None:
    table = await begun(house, "live")
    seat = awaited(table)
    await after(house, time, LIVE, table)
    table = await until(house, table, lambda now: misses(now, seat) == 1)
    table = await people_to_act(house, table)
    assert await by_computer(store, table, seat) == [True]
    while misses(table, seat):
        table = await moved(house, table)
    assert table.state == "playing"
    assert await by_computer(store, table, seat) == [True, False]


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


async def running(clocks: Clocks, time: Time, seconds: float) -> None:
    """Let the clocks run by themselves for so long."""
    end, over = time.now + seconds, asyncio.Event()

    async def sleep(tick: float) -> None:
        time.now += tick
        if time.now >= end:
            over.set()
            await asyncio.Event().wait()

    clocks._sleep = sleep
    clocks.start()
    async with asyncio.timeout(30):
        await over.wait()
    await clocks.close()


async def test_an_outage_of_discords_is_held_against_nobody(house: House, time: Time) -> None:
    table = await begun(house, "live")
    house.clocks.connected = lambda: not START + 10 <= time.now < START + 300
    await running(house.clocks, time, 310)
    turn = (await house.tables.get(table.id)).turns[awaited(table)]
    assert not turn.given
    assert LIVE - 20 <= (turn.due or 0) - time.now < LIVE


@pytest.mark.parametrize("fault", [StoreError("The disk is full."), KeyError("a fault of ours")])
async def test_the_clocks_go_on_after_a_look_that_failed(
    house: House, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    table, faults, due = await begun(house, "live"), [fault], store.due_tables

    async def failing(now: int) -> list[int]:
        if faults:
            raise faults.pop()
        return await due(now)

    monkeypatch.setattr(store, "due_tables", failing)
    await running(house.clocks, time, LIVE + TICK)
    assert (await house.tables.get(table.id)).turns[awaited(table)].given


@pytest.mark.parametrize("away", [-7200, 7200])
async def test_a_lobby_is_left_alone_only_while_the_bot_is_there(house: House, time: Time, away: int) -> None:
    table = await house.lobby.open(GUILD, CHANNEL, AKI, "saizen", 3)
    time.now += TICK
    await house.clocks.look()
    time.now += away
    for state in ("lobby", "closed"):
        await house.clocks.look()
        assert (await house.tables.get(table.id)).state == state
        time.now += IDLE_LOBBY - TICK
        house.clocks._alive = int(time.now)


async def dues(house: House, table: Table) -> list[int | None]:
    """Until when people have for what they owe."""
    return [turn.due for turn in (await house.tables.get(table.id)).turns.values()]


async def test_a_look_that_takes_long_is_no_absence(
    house: House, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under load giving time back took so long that it was taken for the next absence, and no clock ever ran out."""
    tables = [await begun(house, "live") for _ in range(4)]
    await house.clocks.look()
    save = store.save_seats

    async def slowly(*args: Any, **how: Any) -> None:
        time.now += LATE / 2
        await save(*args, **how)

    monkeypatch.setattr(store, "save_seats", slowly)
    time.now += 3600
    await house.clocks.look()
    given_back = [await dues(house, table) for table in tables]
    time.now += TICK
    await house.clocks.look()
    assert [await dues(house, table) for table in tables] == given_back


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


@pytest.mark.parametrize("jump", [-86_400, 86_400])
async def test_what_begins_right_after_a_clock_is_set_otherwise_has_its_whole_time(
    house: House, time: Time, jump: int
) -> None:
    await house.clocks.look()
    time.now += jump
    table, untimed = await begun(house, "live"), await begun(house, "none")
    lobby = await house.lobby.open(GUILD, CHANNEL, AKI, "saizen", 3)
    time.now += 2
    await house.clocks.look()
    turn = (await house.tables.get(table.id)).turns[awaited(table)]
    assert LIVE - 2 <= (turn.due or 0) - time.now <= LIVE
    assert silent(await house.tables.get(untimed.id), int(time.now)) == {}
    assert await house.tables.store.idle_lobbies(int(time.now) - 3) == []
    assert await house.tables.store.idle_lobbies(int(time.now)) == [lobby.id]


async def test_what_begins_while_time_is_given_back_loses_none(
    house: House, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, timed = await begun(house, "live"), store.timed_tables
    await house.clocks.look()
    later: list[Table] = []

    async def slowly() -> list[int]:
        time.now += 10
        later.append(await begun(house, "live"))
        return await timed()

    monkeypatch.setattr(store, "timed_tables", slowly)
    time.now += 7200
    await house.clocks.look()
    for table in (first, *later):
        turn = (await house.tables.get(table.id)).turns[awaited(table)]
        assert turn.due == time.now + LIVE


async def test_where_the_bot_is_not_on_the_server_nobody_is_decided_for_and_then_their_time_begins_anew(
    house: House, time: Time
) -> None:
    table = await begun(house, "live")
    house.clocks.there = lambda guild_id: guild_id != GUILD
    table = await after(house, time, 2 * LIVE, table)
    assert not table.turns[awaited(table)].given
    house.clocks.there = lambda _guild_id: True
    await house.clocks.look()
    turn = (await house.tables.get(table.id)).turns[awaited(table)]
    assert (turn.given, turn.remind, turn.due) == (False, time.now + LIVE // 2, time.now + LIVE)


async def test_nobody_is_hurried_who_plays_against_computers_alone(house: House, time: Time) -> None:
    table = await begun(house, "live", people=1)
    assert [turn.due for turn in table.turns.values()] == [None]
    assert silent(table, int(time.now) + SILENT_SECONDS) == {}


async def test_the_clock_stops_for_whom_the_others_leave_alone(house: House, time: Time) -> None:
    table = await begun(house, "live")
    seat = awaited(table)
    time.now += 10
    table = await house.attendance.leave(table.id, BEN if table.seat_of(AKI.id) == seat else AKI, sure=True)
    assert table.turns[seat] == Turn(table.turns[seat].decision, START)


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
    with refused("not-seated"):
        await house.attendance.give(table.id, CHIE, seat)
    given = await house.attendance.give(table.id, asker, seat)
    assert silent(given, int(time.now)) == {}, "it has been"
    table = await until(house, table, lambda now: len(game_of(now).history) > before)
    assert misses(table, seat) == 1


async def idle_lobby(house: House, time: Time, game: str = "saizen") -> Table:
    """A lobby that nobody has changed for an hour, with its opener in it."""
    table = await house.lobby.open(GUILD, CHANNEL, AKI, game, 3)
    time.now += IDLE_LOBBY
    house.clocks._alive = int(time.now)
    return table


async def test_a_lobby_that_nobody_comes_to_is_closed_after_an_hour_and_says_why(house: House, time: Time) -> None:
    idle = await idle_lobby(house, time)
    time.now -= 1
    house.clocks._alive = int(time.now)
    await house.clocks.look()
    assert (await house.tables.get(idle.id)).state == "lobby"
    time.now += 1
    await house.clocks.look()
    table = await house.tables.get(idle.id)
    assert (table.state, table.why) == ("closed", "idle")


async def test_a_lobby_that_somebody_joins_as_it_is_found_idle_stays_open(
    house: House, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle, found = await idle_lobby(house, time), store.idle_lobbies

    async def and_then_joined(since: int) -> list[int]:
        table_ids = await found(since)
        monkeypatch.setattr(store, "idle_lobbies", found)
        await house.lobby.join(idle.id, BEN)
        return table_ids

    monkeypatch.setattr(store, "idle_lobbies", and_then_joined)
    await house.clocks.look()
    assert (await house.tables.get(idle.id)).state == "lobby"


async def test_a_lobby_of_a_game_that_there_is_no_more_keeps_no_other_one_open(
    house: House, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = await house.lobby.open(GUILD, CHANNEL, AKI, "tezuma-trick", 4)
    idle = await idle_lobby(house, time)
    monkeypatch.delitem(Game.games, "tezuma-trick")
    house.tables.forget([gone.id])
    await house.clocks.look()
    assert (await house.tables.get(idle.id)).state == "closed"


async def test_a_table_that_cannot_be_loaded_stops_no_other_ones_clock(
    house: House, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, table = await begun(house, "live"), await begun(house, "live")
    house.tables.forget([broken.id])
    moves = store.moves

    async def failing(table_id: int) -> list[MoveRow]:
        if table_id == broken.id:
            raise KeyError("a fault of ours")
        return await moves(table_id)

    monkeypatch.setattr(store, "moves", failing)
    time.now += LIVE // 2
    house.clocks._alive = int(time.now)
    await house.clocks.look()
    assert (await house.tables.get(table.id)).turns[awaited(table)].remind is None
