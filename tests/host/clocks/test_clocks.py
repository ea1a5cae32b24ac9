"""Reminders, decisions after a deadline, absence, delegated decisions, and idle lobbies."""

from dataclasses import replace

import pytest

from engine.game import Game
from host.play import time_control
from host.play.participation import silent
from host.play.time_control import SECONDS, SILENT_SECONDS
from host.services import Services
from host.tables.table import MOST_MISSES, Table, TimeControl, Turn
from storage import Store
from tests.clock import START, Clock
from tests.host.clocks.conftest import LIVE, after_move, idle_lobby, jump, pass_time, started_game, turn_of, user_on
from tests.patches import fail, run_after
from tests.tables import AKI, BEN, CHIE, awaited_seat, game_of, lobby, occupant, refused, until, wait_for_people_to_act


@pytest.mark.parametrize("time_control", [one for one, seconds in SECONDS.items() if seconds])
async def test_player_is_reminded_at_half_time_and_decided_for_at_the_end(
    services: Services, clock: Clock, time_control: TimeControl
) -> None:
    table = await started_game(services, time_control)
    seat, before, seconds = awaited_seat(table), len(game_of(table).history), SECONDS[time_control] or 0
    assert table.turns[seat].due == START + seconds
    await jump(services, clock, seconds // 2 - 1)
    assert (await turn_of(services, table)).remind is not None
    await jump(services, clock, 1)
    assert (await turn_of(services, table)).remind is None
    await jump(services, clock, seconds - seconds // 2)
    table = await until(services, table, lambda now: len(game_of(now).history) > before)
    assert occupant(table, seat).misses == 1


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
    seat = awaited_seat(table)
    away = table.with_occupants({seat: replace(occupant(table, seat), misses=MOST_MISSES)})
    assert time_control.advance(away, game_of(table), START).turns == {}


def test_decision_given_to_a_computer_player_stays_given() -> None:
    given = Turn(0, START, None, START + LIVE, given=True)
    assert time_control.check_turn(given, START + 10 * LIVE) == given


async def test_three_missed_deadlines_in_a_row_make_a_player_away_until_they_click(
    services: Services, store: Store, clock: Clock
) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    user = user_on(table, seat)
    for miss in range(1, MOST_MISSES + 1):
        while not table.away(seat) and awaited_seat(table) != seat:
            table = await after_move(services, table)
        await pass_time(services, clock, LIVE)
        table = await until(services, table, lambda now, miss=miss: occupant(now, seat).misses == miss)  # type: ignore[misc]
        table = await wait_for_people_to_act(services, table)
    assert table.away(seat)
    assert seat not in table.turns
    assert all(await by_computer(store, table, seat))
    computer = next(number for number, who in enumerate(table.occupants) if who and who.computer)
    assert all(await by_computer(store, table, computer))
    assert not await services.participation.end_absence(table, 999)
    returned = await services.participation.end_absence(table, user)
    table = await services.tables.get(table.id)
    assert returned is table
    assert not table.away(seat)
    assert not await services.participation.end_absence(table, user), "they are there"


async def by_computer(store: Store, table: Table, seat: int) -> list[bool]:
    """Return for each move of a seat whether a computer player made it."""
    return [move.computer is not None for move in await store.tables.moves(table.id) if move.seat == seat]


async def test_own_move_in_between_resets_the_count_of_missed_deadlines(
    services: Services, store: Store, clock: Clock
) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    await pass_time(services, clock, LIVE)
    table = await until(services, table, lambda now: occupant(now, seat).misses == 1)
    table = await wait_for_people_to_act(services, table)
    assert await by_computer(store, table, seat) == [True]
    while occupant(table, seat).misses:
        table = await after_move(services, table)
    assert table.state == "playing"
    assert await by_computer(store, table, seat) == [True, False]


async def test_player_alone_against_computers_has_no_clock(services: Services, clock: Clock) -> None:
    table = await started_game(services, "live", people=1)
    assert [turn.due for turn in table.turns.values()] == [None]
    assert silent(table, clock.seconds() + SILENT_SECONDS) == {}


async def test_clock_stops_for_a_player_whom_the_others_leave_alone(services: Services, clock: Clock) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    clock.now += 10
    table = await services.participation.leave(table.id, BEN if table.seat_of(AKI.id) == seat else AKI, sure=True)
    assert table.turns[seat] == Turn(table.turns[seat].decision, START)


async def test_without_a_clock_others_may_let_the_computer_decide_after_a_day(services: Services, clock: Clock) -> None:
    table = await started_game(services, "none")
    seat = awaited_seat(table)
    asker = BEN if table.seat_of(AKI.id) == seat else AKI
    assert table.turns[seat].due is None
    with refused("not-silent"):
        await services.participation.delegate(table.id, asker, seat)
    clock.now += SILENT_SECONDS
    before = len(game_of(table).history)
    with refused("not-seated"):
        await services.participation.delegate(table.id, CHIE, seat)
    given = await services.participation.delegate(table.id, asker, seat)
    assert silent(given, clock.seconds()) == {}, "it has been"
    table = await until(services, table, lambda now: len(game_of(now).history) > before)
    assert occupant(table, seat).misses == 1


async def test_idle_lobby_is_closed_after_an_hour_and_says_why(services: Services, clock: Clock) -> None:
    idle = await idle_lobby(services, clock)
    await jump(services, clock, -1)
    assert (await services.tables.get(idle.id)).state == "lobby"
    await jump(services, clock, 1)
    table = await services.tables.get(idle.id)
    assert (table.state, table.close_reason) == ("closed", "idle")


async def test_lobby_that_somebody_joins_while_found_idle_stays_open(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = await idle_lobby(services, clock)
    run_after(monkeypatch, store.due_work, "idle_lobbies", lambda: services.lobby.join(idle.id, BEN))
    await services.clocks.poll()
    assert (await services.tables.get(idle.id)).state == "lobby"


async def test_lobby_of_a_removed_game_keeps_no_other_lobby_open(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = await lobby(services, "tezuma-trick")
    idle = await idle_lobby(services, clock)
    monkeypatch.delitem(Game.games, "tezuma-trick")
    services.tables.invalidate([gone.id])
    await services.clocks.poll()
    assert (await services.tables.get(idle.id)).state == "closed"


async def test_table_that_cannot_be_loaded_stops_no_other_clock(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, table = await started_game(services, "live"), await started_game(services, "live")
    services.tables.invalidate([broken.id])
    fail(monkeypatch, store.tables, "load_with_moves", KeyError("a fault of ours"))
    await jump(services, clock, LIVE // 2)
    assert (await turn_of(services, table)).remind is None
