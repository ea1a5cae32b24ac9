"""Daily deletion of old data, in small transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import limits
from host.people.retention import AT_ONCE, DAY, FIRST_SECONDS, PAUSE_SECONDS, Retention
from host.services import Services
from storage import Store, StoreError
from storage.queries import retention
from tests.host.conftest import AKI
from tests.host.table_setup import lobby, refused


class Time:
    """The store's clock, which moves while the retention task sleeps, and stops after `days`."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0
        self.slept: list[float] = []
        self.days = 1

    def __call__(self) -> int:
        return int(self.now)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        if self.slept.count(DAY) == self.days:
            await asyncio.Event().wait()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def aged(home: Path | str, time: Time) -> AsyncIterator[Services]:
    """Yield services with that clock."""
    async with await Store.open(home, now=time) as store:
        services = Services(store, pause=0, playouts=1)
        yield services
        await services.close()


async def run(upkeep: Retention, time: Time) -> None:
    """Let the retention task run for those days."""
    task = asyncio.create_task(upkeep.run())
    async with asyncio.timeout(30):
        while time.slept.count(DAY) < time.days and not task.done():
            await asyncio.sleep(0.001)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def closed_lobbies(services: Services, count: int) -> list[int]:
    numbers = []
    for _ in range(count):
        numbers.append((await lobby(services)).id)
        await services.lobby.cancel(numbers[-1], AKI)
    return numbers


async def test_old_data_and_nothing_else_is_deleted(aged: Services, time: Time) -> None:
    [old] = await closed_lobbies(aged, 1)
    time.now += 30 * DAY
    [young] = await closed_lobbies(aged, 1)
    await run(Retention(aged.tables, aged.privacy, 30, time.sleep), time)
    with refused("no-such-table"):
        await aged.tables.get(old)
    assert (await aged.tables.get(young)).id == young


async def test_deletion_uses_small_transactions_with_pauses(
    aged: Services, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPENED_AN_HOUR", AT_ONCE + 1)
    await closed_lobbies(aged, AT_ONCE + 1)
    time.now += 2 * DAY
    await run(Retention(aged.tables, aged.privacy, 1, time.sleep), time)
    assert time.slept == [FIRST_SECONDS, PAUSE_SECONDS, PAUSE_SECONDS, DAY]


async def test_failed_deletion_is_retried_the_next_day(
    aged: Services, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    [old] = await closed_lobbies(aged, 1)
    time.now += 2 * DAY
    time.days = 2
    forget, fails = retention.Retention.delete_tables, [StoreError("The disk is full.")]

    async def failing(self: retention.Retention, table_ids: list[int]) -> None:
        if fails:
            raise fails.pop()
        await forget(self, table_ids)

    monkeypatch.setattr(retention.Retention, "delete_tables", failing)
    await run(Retention(aged.tables, aged.privacy, 1, time.sleep), time)
    assert await aged.tables.store.tables.load(old) is None
