"""Subscriptions and sent notifications: how long they are kept, and that every query uses an index."""

import re

import pytest

from storage import Notice, Store
from storage.queries import notifications as sql
from tests.storage.store_support import ANNE, BOB, GUILD, Clock, new_table, plan, seen

WANTED = Notice("sample", opens=True, missing=False, locale="ja")


async def due(store: Store, table_id: int, now: int) -> list[int]:
    """Return the people to notify of a lobby that has opened."""
    found = await store.notices_due(
        GUILD,
        table_id,
        "sample",
        opens=True,
        missing=False,
        now=now,
        every=3600,
        most=5,
        opener=ANNE,
        from_one=5,
        limit=10,
    )
    return [user_id for user_id, _ in found]


@pytest.mark.parametrize("query", [sql.OF, sql.FORGET, sql.DUE, sql.COUNT, sql.REFUSE, sql.PRUNE])
async def test_every_query_uses_indexes_only(store: Store, query: str) -> None:
    named = set(re.findall(r":(\w+)", query))
    parameters = dict.fromkeys(named, 1) if named else [1] * query.count("?")
    assert not (await plan(store, query, parameters)).walks()


async def test_new_subscriptions_replace_the_old_ones(store: Store) -> None:
    both = [WANTED, Notice("another", opens=False, missing=True, locale="en-US")]
    await store.set_notices(GUILD, ANNE, both)
    await store.set_notices(GUILD, BOB, [WANTED])
    assert await store.notices(GUILD, ANNE) == both[::-1], "by the game's id"
    await store.refuse_notices(ANNE)
    assert [one.refused for one in await store.notices(GUILD, ANNE)] == [True, True]
    await store.set_notices(GUILD, ANNE, ())
    assert await store.notices(GUILD, ANNE) == []
    assert await store.notices(GUILD, BOB) == [WANTED]


async def test_sent_notifications_are_kept_for_a_day_and_not_longer_than_their_table(
    store: Store, clock: Clock
) -> None:
    await store.set_notices(GUILD, ANNE, [WANTED])
    first, second = await new_table(store), await new_table(store)
    assert await due(store, first, clock()) == [ANNE]
    for _ in range(2):
        await store.note_notices(GUILD, first, [ANNE], clock())
    assert (await store.notices_sent(first), await store.notices_sent(second)) == (1, 0)
    assert await due(store, second, clock()) == []
    await store.note_notices(GUILD, second, [BOB], clock() + sql.DAY)
    assert (await store.notices_sent(first), await store.notices_sent(second)) == (0, 1)
    await store.end_table(await seen(store, second), "closed")
    await store.forget_tables([second])
    assert await store.notices_sent(second) == 0
