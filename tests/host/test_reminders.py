"""Reminders of the day's deal: before the evening, once a day, for people who asked for them and have not played."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from engine.game import Game
from host.daily.reminders import HOUR, HOURS, LATE_SECONDS, MARGIN_SECONDS, Due, next_evening
from host.services import Services
from host.settings import PersonSettings
from storage import Store, StoreError
from storage.rows import Reminder
from tests.clock import Clock
from tests.days import prepare_day

AKI, BEN = 1, 2
DAYS = range(19_660, 19_700)
SAIZEN = Game.games["saizen"]
ZONES = ("Asia/Tokyo", "Europe/Berlin", "America/New_York", "Pacific/Honolulu", "Pacific/Auckland", "UTC")
NEVER_QUIET = PersonSettings()
HUSHED = ("0", "8", "17", "18", "19", "20", "21", "23")
"""Hours at which quiet hours begin and end."""
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


async def claimed(services: Services) -> list[Due]:
    return [one async for one in services.reminders.claim_due()]


async def play(services: Services, store: Store, user_id: int = AKI) -> None:
    """Store a finished attempt at today's deal."""
    row = await store.daily.begin(services.daily.today, user_id, 0)
    await store.daily.move(row._replace(moves='[[0,"1"]]', points=3, ended_at=row.begun_at), row.moves)


async def reminded(services: Services, clock: Clock, begin: float, end: float, step: int = 600) -> list[float]:
    """Move the clock from `begin` to `end`, and return the times at which a reminder was due."""
    found = []
    clock.now = begin
    while clock.now < end:
        found += [clock.now for _ in await claimed(services)]
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
    [due] = await claimed(services)
    assert due == Due(
        AKI,
        "ja",
        "saizen",
        await services.daily.streak(AKI),
        int(at("UTC", 16, 0)),
        int(at("UTC", 15, HOUR)),
        int(at("UTC", 16, HOUR)),
    )
    assert due.streak.days == 1
    await services.settings.set_person(AKI, "language", ["en"])
    clock.now = at("UTC", 16, HOUR)
    [due] = await claimed(services)
    assert due.locale == "en"


async def test_nobody_is_reminded_who_has_not_asked_or_has_stopped(
    services: Services, store: Store, clock: Clock
) -> None:
    clock.now = at("UTC", 14, 9)
    await play(services, store, BEN)
    await ask(services, "UTC")
    await services.reminders.stop(AKI)
    assert await reminded(services, clock, clock.now, at("UTC", 16, 9)) == []


def snowflake(number: int) -> int:
    """Return the id of one of many people, whose accounts are some 40 hours and some milliseconds apart."""
    return (number * 148_765_432_1) << 22


@every_zone
def test_reminders_of_a_time_zone_are_spread_over_two_hours(zone: str) -> None:
    """Check 1,200 people of one time zone: no minute has more than 30 of their reminders, where the mean is 10."""
    begin, noon = at(zone, 14, HOUR), at(zone, 14, 12)
    times = [next_evening(noon, ZoneInfo(zone), snowflake(number), NEVER_QUIET) for number in range(1200)]
    assert times == [next_evening(noon, ZoneInfo(zone), snowflake(number), NEVER_QUIET) for number in range(1200)]
    minutes = Counter(int(one - begin) // 60 for one in times)
    assert set(minutes) <= set(range(120))
    assert len(minutes) > 100
    assert max(minutes.values()) <= 30


@every_zone
@pytest.mark.parametrize("first", HUSHED)
def test_quiet_hours_mute_everybody_or_nobody(zone: str, first: str) -> None:
    """Check 200 people and all ends of quiet hours: reminders come in what these leave of the two hours."""
    noon = at(zone, 14, 12)
    people = [snowflake(number) for number in range(200)]
    for end in HUSHED:
        mine = PersonSettings(time_zone=zone, hush_from=first, hush_until=end)
        times = [next_evening(noon, ZoneInfo(zone), person, mine) for person in people]
        heard = [hour for hour in (HOUR, HOUR + 1) if not mine.is_quiet(at(zone, 14, hour))]
        muted = [mine.is_quiet(one) or mine.is_quiet(one + MARGIN_SECONDS - 1) for one in times]
        assert muted == [not heard] * len(people), (first, end)
        assert {datetime.fromtimestamp(one, ZoneInfo(zone)).hour for one in times} == set(heard or (HOUR, HOUR + 1))
        assert max(Counter(one // 600 for one in times).values()) <= 70, "they are spread over that time"


@pytest.mark.parametrize("late", [False, True])
async def test_deal_that_opens_before_midnight_is_reminded_of_on_that_day(
    services: Services, store: Store, clock: Clock, late: bool
) -> None:
    """Check two people in Cape Verde, where each deal opens at eleven in the evening."""
    zone, person = "Atlantic/Cape_Verde", (3_600 * HOURS - MARGIN_SECONDS - 1 if late else 0) << 22
    clock.now = at(zone, 13, 23, 30)
    await ask(services, zone, person)
    await play(services, store, person)
    [time] = await reminded(services, clock, at(zone, 14, 8), at(zone, 15, 8), 60)
    assert datetime.fromtimestamp(time, ZoneInfo(zone)).strftime("%d %H") == "14 23"


async def test_reminder_that_was_not_sent_is_due_again_unless_it_was_stopped(services: Services, clock: Clock) -> None:
    clock.now = at("UTC", 14, 9)
    for person in (AKI, BEN):
        await ask(services, "UTC", person)
    clock.now = at("UTC", 14, HOUR)
    unsent = await claimed(services)
    await services.reminders.stop(BEN)
    for one in unsent:
        await services.reminders.give_back(one)
    [again] = await claimed(services)
    assert again.user_id == AKI


async def test_nothing_is_read_between_claim_and_reminder(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the database fail once a reminder is claimed: a failed query would lose that reminder."""
    reschedule = store.reminders.reschedule

    async def broken(*_: object) -> list[tuple[int]]:
        raise StoreError("the database is gone")

    async def then_break(user_id: int, at: int, next_at: int) -> bool:
        claimed = await reschedule(user_id, at, next_at)
        monkeypatch.setattr(store._database, "read", broken)
        return claimed

    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    clock.now = at("UTC", 14, HOUR)
    monkeypatch.setattr(store.reminders, "reschedule", then_break)
    assert len(await claimed(services)) == 1


async def test_second_process_or_a_restart_reminds_nobody_again(services: Services, store: Store, clock: Clock) -> None:
    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    again = Services(store, now=clock)
    clock.now = at("UTC", 14, HOUR)
    assert len(await claimed(services)) == 1
    assert await claimed(again) == []
    await again.close()


@pytest.mark.parametrize(("late", "count"), [(LATE_SECONDS - 1, 1), (LATE_SECONDS, 0)])
async def test_reminder_is_left_out_if_the_bot_was_offline_too_long(
    services: Services, clock: Clock, late: int, count: int
) -> None:
    clock.now = at("UTC", 14, 9)
    await ask(services, "UTC")
    clock.now = at("UTC", 14, HOUR) + late
    assert len(await claimed(services)) == count
    assert await reminded(services, clock, clock.now, at("UTC", 16, 9)) == [at("UTC", 15, HOUR)] or count


async def test_reminder_comes_before_quiet_hours(services: Services, clock: Clock) -> None:
    late = (3_600 * HOURS - MARGIN_SECONDS - 1) << 22
    clock.now = at("UTC", 14, 9)
    await services.settings.set_person(late, "hush_from", ["19"])
    await ask(services, "UTC", late)
    times = await reminded(services, clock, clock.now, at("UTC", 17, 9))
    assert [datetime.fromtimestamp(one, ZoneInfo("UTC")).hour for one in times] == [HOUR] * 3


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
    evening = next_evening(datetime(*clocks(2023), 12, tzinfo=here).timestamp(), here, AKI, NEVER_QUIET)
    for _ in range(14):
        following = next_evening(evening, here, AKI, NEVER_QUIET)
        assert datetime.fromtimestamp(following, here).hour == HOUR
        assert 23 * 3_600 <= following - evening <= 25 * 3_600
        evening = following
