"""Queries use indexes: no query scans a whole database table, however large it is."""

import re

import pytest

from storage import Store
from storage.queries import (
    due_work,
    finished_games,
    leaderboard_messages,
    lost_tables,
    message_records,
    settings,
    standings,
    tables,
)
from storage.queries.nights import nights
from storage.queries.people import names as people
from storage.queries.people import notifications, personal_results
from storage.sqlite.sqlite import Sqlite
from tests.storage.store_support import plan, playing_table

JSON = {"tables": "[1]", "ids": "[1]", "channels": "[1]", "turns": "[]"}
"""Parameters that are JSON; all others are numbers."""
ANY = ""


@pytest.mark.drawn(15)
@pytest.mark.parametrize(
    ("sql", "index"),
    [
        (due_work._DUE, "tables_by_deadline"),
        (due_work._IDLE, "tables_by_state"),
        (due_work._TIMED, "tables_by_state"),
        (due_work._ACTING, "tables_acting"),
        (due_work._OUTDATED, "tables_by_state"),
        (due_work._OUTDATED, "tables_outdated"),
        (due_work._OUTDATED, "posts_to_check"),
        (due_work._IN_PROGRESS, "tables_by_state"),
        (due_work._TURNS, "PRIMARY KEY"),
        (due_work._CHANGE, "PRIMARY KEY"),
        (finished_games._CHANNELS, "tables_by"),
        (finished_games._ENDED, "tables_by_end"),
        (finished_games._OWN, "seats_by_user"),
        (finished_games._PLAY_ON, "PRIMARY KEY"),
        (finished_games._TAKE_OVER, "PRIMARY KEY"),
        (finished_games._PLAYED_ON, "tables_by_origin"),
        (lost_tables.IN_PLACE, "tables_lost"),
        (lost_tables.PLACES, "tables_by_state"),
        (lost_tables.LOST_BEFORE, "tables_lost"),
        (lost_tables.DUE_NOTICES, "lost_notices_due"),
        (lost_tables._TELL, "PRIMARY KEY"),
        (lost_tables._ADD_NOTICES, "PRIMARY KEY"),
        (lost_tables._CREDIT, "tables_lost"),
        (tables.LAST, "tables_last_started"),
        (tables.PLACES, "tables_by_place"),
        (message_records.AMONG, "nights_by_channel"),
        (message_records.AMONG, "scheduled_lobbies_by_channel"),
        (nights.OPEN, "nights_by_state"),
        (nights.OUTDATED, "nights_outdated"),
        (nights.LOBBIES, "tables_by_night"),
        (nights.MESSAGE, "PRIMARY KEY"),
        (nights.IN_CHANNEL, "nights_in_channel"),
        (nights.RUNNING, "tables_by_night"),
        (nights.SEATS, "PRIMARY KEY"),
        (nights.PEOPLE, "PRIMARY KEY"),
        (nights.UNSEAL, "tables_by_night"),
        (leaderboard_messages._WITHDRAW_OLD, "leaderboards_by_guild"),
        (notifications.OF, ANY),
        (notifications.FORGET, ANY),
        (notifications.DUE, ANY),
        (notifications.COUNT, ANY),
        (notifications.REFUSE, ANY),
        (notifications.PRUNE, ANY),
        *((sql, ANY) for sql in standings.BOARDS.values()),
        (standings.MOST_PLAYED, ANY),
        (standings.PLAYED, ANY),
        (standings.BADGES, ANY),
        (standings.RATINGS, ANY),
        (standings.NAMES, ANY),
        (people.FINISHED, ANY),
        (settings.PERSON, ANY),
        (personal_results.PLAYED, ANY),
        (personal_results.COURSE, ANY),
        (personal_results.BADGES, ANY),
        (personal_results.SCORES, ANY),
    ],
)
async def test_no_query_scans_a_table(store: Store, sql: str, index: str) -> None:
    await playing_table(store)
    names = re.findall(r":([a-z_]+)", sql)
    values: list[object] = ["[1]" if before.endswith("json_each(") else 1 for before in sql.split("?")[:-1]]
    found = await plan(store, sql, values or {name: JSON.get(name, 1) for name in names})
    assert not found.walks()
    assert not [step for step in found.steps if "AUTOMATIC" in step and "totals" not in step], found
    if isinstance(store._database, Sqlite):
        assert any(index in step for step in found.steps), found
        if sql == finished_games._ENDED:
            assert not any("TEMP B-TREE" in step for step in found.steps), "it stops at the page's end"
