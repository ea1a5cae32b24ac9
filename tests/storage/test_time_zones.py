"""The migration from an offset and a name to one time zone a person."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from host.settings import Settings
from storage import Store
from storage.tools.migrator import SQLITE, migration_files, number, prepared

BEFORE = 37
"""The last schema with an offset."""


@pytest.mark.parametrize(
    ("stored", "zone", "quiet"),
    [
        ({"zone": "+9"}, "Etc/GMT-9", False),
        ({"zone": "-10"}, "Etc/GMT+10", False),
        ({"zone": "+0"}, "UTC", False),
        ({"zone": "+9", "time_zone": "Europe/Berlin"}, "Europe/Berlin", False),
        ({"time_zone": "Asia/Kolkata"}, "Asia/Kolkata", False),
        ({"zone": "+5:30"}, "", False),
        ({"zone": "+5:30", "hush_from": "22"}, "", True),
        ({"hush_from": "22"}, "", True),
        ({"hush_from": "1"}, "", False),
        ({"time_zone": "localtime"}, "", False),
        ({}, "", False),
    ],
    ids=str,
)
async def test_name_stays_and_whole_hours_become_a_zone(
    path: Path, tmp_path: Path, stored: dict[str, str], zone: str, quiet: bool
) -> None:
    older = tmp_path / "older"
    older.mkdir()
    for file in migration_files(SQLITE):
        if number(file) <= BEFORE:
            shutil.copy(file, older)
    with prepared(path, older):
        pass
    with closing(sqlite3.connect(path)) as connection, connection:
        rows = [(5, *one) for one in {"hints": "off", **stored}.items()]
        connection.executemany("INSERT INTO settings (owner_id, name, value) VALUES (?, ?, ?)", rows)
    async with await Store.open(path, record_write=None) as store:
        mine = await Settings(store).person(5)
        assert (mine.time_zone, mine.hints, mine.is_quiet(0)) == (zone, "off", quiet)
        assert "zone" not in await store.settings.all(5)
