"""Stub pages for every test of what is shown."""

from collections.abc import Iterator

import pytest

from tests.show.world import stubbed


@pytest.fixture(autouse=True)
def _stubs() -> Iterator[None]:
    with stubbed():
        yield
