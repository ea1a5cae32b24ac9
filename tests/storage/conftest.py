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
    """Return the URL of a PostgreSQL database without any tables."""
    return cluster.bare()


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest) -> Path | str:
    """Return the place of the store: a file, then PostgreSQL, unless a test module overrides it."""
    place: Path | str = request.getfixturevalue("path" if request.param == "sqlite" else "postgres_url")
    return place


@pytest.fixture
async def store(home: Path | str, path: Path, clock: Clock) -> AsyncIterator[Store]:
    async with await Store.open(home, now=clock, filed_beside=path) as opened:
        yield opened
