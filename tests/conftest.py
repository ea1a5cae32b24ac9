"""Fixtures for browsers and PostgreSQL, and the selection and order of tests.

Soak tests run only with `-m soak` or ICHIZA_SOAK=1.
"""

import gc
from collections.abc import AsyncIterator, Callable, Collection, Generator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.async_api import Browser, async_playwright

import progress
from tests.e2e.browser import ARGUMENTS, chromium_path
from tests.new_database import put_new_database
from tests.postgres import Cluster, Cutter, started
from tests.samples import SOAK


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order the tests, mark those that need PostgreSQL, and deselect the soak unless it is asked for."""
    items.sort(key=_places(dict.fromkeys(item.path for item in items)))
    for item in items:
        if "postgres" in item.nodeid or "cluster" in getattr(item, "fixturenames", ()):
            item.add_marker("postgres")
    if SOAK or "soak" in (config.option.markexpr or ""):
        return
    soak = [item for item in items if item.get_closest_marker("soak")]
    items[:] = [item for item in items if item not in soak]
    config.hook.pytest_deselected(items=soak)


def _places(files: Collection[Path]) -> Callable[[pytest.Item], float]:
    """Return a function that gives the sort key of a test.

    End-to-end tests mostly wait. Run one after the other, they would leave a third of the processor time unused, so
    their files are spread evenly among the other files. The last fifth of the run has no end-to-end files, because
    short files balance better between workers.
    """
    waiting = [file for file in files if file.parent.name == "e2e"]
    others = [file for file in files if file.parent.name != "e2e"]
    places = {file: 0.8 * place / len(waiting) for place, file in enumerate(waiting)}
    places |= {file: place / len(others) for place, file in enumerate(others)}
    return lambda item: places[item.path]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Disable the garbage collector during collection.

    Scanning thousands of test items again and again costs a tenth of the time.
    """
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def quiet_commands() -> None:
    """Keep commands in this process from printing progress, which they print when a busy machine slows them down."""
    progress.QUIET_SECONDS = 3600.0


@pytest.fixture(scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """Start a headless Chromium for the tests of a module."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
        yield browser
        await browser.close()


@pytest.fixture
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """Yield the browser, and close its contexts after each test."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with an SQLite database of the bot without rows, to be copied."""
    file = tmp_path_factory.mktemp("empty") / "ichiza.sqlite3"
    put_new_database(file)
    return file


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Start a PostgreSQL server for this test process."""
    with started() as one:
        yield one


@pytest.fixture
def postgres_url(cluster: Cluster) -> str:
    """Return the URL of an emptied database with the bot's schema, which all tests of the process share."""
    return cluster.emptied()


@pytest.fixture
def cutter(cluster: Cluster) -> Iterator[Cutter]:
    """Yield a proxy to the PostgreSQL server that can cut connections."""
    with TemporaryDirectory(prefix="ichiza-cutter-") as folder, Cutter(cluster, Path(folder)) as one:
        yield one
