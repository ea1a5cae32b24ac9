"""A write changes nothing if the table has another version than the one that was read, or is in a wrong state."""

from collections.abc import Awaitable, Callable

import pytest

from storage import Conflict, Occupant, Seen, Store, Turn
from tests.storage.store_support import (
    ANNE,
    BOB,
    GUILD,
    SEATS,
    Outcome,
    moves,
    new_table,
    one_more,
    playing_table,
    seen,
    stored,
)

STATES = ("lobby", "playing", "over", "closed", "frozen")
TURNS = {0: Turn(0, 5, 35, 65), 1: Turn(0, 5, nudged=True, given=True)}
RESULTS = Outcome({ANNE: 5, BOB: 3, None: 1}, {ANNE}).rows()
LEFT = (Occupant(ANNE, misses=2, agreed=True), Occupant(computer="strong", left_by=BOB, removed=True), SEATS[2])

Write = Callable[[Store, Seen], Awaitable[object]]
WRITES: dict[str, tuple[Write, set[str]]] = {
    "save_lobby": (lambda store, at: store.tables.save_lobby(at, {}, SEATS), {"lobby"}),
    "start_table": (
        lambda store, at: store.tables.start(at, seed="5eed", rules=1, options={}, seats=SEATS, turns=TURNS),
        {"lobby"},
    ),
    "add_moves": (lambda store, at: store.tables.add_moves(at, moves(0), seats=LEFT, turns=TURNS), {"playing"}),
    "finish_table": (lambda store, at: store.tables.finish(at, moves(0), RESULTS, one_more, seats=LEFT), {"playing"}),
    "save_seats": (lambda store, at: store.tables.save_seats(at, LEFT, TURNS), {"playing", "over"}),
    "end_table": (lambda store, at: store.tables.end(at, "closed", "left", seats=LEFT), {"lobby", "playing"}),
    "rematch": (
        lambda store, at: store.tables.start_rematch(at, nonce="n", seed="5eed", rules=1, seats=SEATS, turns=TURNS),
        {"over"},
    ),
}


async def table_in(store: Store, state: str) -> int:
    """Create a table without moves in this state; a running game has pending decisions."""
    if state == "lobby":
        return await new_table(store)
    table_id = await playing_table(store)
    await store.tables.save_seats(await seen(store, table_id), SEATS, TURNS)
    if state == "over":
        await store.tables.finish(await seen(store, table_id), [], RESULTS, one_more)
    elif state != "playing":
        await store.tables.end(await seen(store, table_id), "closed" if state == "closed" else "frozen")
    return table_id


@pytest.mark.drawn(5)
@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("older", [1, -1], ids=["older", "newer"])
async def test_write_with_another_version_changes_nothing(store: Store, name: str, older: int) -> None:
    write, states = WRITES[name]
    table_id = await table_in(store, min(states))
    before = await stored(store, table_id)
    with pytest.raises(Conflict, match="as it was read"):
        await write(store, Seen(table_id, before.version - older))
    assert await stored(store, table_id) == before
    assert await store.tables.moves(table_id) == []


@pytest.mark.drawn(5)
@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("state", STATES)
async def test_each_write_needs_its_states_and_increments_the_version(store: Store, name: str, state: str) -> None:
    write, states = WRITES[name]
    table_id = await table_in(store, state)
    before = await stored(store, table_id)
    if state in states:
        await write(store, await seen(store, table_id))
        assert (await stored(store, table_id)).version == before.version + 1
    else:
        with pytest.raises(Conflict, match=f"in state {state}"):
            await write(store, await seen(store, table_id))
        assert await stored(store, table_id) == before


async def test_write_to_a_missing_table_conflicts(store: Store) -> None:
    for write, _ in WRITES.values():
        with pytest.raises(Conflict, match="Table 99 is not"):
            await write(store, Seen(99, 0))


@pytest.mark.parametrize("name", ["add_moves", "save_seats"])
async def test_seats_and_turns_are_read_as_they_were_written(store: Store, name: str) -> None:
    table_id = await table_in(store, "playing")
    await WRITES[name][0](store, await seen(store, table_id))
    row = await stored(store, table_id)
    assert (row.seats, row.turns) == (LEFT, TURNS)


@pytest.mark.parametrize("name", ["finish_table", "end_table"])
async def test_ended_table_has_no_pending_decisions(store: Store, name: str) -> None:
    table_id = await table_in(store, "playing")
    assert await store.due_work.timed(0, 9) == [(table_id, GUILD)]
    await WRITES[name][0](store, await seen(store, table_id))
    assert (await stored(store, table_id)).seats == LEFT
    assert await store.due_work.timed(0, 9) == []


@pytest.mark.drawn(1)
async def test_tables_are_due_until_their_turn_is_changed(store: Store) -> None:
    table_id = await table_in(store, "playing")
    found = {}
    for name, turn in {
        "half": Turn(0, 5, 35, 65),
        "end": Turn(0, 5, None, 65),
        "given": Turn(0, 5, None, 65, given=True),
        "no clock": Turn(0, 5),
    }.items():
        await store.tables.save_seats(await seen(store, table_id), SEATS, {0: turn})
        found[name] = [now for now in (34, 35, 64, 65, 999) if await store.due_work.due(now)]
    assert found == {"half": [35, 64, 65, 999], "end": [65, 999], "given": [], "no clock": []}
