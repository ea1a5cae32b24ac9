"""Fixtures: services on a real database, with a clock that the test sets."""

import shutil
from collections.abc import AsyncIterator, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from host.services import Services
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from storage import Store
from tests.clock import Clock


@pytest.fixture(autouse=True)
def versions_as_stored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check for each commit that the table that it returns has the same version as the table in the database."""
    commit, versions = TableRepository.commit, list[tuple[int, int]]()

    async def checked(tables: TableRepository, after: Table, write: Coroutine[Any, Any, None]) -> Table:
        table = await commit(tables, after, write)
        stored = await tables.store.tables.load(table.id)
        assert stored is not None
        versions.append((table.version, stored.version))
        return table

    monkeypatch.setattr(TableRepository, "commit", checked)
    yield
    assert all(ours == stored for ours, stored in versions)


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computer players hardly think: each stage of a search tries every move in one game only."""
    monkeypatch.setattr("engine.players.search.FEWEST", 1)
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)


@pytest.fixture
def database(tmp_path: Path, empty_database: Path) -> Path:
    """Return the file of a new SQLite database, empty but for its schema."""
    return Path(shutil.copy(empty_database, tmp_path))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.soak)])
def home(request: pytest.FixtureRequest) -> Path | str:
    """Return the store's location: a database file, or in soak runs also the address of a PostgreSQL database."""
    place: Path | str = request.getfixturevalue("database" if request.param == "sqlite" else "postgres_url")
    return place


@pytest.fixture
def clock() -> Clock:
    """Return the clock of the store and of the services."""
    return Clock()


@pytest.fixture
async def store(home: Path | str, database: Path, clock: Clock) -> AsyncIterator[Store]:
    async with await Store.open(home, now=clock.seconds, filed_beside=database, record_write=None) as store:
        yield store


@pytest.fixture
async def services(store: Store, clock: Clock) -> AsyncIterator[Services]:
    """Yield services whose computer players make no pauses and hardly think."""
    services = Services(store, pause=0, playouts=2, now=clock)
    yield services
    await services.close()


second = services
"""A function that returns other services over the same store, as after a restart or in a second process."""
