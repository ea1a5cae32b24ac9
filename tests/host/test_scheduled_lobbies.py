"""Scheduled lobbies: the people who may schedule and call off, and the opening on time."""

from dataclasses import replace
from itertools import count

import pytest

import limits
from host.lobby.scheduled_lobbies import LATE_SECONDS, ScheduledLobby
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person, Table
from storage import InDoubt, Store, StoreError
from tests.clock import Clock
from tests.patches import fail
from tests.tables import AKI, BEN, CHANNEL, CHIE, GUILD, MODERATOR, SCHOTEN, lobby, refused

interactions = count(1)
NOW, HOUR = 1_800_000_000, 3_600


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


async def schedule(
    services: Services, person: Person = AKI, at: int = NOW + HOUR, guild: int = GUILD
) -> ScheduledLobby:
    acting = replace(person, interaction_id=next(interactions))
    return await services.scheduled_lobbies.schedule(guild, CHANNEL, acting, SCHOTEN, 3, "live", at)


async def tables(services: Services) -> list[Table]:
    return await services.tables.open_in(GUILD)


async def test_lobby_opens_at_its_time_and_not_before_and_only_once(services: Services, clock: Clock) -> None:
    await schedule(services)
    clock.now += HOUR - 1
    await services.clocks.look()
    assert await tables(services) == []
    clock.now += 1
    for _ in range(2):
        await services.clocks.look()
    [table] = await tables(services)
    assert (table.channel_id, table.people(), table.seat_count, table.pace) == (CHANNEL, [AKI.id], 3, "live")
    [record] = await services.message_records.of_table(table.id)
    assert (record.slot, record.message_id) == ("lobby", None)


async def test_lobby_opens_after_a_restart_and_with_another_name_of_the_person_there(
    services: Services, second: Services, clock: Clock
) -> None:
    await schedule(services)
    clock.now += HOUR
    await second.clocks.look()
    assert len(await tables(second)) == 1


@pytest.mark.parametrize(("late", "count"), [(LATE_SECONDS, 1), (LATE_SECONDS + 1, 0)])
async def test_lobby_opens_late_but_not_very_late(services: Services, clock: Clock, late: int, count: int) -> None:
    await schedule(services)
    clock.now += HOUR + late
    await services.clocks.look()
    assert len(await tables(services)) == count
    assert await services.scheduled_lobbies.due() == []


async def test_lobby_that_a_limit_forbids_is_dropped(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await schedule(services)
    monkeypatch.setattr(limits, "LOBBIES_A_SERVER", 0)
    clock.now += HOUR
    await services.clocks.look()
    assert await services.scheduled_lobbies.due() == []
    assert await tables(services) == []


async def test_lobby_stays_due_while_the_database_fails(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await schedule(services)
    clock.now += HOUR
    with monkeypatch.context() as patch:
        fail(patch, store.tables, "create", StoreError("the disk is full"))
        await services.clocks.look()
    assert await tables(services) == []
    await services.clocks.look()
    assert len(await tables(services)) == 1


async def test_scheduled_lobby_that_fails_holds_up_nothing_else(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = await lobby(services)
    first, second = await schedule(services), await schedule(services, BEN, NOW + HOUR + 1)
    clock.now += 2 * HOUR
    fail(monkeypatch, services.lobby, "open", ValueError("a mistake of ours"))
    await services.clocks.look()
    assert await services.scheduled_lobbies.due() == [first]
    assert [table.people() for table in await tables(services)] == [[second.opener_id]]
    assert (await services.tables.get(idle.id)).state == "closed"


async def test_lobby_that_was_called_off_meanwhile_does_not_open(services: Services, clock: Clock) -> None:
    lobbies = [await schedule(services), await schedule(services)]
    for scheduled, late in zip(lobbies, (0, LATE_SECONDS + 1), strict=True):
        await services.scheduled_lobbies.call_off(GUILD, AKI, scheduled.id)
        clock.now = scheduled.opens_at + late
        assert await services.scheduled_lobbies.open(scheduled) is None
    assert await tables(services) == []


@pytest.mark.parametrize(("error", "said"), [(StoreError("full"), "try-again"), (InDoubt("lost"), "in-doubt")])
async def test_failed_write_of_calling_off_is_told(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch, error: StoreError, said: str
) -> None:
    scheduled = await schedule(services)
    fail(monkeypatch, store.scheduled_lobbies, "remove", error)
    with refused(said):
        await services.scheduled_lobbies.call_off(GUILD, AKI, scheduled.id)


@pytest.mark.parametrize("at", [NOW - 1, NOW, NOW + limits.SCHEDULED_AHEAD_SECONDS + 1, 0])
async def test_time_must_be_ahead_and_within_two_weeks(services: Services, at: int) -> None:
    with refused("no-such-time"):
        await schedule(services, at=at)


async def test_only_the_opener_and_moderators_of_the_server_call_off(services: Services, clock: Clock) -> None:
    first, second = await schedule(services), await schedule(services)
    with refused("not-scheduled-by-you"):
        await services.scheduled_lobbies.call_off(GUILD, BEN, first.id)
    with refused("not-scheduled"):
        await services.scheduled_lobbies.call_off(GUILD + 1, AKI, first.id)
    assert await services.scheduled_lobbies.call_off(GUILD, AKI, first.id) == first
    assert await services.scheduled_lobbies.call_off(GUILD, MODERATOR, second.id) == second
    with refused("not-scheduled"):
        await services.scheduled_lobbies.call_off(GUILD, AKI, first.id)
    clock.now += HOUR
    await services.clocks.look()
    assert await tables(services) == []


async def test_scheduling_has_limits_for_a_person_and_for_a_server(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(limits.SCHEDULED_A_PERSON):
        await schedule(services)
    with refused("scheduled-enough"):
        await schedule(services)
    monkeypatch.setattr(limits, "SCHEDULED_A_SERVER", limits.SCHEDULED_A_PERSON + 1)
    await schedule(services, BEN)
    with refused("server-scheduled-enough"):
        await schedule(services, CHIE)
    await schedule(services, CHIE, guild=GUILD + 1)


async def test_scheduling_counts_as_opening(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OPENED_AN_HOUR", 2)
    for _ in range(2):
        scheduled = await schedule(services)
        await services.scheduled_lobbies.call_off(GUILD, AKI, scheduled.id)
    with refused("opened-lately"):
        await schedule(services)
    with pytest.raises(Refusal):
        await lobby(services)
