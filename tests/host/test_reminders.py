"""Reminders of the day's deal: before the evening, once a day, for people who asked for them and have not played."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from engine.game import Game
from host.daily.reminders import HOUR, LATE_SECONDS, Due, next_evening
from host.services import Services
from storage import Store
from storage.rows import Reminder
from tests.clock import Clock
from tests.days import prepare_day

AKI, BEN = 1, 2
DAYS = range(19_660, 19_700)
SAIZEN = Game.games["saizen"]
ZONES = ("Asia/Tokyo", "Europe/Berlin", "America/New_York", "Pacific/Honolulu", "Pacific/Auckland", "UTC")
every_zone = pytest.mark.parametrize("zone", ZONES)


def at(zone: str, day: int, hour: int, minute: int = 0) -> float:
    """Return a time of November 2023 by the clock of a time zone, in unix seconds."""
    return datetime(2023, 11, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp()


@pytest.fixture
async def services(services: Services, store: Store) -> Services:
    """Return services with deals on many days."""
    for day in DAYS:
        await prepare_day(store, day, SAIZEN)
    return services


async def ask(services: Services, zone: str, user_id: int = AKI) -> None:
    await services.settings.set_person(user_id, "time_zone", [zone])
    await services.reminders.ask(user_id, "ja")


async def play(services: Services, store: Store, user_id: int = AKI) -> None:
    """Store a finished attempt at today's deal."""
    row = await store.daily.begin(services.daily.today, user_id, 0)
    await store.daily.move(row._replace(moves='[[0,"1"]]', points=3, ended_at=row.begun_at), row.moves)


async def reminded(services: Services, clock: Clock, begin: float, end: float, step: int = 600) -> list[float]:
    """Move the clock from `begin` to `end`, and return the times at which a reminder was due."""
    found = []
    clock.now = begin
    while clock.now < end:
        found += [clock.now for _ in await services.reminders.claim_due()]
        clock.now += step
    return found


@pytest.mark.drawn(1)
@every_zone
async def test_reminder_comes_once_a_day_at_six(services: Services, clock: Clock, zone: str) -> None:
    clock.now = at(zone, 14, 9)
    await ask(services, zone)
    times = await reminded(services, clock, at(zone, 14, 9), at(zone, 17, 9))
    assert times == [at(zone, day, HOUR) for day in (14, 15, 16)]


@pytest.mark.drawn(2)
@every_zone
async def test_nobody_is_reminded_on_a_day_on_which_they_have_played(
    services: Services, store: Store, clock: Clock, zone: str
) -> None:
    clock.now = at(zone, 14, 17, 30)
    await ask(services, zone)
    await play(services, store)
    times = await reminded(services, clock, clock.now, at(zone, 15, 12))
    assert times == []


async def test_deal_that_opens_in_the_evening_is_reminded_of_then(
    services: Services, store: Store, clock: Clock
) -> None:
    """Check the reminders of a person in New York, where each deal opens at seven in the evening.

    The person has played the deal that opened on the 13th. The next reminder comes when a deal opens on the 14th.
    """
    zone = "America/New_York"
    clock.now = at(zone, 13, 20)
    await ask(services, zone)
    await play(services, store)
    assert await reminded(services, clock, at(zone, 14, 8), at(zone, 15, 8)) == [at(zone, 14, 19)]


async def test_reminder_says_which_game_how_long_and_in_which_language(
    services: Services, store: Store, clock: Clock
) -> None:
    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    await play(services, store)
    assert await reminded(services, clock, clock.now, at("UTC", 15, 9)) == []
    clock.now = at("UTC", 15, HOUR)
    [due] = await services.reminders.claim_due()
    assert due == Due(AKI, "ja", "saizen", await services.daily.streak(AKI), int(at("UTC", 16, 0)))
    assert due.streak.days == 1
    await services.settings.set_person(AKI, "language", ["en"])
    clock.now = at("UTC", 16, HOUR)
    [due] = await services.reminders.claim_due()
    assert due.locale == "en"


async def test_nobody_is_reminded_who_has_not_asked_or_has_stopped(
    services: Services, store: Store, clock: Clock
) -> None:
    clock.now = at("UTC", 14, 9)
    await play(services, store, BEN)
    await ask(services, "UTC")
    await services.reminders.stop(AKI)
    assert await reminded(services, clock, clock.now, at("UTC", 16, 9)) == []


async def test_second_process_or_a_restart_reminds_nobody_again(services: Services, store: Store, clock: Clock) -> None:
    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    again = Services(store, now=clock)
    clock.now = at("UTC", 14, HOUR)
    assert len(await services.reminders.claim_due()) == 1
    assert await again.reminders.claim_due() == []
    await again.close()


@pytest.mark.parametrize(("late", "count"), [(LATE_SECONDS - 1, 1), (LATE_SECONDS, 0)])
async def test_reminder_is_left_out_if_the_bot_was_offline_too_long(
    services: Services, clock: Clock, late: int, count: int
) -> None:
    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    clock.now = at("UTC", 14, HOUR) + late
    assert len(await services.reminders.claim_due()) == count
    assert await reminded(services, clock, clock.now, at("UTC", 16, 9)) == [at("UTC", 15, HOUR)] or count


async def test_quiet_hours_are_quiet(services: Services, clock: Clock) -> None:
    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    for name, hour in (("hush_from", "17"), ("hush_until", "20")):
        await services.settings.set_person(AKI, name, [hour])
    assert await reminded(services, clock, clock.now, at("UTC", 16, 9)) == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
async def test_time_zone_that_is_chosen_later_counts_from_the_next_check(
    services: Services, clock: Clock, zone: str
) -> None:
    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    await services.settings.set_person(AKI, "time_zone", [zone])
    times = await reminded(services, clock, clock.now, at("UTC", 18, 0))
    assert {datetime.fromtimestamp(one, ZoneInfo(zone)).hour for one in times} == {HOUR}
    assert len(times) >= 3


async def test_refusal_of_discord_ends_the_reminders_until_the_person_asks_again(
    services: Services, clock: Clock
) -> None:
    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    await services.reminders.mark_refused(AKI)
    assert await reminded(services, clock, clock.now, at("UTC", 16, 9)) == []
    await services.reminders.ask(AKI, "ja")
    assert await services.reminders.of(AKI) == Reminder(AKI, "ja", int(at("UTC", 16, HOUR)), refused=False)


async def test_forgotten_person_is_reminded_no_more(services: Services, clock: Clock) -> None:
    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    await services.privacy.forget(AKI)
    assert await services.reminders.of(AKI) is None


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
@pytest.mark.parametrize("clocks", [lambda year: (year, 3, 25), lambda year: (year, 10, 25)])
def test_evenings_are_a_day_apart_also_when_the_clocks_change(
    zone: str, clocks: Callable[[int], tuple[int, int, int]]
) -> None:
    here = ZoneInfo(zone)
    evening = next_evening(datetime(*clocks(2023), 12, tzinfo=here).timestamp(), here)
    for _ in range(14):
        following = next_evening(evening, here)
        assert datetime.fromtimestamp(following, here).hour == HOUR
        assert 23 * 3_600 <= following - evening <= 25 * 3_600
        evening = following
