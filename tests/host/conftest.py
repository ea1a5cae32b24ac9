"""A house over a real database file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from host.house import House
from storage import Store

GUILD, CHANNEL = 11, 22
AKI, BEN, CHIE, DAI = 101, 102, 103, 104


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the house keeps its tables."""
    return tmp_path / "house.sqlite3"


@pytest.fixture
async def house(database: Path) -> AsyncIterator[House]:
    """A house whose computer players do not pause."""
    async with await Store.open(database) as store:
        house = House(store, pause=0, playouts=20)
        yield house
        await house.close()
