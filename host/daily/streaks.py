"""Streaks: days in a row on which a person has played the day's deal, by the calendar of the person's time zone.

A day without play costs nothing if it is the first such day of its calendar week, from Monday to Sunday, or if the bot
could not be played on it. Any other day without play breaks the streak. A break, however long, halves the streak once,
rounded up. Today breaks nothing, because it is not over.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

SECONDS_A_DAY: Final = 86_400
OUTAGE_SECONDS: Final = 600
"""A day with this many seconds of outages excuses everybody. A deal takes about as long."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """A person's streak."""

    days: int = 0
    """Days in a row; 0 only for people who have never played."""
    best: int = 0
    """The longest streak so far."""
    played_today: bool = False


def streak(played: Collection[date], today: date, excused: Collection[date] = ()) -> Streak:
    """Return the streak of a person.

    Args:
        played: the days on which the person has played; later days than `today` do not count.
        today: the person's present day.
        excused: days on which the bot could not be played, so that not playing costs nothing.
    """
    days, best, broken, free_week = 0, 0, False, None
    for day in days_between(min(played, default=today), today):
        if day in played:
            days, broken = days + 1, False
            best = max(best, days)
        elif not (days == 0 or day == today or day in excused or broken):
            if free_week != _week(day):
                free_week = _week(day)
            else:
                days, broken = (days + 1) // 2, True
    return Streak(days, best, today in played)


def days_between(first: date, last: date) -> Iterator[date]:
    """Yield all days from `first` to `last`."""
    while first <= last:
        yield first
        first += _DAY


def local_date(seconds: float, zone: tzinfo) -> date:
    """Return the day of a time, in unix seconds, by the calendar of a time zone."""
    return datetime.fromtimestamp(seconds, zone).date()


def excused(days: Iterable[date], zone: tzinfo, undisturbed: Collection[int]) -> frozenset[date]:
    """Return those of the given days on which the bot could not be played for some time.

    Args:
        days: days of the time zone's calendar.
        zone: the time zone.
        undisturbed: the UTC days that had a deal and no long outage, counted from 1970-01-01. A day of the calendar is
            excused if it overlaps a UTC day that is not among them.
    """
    known = frozenset(undisturbed)
    return frozenset(day for day in days if not known.issuperset(utc_days(day, zone)))


def utc_days(day: date, zone: tzinfo) -> range:
    """Return the UTC days, counted from 1970-01-01, that a day of a time zone's calendar overlaps."""
    begin, end = (datetime.combine(one, time(), zone).timestamp() for one in (day, day + _DAY))
    return range(int(begin // SECONDS_A_DAY), int((end - 1) // SECONDS_A_DAY) + 1)


def _week(day: date) -> tuple[int, int]:
    """Return the calendar week of a day as year and number."""
    return day.isocalendar()[:2]
