"""Message records, and whether their messages are known to be up to date."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from storage import Conflict, Post, Seen, Store
from storage.owners import table_owner
from tests.storage.store_support import (
    SEATS,
    mark_displayed,
    moves,
    new_table,
    outdated_tables,
    playing_table,
    record_at,
    seen,
    unrated,
)


async def test_message_record_is_added_before_sending_and_completed_after(store: Store) -> None:
    table_id = await new_table(store)
    await store.message_records.add(table_owner(table_id), Post("n", "lobby", 10))
    assert await store.message_records.of(table_owner(table_id)) == [Post("n", "lobby", 10)]
    await store.message_records.change(Post("n", "lobby", 11, 700))
    assert await store.message_records.of(table_owner(table_id)) == [Post("n", "lobby", 11, 700)]


async def test_table_has_one_message_record_for_each_slot(store: Store) -> None:
    table_id, other = await new_table(store), await new_table(store)
    post = await record_at(store, table_id, 700)
    with pytest.raises(Conflict):
        await record_at(store, table_id, 701)
    with pytest.raises(Conflict):
        await store.message_records.add(table_owner(other), post)
    await record_at(store, other, 701)
    assert await store.message_records.of(table_owner(table_id)) == [post]


async def test_message_record_needs_a_table(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.message_records.add(table_owner(99), Post("n", "lobby", 10))


async def test_renamed_record_frees_its_slot(store: Store) -> None:
    table_id = await playing_table(store)
    old = replace(await record_at(store, table_id, 700, "table:1"), slot="old", fingerprint=None)
    await store.message_records.change(old)
    fresh = await record_at(store, table_id, 701, "table:1")
    assert await store.message_records.of(table_owner(table_id)) == [old, fresh]
    with pytest.raises(Conflict):
        await store.message_records.change(replace(fresh, slot="old"))


async def test_change_of_a_deleted_record_conflicts(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.message_records.change(Post("n", "lobby", 10, 700))


async def test_removing_ignores_missing_records(store: Store) -> None:
    table_id = await playing_table(store)
    await record_at(store, table_id, 700, "table:1")
    kept = await record_at(store, table_id, 701, "turn")
    await store.message_records.remove(["table:1 700", "never was"])
    assert await store.message_records.of(table_owner(table_id)) == [kept]


async def test_batch_of_fingerprints_ignores_deleted_records(store: Store) -> None:
    table_id = await playing_table(store)
    for slot in ("a", "b"):
        await store.message_records.add(table_owner(table_id), Post(slot, slot, 10))
    await store.message_records.save_fingerprints(
        {"a": ("A", "playing", 0), "gone": ("G", "playing", 0), "b": ("B", "playing", 0)}, {}
    )
    assert [post.fingerprint for post in await store.message_records.of(table_owner(table_id))] == ["A", "B"]
    await store.message_records.save_fingerprints({"a": (None, "playing", 0)}, {})
    assert [post.fingerprint for post in await store.message_records.of(table_owner(table_id))] == [None, "B"]


async def test_fingerprint_from_before_the_end_is_dropped(store: Store) -> None:
    table_id = await playing_table(store)
    await store.message_records.add(table_owner(table_id), Post("a", "a", 10))
    running = await seen(store, table_id)
    await store.tables.finish(running, [], [], unrated)
    await store.message_records.save_fingerprints(
        {"a": ("a running game", "playing", running.version)}, {table_id: running.version}
    )
    assert await outdated_tables(store) == [table_id]
    await mark_displayed(store, table_id)
    assert await outdated_tables(store) == [table_id]
    await store.message_records.save_fingerprints({"a": ("the end", "over", running.version + 1)}, {})
    assert await outdated_tables(store) == []


async def test_fingerprint_from_before_a_vote_is_dropped(store: Store) -> None:
    table_id = await playing_table(store)
    await store.message_records.add(table_owner(table_id), Post("a", "a", 10))
    await store.tables.finish(await seen(store, table_id), [], [], unrated)
    before = await seen(store, table_id)
    await store.tables.save_seats(before, SEATS, {})
    await mark_displayed(store, table_id)
    await store.message_records.save_fingerprints({"a": ("nobody agrees", "over", before.version)}, {})
    assert await outdated_tables(store) == [table_id]


Change = Callable[[Store, Seen], Coroutine[Any, Any, None]]
LOBBY: list[Change] = [
    lambda store, now: store.tables.save_lobby(now, {}, SEATS),
    lambda store, now: store.tables.start(now, seed="5eed", rules=1, options={}, seats=SEATS),
    lambda store, now: store.tables.end(now, "closed"),
]
GAME: list[Change] = [
    lambda store, now: store.tables.finish(now, moves(0), [], unrated),
    lambda store, now: store.tables.end(now, "frozen"),
]


@pytest.mark.parametrize("change", LOBBY, ids=["saved", "started", "closed"])
async def test_change_of_a_lobby_outdates_its_messages(store: Store, change: Change) -> None:
    table_id, other = await new_table(store), await new_table(store)
    post, _ = await record_at(store, other, 700), await record_at(store, table_id, 701)
    await change(store, await seen(store, table_id))
    assert await store.message_records.of(table_owner(table_id)) == [Post("lobby 701", "lobby", 10, 701)]
    assert await store.message_records.of(table_owner(other)) == [post]


@pytest.mark.parametrize("change", GAME, ids=["over", "frozen"])
async def test_end_of_a_game_outdates_its_messages_until_they_are_edited(store: Store, change: Change) -> None:
    table_id = await playing_table(store)
    await record_at(store, table_id, 700, "table:1")
    await mark_displayed(store, table_id)
    assert await outdated_tables(store) == []
    await change(store, await seen(store, table_id))
    await mark_displayed(store, table_id)
    assert await outdated_tables(store) == [table_id]
    await store.message_records.remove(["table:1 700"])
    assert await outdated_tables(store) == []


async def rematch(store: Store, now: Seen) -> None:
    await store.tables.start_rematch(now, nonce="r", seed="5eed", rules=1, seats=SEATS, turns={})


OVER: list[Change] = [
    lambda store, now: store.tables.save_seats(now, SEATS, {}),
    rematch,
]


@pytest.mark.parametrize("change", OVER, ids=["somebody agrees", "rematch"])
async def test_change_of_a_finished_game_outdates_its_messages(store: Store, change: Change) -> None:
    """Check that the messages become outdated with the change itself.

    Otherwise a kill right after the change could leave a message with a button that does nothing.
    """
    table_id = await playing_table(store)
    await store.tables.finish(await seen(store, table_id), [], [], unrated)
    await record_at(store, table_id, 700, "table:1")
    await change(store, await seen(store, table_id))
    await mark_displayed(store, table_id)
    assert table_id in await outdated_tables(store)
    assert await store.message_records.of(table_owner(table_id)) == [Post("table:1 700", "table:1", 10, 700)]


async def test_moves_keep_fingerprints(store: Store) -> None:
    table_id = await playing_table(store)
    post = await record_at(store, table_id, 700, "sheet:1")
    await store.tables.add_moves(await seen(store, table_id), moves(0))
    assert await store.message_records.of(table_owner(table_id)) == [post]


async def test_closed_lobby_with_an_unconfirmed_message_is_outdated(store: Store) -> None:
    table_id = await new_table(store)
    await store.message_records.add(table_owner(table_id), Post("n", "lobby", 10))
    await store.tables.end(await seen(store, table_id), "closed")
    assert await outdated_tables(store) == [table_id]


async def test_tables_of_a_channel_are_the_open_ones_and_those_with_a_message_there(store: Store) -> None:
    lobby, running, ended, gone = [await new_table(store) for _ in range(4)]
    await store.message_records.add(table_owner(running), Post("thread", "table:1", 70))
    await store.message_records.add(table_owner(ended), Post("end", "end", 70))
    for table_id in (ended, gone):
        await store.tables.end(await seen(store, table_id), "closed")
    assert await store.tables.in_channel(10) == [lobby, running]
    assert await store.tables.in_channel(70) == [running, ended]
    assert await store.tables.in_channel(5) == []


async def test_records_of_some_messages_include_those_without_a_known_message(
    store: Store,
) -> None:
    one, two = [await new_table(store) for _ in range(2)]
    posts = [Post("a", "lobby", 7, 70), Post("b", "round:1", 7), Post("c", "lobby", 7, 71), Post("d", "round:1", 8)]
    for table, post in zip((one, one, two, two), posts, strict=True):
        await store.message_records.add(table_owner(table), post)
    assert sorted(await store.message_records.candidates(7, [70, 72]), key=lambda post: post.nonce) == posts[:2]
