"""Daily deletion of old data, in small transactions."""

import asyncio

import pytest

import limits
from host.people.retention import AT_ONCE, DAY, FIRST_SECONDS, PAUSE_SECONDS, Retention
from host.services import Services
from storage import StoreError
from tests.clock import Clock
from tests.patches import fail
from tests.tables import AKI, lobby, refused


async def run(services: Services, clock: Clock, keep_days: int, days: int = 1) -> list[float]:
    """Let the retention task run for `days` days, and return the seconds of its pauses."""
    slept, over = list[float](), asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.now += seconds
        if slept.count(DAY) == days:
            over.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(Retention(services.tables, services.privacy, keep_days, sleep).run())
    async with asyncio.timeout(30):
        await over.wait()
    task.cancel()
    await asyncio.wait([task])
    return slept


async def closed_lobbies(services: Services, count: int) -> list[int]:
    numbers = []
    for _ in range(count):
        numbers.append((await lobby(services)).id)
        await services.lobby.cancel(numbers[-1], AKI)
    return numbers


async def test_old_data_and_nothing_else_is_deleted(services: Services, clock: Clock) -> None:
    [old] = await closed_lobbies(services, 1)
    clock.now += 30 * DAY
    [young] = await closed_lobbies(services, 1)
    await run(services, clock, 30)
    with refused("no-such-table"):
        await services.tables.get(old)
    assert (await services.tables.get(young)).id == young


async def test_deletion_uses_small_transactions_with_pauses(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPENED_AN_HOUR", AT_ONCE + 1)
    await closed_lobbies(services, AT_ONCE + 1)
    clock.now += 2 * DAY
    assert await run(services, clock, 1) == [FIRST_SECONDS, PAUSE_SECONDS, PAUSE_SECONDS, DAY]


async def test_failed_deletion_is_retried_the_next_day(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    [old] = await closed_lobbies(services, 1)
    clock.now += 2 * DAY
    fail(monkeypatch, services.tables.store.retention, "delete_tables", StoreError("The disk is full."))
    await run(services, clock, 1, days=2)
    assert await services.tables.store.tables.load(old) is None
