"""At its start, the bot loads only the tables that need work, even if a thousand are running."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from host.play.clocks import BRIEF_SECONDS, IDLE_SECONDS
from host.play.time_control import DOWNTIME_SECONDS
from host.services import Services
from host.tables.table import Person, Table
from storage import Store
from storage.rows import turns_of
from tests.clock import Clock
from tests.host.clocks.conftest import LIVE, after_move, pass_time, started_game, turn_of, user_on
from tests.patches import record, run_before
from tests.storage.store_support import copy_table
from tests.tables import awaited_seat, game_now, game_of, random_path, started, wait_for_people_to_act

MANY = 1000


@pytest.fixture
def loaded_tables(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the number of each table that is loaded from now on."""
    return record(monkeypatch, store.tables, "load_with_moves")


async def deadlines(store: Store) -> set[int]:
    """Return the different deadlines of the pending decisions at all tables."""
    rows = await store._database.read("SELECT DISTINCT turns FROM tables")
    return {turn.due for (text,) in rows for turn in turns_of(text).values() if turn.due is not None}


async def test_time_is_given_back_to_all_tables_without_loading_any(
    services: Services, second: Services, store: Store, clock: Clock, loaded_tables: list[int]
) -> None:
    await copy_table(store, (await started_game(services, "live")).id, MANY)
    await services.clocks.poll()
    await services.close()
    clock.now += 7200
    loaded_tables.clear()
    await second.clocks.poll()
    assert loaded_tables == []
    assert await deadlines(store) == {clock.now + LIVE}


async def test_only_tables_with_a_passed_deadline_are_loaded(
    services: Services, second: Services, store: Store, clock: Clock, loaded_tables: list[int]
) -> None:
    due, other = await started_game(services, "live"), await started_game(services, "letter")
    await copy_table(store, other.id, MANY)
    await services.clocks.poll()
    await services.close()
    await second.ai_players.close()  # otherwise an AI player may have decided before the check
    loaded_tables.clear()
    await pass_time(second, clock, LIVE)
    assert set(loaded_tables) == {due.id}
    assert (await turn_of(second, due)).given


async def test_computer_players_that_had_to_act_continue_and_nothing_else_is_loaded(
    services: Services, second: Services, store: Store, loaded_tables: list[int]
) -> None:
    other = await started_game(services, "none")
    acting = await started(services, people=1)
    await services.close()
    await copy_table(store, other.id, MANY)
    loaded_tables.clear()
    await second.resume()
    assert (await wait_for_people_to_act(second, acting)).pending_decisions()
    assert set(loaded_tables) == {acting.id}
    await second.resume()
    assert set(loaded_tables) == {acting.id}, "nothing waits any more"


async def too_late(services: Services, clock: Clock, _: Table) -> None:
    await pass_time(services, clock, LIVE)


async def leaves(services: Services, _: Clock, table: Table) -> None:
    await services.participation.leave(table.id, Person(user_on(table, awaited_seat(table))), sure=True)


async def moves(services: Services, _: Clock, table: Table) -> None:
    seat = awaited_seat(table)
    path = random_path(game_of(table), seat, Random(1))
    await services.moves.choose(table.id, user_on(table, seat), table.turns[seat].decision, path, sure=True)


@pytest.mark.parametrize("what", [too_late, leaves, moves])
async def test_computer_player_due_for_any_reason_continues_after_a_kill(
    services: Services, second: Services, clock: Clock, what: Callable[[Services, Clock, Table], Awaitable[None]]
) -> None:
    table = await started_game(services, "live", people=1 if what is moves else 2)
    await services.ai_players.close()
    await what(services, clock, await services.tables.get(table.id))
    made = len((await game_now(services, table)).history)
    assert (await services.tables.get(table.id)).acting
    await second.resume()
    await wait_for_people_to_act(second, table)
    assert len((await game_now(second, table)).history) > made


async def test_move_while_time_is_given_back_loses_none_of_it(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check a race: a table is loaded just before the store extends its deadlines by the length of a downtime.

    The next move writes the decisions of all seats. It must not overwrite the new deadlines with the old ones.
    """
    table = await started_game(services, "live")
    await services.clocks.poll()
    services.tables.invalidate([table.id])
    clock.now += 7200
    run_before(monkeypatch, store.due_work, "change_turns", lambda: services.tables.get(table.id))
    await services.clocks.poll()
    now = await services.tables.get(table.id)
    assert now.turns[awaited_seat(table)].due == clock.now + LIVE
    await after_move(services, now)


async def test_move_while_time_is_given_back_is_not_refused(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started_game(services, "live")
    await services.clocks.poll()
    services.tables.invalidate([table.id])
    clock.now += 7200
    moving = list[asyncio.Task[Any]]()

    async def move_meanwhile() -> None:
        await services.tables.get(table.id)
        moving.append(asyncio.create_task(after_move(services, table)))

    run_before(monkeypatch, store.due_work, "change_turns", move_meanwhile)
    await services.clocks.poll()
    await asyncio.gather(*moving)
    assert len((await game_now(services, table)).history) > len(game_of(table).history)


@pytest.mark.parametrize(
    ("away", "shown"), [(DOWNTIME_SECONDS + 1, True), (BRIEF_SECONDS, False), (-DOWNTIME_SECONDS, False)]
)
async def test_messages_lag_behind_the_deadlines_only_after_a_long_absence(
    services: Services, second: Services, store: Store, clock: Clock, *, away: int, shown: bool
) -> None:
    table, told = await started_game(services, "live"), list[str]()
    services.message_records.note_displayed(table, surely=True)
    await services.clocks.poll()
    await services.close()
    second.events.messages_outdated.subscribe(lambda: told.append("behind"))
    clock.now += away
    await second.clocks.poll()
    assert await store.due_work.outdated(0, 9) == ([] if shown else [(table.id, table.place.id)])
    assert told == ([] if shown else ["behind"])


async def test_table_unused_for_some_minutes_is_evicted(services: Services, clock: Clock) -> None:
    table = await started_game(services, "none")
    for passed, there in ((IDLE_SECONDS, True), (1, True), (IDLE_SECONDS - 1, False)):
        clock.now += passed
        services.clocks._evict_idle()
        assert (services.tables.cached(table.id) is not None) == there
