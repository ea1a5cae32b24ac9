"""The writes that have not returned yet: their number and the age of the oldest one."""

import asyncio
import threading
from pathlib import Path

import pytest

from storage import Store, StoreError
from storage.database import PendingWrites, Transaction
from storage.sqlite.sqlite import Sqlite
from tests.clock import Clock


def test_oldest_write_is_the_one_that_began_first() -> None:
    clock = Clock(100)
    pending = PendingWrites(clock)
    assert (len(pending), pending.oldest_seconds()) == (0, 0)
    with pending.one():
        clock.now += 5
        with pending.one():
            clock.now += 1
            assert (len(pending), pending.oldest_seconds()) == (2, 6)
        assert (len(pending), pending.oldest_seconds()) == (1, 6)
    assert (len(pending), pending.oldest_seconds()) == (0, 0)


async def test_write_is_pending_until_it_has_returned_failed_or_been_cancelled(tmp_path: Path) -> None:
    database = await Sqlite.open(tmp_path / "ichiza.sqlite3", record_write=None)
    goes_on = threading.Event()

    def hang(_transaction: Transaction) -> None:
        goes_on.wait()

    def fail(_transaction: Transaction) -> None:
        raise StoreError("The disk is full.")

    hanging = asyncio.create_task(database.write(hang))
    waiting = [asyncio.create_task(database.write(fail)), asyncio.create_task(database.write(hang, behind=True))]
    try:
        await asyncio.sleep(0)
        assert len(database.pending) == 3
        waiting[1].cancel()
        await asyncio.wait([waiting[1]])
        assert len(database.pending) == 2
    finally:
        goes_on.set()
    await hanging
    with pytest.raises(StoreError):
        await waiting[0]
    assert len(database.pending) == 0
    await database.close()


async def test_store_shows_the_pending_writes_of_its_database(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "ichiza.sqlite3", record_write=None) as store:
        assert store.pending_writes is store._database.pending
