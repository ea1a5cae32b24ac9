"""Fixtures for browsers and PostgreSQL, and the selection and order of tests.

Soak tests run only with `-m soak` or ICHIZA_SOAK=1, slow tests also with `-m "not soak"`.
"""

import gc
from collections.abc import AsyncIterator, Callable, Collection, Generator, Iterable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from playwright.async_api import Browser, async_playwright

import progress
from tests.e2e.browser import ARGUMENTS, chromium_path
from tests.new_database import put_new_database
from tests.postgres import Cluster, Cutter, started
from tests.samples import SOAK
from tests.without_sync import skip_syncs


@pytest.hookimpl(tryfirst=True)  # before pytest deselects by marker
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order the tests, mark those that need PostgreSQL, and leave out slow tests and the soak unless asked for them."""
    items.sort(key=_places(dict.fromkeys(item.path for item in items)))
    for item in items:
        if "postgres" in item.nodeid or "cluster" in getattr(item, "fixturenames", ()):
            item.add_marker("postgres")
    for item in (*_not_drawn(items), *_repeated_on_postgres(items)):
        item.add_marker("slow")
    asked = config.option.markexpr or ""
    markers = {"slow", "soak"} if not SOAK and "soak" not in asked else set()
    if "slow" in asked:
        markers.discard("slow")
    left_out = {item for item in items if any(map(item.get_closest_marker, markers))}
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=[*left_out])


def _not_drawn(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the cases that the marker `drawn` leaves out. Every run leaves out the same cases.

    Cases that carry the marker `slow` or `soak` already take no part in the draw, and are not yielded.
    """
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("drawn") and not any(map(item.get_closest_marker, ("slow", "soak"))):
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, cases in tests.items():
        marker = cases[0].get_closest_marker("drawn")
        count = marker.args[0] if marker else len(cases)
        drawn = Random(name).sample(cases, min(count, len(cases)))
        yield from (case for case in cases if case not in drawn)


def _repeated_on_postgres(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the PostgreSQL cases to leave out: those of two thirds of the tests that run on both databases."""
    for item in items:
        params = getattr(item, "callspec", None)
        if params and "postgres" in params.params.values() and Random(item.nodeid).random() > 1 / 3:
            yield item


def _places(files: Collection[Path]) -> Callable[[pytest.Item], float]:
    """Return a function that gives the sort key of a test.

    End-to-end tests mostly wait. If they ran one after the other, a third of the processor time would be unused, so
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


@pytest.fixture(scope="session", autouse=True)
def without_sync() -> None:
    """Keep SQLite from syncing files to the disk. The PostgreSQL servers of tests do not sync either."""
    skip_syncs()


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
