"""Leases: how processes take, renew and lose them; all times are those of the database's own clock."""

import asyncio

from storage import Store
from tests.storage.store_support import rewrite

SECONDS = 600.0
"""Duration of a lease, long compared with a test."""


async def goes_on(store: Store, seconds: float) -> None:
    """Act as if the database's clock moved by `seconds`, which may be negative: move all expiries the other way."""
    await rewrite(store, "UPDATE leases SET expires_at = expires_at - ?", (round(seconds * 1000),))


async def test_lease_belongs_to_its_owner_until_it_expires(store: Store) -> None:
    assert await store.leases.take(["a", "b"], "anne", SECONDS) == {"a": 1, "b": 1}
    assert await store.leases.take(["b", "c"], "bob", SECONDS) == {"c": 1}
    assert await store.leases.owners(SECONDS) == {"a": "anne", "b": "anne", "c": "bob"}
    await goes_on(store, SECONDS - 60)
    assert await store.leases.take(["a"], "anne", SECONDS) == {"a": 1}, "it is renewed"
    await goes_on(store, 120)
    assert await store.leases.owners(SECONDS) == {"a": "anne"}
    assert await store.leases.take(["a", "b"], "bob", SECONDS) == {"b": 2}
    assert await store.leases.take(["a", "b", "c"], "anne", SECONDS) == {"a": 1, "c": 2}


async def test_term_grows_only_when_the_owner_changes(store: Store) -> None:
    for _ in range(2):
        assert await store.leases.take(["x"], "anne", SECONDS) == {"x": 1}
    await goes_on(store, 2 * SECONDS)
    assert await store.leases.take(["x"], "anne", SECONDS) == {"x": 1}, "nobody else had it in between"
    for owner, term in (("bob", 2), ("anne", 3)):
        await goes_on(store, 2 * SECONDS)
        assert await store.leases.take(["x"], owner, SECONDS) == {"x": term}


async def test_released_lease_is_free_and_only_its_owner_can_release_it(store: Store) -> None:
    await store.leases.take(["a", "b"], "anne", SECONDS)
    await store.leases.release(["a"], "bob")
    assert await store.leases.take(["a"], "bob", SECONDS) == {}
    await store.leases.release(["a", "nothing"], "anne")
    assert await store.leases.owners(SECONDS) == {"b": "anne"}
    assert await store.leases.take(["a"], "bob", SECONDS) == {"a": 2}


async def test_clock_set_back_extends_a_lease_to_twice_its_time_at_most(store: Store) -> None:
    await store.leases.take(["x"], "anne", SECONDS)
    await goes_on(store, -SECONDS + 60)
    assert await store.leases.take(["x"], "bob", SECONDS) == {}
    assert await store.leases.owners(SECONDS) == {"x": "anne"}
    await goes_on(store, -120)
    assert await store.leases.owners(SECONDS) == {}
    assert await store.leases.take(["x"], "bob", SECONDS) == {"x": 2}


async def test_one_of_many_concurrent_owners_gets_the_lease(store: Store) -> None:
    owners = [f"owner {number}" for number in range(12)]
    names = ["a", "b", "c"]
    taken = await asyncio.gather(*(store.leases.take(names, one, SECONDS) for one in owners))
    assert sorted(name for one in taken for name in one) == names
    held = await store.leases.owners(SECONDS)
    assert {name: one for one, some in zip(owners, taken, strict=True) for name in some} == held
