"""Streaks, tested with a table of cases: free days, breaks, outages, time zones and daylight saving."""

from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest

from host.daily.streaks import Streak, days_between, excused, local_date, streak, utc_days

MONDAY = date(2026, 11, 2)
TOKYO, BERLIN, NEW_YORK = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
EPOCH = date(1970, 1, 1)


def marks(text: str) -> tuple[set[date], set[date], date]:
    """Read days from marks: return the days with play (`x`), the excused days (`-`), and today.

    Each mark is a day. The first mark is a Monday, and the last one is today.
    """
    text = text.replace(" ", "")
    days = [MONDAY + timedelta(days=number) for number in range(len(text))]
    played, away = ({day for day, mark in zip(days, text, strict=True) if mark == one} for one in "x-")
    return played, away, days[-1]


@pytest.mark.parametrize(
    ("text", "days", "best"),
    [
        (".", 0, 0),
        ("x", 1, 1),
        ("xx", 2, 2),
        ("..x", 1, 1),
        # today is not over, so it breaks nothing
        ("x.", 1, 1),
        ("xxx.", 3, 3),
        # one day a week without play is free, and adds nothing to the streak
        ("x.x", 2, 2),
        ("xxx.xxx", 6, 6),
        ("xxxxxx. x.x", 8, 8),
        ("xxxxxx. .", 6, 6),
        ("xxxxxx. .x", 7, 7),
        # the second day without play in a week halves the streak, rounded up
        ("xx..x", 2, 2),
        ("xxxx..x", 3, 4),
        ("x.x.x", 2, 2),
        ("xxxx..", 4, 4),
        ("xxx...", 2, 3),
        # a break halves the streak only once, however long the break lasts
        ("xxxx... ....... ....... x", 3, 4),
        ("xxxxxxx xxxxxxx xxxxxxx ....... ....... ....... ....... .", 11, 21),
        # a week in which a break ends still has its free day after the break
        ("xxxx... ..xx.xx", 6, 6),
        ("xxxxxx. ...xx.x", 4, 6),
        # a break never reduces a streak to 0
        ("x...", 1, 1),
        ("x... ....... ....... ...", 1, 1),
        ("x...x..", 1, 2),
        # an excused day, on which the bot was away, costs nothing
        ("xx-x", 3, 3),
        ("xx---------------x", 3, 3),
        ("xx-.x", 3, 3),
        ("xx.--.x", 2, 2),
        ("x-", 1, 1),
        ("xx.-", 2, 2),
        ("xxxxxx- -.x", 7, 7),
        ("-x", 1, 1),
    ],
)
def test_streak(text: str, days: int, best: int) -> None:
    played, away, today = marks(text)
    found = streak(played, today, away)
    assert (found.days, found.best) == (days, best)
    assert found.played_today == (today in played)


def test_day_of_play_counts_once_and_later_days_do_not_count() -> None:
    later = {MONDAY + timedelta(days=1)}
    assert streak({MONDAY} | later, MONDAY) == Streak(1, 1, played_today=True)
    assert streak(later, MONDAY) == Streak()


@pytest.mark.parametrize(
    ("zone", "plays", "days"),
    [
        # an evening and the next morning in Tokyo: two days there, but one day in UTC
        (TOKYO, ("2026-11-02 11:00", "2026-11-02 23:00"), 2),
        (UTC, ("2026-11-02 11:00", "2026-11-02 23:00"), 1),
        # the deals of two UTC days, played on one day in New York
        (NEW_YORK, ("2026-11-02 23:30", "2026-11-03 01:00"), 1),
        # early on one day and late on the next: one UTC day in between has no play
        (TOKYO, ("2026-11-01 15:10", "2026-11-03 14:50"), 2),
        # the clocks go back: two plays on a day of 25 hours, almost 25 hours apart
        (BERLIN, ("2026-10-24 22:05", "2026-10-25 22:55"), 1),
        (BERLIN, ("2026-10-24 21:55", "2026-10-25 22:55"), 2),
        (BERLIN, ("2026-10-24 22:05", "2026-10-25 23:05"), 2),
        # the clocks go forward: a day of 23 hours
        (BERLIN, ("2026-03-28 22:55", "2026-03-28 23:05", "2026-03-29 22:05"), 3),
        (BERLIN, ("2026-03-28 23:05", "2026-03-29 21:55"), 1),
        # the clocks go back in New York: plays just before and after both midnights of a day of 25 hours
        (NEW_YORK, ("2026-11-01 03:59", "2026-11-01 04:00", "2026-11-02 04:59", "2026-11-02 05:00"), 3),
        (timezone(timedelta(hours=5, minutes=30)), ("2026-11-02 18:29", "2026-11-02 18:30"), 2),
    ],
)
def test_days_are_those_of_the_persons_calendar(zone: tzinfo, plays: tuple[str, ...], days: int) -> None:
    times = [datetime.fromisoformat(play).replace(tzinfo=UTC).timestamp() for play in plays]
    dates = {local_date(time, zone) for time in times}
    assert streak(dates, max(dates)).days == days


@pytest.mark.parametrize(
    ("zone", "day", "count"),
    [
        (UTC, date(2026, 11, 2), 1),
        (TOKYO, date(2026, 11, 2), 2),
        (BERLIN, date(2026, 10, 25), 2),
        (BERLIN, date(2026, 3, 29), 2),
        (ZoneInfo("Europe/London"), date(2026, 1, 5), 1),
        (ZoneInfo("Africa/Cairo"), date(2026, 4, 24), 2),  # the clocks go forward at midnight
    ],
)
def test_day_of_a_calendar_overlaps_days_of_utc(zone: tzinfo, day: date, count: int) -> None:
    found = utc_days(day, zone)
    assert len(found) == count
    assert EPOCH + timedelta(days=found[-1]) == day


@pytest.mark.parametrize("zone", [UTC, TOKYO, BERLIN, NEW_YORK, timezone(timedelta(hours=-9, minutes=-30))], ids=str)
def test_outage_over_midnight_excuses_each_day_that_it_touches(zone: tzinfo) -> None:
    """Let the bot be away around midnight UTC: the person's days on both sides of that moment are excused."""
    midnight = (date(2026, 10, 25) - EPOCH).days
    undisturbed = set(range(midnight - 5, midnight + 5)) - {midnight - 1, midnight}
    days = list(days_between(date(2026, 10, 20), date(2026, 10, 29)))
    missed = {local_date(midnight * 86_400 + seconds, zone) for seconds in (-1, 0)}
    assert missed <= excused(days, zone, undisturbed)
    played = set(days) - missed
    assert streak(played, max(days), excused(days, zone, undisturbed)).days == len(played)
