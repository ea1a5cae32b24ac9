"""A start loads only those of a thousand running tables that need work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from host.play.clocks import IDLE_SECONDS, SHOWN_SECONDS, TICK
from host.play.time_control import DOWNTIME_SECONDS
from host.services import Services
from host.tables.table import Person, Table
from storage import Store
from storage.rows import turns_of
from tests.host.clocks.conftest import LIVE, Time, after, awaited_seat, started_game, user_on
from tests.host.table_setup import game_now, game_of, random_path, started, wait_for_people_to_act
from tests.storage.store_support import copy_table

MANY = 1000


@pytest.fixture
def loaded_tables(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the number of each table that is loaded, once for each time."""
    loaded, read = list[int](), store.tables.load_with_moves

    async def noted(table_id: int) -> object:
        loaded.append(table_id)
        return await read(table_id)

    monkeypatch.setattr(store.tables, "load_with_moves", noted)
    return loaded


async def deadlines(store: Store) -> set[int]:
    rows = await store._database.read("SELECT DISTINCT turns FROM tables")
    return {turn.due for (text,) in rows for turn in turns_of(text).values() if turn.due is not None}


async def test_time_is_given_back_to_all_tables_without_loading_any(
    services: Services, store: Store, time: Time, loaded_tables: list[int]
) -> None:
    await copy_table(store, (await started_game(services, "live")).id, MANY)
    await services.clocks.look()
    await services.close()
    time.now += 7200
    again = Services(store, pause=0, playouts=5, now=time)
    loaded_tables.clear()
    await again.clocks.look()
    assert loaded_tables == []
    assert await deadlines(store) == {int(time.now) + LIVE}
    await again.close()


async def test_only_tables_with_a_passed_deadline_are_loaded(
    services: Services, store: Store, time: Time, loaded_tables: list[int]
) -> None:
    due, other = await started_game(services, "live"), await started_game(services, "letter")
    await copy_table(store, other.id, MANY)
    await services.clocks.look()
    await services.close()
    again = Services(store, pause=0, playouts=5, now=time)
    await again.ai_players.close()  # otherwise one may have decided before the check
    loaded_tables.clear()
    for _ in range(LIVE // int(TICK) + 1):
        await again.clocks.look()
        time.now += TICK
    assert set(loaded_tables) == {due.id}
    assert (await again.tables.get(due.id)).turns[awaited_seat(due)].given
    await again.close()


async def test_computer_players_that_had_to_act_continue_and_nothing_else_is_loaded(
    services: Services, store: Store, time: Time, loaded_tables: list[int]
) -> None:
    other = await started_game(services, "none")
    acting = await started(services, people=1)
    await services.close()
    await copy_table(store, other.id, MANY)
    again = Services(store, pause=0, playouts=5, now=time)
    loaded_tables.clear()
    await again.resume()
    assert (await wait_for_people_to_act(again, acting)).pending_decisions()
    assert set(loaded_tables) == {acting.id}
    await again.resume()
    assert set(loaded_tables) == {acting.id}, "nothing waits any more"
    await again.close()


async def too_late(services: Services, time: Time, table: Table) -> None:
    await after(services, time, LIVE, table)


async def leaves(services: Services, _: Time, table: Table) -> None:
    await services.participation.leave(table.id, Person(user_on(table, awaited_seat(table))), sure=True)


async def moves(services: Services, _: Time, table: Table) -> None:
    seat = awaited_seat(table)
    path = random_path(game_of(table), seat, Random(1))
    await services.moves.choose(table.id, user_on(table, seat), table.turns[seat].decision, path, sure=True)


@pytest.mark.parametrize("what", [too_late, leaves, moves])
async def test_computer_player_due_for_any_reason_continues_after_a_kill(
    services: Services, store: Store, time: Time, what: Callable[[Services, Time, Table], Awaitable[None]]
) -> None:
    table = await started_game(services, "live", people=1 if what is moves else 2)
    await services.ai_players.close()
    await what(services, time, await services.tables.get(table.id))
    made = len((await game_now(services, table)).history)
    assert (await services.tables.get(table.id)).acting
    again = Services(store, pause=0, playouts=5, now=time)
    await again.resume()
    await wait_for_people_to_act(again, table)
    assert len((await game_now(again, table)).history) > made
    await again.close()


async def test_move_while_time_is_given_back_loses_none_of_it(services: Services, store: Store, time: Time) -> None:
    """The move writes the other seats' decisions as they were read before."""
    table = await started_game(services, "live")
    await services.clocks.look()
    services.tables.invalidate([table.id])
    time.now += 7200
    change = store.due_work.change_turns
    seat = awaited_seat(table)

    async def played_meanwhile(*args: object, **how: object) -> None:
        await services.tables.get(table.id)
        await change(*args, **how)  # type: ignore[arg-type]

    store.due_work.change_turns = played_meanwhile  # type: ignore[method-assign]
    await services.clocks.look()
    now = await services.tables.get(table.id)
    assert now.turns[seat].due == time.now + LIVE
    path = random_path(game_of(now), seat, Random(1))
    user = now.people()[0] if now.seat_of(now.people()[0]) == seat else now.people()[1]
    await services.moves.choose(table.id, user, now.turns[seat].decision, path, sure=True)


async def test_move_while_time_is_given_back_is_not_refused(services: Services, store: Store, time: Time) -> None:
    table = await started_game(services, "live")
    await services.clocks.look()
    services.tables.invalidate([table.id])
    time.now += 7200
    change, moving = store.due_work.change_turns, list[asyncio.Task[object]]()
    seat = awaited_seat(table)
    path = random_path(game_of(table), seat, Random(1))
    choice = table.id, user_on(table, seat), table.turns[seat].decision, path

    async def meanwhile(*args: object, **how: object) -> None:
        await services.tables.get(table.id)
        moving.append(asyncio.create_task(services.moves.choose(*choice, sure=True)))
        await change(*args, **how)  # type: ignore[arg-type]

    store.due_work.change_turns = meanwhile  # type: ignore[method-assign]
    await services.clocks.look()
    await asyncio.gather(*moving)
    assert len((await game_now(services, table)).history) > len(game_of(table).history)


@pytest.mark.parametrize(
    ("away", "shown"), [(DOWNTIME_SECONDS + 1, True), (SHOWN_SECONDS, False), (-DOWNTIME_SECONDS, False)]
)
async def test_messages_lag_behind_the_deadlines_only_after_a_long_absence(
    services: Services, store: Store, time: Time, *, away: int, shown: bool
) -> None:
    table, told = await started_game(services, "live"), list[str]()
    services.message_records.note_displayed(table, surely=True)
    await services.clocks.look()
    await services.close()
    again = Services(store, pause=0, playouts=5, now=time)
    again.events.messages_outdated.subscribe(lambda: told.append("behind"))
    time.now += away
    await again.clocks.look()
    assert await store.due_work.outdated(0, 9) == ([] if shown else [(table.id, table.guild_id)])
    assert told == ([] if shown else ["behind"])
    await again.close()


async def test_table_unused_for_some_minutes_is_evicted(services: Services, time: Time) -> None:
    table = await started_game(services, "none")
    for passed, there in ((IDLE_SECONDS, True), (1, True), (IDLE_SECONDS - 1, False)):
        time.now += passed
        services.clocks._evict_idle()
        assert (services.tables.cached(table.id) is not None) == there
