from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Store
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
async def store(path: Path, clock: Clock) -> AsyncIterator[Store]:
    async with await Store.open(path, now=clock) as opened:
        yield opened
