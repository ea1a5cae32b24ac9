"""The process lock: one process for each database."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage import Store, StoreError
from storage.sqlite.database_files import LOCK, beside
from tests.storage.store_support import moves, open_and_close, playing_table, seen

ROOT = Path(__file__).parents[2]
BOT = """
import asyncio, sys
from storage import Store

async def run():
    store = await Store.open(sys.argv[1], record_write=None)
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(run())
"""


@pytest.fixture
def home(path: Path) -> Path:
    """Return the path of an SQLite database: these tests are not for PostgreSQL."""
    return path


def begun(path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", BOT, path], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def is_open(bot: "subprocess.Popen[str]") -> bool:
    """Wait until the process has opened the database or has given up; return True if the database is open."""
    assert bot.stdout
    return bot.stdout.readline() == "open\n"


@contextmanager
def another_bot(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start another process that opens the database; it is killed at the end."""
    with begun(path) as bot:
        is_open(bot)
        yield bot
        bot.kill()


@contextmanager
def refused() -> Iterator[None]:
    with pytest.raises(StoreError, match=r"^[^\n]* is in use by another Ichiza: stop that one first[^\n]*\.$"):
        yield


async def test_second_bot_on_one_database_is_refused(path: Path) -> None:
    with another_bot(path), refused():
        await Store.open(path, record_write=None)


@pytest.mark.slow
async def test_second_bot_exits_while_the_first_goes_on(store: Store, path: Path) -> None:
    with another_bot(path) as second:
        assert "in use by another Ichiza" in second.communicate()[1].splitlines()[-1]
    await store.tables.add_moves(await seen(store, await playing_table(store)), moves(0))


def test_one_of_several_bots_that_create_a_database_at_once_gets_it(path: Path) -> None:
    bots = [begun(path) for _ in range(3)]
    assert [is_open(bot) for bot in bots].count(True) == 1
    for bot in bots:
        bot.kill()
        _, said = bot.communicate()
        assert not said or "stop that one first" in said.splitlines()[-1]


@pytest.mark.slow
async def test_second_bot_is_refused_before_it_checks_the_file(path: Path) -> None:
    """Check that the second bot is refused because of the lock, although the first bot's -wal file looks damaged.

    If the second bot checked the database while the first one writes, it would fail with a misleading error.
    """
    with another_bot(path):
        beside(path, "-wal").write_bytes(b"\xa5" * 5000)
        with refused():
            await Store.open(path, record_write=None)


@pytest.mark.slow
async def test_second_bot_through_a_link_is_refused(path: Path) -> None:
    link = path.parent / "link"
    link.symlink_to(path)
    with another_bot(path), refused():
        await Store.open(link, record_write=None)


@pytest.mark.usefixtures("store")
async def test_second_store_in_one_process_is_refused(path: Path) -> None:
    with refused():
        await Store.open(path, record_write=None)
    with another_bot(path) as second:
        assert second.wait(), "the refused one must not have taken the first one's lock with it"


async def test_killed_bot_releases_the_database(path: Path) -> None:
    with another_bot(path) as bot:
        bot.kill()
        bot.wait()
        await open_and_close(path)


async def test_stopped_bot_releases_the_database(path: Path) -> None:
    for _ in range(2):
        await open_and_close(path)


def test_refused_database_is_released(path: Path) -> None:
    asyncio.run(open_and_close(path))
    good = path.read_bytes()
    path.write_bytes(b"a diary" * 99)
    with pytest.raises(StoreError, match="not an Ichiza"):
        asyncio.run(open_and_close(path))
    path.write_bytes(good)
    asyncio.run(open_and_close(path))


@pytest.mark.drawn(1)
@pytest.mark.parametrize("ticks", range(1, 4))
async def test_cancelled_open_releases_the_database(path: Path, ticks: int) -> None:
    opening = asyncio.create_task(Store.open(path, record_write=None))
    for _ in range(ticks):
        await asyncio.sleep(0)
    opening.cancel()
    await asyncio.wait([opening])
    assert opening.cancelled()
    await open_and_close(path)


def test_lock_file_is_empty_and_stays(path: Path) -> None:
    asyncio.run(open_and_close(path))
    assert beside(path, LOCK).read_bytes() == b""


def test_foreign_lock_file_is_refused(path: Path) -> None:
    beside(path, LOCK).write_bytes(b"a diary" * 99)
    with pytest.raises(StoreError, match="cannot be locked"):
        asyncio.run(open_and_close(path))
    assert not path.exists()
