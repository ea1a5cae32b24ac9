"""A house over a real database file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from host.house import House
from host.table import Person
from storage import Store

GUILD, CHANNEL = 11, 22
AKI, BEN, CHIE, DAI = Person(101), Person(102), Person(103), Person(104)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the house keeps its tables."""
    return tmp_path / "house.sqlite3"


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    """The house's store."""
    async with await Store.open(database) as store:
        yield store


@pytest.fixture
async def second(store: Store) -> AsyncIterator[House]:
    """Another house over the same store, as after a restart, or as a second writer."""
    house = House(store, pause=0, playouts=20)
    yield house
    await house.close()


@pytest.fixture
async def house(store: Store) -> AsyncIterator[House]:
    """A house whose computer players do not pause."""
    house = House(store, pause=0, playouts=20)
    yield house
    await house.close()
