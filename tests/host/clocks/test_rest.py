"""A table at which all people are away rests: computer players do not play on among themselves."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from host.people.ratings import MODEL, rate
from host.place import Place
from host.play.time_control import SECONDS
from host.services import Services
from host.tables.table import MOST_MISSES, Table, TimeControl
from storage import Store
from tests.clock import Clock
from tests.host.clocks.conftest import LIVE, jump, pass_time, started_game, user_on
from tests.storage.store_support import ratings_of, results_of
from tests.tables import (
    AKI,
    BEN,
    CHIE,
    GUILD,
    LONG,
    awaited_seat,
    game_now,
    game_of,
    mark_away,
    occupant,
    play_while,
    started,
    until,
    wait_for_people_to_act,
)


def people_at(table: Table) -> list[int]:
    """Return the seats of people."""
    return [seat for seat, who in enumerate(table.occupants) if who and who.user_id is not None]


async def resting_game(services: Services, time_control: TimeControl = "live", people: int = 2) -> Table:
    """Return a game in which all people are away. Computer players have moved, so only people must act now."""
    table = await started_game(services, time_control, people)
    table = await wait_for_people_to_act(services, await mark_away(services, table, *people_at(table)))
    assert table.state == "playing"
    return table


async def moves_after_a_while(services: Services, table: Table) -> int:
    """Wait until no computer player is about to move, and return how many moves followed the position in `table`."""
    async with asyncio.timeout(LONG):
        while services.ai_players.busy(table.id):
            await asyncio.sleep(0)
    return len((await game_now(services, table)).history) - len(game_of(table).history)


async def test_computer_players_do_not_play_on_among_themselves(services: Services) -> None:
    table = await resting_game(services)
    assert table.resting
    assert await moves_after_a_while(services, table) == 0


async def test_last_missed_deadline_brings_the_table_to_rest(services: Services, clock: Clock) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    table = await mark_away(services, table, *(one for one in people_at(table) if one != seat))
    async with services.tables.locked(table.id) as now:
        after = now.with_occupants({seat: replace(occupant(now, seat), misses=MOST_MISSES - 1)})
        write = services.tables.store.tables.save_seats(now.seen, after.occupants, after.turns, acting=after.acting)
        await services.tables.commit(after.next_version, write)
    await pass_time(services, clock, LIVE)
    table = await until(services, table, lambda now: now.resting)
    table = await wait_for_people_to_act(services, table)
    assert await moves_after_a_while(services, table) == 0
    assert {turn.due for turn in table.turns.values()} == {clock.now + LIVE}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("time_control", [one for one, seconds in SECONDS.items() if seconds])
async def test_each_decision_takes_its_full_time_while_everybody_is_away(
    services: Services, clock: Clock, time_control: TimeControl
) -> None:
    table, seconds = await resting_game(services, time_control), SECONDS[time_control] or 0
    for _ in range(3):
        seat = awaited_seat(table)
        assert table.turns[seat].due == clock.now + seconds
        await jump(services, clock, seconds // 2)
        await jump(services, clock, seconds - seconds // 2 - 1)
        assert await moves_after_a_while(services, table) == 0
        await jump(services, clock, 1)
        made = len(game_of(table).history)
        table = await until(services, table, lambda now, made=made: len(game_of(now).history) > made)  # type: ignore[misc]
        table = await wait_for_people_to_act(services, table)
        assert occupant(table, seat).misses == MOST_MISSES


async def test_table_without_a_clock_rests_for_days(services: Services, clock: Clock) -> None:
    table = await resting_game(services, "none")
    await jump(services, clock, 7 * 86_400)
    assert await moves_after_a_while(services, table) == 0


async def test_person_whom_the_others_leave_while_away_keeps_the_table_at_rest(services: Services) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    user = user_on(table, seat)
    await mark_away(services, table, seat)
    await services.participation.leave(table.id, BEN if user == AKI.id else AKI, sure=True)
    table = await wait_for_people_to_act(services, table)
    assert table.resting
    assert await moves_after_a_while(services, table) == 0
    assert await services.participation.end_absence(table, user)


async def test_first_who_returns_has_the_full_time_and_computers_decide_at_once_for_the_others(
    services: Services, clock: Clock
) -> None:
    table = await resting_game(services, people=3)
    seat = awaited_seat(table)
    clock.now += LIVE - 10
    other = next(one for one in people_at(table) if one != seat)
    assert await services.participation.end_absence(table, user_on(table, other))
    table = await until(services, table, lambda now: awaited(now) == {other})
    assert not table.resting
    assert table.turns[other].due == clock.now + LIVE
    assert game_of(table).moves_made(seat) > 0


def awaited(table: Table) -> set[int]:
    """Return the seats that must decide."""
    return set(table.turns)


async def test_person_who_returns_to_their_own_decision_has_the_full_time_again(
    services: Services, clock: Clock
) -> None:
    table = await resting_game(services)
    seat = awaited_seat(table)
    await jump(services, clock, LIVE // 2)
    assert await services.participation.end_absence(table, user_on(table, seat))
    turn = (await services.tables.get(table.id)).turns[seat]
    assert (turn.remind, turn.due) == (clock.now + LIVE // 2, clock.now + LIVE)


async def test_table_rests_over_a_restart(services: Services, second: Services, clock: Clock) -> None:
    table = await resting_game(services)
    await services.clocks.poll()
    await services.close()
    await second.resume()
    assert await moves_after_a_while(second, table) == 0
    assert (await second.tables.get(table.id)).turns == table.turns
    await pass_time(second, clock, LIVE)
    await until(second, table, lambda now: len(game_of(now).history) > len(game_of(table).history))


async def test_people_who_are_away_are_not_called_while_the_table_rests(services: Services) -> None:
    assert (await resting_game(services)).pending_decisions() == frozenset()


@pytest.mark.slow
async def test_nobody_gains_rating_from_a_game_played_on_while_all_were_away(
    services: Services, store: Store, clock: Clock
) -> None:
    table = await started(services, "saizen", (AKI, BEN, CHIE), 3, time_control="live")
    table = await play_while(services, table, Random(2), lambda now: len(game_of(now).history) < 5)
    table = await mark_away(services, table, 0, 1, 2)
    while table.state == "playing":
        made = len(game_of(table).history)
        await jump(services, clock, LIVE // 2)
        await jump(services, clock, LIVE - LIVE // 2)
        table = await until(
            services,
            table,
            lambda now, made=made: now.state == "over" or len(game_of(now).history) > made,  # type: ignore[misc]
        )
        table = await until(services, table, lambda now: not now.computers_to_act())
    results, ratings = await results_of(store, table.id), await ratings_of(store, GUILD, "saizen")
    assert all(0 < row.own_share < 0.5 for row in results)
    own = {row.user_id: row.own_share for row in results}
    alone = rate("saizen", [replace(row, own_share=1.0) for row in results], {})
    gains = {row.of.user_id: row.mu - MODEL.mu for row in alone}
    for user, gain in gains.items():
        assert ratings[user].mu - MODEL.mu == pytest.approx(gain * own[user] if gain > 0 else gain)
    board = await services.standings.board(Place.server(GUILD), 0, "saizen", "all")
    assert sum(line.wins for line in board.lines) == 0, "and no win counts"
