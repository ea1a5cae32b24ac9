"""Subscriptions and sent notifications: how long sent notifications are remembered; every query uses an index."""

import pytest

from storage import Notice, Store
from storage.queries.people import notifications as sql
from tests.storage.store_support import ANNE, BOB, GUILD, Clock, new_table, seen

WANTED = Notice("sample", opens=True, missing=False, locale="ja")


async def due(store: Store, table_id: int, now: int) -> list[int]:
    """Return the people to notify of a lobby that has opened."""
    found = await store.notifications.due(table_id, opens=True, missing=False, now=now)
    return [user_id for user_id, _ in found]


@pytest.mark.drawn(1)
async def test_new_subscriptions_replace_the_old_ones(store: Store) -> None:
    both = [WANTED, Notice("another", opens=False, missing=True, locale="en-US")]
    await store.notifications.set_subscriptions(GUILD, ANNE, both)
    await store.notifications.set_subscriptions(GUILD, BOB, [WANTED])
    assert await store.notifications.subscriptions(GUILD, ANNE) == both[::-1], "by the game's id"
    await store.notifications.stop(ANNE)
    assert [one.refused for one in await store.notifications.subscriptions(GUILD, ANNE)] == [True, True]
    await store.notifications.set_subscriptions(GUILD, ANNE, ())
    assert await store.notifications.subscriptions(GUILD, ANNE) == []
    assert await store.notifications.subscriptions(GUILD, BOB) == [WANTED]


async def test_sent_notifications_are_kept_for_a_day_and_not_longer_than_their_table(
    store: Store, clock: Clock
) -> None:
    await store.notifications.set_subscriptions(GUILD, ANNE, [WANTED])
    first, second = await new_table(store), await new_table(store)
    assert await due(store, first, clock()) == [ANNE]
    for _ in range(2):
        await store.notifications.mark_sent(GUILD, first, [ANNE], clock())
    assert (await store.notifications.sent_count(first), await store.notifications.sent_count(second)) == (1, 0)
    assert await due(store, second, clock()) == []
    await store.notifications.mark_sent(GUILD, second, [BOB], clock() + sql.DAY)
    assert (await store.notifications.sent_count(first), await store.notifications.sent_count(second)) == (0, 1)
    await store.tables.end(await seen(store, second), "closed")
    await store.retention.delete_tables([second])
    assert await store.notifications.sent_count(second) == 0
