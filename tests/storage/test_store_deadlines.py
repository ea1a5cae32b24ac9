"""The stored deadline of a table is always the next reminder or expiry of its pending decisions."""

import json
from collections.abc import Mapping
from random import Random

import pytest

from storage import Store, Turn
from storage.rows import deadline, turns_of, turns_text
from tests.storage.store_support import GUILD, SEATS, moves, playing_table, rewrite, seen

TOGETHER = 4
"""Number of tables that are changed and queried together."""
STEPS = 40


async def noted(store: Store, table_id: int) -> int | None:
    """Return the deadline stored in the table's row."""
    sql = "SELECT deadline FROM tables WHERE id = ?"
    ((found,),) = await store._database.read(sql, (table_id,))
    assert found is None or isinstance(found, int)
    return found


async def moved(store: Store, table_id: int, turns: Mapping[int, Turn], *, made: int) -> None:
    await store.tables.add_moves(await seen(store, table_id), moves(made), turns=turns)


def owing(due: int | None, decision: int = 0) -> dict[int, Turn]:
    return {0: Turn(decision, 0, due=due)}


async def test_moves_set_the_deadline(store: Store) -> None:
    table_id = await playing_table(store)
    for made, due in enumerate((500, 600, 499, None, 700)):
        await moved(store, table_id, owing(due), made=made)
        assert await noted(store, table_id) == due


async def test_writes_of_seats_set_the_deadline(store: Store) -> None:
    table_id = await playing_table(store)
    for due in (500, 600, None, 700):
        await store.tables.save_seats(await seen(store, table_id), SEATS, owing(due))
        assert await noted(store, table_id) == due


async def test_table_with_unreadable_turns_does_not_delay_others(store: Store) -> None:
    tables = [await playing_table(store) for _ in range(3)]
    for table_id in tables:
        await moved(store, table_id, owing(500), made=0)
    for table_id, turns in zip(tables, ("[[0, 1]]", "[7]"), strict=False):
        await rewrite(store, "UPDATE tables SET turns = ? WHERE id = ?", (turns, table_id))
    assert sorted(await store.due_work.due(500)) == [(table_id, GUILD) for table_id in tables]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 20))])
async def test_due_table_is_found_at_its_second_after_any_moves(store: Store, seed: int) -> None:
    random, now = Random(seed), 1000
    tables = {await playing_table(store): dict[int, Turn]() for _ in range(TOGETHER)}
    made = dict.fromkeys(tables, 0)
    for _ in range(STEPS):
        table_id = random.choice(list(tables))
        turns = tables[table_id] = {seat: some_turn(random, now) for seat in range(3) if random.random() < 0.5}
        if random.random() < 0.8:
            await moved(store, table_id, turns, made=made[table_id])
            made[table_id] += 1
        else:
            await store.tables.save_seats(await seen(store, table_id), SEATS, turns)
        now += random.randrange(20)
        actual = {table_id: deadline(turns) for table_id, turns in tables.items()}
        for one, due in actual.items():
            assert await noted(store, one) == due
        found = [one for one, _ in await store.due_work.due(now)]
        assert sorted(found) == [one for one, due in actual.items() if due is not None and due <= now]


def some_turn(random: Random, now: int) -> Turn:
    due = random.choice((None, now + 60))
    remind = None if due is None else random.choice((None, now + 30))
    return Turn(random.randrange(3), now, remind, due, nudged=random.random() < 0.2, given=random.random() < 0.2)


@pytest.mark.parametrize("seed", range(20))
def test_turns_are_read_as_they_were_written_and_are_json(seed: int) -> None:
    random = Random(seed)
    turns = {seat: some_turn(random, 10**9) for seat in random.sample(range(6), random.randrange(5))}
    text = turns_text(turns)
    assert turns_of(text) == turns
    assert json.dumps(json.loads(text)) == text, "the same people's decisions are always the same text"
