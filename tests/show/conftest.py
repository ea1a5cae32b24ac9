"""Stub pages, for the tests that are about which message stands where."""

from collections.abc import Iterator

import pytest

from tests.show.world import stubbed


@pytest.fixture
def stub_pages() -> Iterator[None]:
    """Pages that say nothing but their state, and the stub game among the house's."""
    with stubbed():
        yield
