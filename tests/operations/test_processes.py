"""The shards of a process: they depend on its settings, and on whether other processes may share its database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import CannotStart, open_shards
from host.cluster.leases import SECONDS
from host.cluster.shards import WHOLE, LeasedShards, Shard
from storage import Store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "ichiza.sqlite3", record_write=None) as store:
        yield store


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("count", "shards"), [(0, None), (2, 2)])
async def test_single_process_has_all_servers_whatever_the_shard_count(
    store: Store, count: int, shards: int | None
) -> None:
    async with open_shards(store, count, 0) as looked:
        assert (looked.count, looked.held(), looked.alone) == (shards, (WHOLE,), True)
        assert await store.leases.owners(SECONDS) == {}


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("count", "here", "sentence"),
    [(2, 1, "SQLite is for one process.*DATABASE_URL"), (0, 1, "ICHIZA_SHARDS_HERE is a part of ICHIZA_SHARDS")],
)
async def test_impossible_settings_are_refused_in_one_sentence(
    store: Store, count: int, here: int, sentence: str
) -> None:
    with pytest.raises(CannotStart, match=sentence):
        async with open_shards(store, count, here):
            pass


async def shards_in(store: Store) -> list[str]:
    """Return the shards with a lease."""
    return sorted(name for name in await store.leases.owners(SECONDS) if name.startswith("shard:"))


async def test_process_with_a_shared_database_holds_leases_until_its_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "shared", True)
    async with open_shards(store, 3, 2) as looked:
        assert isinstance(looked, LeasedShards)
        await looked.step()
        assert list(await looked.first()) == [Shard(0, 3), Shard(1, 3)]
        assert await shards_in(store) == ["shard:0/3", "shard:1/3"]
        async with open_shards(store, 3, 2) as other:
            assert isinstance(other, LeasedShards)
            await other.step()
            assert list(await other.first()) == [Shard(2, 3)]
    assert await shards_in(store) == []
