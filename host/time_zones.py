"""Time zones of the IANA database, from the files in the package pytz.

Python would take this computer's own files, which may be old or missing. `fluent.runtime` needs pytz anyway, so its
files are the one database on every computer. `zoneinfo` reads them; pytz's own functions are not used.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

_WEEK: Final = timedelta(weeks=1)
_NO_PLACES: Final = {"Factory"}
"""Names in the database that are no time zone of a place; they mean that nobody has set the computer's zone."""


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all time zones, old names such as Asia/Calcutta included."""
    # A line is `Z name …` for a zone, `L target name` for another name of one.
    lines = [line.split() for line in _lines("tzdata.zi")]
    names = {line[1] for line in lines if line[0] == "Z"} | {line[2] for line in lines if line[0] == "L"}
    return frozenset(names - _NO_PLACES)


@cache
def countries() -> Mapping[str, tuple[str, str]]:
    """Return the code and the English name of the country of each time zone that a country uses today."""
    names = dict(line.split("\t") for line in _lines("iso3166.tab"))
    places = (line.split("\t") for line in _lines("zone.tab"))
    return {zone: (code, names[code]) for code, _, zone, *_ in places}


@cache
def time_zone(name: str) -> ZoneInfo:
    """Return a time zone by its name.

    Raises:
        ValueError: there is no time zone of this name.
    """
    if name not in zone_names():
        raise ValueError("no time zone")
    with (files("pytz") / "zoneinfo" / name).open("rb") as file:
        return ZoneInfo.from_file(file, name)


def stored_time_zone(name: str) -> ZoneInfo:
    """Return the time zone of a stored name; UTC if the database does not have it, as another one may have had it."""
    return time_zone(name if name in zone_names() else "UTC")


def clock(now: float, zone: ZoneInfo) -> datetime:
    """Return what a clock in a time zone shows at a time in unix seconds, as a time without zone."""
    return datetime.fromtimestamp(now, zone).replace(tzinfo=None)


def unix_time(shown: datetime, zone: ZoneInfo) -> int | None:
    """Return the time, in unix seconds, at which a clock in a time zone shows a time; None if the clock skips it.

    When the clocks go back, they show an hour twice; this is then the first time.
    """
    at = shown.replace(tzinfo=zone).timestamp()
    return int(at) if clock(at, zone) == shown else None


def in_its_week(start: float, week_of: float, zone: ZoneInfo) -> int | None:
    """Return the start of a weekly event in another week, in unix seconds; None if the clocks skip its hour there.

    Args:
        start: the start of one occurrence.
        week_of: the time, a whole number of weeks from `start`, at which it would begin if the clocks never changed.
        zone: the zone in whose clocks each occurrence begins at the same weekday and time.
    """
    weeks = round((week_of - start) / _WEEK.total_seconds())
    return unix_time(clock(start, zone) + weeks * _WEEK, zone)


def _lines(file: str) -> Iterator[str]:
    text = (files("pytz") / "zoneinfo" / file).read_text("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))
