"""Scheduled lobbies: the people who may schedule and call off, and the opening on time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count

import pytest

import limits
from host.lobby.scheduled_lobbies import LATE_SECONDS, ScheduledLobby
from host.lobby.scheduled_openings import always
from host.place import NOWHERE, Place
from host.play.clocks import EVERYWHERE, TICK
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person, Table
from show.desired import PageInputs, posts
from show.text.emojis import EmojiSet
from storage import InDoubt, Store, StoreError
from storage.owners import table_owner
from tests.clock import Clock
from tests.host.clocks.conftest import LIVE, pass_time, started_game
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
    return await services.scheduled_lobbies.schedule(Place.server(guild), CHANNEL, acting, SCHOTEN, 3, "live", at)


async def tables(services: Services) -> list[Table]:
    return await services.tables.open_in(Place.server(GUILD))


async def test_lobby_opens_at_its_time_and_not_before_and_only_once(services: Services, clock: Clock) -> None:
    await schedule(services)
    clock.now += HOUR - 1
    await services.scheduled_openings.poll()
    assert await tables(services) == []
    clock.now += 1
    for _ in range(2):
        await services.scheduled_openings.poll()
    [table] = await tables(services)
    assert (table.channel_id, table.people(), table.seat_count, table.time_control) == (CHANNEL, [AKI.id], 3, "live")
    [record] = await services.message_records.of(table_owner(table.id))
    assert (record.slot, record.message_id) == ("lobby", None)


@pytest.mark.parametrize("place", [Place.direct(AKI.id), NOWHERE], ids=["direct messages", "nowhere"])
async def test_no_lobby_is_scheduled_where_nobody_can_join(services: Services, place: Place) -> None:
    with refused("alone-here"):
        await services.scheduled_lobbies.schedule(place, CHANNEL, AKI, SCHOTEN, 3, "live", NOW + HOUR)
    assert await services.scheduled_lobbies.of_place(place) == []


async def test_lobby_opens_after_a_restart_and_with_another_name_of_the_person_there(
    services: Services, second: Services, clock: Clock
) -> None:
    await schedule(services)
    clock.now += HOUR
    await second.scheduled_openings.poll()
    assert len(await tables(second)) == 1


@pytest.mark.parametrize(("late", "count"), [(LATE_SECONDS, 1), (LATE_SECONDS + 1, 0)])
async def test_lobby_opens_late_but_not_very_late(services: Services, clock: Clock, late: int, count: int) -> None:
    await schedule(services)
    clock.now += HOUR + late
    await services.scheduled_openings.poll()
    assert len(await tables(services)) == count
    assert await services.scheduled_lobbies.due() == []
    assert await dropped(services) == ["late"] * (1 - count)


async def dropped(services: Services) -> list[str | None]:
    """Return why scheduled lobbies were dropped, for the lobbies whose messages do not show it yet."""
    return [one.dropped for one in await services.scheduled_lobbies.unannounced() if one.dropped]


async def no_room_on_the_server(_services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "LOBBIES_A_SERVER", 0)


async def too_many_of_the_person(services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "TABLES_A_PERSON", 1)
    await lobby(services)


async def game_not_offered(services: Services, _patch: pytest.MonkeyPatch) -> None:
    manager = Person(9, manages_server=lambda: True)
    await services.settings.set_server(Place.server(GUILD), manager, "games", ("saizen",))


Obstacle = Callable[[Services, pytest.MonkeyPatch], Awaitable[None]]


@pytest.mark.parametrize(
    ("obstacle", "reason"),
    [(no_room_on_the_server, "server"), (too_many_of_the_person, "opener"), (game_not_offered, "game")],
)
async def test_lobby_that_may_not_open_is_dropped_with_the_reason(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch, obstacle: Obstacle, reason: str
) -> None:
    scheduled = await schedule(services)
    await obstacle(services, monkeypatch)
    before = await tables(services)
    clock.now += HOUR
    for _ in range(2):
        await services.scheduled_openings.poll()
    assert await services.scheduled_lobbies.due() == []
    assert await services.scheduled_lobbies.of_place(Place.server(GUILD)) == []
    assert await tables(services) == before
    assert await dropped(services) == [reason]
    await services.scheduled_lobbies.remove_dropped(scheduled)
    assert await services.scheduled_lobbies.unannounced() == []


async def test_lobby_of_a_channel_that_is_gone_is_dropped(services: Services, clock: Clock) -> None:
    await schedule(services)

    async def is_gone(_channel_id: int) -> bool:
        return False

    clock.now += HOUR
    await services.scheduled_openings.poll(EVERYWHERE, is_gone)
    assert await tables(services) == []
    assert await dropped(services) == ["lost"]


async def test_lobbies_of_a_deleted_channel_are_dropped_at_once(services: Services) -> None:
    await schedule(services)
    await services.scheduled_lobbies.drop_channel(CHANNEL + 1)
    assert await dropped(services) == []
    await services.scheduled_lobbies.drop_channel(CHANNEL)
    assert await dropped(services) == ["lost"]
    assert await services.scheduled_lobbies.of_place(Place.server(GUILD)) == []


async def test_message_that_announced_a_lobby_goes_away_when_it_opens(services: Services, clock: Clock) -> None:
    scheduled = await schedule(services)
    await services.scheduled_lobbies.set_message(scheduled, 77)
    await services.scheduled_lobbies.set_message(scheduled, 78)
    clock.now += HOUR
    await services.scheduled_openings.poll()
    [table] = await tables(services)
    records = await services.message_records.of(table_owner(table.id))
    assert [(one.slot, one.message_id) for one in records] == [("lobby", None), ("scheduled", 77)]
    assert [
        one.slot for one in posts(table, [record.slot for record in records], PageInputs("en-US", EmojiSet(), None))
    ] == [
        "lobby",
        "promise",
    ], "no slot of the table: the reconciler deletes it"


async def test_opening_that_hangs_holds_up_no_clock(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started_game(services, "live")
    await schedule(services, at=NOW + 10)
    hanging = asyncio.Event()

    async def hang(*_arguments: object, **_how: object) -> None:
        hanging.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(services.lobby, "open", hang)
    clock.now += 10
    services.scheduled_openings.start(EVERYWHERE, always)
    await hanging.wait()
    await pass_time(services, clock, LIVE + TICK)
    now = await services.tables.get(table.id)  # after the deadline, a computer player has decided or must decide
    assert any(turn.given for turn in now.turns.values()) or any(who.misses for who in now.occupants if who)
    await services.scheduled_openings.close()
    assert (await services.scheduled_lobbies.due()) != [], "the opening was still under way, and is due after a restart"


async def test_lobby_of_which_nobody_was_told_is_not_kept(services: Services) -> None:
    await services.scheduled_lobbies.forget_unpublished(await schedule(services))
    assert await services.scheduled_lobbies.unannounced() == []


async def test_lobby_stays_due_while_the_database_fails(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await schedule(services)
    clock.now += HOUR
    with monkeypatch.context() as patch:
        fail(patch, store.tables, "create", StoreError("the disk is full"))
        await services.scheduled_openings.poll()
    assert await tables(services) == []
    await services.scheduled_openings.poll()
    assert len(await tables(services)) == 1


async def test_scheduled_lobby_that_fails_holds_up_nothing_else(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await schedule(services), await schedule(services, BEN, NOW + HOUR + 1)
    clock.now += 2 * HOUR
    fail(monkeypatch, services.lobby, "open", ValueError("a mistake of ours"))
    await services.scheduled_openings.poll()
    assert await services.scheduled_lobbies.due() == [first]
    assert [table.people() for table in await tables(services)] == [[second.opener_id]]


async def test_lobby_that_was_called_off_meanwhile_does_not_open(services: Services, clock: Clock) -> None:
    lobbies = [await schedule(services), await schedule(services)]
    for scheduled, late in zip(lobbies, (0, LATE_SECONDS + 1), strict=True):
        await services.scheduled_lobbies.call_off(Place.server(GUILD), AKI, scheduled.id)
        clock.now = scheduled.opens_at + late
        assert await services.scheduled_lobbies.open(scheduled) is None
    assert await tables(services) == []


async def test_event_of_a_lobby_that_was_called_off_meanwhile_is_not_stored(services: Services) -> None:
    scheduled = await schedule(services)
    assert await services.scheduled_lobbies.set_event(scheduled, 7)
    await services.scheduled_lobbies.call_off(Place.server(GUILD), AKI, scheduled.id)
    assert not await services.scheduled_lobbies.set_event(scheduled, 8)


@pytest.mark.parametrize(("error", "said"), [(StoreError("full"), "try-again"), (InDoubt("lost"), "in-doubt")])
async def test_failed_write_of_calling_off_is_told(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch, error: StoreError, said: str
) -> None:
    scheduled = await schedule(services)
    fail(monkeypatch, store.scheduled_lobbies, "drop", error)
    with refused(said):
        await services.scheduled_lobbies.call_off(Place.server(GUILD), AKI, scheduled.id)


@pytest.mark.parametrize("at", [NOW - 1, NOW, NOW + limits.SCHEDULED_AHEAD_SECONDS + 1, 0])
async def test_time_must_be_ahead_and_within_two_weeks(services: Services, at: int) -> None:
    with refused("no-such-time"):
        await schedule(services, at=at)


async def test_only_the_opener_and_moderators_of_the_server_call_off(services: Services, clock: Clock) -> None:
    first, second = await schedule(services), await schedule(services)
    with refused("not-scheduled-by-you"):
        await services.scheduled_lobbies.call_off(Place.server(GUILD), BEN, first.id)
    with refused("not-scheduled"):
        await services.scheduled_lobbies.call_off(Place.server(GUILD + 1), AKI, first.id)
    assert await services.scheduled_lobbies.call_off(Place.server(GUILD), AKI, first.id) == first
    assert await services.scheduled_lobbies.call_off(Place.server(GUILD), MODERATOR, second.id) == second
    with refused("not-scheduled"):
        await services.scheduled_lobbies.call_off(Place.server(GUILD), AKI, first.id)
    clock.now += HOUR
    await services.scheduled_openings.poll()
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
        await services.scheduled_lobbies.call_off(Place.server(GUILD), AKI, scheduled.id)
    with refused("opened-lately"):
        await schedule(services)
    with pytest.raises(Refusal):
        await lobby(services)
