"""Tables with work to do are found without loading them: computer players, clocks, outdated messages."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from host.play import time_control
from storage import Conflict, Occupant, Post, Seen, Store, Turn
from storage.owners import table_owner
from tests.storage.store_support import (
    ANNE,
    GUILD,
    SEATS,
    mark_displayed,
    moves,
    new_table,
    outdated_tables,
    playing_table,
    seen,
    stored,
    unrated,
)

Change = Callable[[Store, int], Awaitable[object]]
NOW, ALIVE = 10_000, 9_000


async def acting(store: Store) -> list[int]:
    return [table_id for table_id, _ in await store.due_work.acting(0, 100)]


async def moved(store: Store, table_id: int, *, acting: bool) -> None:
    made = len(await store.tables.moves(table_id))
    await store.tables.add_moves(await seen(store, table_id), moves(made), acting=acting)


async def seated(store: Store, table_id: int, *, acting: bool) -> None:
    await store.tables.save_seats(await seen(store, table_id), SEATS, {}, acting=acting)


async def over(store: Store, table_id: int) -> None:
    await store.tables.finish(await seen(store, table_id), [], [], unrated)


async def frozen(store: Store, table_id: int) -> None:
    await store.tables.end(await seen(store, table_id), "frozen")


ACT: dict[str, Change] = {
    "a move": lambda store, one: moved(store, one, acting=True),
    "another seat": lambda store, one: seated(store, one, acting=True),
}
ACT_NO_MORE: dict[str, Change] = {
    "a move": lambda store, one: moved(store, one, acting=False),
    "another seat": lambda store, one: seated(store, one, acting=False),
    "the end": over,
    "an early end": frozen,
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("ends", ACT_NO_MORE)
@pytest.mark.parametrize("begins", ACT)
async def test_acting_computer_player_is_stored_with_the_write_that_causes_it(
    store: Store, begins: str, ends: str
) -> None:
    table_id, other = await playing_table(store), await playing_table(store)
    assert await acting(store) == []
    await ACT[begins](store, table_id)
    assert await acting(store) == [table_id]
    await ACT_NO_MORE[ends](store, table_id)
    await moved(store, other, acting=True)
    assert await acting(store) == [other]


async def test_game_can_begin_with_a_computer_player(store: Store) -> None:
    lobby, played = await new_table(store), await playing_table(store)
    await store.tables.start(await seen(store, lobby), seed="5eed", rules=1, options={}, seats=SEATS, acting=True)
    await over(store, played)
    again = await store.tables.start_rematch(
        await seen(store, played), nonce="r", seed="5eed", rules=1, seats=SEATS, turns={}, acting=True
    )
    setup: dict[str, Any] = {"channel_id": 1, "user_id": ANNE, "rules": 2, "seats": SEATS, "turns": {}}
    on = await store.finished_games.start_practice(played, 0, **setup, acting=True)
    assert await acting(store) == [lobby, again, on]


async def test_due_tables_come_in_pages_with_their_guilds(store: Store) -> None:
    tables = [await playing_table(store, place_id=guild) for guild in (GUILD, 77, GUILD, 77, GUILD)]
    for table_id in tables:
        await store.tables.save_seats(await seen(store, table_id), SEATS, {0: Turn(0, 5), 1: Turn(0, 5)}, acting=True)
    numbered = [(table_id, guild) for table_id, guild in zip(tables, (GUILD, 77, GUILD, 77, GUILD), strict=True)]
    for query in (store.due_work.acting, store.due_work.outdated, store.due_work.timed):
        assert await query(0, 2) == numbered[:2]
        assert await query(tables[1], 2) == numbered[2:4]
        assert await query(tables[3], 2) == numbered[4:]
        assert await query(tables[4], 2) == []


# --- Outdated messages


async def posted(store: Store, table_id: int) -> None:
    await store.message_records.add(table_owner(table_id), Post("n", "round:1", 10))


BEHIND: dict[str, Change] = {
    "a move": lambda store, one: moved(store, one, acting=False),
    "another seat": lambda store, one: seated(store, one, acting=False),
    "an end": frozen,
    "a post that is about to be sent": posted,
    "a new name": lambda store, _: store.people.rename(GUILD, ANNE, "Anne of old"),
    "another language of the server": lambda store, _: store.settings.set(
        GUILD, "language", "ja", outdates_messages=True
    ),
    "a new look": lambda store, _: store.due_work.outdate_if_changed("pages", "new"),
    "another language on Discord": lambda store, _: store.due_work.outdate_place(GUILD),
    "nobody knows": lambda store, one: store.message_records.save_fingerprints({}, {one: -1}),
}


@pytest.mark.drawn(6)
@pytest.mark.parametrize("change", BEHIND)
async def test_write_that_outdates_messages_stores_that_they_are_outdated(store: Store, change: str) -> None:
    await store.people.rename(GUILD, ANNE, "Anne")
    await store.due_work.outdate_if_changed("pages", "old")
    table_id = await store.tables.create(
        place_id=GUILD, channel_id=10, game="sample", rules=1, opener_id=ANNE, seats=[Occupant(ANNE, name="Anne")]
    )
    await store.tables.start(await seen(store, table_id), seed="5eed", rules=2, options={}, seats=[Occupant(ANNE)])
    assert await outdated_tables(store) == [table_id]
    await mark_displayed(store, table_id)
    assert await outdated_tables(store) == []
    await BEHIND[change](store, table_id)
    assert await outdated_tables(store) == [table_id]


NOT_BEHIND: dict[str, Change] = {
    "the same look": lambda store, _: store.due_work.outdate_if_changed("pages", "old"),
    "a setting that no message shows": lambda store, _: store.settings.set(GUILD, "season", "year"),
    "another server's language": lambda store, _: store.due_work.outdate_place(GUILD + 1),
    "the name of somebody who does not sit there": lambda store, _: store.people.rename(GUILD, ANNE + 99, "Nobody"),
}


@pytest.mark.parametrize("change", NOT_BEHIND)
async def test_other_writes_do_not_outdate_messages(store: Store, change: str) -> None:
    await store.due_work.outdate_if_changed("pages", "old")
    table_id = await playing_table(store)
    await mark_displayed(store, table_id)
    await NOT_BEHIND[change](store, table_id)
    assert await outdated_tables(store) == []


async def test_displaying_an_earlier_version_leaves_messages_outdated(store: Store) -> None:
    table_id = await playing_table(store)
    before = await seen(store, table_id)
    await moved(store, table_id, acting=False)
    await store.message_records.save_fingerprints({}, {table_id: before.version})
    assert await outdated_tables(store) == [table_id]


# --- Clocks


async def credit(store: Store, table_ids: Collection[int], alive: int, now: int, *, shown: bool = True) -> None:
    change = partial(time_control.credit_downtime, alive=alive, now=now)
    await store.due_work.change_turns(table_ids, change, keeps_messages=shown)


def some_turn(random: Random) -> Turn:
    since = random.choice((ALIVE - 500, ALIVE, ALIVE + 300, NOW, NOW + 200))
    due = random.choice((None, since + 60))
    return Turn(0, since, random.choice((None, since + 30)) if due else None, due, given=random.random() < 0.2)


@pytest.mark.drawn(3)
@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(3, 30))])
async def test_credited_time_is_equal_in_the_store_and_at_a_loaded_table(store: Store, seed: int) -> None:
    random = Random(seed)
    alive, now = random.choice(((ALIVE, NOW), (NOW, ALIVE), (NOW, NOW)))
    turns = {}
    for _ in range(5):
        table_id = await playing_table(store)
        turns[table_id] = {seat: some_turn(random) for seat in range(3)}
        await store.tables.save_seats(await seen(store, table_id), SEATS, turns[table_id])
    await credit(store, turns, alive, now)
    for table_id, before in turns.items():
        row = await stored(store, table_id)
        assert row.turns == {seat: time_control.credit_downtime(turn, alive, now) for seat, turn in before.items()}


async def test_late_credit_does_not_reduce_a_larger_credit_of_another_process(
    store: Store,
) -> None:
    table_id = await playing_table(store)
    await store.tables.save_seats(await seen(store, table_id), SEATS, {0: Turn(0, ALIVE, ALIVE + 30, ALIVE + 60)})
    await credit(store, [table_id], ALIVE, NOW)
    await credit(store, [table_id], ALIVE, NOW - 20)
    row = await stored(store, table_id)
    assert row.turns == {0: Turn(0, NOW, NOW + 30, NOW + 60)}


async def test_credited_time_gives_a_table_a_new_version(store: Store) -> None:
    table_id, other = await playing_table(store), await playing_table(store)
    for one in (table_id, other):
        await store.tables.save_seats(await seen(store, one), SEATS, {0: Turn(0, ALIVE, due=ALIVE + 60)})
    before, unchanged = await seen(store, table_id), await seen(store, other)
    await credit(store, [table_id], ALIVE, NOW)
    with pytest.raises(Conflict):
        await store.tables.add_moves(before, moves(0))
    await store.tables.add_moves(unchanged, moves(0))
    await store.tables.add_moves(Seen(table_id, before.version + 1), moves(0))


@pytest.mark.parametrize("shown", [True, False])
async def test_only_large_changes_of_deadlines_outdate_messages(store: Store, *, shown: bool) -> None:
    timed, untimed, late = [await playing_table(store) for _ in range(3)]
    turn = Turn(0, ALIVE, due=ALIVE + 60)
    for table_id, one in {timed: turn, untimed: replace(turn, due=None), late: turn}.items():
        await store.tables.save_seats(await seen(store, table_id), SEATS, {0: one})
        await mark_displayed(store, table_id)
    await store.due_work.outdate_if_changed("pages", "new")
    for table_id in (timed, untimed):
        await mark_displayed(store, table_id)
    await credit(store, [timed, untimed, late], ALIVE, NOW, shown=shown)
    assert await outdated_tables(store) == ([late] if shown else [timed, late])
