"""Stub pages for every test of what is shown."""

from collections.abc import Iterator

import pytest

from tests.engine.conftest import pytest_collection_modifyitems  # noqa: F401  leaves the soak out here too
from tests.show.world import stubbed


@pytest.fixture(autouse=True)
def _stubs() -> Iterator[None]:
    with stubbed():
        yield
