"""Weekly events keep their local hour when the clocks change, on a small Discord that repeats events in UTC."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.commands.tables.scheduled_events import find_weekly_event, weekly_rule
from cogs.commands.tables.weekly_events import WEEK, WeeklyEvents
from host.nights.nights import WeeklyEvent
from host.place import Place
from host.time_zones import clock, in_its_week, time_zone
from show.text.page import Json
from tests.clock import Clock
from tests.cogs.interactions import refused
from tests.cogs.test_weekly_nights import announce, call_off, events, tomorrow
from tests.fuzz.conftest import OTHER_ROOM
from tests.fuzz.offline import Offline

EVENT, SERVER = 9, 5
HOUR, LENGTH = 3_600, 5_400
QUARTER_DAY = 6 * HOUR


def unix(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=time_zone(zone)).timestamp())


class Nights:
    """The stored weekly events, in memory."""

    def __init__(self, *events: WeeklyEvent) -> None:
        self.events = {one.event_id: one for one in events}

    async def weekly_events(self) -> list[WeeklyEvent]:
        return [*self.events.values()]

    async def move_weekly_event(self, event: WeeklyEvent, starts_at: int) -> None:
        self.events[event.event_id] = event._replace(starts_at=starts_at)

    async def remove_weekly_event(self, event: WeeklyEvent) -> None:
        del self.events[event.event_id]


class World:
    """One weekly event on a Discord that repeats it in UTC, and the task that moves it."""

    def __init__(self, starts_at: int, zone: str) -> None:
        self.clock = Clock(starts_at - HOUR)
        self.nights = Nights(WeeklyEvent(EVENT, SERVER, zone, starts_at))
        self.begins = starts_at
        """The start of the present or next occurrence."""
        self.rule: Json | None = weekly_rule(datetime.fromtimestamp(starts_at, UTC))
        self.moves: list[int] = []
        self.refusal: discord.HTTPException | None = None
        http = SimpleNamespace(get_scheduled_event=self.get, request=self.patch)
        bot: Any = SimpleNamespace(http=http, get_guild=lambda number: number if number == SERVER else None)
        services: Any = SimpleNamespace(nights=self.nights, tables=SimpleNamespace(ours=lambda _place: True))
        self.task = WeeklyEvents(services, bot)

    async def get(self, _server: int, _event: int, *, with_user_count: bool) -> Json:
        assert not with_user_count
        if self.refusal is not None:
            raise self.refusal
        begins = datetime.fromtimestamp(self.begins, UTC)
        return {
            "id": str(EVENT),
            "guild_id": str(SERVER),
            "scheduled_start_time": begins.isoformat(),
            "scheduled_end_time": (begins + timedelta(seconds=LENGTH)).isoformat(),
            "status": 2 if self.begins <= self.clock.now else 1,
            "recurrence_rule": self.rule,
        }

    async def patch(self, route: Any, *, json: Json) -> Json:
        assert (route.method, self.begins > self.clock.now) == ("PATCH", True), "what has begun is not moved"
        begins, ends = (datetime.fromisoformat(json[f"scheduled_{one}_time"]) for one in ("start", "end"))
        assert ends - begins == timedelta(seconds=LENGTH)
        assert json["recurrence_rule"] == weekly_rule(begins)
        self.begins = int(begins.timestamp())
        assert self.begins > self.clock.now
        self.moves.append(self.begins)
        return {}

    async def pass_time(self, until: int) -> list[int]:
        """Let time pass, check the events four times a day, and return the starts of the occurrences."""
        held = []
        while self.clock.now < until:
            if self.begins <= self.clock.now:
                held.append(self.begins)
            if self.begins + LENGTH <= self.clock.now:
                self.begins += WEEK
            await self.task.poll()
            self.clock.now += QUARTER_DAY
        return sorted({*held})


@pytest.mark.parametrize(
    ("zone", "switches"),
    [
        ("Europe/Berlin", 2),
        ("America/New_York", 2),
        ("America/St_Johns", 2),
        ("Australia/Lord_Howe", 2),  # by half an hour
        ("Pacific/Chatham", 2),
        ("Asia/Kathmandu", 0),
        ("Pacific/Kiritimati", 0),
        ("Etc/GMT-9", 0),
    ],
)
async def test_event_begins_at_the_same_local_hour_all_year(zone: str, switches: int) -> None:
    first = unix("2026-01-06 20:30", zone)
    world = World(first, zone)
    held = await world.pass_time(first + 52 * WEEK)
    assert {f"{clock(at, time_zone(zone)):%A %H:%M}" for at in held} == {"Tuesday 20:30"}
    assert len(held) == 52
    assert len(world.moves) == switches, "it is moved once for each switch"


async def test_event_is_moved_as_soon_as_the_last_occurrence_before_the_switch_is_over() -> None:
    last, following = (unix(f"2026-{day} 19:00", "Europe/Berlin") for day in ("03-24", "03-31"))
    world = World(last, "Europe/Berlin")
    world.clock.now = last + HOUR
    await world.task.poll()
    assert world.moves == [], "an event that goes on is not moved"
    world.clock.now = last + LENGTH
    world.begins += WEEK
    await world.task.poll()
    assert world.moves == [following]
    await world.task.poll()
    assert world.moves == [following]


async def test_hour_that_the_clocks_skip_is_left_for_that_week() -> None:
    last, skipped, following = (unix(f"2026-{day} 02:30", "Europe/Berlin") for day in ("03-22", "03-29", "04-05"))
    assert in_its_week(last, skipped, time_zone("Europe/Berlin")) is None
    world = World(last, "Europe/Berlin")
    assert await world.pass_time(following + QUARTER_DAY) == [last, last + WEEK, following]


async def test_hour_that_somebody_chose_on_discord_is_kept_from_then_on() -> None:
    first = unix("2026-03-17 19:00", "Europe/Berlin")
    world = World(first, "Europe/Berlin")
    world.begins += 2 * HOUR
    held = await world.pass_time(first + 4 * WEEK)
    assert {f"{clock(at, time_zone('Europe/Berlin')):%A %H:%M}" for at in held} == {"Tuesday 21:00"}


@pytest.mark.parametrize("how", ["deleted", "once", "every other week"])
async def test_event_that_repeats_no_more_is_forgotten(how: str) -> None:
    world = World(unix("2026-03-24 19:00", "Europe/Berlin"), "Europe/Berlin")
    world.clock.now += 3 * HOUR
    world.begins += WEEK
    if how == "deleted":
        world.refusal = refused(404, 10070)
    else:
        world.rule = None if how == "once" else {**(world.rule or {}), "interval": 2}
    await world.task.poll()
    assert (world.moves, world.nights.events) == ([], {})


@pytest.mark.parametrize("zone", ["localtime", "Mars/Base"])
async def test_event_with_an_unknown_zone_keeps_its_hour_in_utc(zone: str) -> None:
    first = unix("2026-03-17 19:00")
    world = World(first, zone)
    held = await world.pass_time(first + 4 * WEEK)
    assert {f"{clock(at, time_zone('UTC')):%A %H:%M}" for at in held} == {"Tuesday 19:00"}
    assert (world.moves, len(world.nights.events)) == ([], 1)


async def test_event_that_cannot_be_read_keeps_no_other_event_from_moving(caplog: pytest.LogCaptureFixture) -> None:
    world = World(unix("2026-03-24 19:00", "Europe/Berlin"), "Europe/Berlin")
    odd = world.nights.events[EVENT]._replace(event_id=EVENT - 1)
    world.nights.events = {odd.event_id: odd, **world.nights.events}
    world.clock.now += 3 * HOUR
    world.begins += WEEK
    answer = world.get

    async def get(server: int, event: int, *, with_user_count: bool) -> Json:
        return {} if event == odd.event_id else await answer(server, event, with_user_count=with_user_count)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.task._bot.http, "get_scheduled_event", get)
        patch.setattr("cogs.commands.tables.weekly_events.is_weekly", lambda _event: True)
        await world.task.poll()
    assert len(world.moves) == 1
    assert [one.getMessage() for one in caplog.records] == [f"weekly event {odd.event_id} is looked at again later"]


@pytest.mark.parametrize("refusal", [(403, 50013), (503, 0)])
async def test_event_that_cannot_be_moved_now_is_moved_later(refusal: tuple[int, int]) -> None:
    world = World(unix("2026-03-24 19:00", "Europe/Berlin"), "Europe/Berlin")
    world.clock.now += 3 * HOUR
    world.begins += WEEK
    world.refusal = refused(*refusal)
    await world.task.poll()
    assert (world.moves, len(world.nights.events)) == ([], 1)
    world.refusal = None
    await world.task.poll()
    assert len(world.moves) == 1


async def test_event_of_a_night_is_moved_on_the_local_discord(world: Offline) -> None:
    """Pretend that the event was created before the last switch: then it begins at another local hour now."""
    zone = time_zone("Europe/Berlin")
    await announce(world, tomorrow(world))
    (event,) = events(world)
    (stored,) = await world.services.nights.weekly_events()
    begins = stored.starts_at
    assert (stored.event_id, stored.zone) == (int(event["id"]), "UTC")
    older = next(at for at in range(begins, 0, -WEEK) if in_its_week(at, begins, zone) not in {begins, None})
    await world.services.nights.remove_weekly_event(stored)
    await world.services.nights.keep_hour(place_of(world), stored.event_id, zone, older)
    task = world.bot.get_cog("WeeklyEvents")
    assert isinstance(task, WeeklyEvents)
    await task.poll()
    (moved,) = events(world)
    wanted = in_its_week(older, begins, zone)
    assert unix(moved["scheduled_start_time"].removesuffix("+00:00")) == wanted
    assert moved["recurrence_rule"]["start"] == moved["scheduled_start_time"]
    assert [one.starts_at for one in await world.services.nights.weekly_events()] == [wanted]


def place_of(world: Offline) -> Any:
    return Place.server(int(events(world)[0]["guild_id"]))


@pytest.mark.parametrize(("zone", "found"), [("Europe/Berlin", EVENT), ("UTC", None), ("America/New_York", None)])
async def test_event_is_found_by_its_local_hour_beyond_a_switch(zone: str, found: int | None) -> None:
    before, after = (unix(f"2026-{day} 19:00", "Europe/Berlin") for day in ("10-20", "10-27"))
    event: Json = {
        "id": str(EVENT),
        "creator_id": "77",
        "scheduled_start_time": datetime.fromtimestamp(before, UTC).isoformat(),
        "recurrence_rule": weekly_rule(datetime.fromtimestamp(before, UTC)),
        "entity_metadata": {"location": "#cards"},
    }

    async def every(_server: int, *, with_user_count: bool) -> list[Json]:
        assert not with_user_count
        return [event]

    client: Any = SimpleNamespace(user=SimpleNamespace(id=77), http=SimpleNamespace(get_scheduled_events=every))
    assert await find_weekly_event(client, SERVER, "#cards", after, {EVENT: time_zone(zone)}) == found


async def test_event_keeps_the_zone_in_which_it_was_announced(world: Offline) -> None:
    """Let the manager travel, and announce the next night of the same event from elsewhere."""
    await announce(world, tomorrow(world), zone="Asia/Kathmandu")
    await call_off(world)
    await announce(world, tomorrow(world, 1), zone="Asia/Tokyo")
    assert len(events(world)) == 1
    assert [one.zone for one in await world.services.nights.weekly_events()] == ["Asia/Kathmandu"]
    await announce(world, tomorrow(world), OTHER_ROOM, weekly=False)
    assert len(await world.services.nights.weekly_events()) == 1, "an event that does not repeat keeps no hour"
