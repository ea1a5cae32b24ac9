"""The long runs take place only where they are asked for: `pytest -m soak`, or ICHIZA_SOAK=1; a browser for all."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator, Callable, Collection, Generator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.async_api import Browser, async_playwright

from tests.e2e.browser import ARGUMENTS, chromium_path
from tests.postgres import Cluster, Cutter, started


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `soak`, unless asked for; and mix the rest."""
    items.sort(key=_places(dict.fromkeys(item.path for item in items)))
    if os.environ.get("ICHIZA_SOAK") == "1" or "soak" in (config.option.markexpr or ""):
        return
    soak = [item for item in items if item.get_closest_marker("soak")]
    items[:] = [item for item in items if item not in soak]
    config.hook.pytest_deselected(items=soak)


def _places(files: Collection[Path]) -> Callable[[pytest.Item], float]:
    """In which order tests are run: end-to-end tests, which wait a lot, by files evenly between the others.

    One after the other they leave a third of the processors' time unused. At the end are only others, which are short.
    """
    waiting = [file for file in files if file.parent.name == "e2e"]
    others = [file for file in files if file.parent.name != "e2e"]
    places = {file: 0.8 * place / len(waiting) for place, file in enumerate(waiting)}
    places |= {file: place / len(others) for place, file in enumerate(others)}
    return lambda item: places[item.path]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Keep the garbage collector from looking at the thousands of tests again and again: a tenth of all time."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """A real headless Chromium for the tests of a module."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
        yield browser
        await browser.close()


@pytest.fixture
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """The browser, with nothing open and nothing left of earlier tests."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of this process's tests."""
    with started() as one:
        yield one


@pytest.fixture
def postgres_url(cluster: Cluster) -> str:
    """A PostgreSQL database with the bot's schema and nothing in it; other tests have the same one."""
    return cluster.emptied()


@pytest.fixture
def cutter(cluster: Cluster) -> Iterator[Cutter]:
    """A network to that server, which can be cut."""
    with TemporaryDirectory(prefix="ichiza-cutter-") as folder, Cutter(cluster, Path(folder)) as one:
        yield one
