"""Time zones come from files of the bot's own, and follow the switches of summer time."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from host import time_zones
from host.time_zones import clock, countries, time_zone, unix_time, zone_names

EMPTY = """
import zoneinfo
zoneinfo.reset_tzpath([])
from host import time_zones
for name in ("Asia/Kathmandu", "America/St_Johns", "Asia/Calcutta"):
    print(time_zones.clock(1_800_000_000, time_zones.time_zone(name)))
print(len(time_zones.zone_names()) > 590, len(time_zones.countries()) > 400)
"""


def at(text: str) -> float:
    """Return a time in UTC as unix seconds."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("path", ["/nowhere", "wrong"])
def test_zones_do_not_depend_on_the_computers_files(tmp_path: Path, path: str) -> None:
    """Start a process on a computer without time zones, and on one where every zone is wrong."""
    (tmp_path / "Asia").mkdir()
    (tmp_path / "Asia" / "Kathmandu").write_bytes(b"not a time zone")
    found = subprocess.run(
        [sys.executable, "-c", EMPTY],
        env=os.environ | {"PYTHONTZPATH": str(tmp_path) if path == "wrong" else path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split("\n")[:4] == [
        "2027-01-15 13:45:00",
        "2027-01-15 04:30:00",
        "2027-01-15 13:30:00",
        "True True",
    ]


def test_every_name_is_a_zone() -> None:
    assert {time_zone(one).key for one in zone_names()} == zone_names()
    assert countries().keys() <= zone_names()


@pytest.mark.parametrize(
    "name", ["localtime", "Factory", "posixrules", "right/UTC", "posix/Asia/Tokyo", "Asia", "", "../pytz", "\0"]
)
def test_names_that_mean_no_place_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no time zone"):
        time_zone(name)


@pytest.mark.parametrize(
    ("zone", "utc", "shown"),
    [
        ("Asia/Kathmandu", "2026-11-28 12:00", "17:45"),
        ("America/St_Johns", "2026-11-28 12:00", "08:30"),
        ("America/St_Johns", "2026-07-01 12:00", "09:30"),
        ("Pacific/Chatham", "2026-01-01 12:00", "01:45"),
        ("Europe/Berlin", "2026-03-29 00:59", "01:59"),
        ("Europe/Berlin", "2026-03-29 01:00", "03:00"),
        ("Europe/Berlin", "2026-10-25 00:59", "02:59"),
        ("Europe/Berlin", "2026-10-25 01:00", "02:00"),
        ("Australia/Lord_Howe", "2026-04-04 15:00", "01:30"),  # the clocks go back by half an hour
        ("Pacific/Kiritimati", "2026-11-28 12:00", "02:00"),
    ],
)
def test_clock_follows_the_zones_rules(zone: str, utc: str, shown: str) -> None:
    assert f"{clock(at(utc), time_zone(zone)):%H:%M}" == shown


@pytest.mark.parametrize(
    ("zone", "shown", "utc"),
    [
        ("Europe/Berlin", "2026-03-28 19:00", "2026-03-28 18:00"),
        ("Europe/Berlin", "2026-03-29 19:00", "2026-03-29 17:00"),
        ("Europe/Berlin", "2026-03-29 02:30", None),  # the clocks skip this hour
        ("Europe/Berlin", "2026-10-25 02:30", "2026-10-25 00:30"),  # the first of two
        ("Asia/Kathmandu", "2026-11-28 19:00", "2026-11-28 13:15"),
        ("America/St_Johns", "2026-11-28 19:00", "2026-11-28 22:30"),
        ("Pacific/Apia", "2011-12-30 12:00", None),  # the day that Samoa skipped at the date line
    ],
)
def test_time_of_a_clock_is_one_moment(zone: str, shown: str, utc: str | None) -> None:
    expected = None if utc is None else at(utc)
    assert unix_time(datetime.fromisoformat(shown), time_zone(zone)) == expected


def test_zone_is_read_once() -> None:
    assert time_zones.time_zone("Asia/Tokyo") is time_zones.time_zone("Asia/Tokyo")
