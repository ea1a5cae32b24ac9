"""While this computer's clock and Discord's differ, nothing that cannot be undone is decided; afterwards all is done.

The day's deal has tests of its own in `test_daily_in_doubt`.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from host.cluster.shards import WHOLE
from host.lobby.direct_tables import IDLE_SECONDS as IDLE_DIRECT_TABLE
from host.lobby.restored_backup import renew_restored
from host.lobby.scheduled_lobbies import LATE_SECONDS
from host.nights.nights import BREAK_SECONDS
from host.nights.nights import IDLE_SECONDS as IDLE_NIGHT
from host.people.privacy import GONE_SECONDS
from host.people.retention import FIRST_SECONDS, Retention
from host.place import Place
from host.play.clocks import IDLE_LOBBY
from host.play.lost_tables import LOST_SECONDS
from host.play.time_control import SILENT_SECONDS
from host.services import Services
from storage import Store
from storage.queries.deal_commitments import MARK
from tests.clock import TwoClocks
from tests.host.clocks.conftest import LIVE, pass_time, started_game, turn_of
from tests.host.daily_support import prepare_today
from tests.host.night_support import announced, begun, stage_played
from tests.host.test_clock import JUMPS
from tests.host.test_direct_tables import opened
from tests.host.test_scheduled_lobbies import HOUR, NOW, schedule, tables
from tests.storage.store_support import rewrite
from tests.tables import AKI, BEN, GUILD, awaited_seat, finish, lobby, refused, started

DAY = 86_400
Work = Callable[[], Awaitable[object]]

pytestmark = pytest.mark.parametrize("jump", JUMPS)


@pytest.fixture
def clock() -> TwoClocks:
    return TwoClocks(NOW)


@pytest.fixture
async def services(store: Store, clock: TwoClocks) -> AsyncIterator[Services]:
    services = Services(store, pause=0, playouts=2, clock=clock.compared)
    yield services
    await services.close()


async def check(
    clock: TwoClocks, jump: float, due_at: float, work: Work, is_done: Callable[[], Awaitable[bool]]
) -> None:
    """Check that `work` does something at the time `due_at`, although the clock is wrong before and at that time."""
    for moment in (clock.now, due_at):
        clock.now, clock.wrong = moment, jump
        for _ in range(2):
            await work()
            assert not await is_done()
            clock.now += 30
        clock.wrong = 0.0
        if moment != due_at:
            await work()
            assert not await is_done()
    await work()
    assert await is_done()


def look_at_clocks(services: Services, clock: TwoClocks) -> Work:
    """Return the work of the clocks, for which time that was skipped is no downtime."""

    async def work() -> None:
        services.clocks._last_uptime[WHOLE] = clock.seconds()
        await services.clocks.poll()

    return work


# --- Lobbies


async def test_scheduled_lobby_opens_at_its_time(services: Services, clock: TwoClocks, jump: float) -> None:
    await schedule(services)

    async def is_open() -> bool:
        waiting = await services.scheduled_lobbies.of_place(Place.server(GUILD))
        assert len(waiting) + len(await tables(services)) == 1, "it is neither dropped nor doubled"
        return not waiting

    await check(clock, jump, NOW + HOUR, services.scheduled_openings.poll, is_open)


@pytest.mark.parametrize(("later", "opened"), [(0, 1), (LATE_SECONDS + 1, 0)])
async def test_lobby_is_late_only_an_hour_after_the_end_of_the_doubt(
    services: Services, clock: TwoClocks, jump: float, later: int, opened: int
) -> None:
    await schedule(services)
    await clock.compared.certain()
    clock.wrong = jump
    for _ in range(3):
        clock.now += HOUR
        await services.scheduled_openings.poll()
        assert await tables(services) == []
    clock.wrong = 0.0
    await clock.compared.certain()
    clock.now += later
    await services.scheduled_openings.poll()
    assert len(await tables(services)) == opened
    assert await services.scheduled_lobbies.of_place(Place.server(GUILD)) == []


async def test_idle_lobby_is_closed_in_time(services: Services, clock: TwoClocks, jump: float) -> None:
    table = await lobby(services)

    async def is_closed() -> bool:
        return (await services.tables.get(table.id)).state == "closed"

    await check(clock, jump, clock.now + IDLE_LOBBY, look_at_clocks(services, clock), is_closed)


async def test_time_of_a_schedule_is_that_of_the_click(services: Services, clock: TwoClocks, jump: float) -> None:
    clock.wrong, clock.answers = jump, False  # even if Discord has not told its time yet
    place = Place.server(GUILD)
    with refused("no-such-time"):
        await services.scheduled_lobbies.schedule(place, 22, AKI, "saizen", 3, "live", NOW - 1, at=NOW)
    await services.scheduled_lobbies.schedule(place, 22, AKI, "saizen", 3, "live", NOW + HOUR, at=NOW)


# --- Games


async def test_idle_game_in_direct_messages_is_closed_in_time(
    services: Services, clock: TwoClocks, jump: float
) -> None:
    await services.clocks.poll()
    table = await opened(services)
    await services.ai_players.close()

    async def is_closed() -> bool:
        return (await services.tables.get(table.id)).state == "closed"

    await check(clock, jump, clock.now + IDLE_DIRECT_TABLE + 60, look_at_clocks(services, clock), is_closed)


async def test_lost_game_ends_in_time(services: Services, clock: TwoClocks, jump: float) -> None:
    table = await started(services)
    await services.lost_tables.lose(table.id)

    async def is_over() -> bool:
        return (await services.tables.get(table.id)).state == "closed"

    await check(clock, jump, clock.now + LOST_SECONDS, look_at_clocks(services, clock), is_over)


async def test_nobody_is_silent_by_a_wrong_clock(services: Services, clock: TwoClocks, jump: float) -> None:
    table = await started_game(services, "none")
    seat = awaited_seat(table)
    asker = next(one for one in (AKI, BEN) if table.seat_of(one.id) != seat)

    async def delegate() -> None:
        if clock.wrong or clock.now < NOW + SILENT_SECONDS:
            with refused("not-silent"):
                await services.participation.delegate(table.id, asker, seat)
        else:
            await services.participation.delegate(table.id, asker, seat)

    async def is_given() -> bool:
        turn = (await services.tables.get(table.id)).turns.get(seat)
        return turn is None or turn.given

    await check(clock, jump, clock.now + SILENT_SECONDS, delegate, is_given)


async def test_time_limits_go_on_as_if_nothing_had_been(services: Services, clock: TwoClocks, jump: float) -> None:
    table = await started_game(services, "live")
    await pass_time(services, clock, LIVE / 4)
    before = await turn_of(services, table)
    for wrong in (jump, 0.0):
        clock.wrong = wrong
        await pass_time(services, clock, 5)
        assert await turn_of(services, table) == before


async def test_clock_that_was_ahead_before_discord_told_its_time_makes_no_outage(
    services: Services, store: Store, clock: TwoClocks, jump: float
) -> None:
    await prepare_today(services)
    await services.clocks.poll()
    start = TwoClocks(clock.now, wrong=abs(jump), answers=False)
    restarted = Services(store, clock=start.compared)
    await restarted.clocks.poll()
    start.wrong, start.answers = 0.0, True
    start.now += 30
    await restarted.clocks.poll()
    assert not any(row.away for row in await store.daily.planned(0, 2**31))
    await restarted.close()


@pytest.mark.parametrize("hours", [0, 2])
async def test_only_a_true_outage_excuses_from_the_days_deal(
    services: Services, store: Store, clock: TwoClocks, jump: float, hours: int
) -> None:
    clock.now -= clock.now % DAY - 3 * HOUR
    await prepare_today(services)
    await services.clocks.poll()
    clock.now += 1 + hours * HOUR
    restarted = Services(store, clock=clock.compared)
    for wrong, away in ((jump, 0), (0.0, 1 + hours * HOUR)):
        clock.wrong = wrong
        await restarted.clocks.poll()
        row = await store.daily.day(int(clock.now) // DAY)
        assert row is not None
        assert row.away == away
    await restarted.close()


async def test_outage_is_not_lost_if_the_bot_is_killed_before_the_time_is_certain(
    services: Services, store: Store, clock: TwoClocks, jump: float
) -> None:
    clock.now -= clock.now % DAY - 3 * HOUR
    await prepare_today(services)
    await services.clocks.poll()
    clock.now, clock.wrong = clock.now + HOUR, jump
    for wrong in (jump, jump, 0.0, 0.0):
        clock.wrong = wrong
        restarted = Services(store, clock=clock.compared)
        await restarted.clocks.poll()
        await restarted.close()
    row = await store.daily.day(int(clock.now) // DAY)
    assert row is not None
    assert row.away == HOUR


async def test_table_that_ends_meanwhile_has_the_right_date(
    services: Services, store: Store, clock: TwoClocks, jump: float
) -> None:
    await clock.compared.certain()
    clock.wrong = jump
    table = await finish(services, await started(services, "saizen", 2, 3))
    row = await store.tables.load(table.id)
    assert row is not None
    assert (row.started_at, row.ended_at) == (clock.now, clock.now)


# --- League nights


async def test_night_that_nobody_starts_is_called_off_in_time(
    services: Services, clock: TwoClocks, jump: float
) -> None:
    night = await announced(services)

    async def is_off() -> bool:
        return (await services.nights.get(night.id)).row.state == "off"

    await check(clock, jump, clock.now + IDLE_NIGHT + 1, services.night_progress.poll, is_off)


@pytest.mark.parametrize("told", [True, False], ids=["Discord is right", "nobody knows"])
async def test_break_between_stages_is_never_longer_than_a_minute(
    services: Services, clock: TwoClocks, jump: float, told: bool
) -> None:
    clock.answers = told
    await clock.compared.certain()
    night = await begun(services)
    clock.wrong = jump
    night = await stage_played(services, night)
    clock.wrong = 0.0
    clock.now += BREAK_SECONDS
    await services.night_progress.poll()
    assert (await services.nights.get(night.id)).row.stage == 2


# --- Retention


async def retain(services: Services, clock: TwoClocks, keep_days: int, until: Callable[[], bool]) -> None:
    """Let the retention task run, with pauses in which only its clock advances, until `until` is true."""
    over = asyncio.Event()

    async def sleep(seconds: float) -> None:
        clock.now += 0 if seconds == FIRST_SECONDS else seconds
        if until():
            over.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(Retention(services.tables, services.privacy, keep_days, sleep).run())
    await over.wait()
    task.cancel()
    await asyncio.wait([task])


async def test_old_records_are_deleted_once_the_time_is_certain_and_young_ones_stay(
    services: Services, store: Store, clock: TwoClocks, jump: float
) -> None:
    old = await lobby(services)
    await services.lobby.cancel(old.id, AKI)
    clock.now += 10 * DAY
    young = await lobby(services)
    await services.lobby.cancel(young.id, AKI)
    clock.now += DAY
    clock.wrong = jump
    begun_at = clock.now
    await retain(services, clock, 10, lambda: clock.now > begun_at + 600)
    assert await store.tables.load(old.id) is not None
    clock.wrong = 0.0
    begun_at = clock.now
    await retain(services, clock, 10, lambda: clock.now > begun_at)
    assert await store.tables.load(old.id) is None
    assert await store.tables.load(young.id) is not None


async def test_server_that_has_removed_the_bot_keeps_its_data_for_a_month(
    services: Services, store: Store, clock: TwoClocks, jump: float
) -> None:
    await lobby(services)
    await services.privacy.reconcile_servers(WHOLE, [GUILD])
    await clock.compared.certain()
    clock.wrong = jump
    await services.privacy.left_server(GUILD)  # its date comes from a wrong clock
    clock.wrong = 0.0

    async def work() -> None:
        now = await clock.compared.certain()
        if now is not None:
            await services.privacy.forget_servers(now)

    async def is_deleted() -> bool:
        return not await store.privacy.guilds()

    await check(clock, jump, clock.now + GONE_SECONDS, work, is_deleted)


async def test_restored_backup_is_renewed_once_the_time_is_certain(
    store: Store, clock: TwoClocks, jump: float, caplog: pytest.LogCaptureFixture
) -> None:
    await rewrite(store, MARK)
    clock.wrong = jump
    renewal = asyncio.create_task(renew_restored(store, clock.compared))
    done, _ = await asyncio.wait([renewal], timeout=0.1)
    assert not done
    assert sum("the start waits" in one.getMessage() for one in caplog.records) == 1
    assert await store.daily.planned(0, 2**31) == []
    renewal.cancel()
    clock.wrong = 0.0
    await renew_restored(store, clock.compared)
    assert next(row.day for row in await store.daily.planned(0, 2**31)) == NOW // DAY
