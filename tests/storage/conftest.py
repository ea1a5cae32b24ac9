from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Store
from tests.postgres import Cluster
from tests.storage.store_support import Clock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "ichiza.sqlite3"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def empty(cluster: Cluster) -> str:
    """A PostgreSQL database with nothing in it, not even tables."""
    return cluster.bare()


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest) -> Path | str:
    """Where a store is kept: on both databases, unless a module of tests says otherwise."""
    place: Path | str = request.getfixturevalue("path" if request.param == "sqlite" else "postgres_url")
    return place


@pytest.fixture
async def store(home: Path | str, path: Path, clock: Clock) -> AsyncIterator[Store]:
    async with await Store.open(home, now=clock, filed_beside=path) as opened:
        yield opened
