"""The presence of a process: a lease while it runs, and its end once a newer version has migrated the database."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from host.cluster.leases import SECONDS, STEP
from host.cluster.presence import open_store, presence
from storage import NewerSchema, OlderProcess, Store, StoreError


class Steps:
    """Waits that end when the test says so."""

    def __init__(self) -> None:
        self.asked = list[float]()
        self._waiting = asyncio.Semaphore(0)
        self.reached = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        self.reached.set()
        await self._waiting.acquire()

    async def next(self) -> None:
        """Let one wait end, and return at the next one."""
        self.reached.clear()
        self._waiting.release()
        await asyncio.wait_for(self.reached.wait(), 10)


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "ichiza.sqlite3", record_write=None) as store:
        monkeypatch.setattr(store, "shared", True)
        yield store


async def owners(store: Store) -> list[str]:
    return [name for name in await store.leases.owners(SECONDS) if name.startswith("process:")]


async def test_process_on_a_shared_database_is_present_until_its_end(store: Store) -> None:
    await store.leases.take(["process:a dead one"], "a dead one", 0)
    steps = Steps()
    async with presence(store, steps.sleep) as migrated:
        await steps.reached.wait()
        assert len(await owners(store)) == 1
        await steps.next()
        assert (len(await owners(store)), migrated.done(), set(steps.asked)) == (1, False, {STEP})
    assert await owners(store) == []
    rows = await store._database.read("SELECT name FROM leases")
    assert len(rows) == 1, "the row of a process that is gone is deleted"


async def test_process_alone_on_its_database_needs_no_lease(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "shared", False)
    async with presence(store) as migrated:
        assert not migrated.done()
    assert await store._database.read("SELECT name FROM leases") == []


async def test_failing_database_does_not_end_the_process_and_a_newer_schema_does(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, check = Steps(), AsyncMock(side_effect=StoreError("The server is gone."))
    monkeypatch.setattr(store, "check_schema", check)
    async with presence(store, steps.sleep) as migrated:
        await steps.reached.wait()
        await steps.next()
        assert not migrated.done()
        check.side_effect = NewerSchema("Update it.")
        steps._waiting.release()
        with pytest.raises(NewerSchema):
            await migrated
    assert await owners(store) == []


async def test_database_that_an_older_process_uses_is_waited_for_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened, waits = object(), list[float]()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(
        Store, "open", AsyncMock(side_effect=[OlderProcess("Stop it."), OlderProcess("Stop it."), opened])
    )
    path = tmp_path / "ichiza.sqlite3"
    assert await open_store("url", filed_beside=path, record_write=lambda _: None, now=int, sleep=sleep) is opened
    assert waits == [STEP, STEP]
    assert [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING] == [
        "waiting as a spare: Stop it."
    ]
