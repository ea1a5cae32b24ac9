"""Reminders, decisions after a deadline, absence, decisions handed to a computer player, and idle lobbies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.game import Game
from engine.players import USUAL
from host.cluster.shards import WHOLE
from host.play import time_control
from host.play.participation import silent
from host.play.time_control import SECONDS, SILENT_SECONDS
from host.services import Services
from host.tables.table import MOST_MISSES, Occupant, Table, TimeControl, Turn
from storage import Store
from tests.host.clocks.conftest import (
    LIVE,
    START,
    Time,
    after,
    after_move,
    awaited_seat,
    idle_lobby,
    misses,
    started_game,
    user_on,
)
from tests.host.conftest import AKI, BEN, CHANNEL, CHIE, GUILD
from tests.host.table_setup import game_of, refused, until, wait_for_people_to_act


@pytest.mark.parametrize("pace", [pace for pace, seconds in SECONDS.items() if seconds])
async def test_player_is_reminded_at_half_time_and_decided_for_at_the_end(
    services: Services, time: Time, pace: TimeControl
) -> None:
    table = await started_game(services, pace)
    seat, before, seconds = awaited_seat(table), len(game_of(table).history), SECONDS[pace] or 0
    assert table.turns[seat].due == START + seconds
    time.now = START + seconds // 2 - 1
    services.clocks._last_uptime[WHOLE] = int(time.now)
    await services.clocks.look()
    assert (await services.tables.get(table.id)).turns[seat].remind is not None
    time.now += 1
    await services.clocks.look()
    assert (await services.tables.get(table.id)).turns[seat].remind is None
    time.now = services.clocks._last_uptime[WHOLE] = START + seconds
    await services.clocks.look()
    table = await until(services, table, lambda now: len(game_of(now).history) > before)
    assert misses(table, seat) == 1


async def test_each_decision_has_its_own_time(services: Services) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    turn = table.turns[seat]
    before = replace(table, turns={seat: replace(turn, decision=turn.decision - 1, nudged=True, given=True)})
    assert time_control.advance(before, game_of(before), START + 40).turns == {
        seat: Turn(turn.decision, START + 40, START + 70, START + 100)
    }
    assert time_control.advance(table, game_of(table), START + 40).turns == table.turns, "the same one goes on"


async def test_away_player_owes_nothing(services: Services) -> None:
    table = await started_game(services, "live")
    away = tuple(who and replace(who, misses=MOST_MISSES) for who in table.occupants)
    assert time_control.advance(replace(table, occupants=away), game_of(table), START).turns == {}


def test_decision_given_to_a_computer_player_stays_given() -> None:
    given = Turn(0, START, None, START + LIVE, given=True)
    assert time_control.check_turn(given, START + 10 * LIVE) == given


async def test_three_missed_deadlines_in_a_row_make_a_player_away_until_they_click(
    services: Services, store: Store, time: Time
) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    user = user_on(table, seat)
    for miss in range(1, MOST_MISSES + 1):
        while not table.away(seat) and awaited_seat(table) != seat:
            table = await after_move(services, table)
        await after(services, time, LIVE, table)
        table = await until(services, table, lambda now, miss=miss: misses(now, seat) == miss)  # type: ignore[misc]
        table = await wait_for_people_to_act(services, table)
    assert table.away(seat)
    assert seat not in table.turns
    assert all(await by_computer(store, table, seat))
    computer = table.occupants.index(Occupant(computer=USUAL))
    assert all(await by_computer(store, table, computer))
    assert not await services.participation.end_absence(table.id, 999)
    assert await services.participation.end_absence(table.id, user)
    table = await services.tables.get(table.id)
    assert not table.away(seat)
    assert not await services.participation.end_absence(table.id, user), "they are there"


async def by_computer(store: Store, table: Table, seat: int) -> list[bool]:
    """Return for each move of a seat whether a computer player made it."""
    return [move.by_computer for move in await store.tables.moves(table.id) if move.seat == seat]


async def test_own_move_in_between_resets_the_count_of_missed_deadlines(
    services: Services, store: Store, time: Time
) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    await after(services, time, LIVE, table)
    table = await until(services, table, lambda now: misses(now, seat) == 1)
    table = await wait_for_people_to_act(services, table)
    assert await by_computer(store, table, seat) == [True]
    while misses(table, seat):
        table = await after_move(services, table)
    assert table.state == "playing"
    assert await by_computer(store, table, seat) == [True, False]


async def test_player_alone_against_computers_has_no_clock(services: Services, time: Time) -> None:
    table = await started_game(services, "live", people=1)
    assert [turn.due for turn in table.turns.values()] == [None]
    assert silent(table, int(time.now) + SILENT_SECONDS) == {}


async def test_clock_stops_for_a_player_whom_the_others_leave_alone(services: Services, time: Time) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    time.now += 10
    table = await services.participation.leave(table.id, BEN if table.seat_of(AKI.id) == seat else AKI, sure=True)
    assert table.turns[seat] == Turn(table.turns[seat].decision, START)


async def test_without_a_clock_others_may_let_the_computer_decide_after_a_day(services: Services, time: Time) -> None:
    table = await started_game(services, "none")
    seat = awaited_seat(table)
    asker = BEN if table.seat_of(AKI.id) == seat else AKI
    assert table.turns[seat].due is None
    with refused("not-silent"):
        await services.participation.delegate(table.id, asker, seat)
    time.now += SILENT_SECONDS
    services.clocks._last_uptime[WHOLE] = int(time.now)
    before = len(game_of(table).history)
    with refused("not-seated"):
        await services.participation.delegate(table.id, CHIE, seat)
    given = await services.participation.delegate(table.id, asker, seat)
    assert silent(given, int(time.now)) == {}, "it has been"
    table = await until(services, table, lambda now: len(game_of(now).history) > before)
    assert misses(table, seat) == 1


async def test_idle_lobby_is_closed_after_an_hour_and_says_why(services: Services, time: Time) -> None:
    idle = await idle_lobby(services, time)
    time.now -= 1
    services.clocks._last_uptime[WHOLE] = int(time.now)
    await services.clocks.look()
    assert (await services.tables.get(idle.id)).state == "lobby"
    time.now += 1
    await services.clocks.look()
    table = await services.tables.get(idle.id)
    assert (table.state, table.why) == ("closed", "idle")


async def test_lobby_that_somebody_joins_while_found_idle_stays_open(
    services: Services, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle, found = await idle_lobby(services, time), store.due_work.idle_lobbies

    async def and_then_joined(since: int) -> list[tuple[int, int]]:
        table_ids = await found(since)
        monkeypatch.setattr(store.due_work, "idle_lobbies", found)
        await services.lobby.join(idle.id, BEN)
        return table_ids

    monkeypatch.setattr(store.due_work, "idle_lobbies", and_then_joined)
    await services.clocks.look()
    assert (await services.tables.get(idle.id)).state == "lobby"


async def test_lobby_of_a_removed_game_keeps_no_other_lobby_open(
    services: Services, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = await services.lobby.open(GUILD, CHANNEL, AKI, "tezuma-trick", 4)
    idle = await idle_lobby(services, time)
    monkeypatch.delitem(Game.games, "tezuma-trick")
    services.tables.invalidate([gone.id])
    await services.clocks.look()
    assert (await services.tables.get(idle.id)).state == "closed"


async def test_table_that_cannot_be_loaded_stops_no_other_clock(
    services: Services, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, table = await started_game(services, "live"), await started_game(services, "live")
    services.tables.invalidate([broken.id])
    read = store.tables.load_with_moves

    async def failing(table_id: int) -> Any:
        if table_id == broken.id:
            raise KeyError("a fault of ours")
        return await read(table_id)

    monkeypatch.setattr(store.tables, "load_with_moves", failing)
    time.now += LIVE // 2
    services.clocks._last_uptime[WHOLE] = int(time.now)
    await services.clocks.look()
    assert (await services.tables.get(table.id)).turns[awaited_seat(table)].remind is None
