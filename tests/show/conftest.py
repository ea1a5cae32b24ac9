"""A fixture for tests of message records that need no real pages."""

from collections.abc import Iterator

import pytest

from tests.show.world import stub_pages_and_game


@pytest.fixture
def stub_pages() -> Iterator[None]:
    """Replace the pages by stubs that show only their state, and add the stub game to the games."""
    with stub_pages_and_game():
        yield
