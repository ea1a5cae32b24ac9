import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from storage import Store
from tests.new_database import put_new_database
from tests.postgres import Cluster
from tests.storage.store_support import Clock

IN_MEMORY = Path("/dev/shm")  # noqa: S108  a folder of the system


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return an empty folder, in memory if possible, because syncs to a disk would take most of the tests' time."""
    with TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None, prefix="ichiza-") as name:
        yield Path(name)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "ichiza.sqlite3"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def empty(cluster: Cluster) -> str:
    """Return the URL of a PostgreSQL database without any tables."""
    return cluster.bare()


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest) -> Path | str:
    """Return where the store is: a file in one run of each test, and a PostgreSQL URL in another.

    Some test modules override this fixture.
    """
    place: Path | str = request.getfixturevalue("path" if request.param == "sqlite" else "postgres_url")
    return place


@pytest.fixture
async def store(home: Path | str, path: Path, clock: Clock) -> AsyncIterator[Store]:
    if home == path:
        await asyncio.to_thread(put_new_database, path)
    async with await Store.open(home, now=clock, filed_beside=path, record_write=None) as opened:
        yield opened
