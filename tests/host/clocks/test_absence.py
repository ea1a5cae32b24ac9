"""Time in which the bot, Discord or a correct clock was missing counts against nobody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from host.cluster.shards import WHOLE
from host.play.clocks import EVERYWHERE, IDLE_LOBBY, TICK, Clocks, Reach
from host.play.participation import silent
from host.play.time_control import DOWNTIME_SECONDS
from host.services import Services
from host.tables.table import Table
from storage import Store, StoreError
from tests.host.clocks.conftest import (
    LIVE,
    START,
    Time,
    after,
    awaited_seat,
    deadlines,
    started_game,
)
from tests.host.conftest import AKI, CHANNEL, GUILD


async def test_time_in_which_the_bot_was_offline_counts_against_nobody(
    services: Services, store: Store, time: Time
) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    await after(services, time, 20, table)
    await services.close()
    time.now += 7200
    again = Services(store, pause=0, playouts=5, now=time)
    await again.clocks.look()
    turn = (await again.tables.get(table.id)).turns[seat]
    assert turn.due is not None
    assert LIVE - 20 - TICK <= turn.due - time.now <= LIVE - 20 + DOWNTIME_SECONDS
    assert not turn.given
    await again.close()


async def running(clocks: Clocks, time: Time, seconds: float, reach: Reach = EVERYWHERE) -> None:
    """Let the clocks run by themselves for so many seconds."""
    end, over = time.now + seconds, asyncio.Event()

    async def sleep(tick: float) -> None:
        time.now += tick
        if time.now >= end:
            over.set()
            await asyncio.Event().wait()

    clocks._sleep = sleep
    clocks.start(reach)
    async with asyncio.timeout(30):
        await over.wait()
    await clocks.close()


async def test_discord_outage_counts_against_nobody(services: Services, time: Time) -> None:
    table = await started_game(services, "live")
    reach = Reach(lambda _shard: not START + 10 <= time.now < START + 300, lambda _guild_id: True)
    await running(services.clocks, time, 310, reach)
    turn = (await services.tables.get(table.id)).turns[awaited_seat(table)]
    assert not turn.given
    assert LIVE - 20 <= (turn.due or 0) - time.now < LIVE


@pytest.mark.parametrize("fault", [StoreError("The disk is full."), KeyError("a fault of ours")])
async def test_clocks_continue_after_a_failed_check(
    services: Services, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    table, faults, due = await started_game(services, "live"), [fault], store.due_work.due

    async def failing(now: int) -> list[tuple[int, int]]:
        if faults:
            raise faults.pop()
        return await due(now)

    monkeypatch.setattr(store.due_work, "due", failing)
    await services.ai_players.close()  # otherwise one may have decided before the check
    await running(services.clocks, time, LIVE + TICK)
    assert (await services.tables.get(table.id)).turns[awaited_seat(table)].given


@pytest.mark.parametrize("away", [-7200, 7200])
async def test_idle_time_of_a_lobby_counts_only_while_the_bot_runs(services: Services, time: Time, away: int) -> None:
    table = await services.lobby.open(GUILD, CHANNEL, AKI, "saizen", 3)
    time.now += TICK
    await services.clocks.look()
    time.now += away
    for state in ("lobby", "closed"):
        await services.clocks.look()
        assert (await services.tables.get(table.id)).state == state
        time.now += IDLE_LOBBY - TICK
        services.clocks._last_uptime[WHOLE] = int(time.now)


async def test_slow_check_is_no_absence(
    services: Services, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under load, giving time back once took so long that it counted as the next absence, and no clock ever ran out."""
    tables = [await started_game(services, "live") for _ in range(4)]
    await services.clocks.look()
    save = store.tables.save_seats

    async def slowly(*args: Any, **how: Any) -> None:
        time.now += DOWNTIME_SECONDS / 2
        await save(*args, **how)

    monkeypatch.setattr(store.tables, "save_seats", slowly)
    time.now += 3600
    await services.clocks.look()
    given_back = [await deadlines(services, table) for table in tables]
    time.now += TICK
    await services.clocks.look()
    assert [await deadlines(services, table) for table in tables] == given_back


async def test_seconds_of_a_restart_count_against_nobody(services: Services, store: Store, time: Time) -> None:
    table = await started_game(services, "live")
    seat = awaited_seat(table)
    await after(services, time, 2 * TICK, table)
    await services.close()
    time.now += DOWNTIME_SECONDS - 1
    again = Services(store, pause=0, playouts=5, now=time)
    await again.clocks.look()
    turn = (await again.tables.get(table.id)).turns[seat]
    assert turn.due == time.now + LIVE - 2 * TICK
    await again.close()


async def test_decision_after_the_last_sign_of_life_gets_no_extra_time(services: Services, time: Time) -> None:
    await services.clocks.look()
    time.now += 5000
    table = await started_game(services, "live")
    time.now += 10
    await services.clocks.look()
    turn = (await services.tables.get(table.id)).turns[awaited_seat(table)]
    assert turn.due == time.now + LIVE


@pytest.mark.parametrize("jump", [-86_400, 86_400])
async def test_clock_change_neither_takes_nor_gives_time(services: Services, time: Time, jump: int) -> None:
    table = await started_game(services, "live")
    await after(services, time, 10, table)
    time.now += jump
    await services.clocks.look()
    turn = (await services.tables.get(table.id)).turns[awaited_seat(table)]
    assert turn.due == time.now + LIVE - 10


@pytest.mark.parametrize("jump", [-86_400, 86_400])
async def test_decision_right_after_a_clock_change_has_its_whole_time(
    services: Services, time: Time, jump: int
) -> None:
    await services.clocks.look()
    time.now += jump
    table, untimed = await started_game(services, "live"), await started_game(services, "none")
    lobby = await services.lobby.open(GUILD, CHANNEL, AKI, "saizen", 3)
    time.now += 2
    await services.clocks.look()
    turn = (await services.tables.get(table.id)).turns[awaited_seat(table)]
    assert LIVE - 2 <= (turn.due or 0) - time.now <= LIVE
    assert silent(await services.tables.get(untimed.id), int(time.now)) == {}
    assert await services.tables.store.due_work.idle_lobbies(int(time.now) - 3) == []
    assert await services.tables.store.due_work.idle_lobbies(int(time.now)) == [(lobby.id, GUILD)]


async def test_decision_that_begins_while_time_is_given_back_loses_none(
    services: Services, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, timed = await started_game(services, "live"), store.due_work.timed
    await services.clocks.look()
    later: list[Table] = []

    async def slowly(after: int, count: int) -> list[tuple[int, int]]:
        if not later:
            time.now += 10
            later.append(await started_game(services, "live"))
        return await timed(after, count)

    monkeypatch.setattr(store.due_work, "timed", slowly)
    time.now += 7200
    await services.clocks.look()
    for table in (first, *later):
        turn = (await services.tables.get(table.id)).turns[awaited_seat(table)]
        assert turn.due == time.now + LIVE


async def test_nobody_is_decided_for_while_the_bot_is_off_the_server_and_their_time_restarts_afterwards(
    services: Services, time: Time
) -> None:
    table = await started_game(services, "live")
    table = await after(services, time, 2 * LIVE, table, Reach(lambda _shard: True, lambda guild_id: guild_id != GUILD))
    assert not table.turns[awaited_seat(table)].given
    await services.clocks.look()
    turn = (await services.tables.get(table.id)).turns[awaited_seat(table)]
    assert (turn.given, turn.remind, turn.due) == (False, time.now + LIVE // 2, time.now + LIVE)
