"""Nobody loses time while the bot or Discord is down, or when the computer's clock is changed."""

import asyncio
from typing import Any

import pytest

from host.cluster.shards import WHOLE
from host.daily.deals import opens_at
from host.place import Place
from host.play.clocks import EVERYWHERE, IDLE_LOBBY, TICK, Reach
from host.play.participation import silent
from host.play.time_control import DOWNTIME_SECONDS
from host.services import Services
from host.tables.table import Person
from storage import Store, StoreError
from tests.clock import START, Clock, TwoClocks
from tests.host.clocks.conftest import LIVE, pass_time, started_game, turn_of
from tests.host.daily_support import prepare_today
from tests.patches import fail, wrap
from tests.tables import GUILD, lobby


async def test_time_in_which_the_bot_was_offline_counts_against_nobody(
    services: Services, second: Services, clock: Clock
) -> None:
    table = await started_game(services, "live")
    await pass_time(services, clock, 20)
    await services.close()
    clock.now += 7200
    await second.clocks.poll()
    turn = await turn_of(second, table)
    assert turn.due is not None
    assert LIVE - 20 - TICK <= turn.due - clock.now <= LIVE - 20 + DOWNTIME_SECONDS
    assert not turn.given


async def test_outage_is_noted_for_each_day_that_it_touches(
    services: Services, second: Services, store: Store, clock: Clock
) -> None:
    today = services.daily.today
    await services.daily_preparation.plan()
    clock.now = opens_at(today + 1) - 300
    await services.clocks.poll()
    await services.close()
    clock.now += 700
    await second.clocks.poll()
    away = {row.day - today: row.away for row in await store.daily.planned(today, today + 2)}
    assert away == {0: 700, 1: 700, 2: 0}


async def run_clocks(services: Services, clock: Clock, seconds: float, reach: Reach = EVERYWHERE) -> None:
    """Let the clocks run by themselves for this many seconds."""
    end, over = clock.now + seconds, asyncio.Event()

    async def sleep(tick: float) -> None:
        clock.now += tick
        if clock.now >= end:
            over.set()
            await asyncio.Event().wait()

    services.clocks._sleep = sleep
    services.clocks.start(reach)
    async with asyncio.timeout(30):
        await over.wait()
    await services.clocks.close()


async def test_discord_outage_counts_against_nobody(services: Services, clock: Clock) -> None:
    table = await started_game(services, "live")
    reach = Reach(lambda _shard: not START + 10 <= clock.now < START + 300, lambda _place: True)
    await run_clocks(services, clock, 310, reach)
    turn = await turn_of(services, table)
    assert not turn.given
    assert LIVE - 20 <= (turn.due or 0) - clock.now < LIVE


@pytest.mark.parametrize("fault", [StoreError("The disk is full."), KeyError("a fault of ours")])
async def test_clocks_continue_after_a_failed_check(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    table = await started_game(services, "live")
    fail(monkeypatch, store.due_work, "due", fault)
    await services.ai_players.close()  # otherwise an AI player may have decided before the check
    await run_clocks(services, clock, LIVE + TICK)
    assert (await turn_of(services, table)).given


@pytest.mark.parametrize("away", [-7200, 7200])
async def test_idle_time_of_a_lobby_counts_only_while_the_bot_runs(services: Services, clock: Clock, away: int) -> None:
    table = await lobby(services)
    clock.now += TICK
    await services.clocks.poll()
    clock.now += away
    for state in ("lobby", "closed"):
        await services.clocks.poll()
        assert (await services.tables.get(table.id)).state == state
        clock.now += IDLE_LOBBY - TICK
        services.clocks._last_uptime[WHOLE] = clock.seconds()


async def test_slow_check_is_no_absence(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check a regression: if crediting a downtime to the clocks took long, this time was taken for a downtime too."""
    tables = [await started_game(services, "live") for _ in range(4)]
    await services.clocks.poll()

    async def slowly(save: Any, *args: Any, **how: Any) -> None:
        clock.now += DOWNTIME_SECONDS / 2
        await save(*args, **how)

    wrap(monkeypatch, store.tables, "save_seats", slowly)
    clock.now += 3600
    await services.clocks.poll()
    given_back = [(await turn_of(services, table)).due for table in tables]
    clock.now += TICK
    await services.clocks.poll()
    assert [(await turn_of(services, table)).due for table in tables] == given_back


async def test_slow_closing_of_idle_lobbies_is_no_absence(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 3
    for number in range(count):
        opener = Person(100 + number, name="Eve", interaction_id=number + 1)
        await lobby(services, people=[opener])
    clock.now += IDLE_LOBBY
    table = await started_game(services, "relaxed")
    services.clocks._last_uptime[WHOLE] = clock.seconds()
    due, calls = (await turn_of(services, table)).due, 0

    async def slowly(write: Any, *args: Any, **how: Any) -> Any:
        nonlocal calls
        calls += 1
        clock.now += DOWNTIME_SECONDS / 2
        return await write(*args, **how)

    wrap(monkeypatch, store.tables, "end", slowly)
    await services.clocks.poll()
    assert calls == count
    clock.now += TICK
    await services.clocks.poll()
    assert (await turn_of(services, table)).due == due


async def test_seconds_of_a_restart_count_against_nobody(services: Services, second: Services, clock: Clock) -> None:
    table = await started_game(services, "live")
    await pass_time(services, clock, 2 * TICK)
    await services.close()
    clock.now += DOWNTIME_SECONDS - 1
    await second.clocks.poll()
    assert (await turn_of(second, table)).due == clock.now + LIVE - 2 * TICK


async def test_decision_after_the_last_sign_of_life_gets_no_extra_time(services: Services, clock: Clock) -> None:
    await services.clocks.poll()
    clock.now += 5000
    table = await started_game(services, "live")
    clock.now += 10
    await services.clocks.poll()
    assert (await turn_of(services, table)).due == clock.now + LIVE


@pytest.mark.parametrize("change", [-86_400, 86_400])
async def test_clock_change_neither_takes_nor_gives_time(services: Services, clock: Clock, change: int) -> None:
    table = await started_game(services, "live")
    await pass_time(services, clock, 10)
    clock.now += change
    await services.clocks.poll()
    assert (await turn_of(services, table)).due == clock.now + LIVE - 10


@pytest.mark.parametrize("change", [-86_400, 86_400])
async def test_decision_right_after_a_clock_change_has_its_whole_time(
    services: Services, store: Store, clock: Clock, change: int
) -> None:
    await services.clocks.poll()
    clock.now += change
    table, untimed = await started_game(services, "live"), await started_game(services, "none")
    waiting = await lobby(services)
    clock.now += 2
    await services.clocks.poll()
    assert LIVE - 2 <= ((await turn_of(services, table)).due or 0) - clock.now <= LIVE
    assert silent(await services.tables.get(untimed.id), clock.seconds()) == {}
    assert await store.due_work.idle_lobbies(clock.seconds() - 3) == []
    assert await store.due_work.idle_lobbies(clock.seconds()) == [(waiting.id, GUILD)]


async def test_decision_that_begins_while_time_is_given_back_loses_none(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await started_game(services, "live")]
    await services.clocks.poll()

    async def slowly(timed: Any, after: int, count: int) -> list[tuple[int, int]]:
        if len(tables) == 1:
            clock.now += 10
            tables.append(await started_game(services, "live"))
        found: list[tuple[int, int]] = await timed(after, count)
        return found

    wrap(monkeypatch, store.due_work, "timed", slowly)
    clock.now += 7200
    await services.clocks.poll()
    assert [(await turn_of(services, table)).due for table in tables] == [clock.now + LIVE] * 2


async def test_nobody_is_decided_for_while_the_bot_is_off_the_server_and_their_time_restarts_afterwards(
    services: Services, clock: Clock
) -> None:
    table = await started_game(services, "live")
    await pass_time(services, clock, 2 * LIVE, Reach(lambda _shard: True, lambda place: place != Place.server(GUILD)))
    assert not (await turn_of(services, table)).given
    await services.clocks.poll()
    turn = await turn_of(services, table)
    assert (turn.given, turn.remind, turn.due) == (False, clock.now + LIVE // 2, clock.now + LIVE)


async def test_outage_counts_though_discord_tells_whole_seconds(store: Store) -> None:
    clock = TwoClocks()
    services = Services(store, clock=clock.compared)
    await prepare_today(services)
    await services.clocks.poll()
    clock.now += 0.9
    clock.compared.told(int(clock.now))  # so Discord seems to be almost a second behind
    clock.now += 0.2
    restarted = Services(store, clock=clock.compared)
    await restarted.clocks.poll()
    row = await store.daily.day(services.daily.today)
    assert row is not None
    assert row.away == 1
    for one in (services, restarted):
        await one.close()
