"""Queries for lost tables, on both databases."""

from storage import Post, Store
from storage.owners import table_owner
from storage.queries.lost_tables import TELL_AFTER_SECONDS, TableChannel
from tests.storage.store_support import GUILD, Clock, playing_table, seen, stored

ELSEWHERE = 33


async def lost_table(store: Store) -> int:
    table_id = await playing_table(store)
    await store.lost_tables.set_lost(await seen(store, table_id), {}, store.tables._now())
    return table_id


async def test_lost_table_is_among_those_of_its_place_until_it_is_found(store: Store, clock: Clock) -> None:
    table_id, since = await lost_table(store), clock()
    channel_id = (await stored(store, table_id)).channel_id
    assert await store.lost_tables.in_place(GUILD) == [TableChannel(table_id, channel_id, since, playing=True)]
    assert await store.lost_tables.lost_before(since) == [(table_id, GUILD)]
    await store.lost_tables.set_lost(await seen(store, table_id), {}, None)
    assert await store.lost_tables.in_place(GUILD) == [TableChannel(table_id, channel_id, None, playing=True)]
    assert await store.lost_tables.lost_before(since) == []
    assert await store.lost_tables.places() == [GUILD]


async def test_ended_table_can_be_found_as_long_as_it_has_messages(store: Store) -> None:
    table_id = await lost_table(store)
    await store.tables.end(await seen(store, table_id), "closed", "ended")
    assert await store.lost_tables.in_place(GUILD) == []
    await store.message_records.add(table_owner(table_id), Post("n", "round:1", 10, 700))
    assert [(one.id, one.playing) for one in await store.lost_tables.in_place(GUILD)] == [(table_id, False)]


async def test_moved_table_leaves_its_thread_and_its_messages_behind(store: Store) -> None:
    table_id = await lost_table(store)
    for slot in ("thread", "round:1", "promise:abc"):
        await store.message_records.add(table_owner(table_id), Post(slot, slot, 10, 700, "page"))
    await store.lost_tables.move(await seen(store, table_id), {}, ELSEWHERE)
    row = await stored(store, table_id)
    assert (row.channel_id, row.lost_since) == (ELSEWHERE, None)
    assert await store.message_records.of(table_owner(table_id)) == [
        Post("promise:abc", "promise:promise:abc", 10, 700),
        Post("round:1", "stray:round:1", 10, 700),
    ]


async def test_people_of_a_lost_table_are_told_once(store: Store, clock: Clock) -> None:
    table_id = await lost_table(store)
    anne, ben = (who.user_id or 0 for who in (await stored(store, table_id)).seats[:2] if who)
    assert not await store.lost_tables.tell(table_id, anne)
    clock.time += TELL_AFTER_SECONDS
    assert set(await store.lost_tables.due_notices()) == {(table_id, anne, GUILD), (table_id, ben, GUILD)}
    assert [await store.lost_tables.tell(table_id, anne) for _ in range(2)] == [True, False]
    assert await store.lost_tables.due_notices() == [(table_id, ben, GUILD)]
    await store.lost_tables.tell_later(table_id, anne, clock.time + 5)
    clock.time += 5
    assert await store.lost_tables.tell(table_id, anne)


async def test_downtime_does_not_count_as_time_for_which_a_table_is_lost(store: Store, clock: Clock) -> None:
    table_id, since = await lost_table(store), clock()
    assert await store.lost_tables.credit(since + 10, since + 100) == [table_id]
    assert (await stored(store, table_id)).lost_since == since + 90
    other = ((GUILD >> 22) + 1) % 3
    assert await store.lost_tables.credit(since, since + 1000, (other, 3)) == []
