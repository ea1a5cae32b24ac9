"""Leases: one statement takes and renews them, by the database's own clock."""

import asyncio

from storage import Store
from tests.storage.store_support import rewrite

SECONDS = 600.0
"""So long that no test takes a part of it that counts."""


async def goes_on(store: Store, seconds: float) -> None:
    """Let the database's clock go on by so many seconds, or back: what it is compared with does that the other way."""
    await rewrite(store, "UPDATE leases SET expires_at = expires_at - ?", (round(seconds * 1000),))


async def test_a_lease_is_its_owners_until_it_has_expired_and_then_anybodys(store: Store) -> None:
    assert await store.take_leases(["a", "b"], "anne", SECONDS) == {"a": 1, "b": 1}
    assert await store.take_leases(["b", "c"], "bob", SECONDS) == {"c": 1}
    assert await store.leases(SECONDS) == {"a": "anne", "b": "anne", "c": "bob"}
    await goes_on(store, SECONDS - 60)
    assert await store.take_leases(["a"], "anne", SECONDS) == {"a": 1}, "it is renewed"
    await goes_on(store, 120)
    assert await store.leases(SECONDS) == {"a": "anne"}
    assert await store.take_leases(["a", "b"], "bob", SECONDS) == {"b": 2}
    assert await store.take_leases(["a", "b", "c"], "anne", SECONDS) == {"a": 1, "c": 2}


async def test_a_term_grows_with_each_change_of_the_owner_and_with_nothing_else(store: Store) -> None:
    for _ in range(2):
        assert await store.take_leases(["x"], "anne", SECONDS) == {"x": 1}
    await goes_on(store, 2 * SECONDS)
    assert await store.take_leases(["x"], "anne", SECONDS) == {"x": 1}, "nobody else had it in between"
    for owner, term in (("bob", 2), ("anne", 3)):
        await goes_on(store, 2 * SECONDS)
        assert await store.take_leases(["x"], owner, SECONDS) == {"x": term}


async def test_what_is_given_back_is_free_at_once_and_nobody_gives_back_anothers(store: Store) -> None:
    await store.take_leases(["a", "b"], "anne", SECONDS)
    await store.give_leases_back(["a"], "bob")
    assert await store.take_leases(["a"], "bob", SECONDS) == {}
    await store.give_leases_back(["a", "nothing"], "anne")
    assert await store.leases(SECONDS) == {"b": "anne"}
    assert await store.take_leases(["a"], "bob", SECONDS) == {"a": 2}


async def test_a_clock_that_goes_back_keeps_a_lease_for_no_longer_than_twice_its_time(store: Store) -> None:
    await store.take_leases(["x"], "anne", SECONDS)
    await goes_on(store, -SECONDS + 60)
    assert await store.take_leases(["x"], "bob", SECONDS) == {}
    assert await store.leases(SECONDS) == {"x": "anne"}
    await goes_on(store, -120)
    assert await store.leases(SECONDS) == {}
    assert await store.take_leases(["x"], "bob", SECONDS) == {"x": 2}


async def test_of_many_who_ask_at_once_one_has_it(store: Store) -> None:
    owners = [f"owner {number}" for number in range(12)]
    names = ["a", "b", "c"]
    taken = await asyncio.gather(*(store.take_leases(names, one, SECONDS) for one in owners))
    assert sorted(name for one in taken for name in one) == names
    held = await store.leases(SECONDS)
    assert {name: one for one, some in zip(owners, taken, strict=True) for name in some} == held
