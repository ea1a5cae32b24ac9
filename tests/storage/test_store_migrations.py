"""The numbered migrations."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage import Occupant, Store, StoreError
from storage.postgres import schema
from storage.sqlite.preflight import APPLICATION_ID, Known, inspect
from storage.tools import migrator
from storage.tools.migrator import BASELINE, POSTGRES, SQLITE, migration_files, number, prepared
from tests.storage.store_support import Clock, folder_bytes, moves, playing_table, results_of, seen, stored

ROOT = Path(__file__).parents[2]
BOT = """
import sys
from pathlib import Path
from storage.tools.migrator import prepared

with prepared(Path(sys.argv[1]), Path(sys.argv[2])):
    pass
"""
NEWEST = number(migration_files()[-1])
DATABASES = Path(__file__).parent / "databases"


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """Copy the migrations to a folder where tests can add to them."""
    return Path(shutil.copytree(SQLITE, tmp_path / "migrations"))


def prepare(path: Path, folder: Path = SQLITE) -> None:
    """Migrate a database like a bot that starts and stops."""
    with prepared(path, folder):
        pass


def add(migrations: Path, script: str) -> None:
    following = number(migration_files(migrations)[-1]) + 1
    (migrations / f"V{following}__more.sql").write_text(script, encoding="utf-8")


def ask(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def test_new_database_has_the_application_id_and_the_newest_version(path: Path) -> None:
    prepare(path)
    assert ask(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert ask(path, "PRAGMA user_version") == [(NEWEST,)]
    assert ask(path, "PRAGMA journal_mode") == [("wal",)]


def test_every_table_is_strict(path: Path) -> None:
    prepare(path)
    lax = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' AND NOT strict"
    assert ask(path, lax) == []


def test_preparing_again_changes_nothing(path: Path) -> None:
    prepare(path)
    before = folder_bytes(path.parent)
    prepare(path)
    assert folder_bytes(path.parent) == before


async def test_older_database_is_migrated_with_its_data(path: Path, clock: Clock, migrations: Path) -> None:
    async with await Store.open(path, now=clock, record_write=None) as store:
        await store.tables.add_moves(await seen(store, await playing_table(store)), moves(0, 3))
    add(
        migrations, "-- One more.\nCREATE TABLE more (a INTEGER) STRICT;\nINSERT INTO more VALUES (5);\n-- That is all."
    )
    prepare(path, migrations)
    prepare(path, migrations)
    assert ask(path, "SELECT a FROM more") == [(5,)]
    assert ask(path, "SELECT COUNT(*) FROM moves") == [(3,)]
    with pytest.raises(StoreError, match="newer Ichiza"):
        await Store.open(path, record_write=None)


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    "failing",
    [
        "CREATE TABLE more (a INTEGER) STRICT;\nDELETE FROM moves;\nINSERT INTO nowhere VALUES (1);\n",
        "DELETE FROM moves;\nINSERT INTO seats (table_id, seat, user_id) VALUES (99, 0, 1);\n",
        "DELETE FROM moves;\nCREATE TABLE unfinished (",
    ],
    ids=["a wrong statement", "a row that refers to nothing", "half a statement"],
)
async def test_failing_migration_is_rolled_back(path: Path, clock: Clock, migrations: Path, failing: str) -> None:
    async with await Store.open(path, now=clock, record_write=None) as store:
        await store.tables.add_moves(await seen(store, await playing_table(store)), moves(0, 3))
    before = folder_bytes(path.parent)
    add(migrations, failing)
    with pytest.raises(StoreError, match=rf"stays at schema {NEWEST} because V{NEWEST + 1}__more\.sql failed"):
        prepare(path, migrations)
    assert folder_bytes(path.parent) == before
    async with await Store.open(path, now=clock, record_write=None) as store:
        assert await store.tables.moves(1) == moves(0, 3)


def test_migrations_before_a_failing_one_are_kept(path: Path, migrations: Path) -> None:
    add(migrations, "CREATE TABLE more (a INTEGER) STRICT;")
    add(migrations, "DROP TABLE more;\nDROP TABLE nowhere;")
    with pytest.raises(StoreError, match=f"stays at schema {NEWEST + 1}"):
        prepare(path, migrations)
    assert ask(path, "PRAGMA user_version") == [(NEWEST + 1,)]
    assert ask(path, "SELECT * FROM more") == []


def test_failed_first_migration_can_be_repeated(path: Path, migrations: Path) -> None:
    (migrations / "V18__baseline.sql").write_text("CREATE TABLE one (a);\nCREATE TABLE one (a);\n")
    with pytest.raises(StoreError, match=r"V18__baseline\.sql failed"):
        prepare(path, migrations)
    assert set(folder_bytes(path.parent).values()) == {b""}
    prepare(path)


def test_migration_done_by_another_process_is_not_repeated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def inspect_then_let_another_migrate(path: Path, known: Known) -> None:
        inspect(path, known)
        with monkeypatch.context() as patch:
            patch.setattr(migrator, "inspect", inspect)
            prepare(path)

    monkeypatch.setattr(migrator, "inspect", inspect_then_let_another_migrate)
    prepare(path)
    assert ask(path, "PRAGMA quick_check") == [("ok",)]


def test_database_locked_by_another_program_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrator, "BUSY_SECONDS", 0.01)
    prepare(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="in use by another program"):
            prepare(path)


@pytest.mark.parametrize("name", [f"V{NEWEST + 2}__gap.sql", "V17__before.sql", "start.sql"])
def test_migrations_out_of_order_are_refused_before_the_file_is_touched(
    path: Path, migrations: Path, name: str
) -> None:
    (migrations / name).write_text("CREATE TABLE more (a);")
    with pytest.raises(StoreError, match="install the bot again"):
        prepare(path, migrations)
    assert folder_bytes(path.parent) == {}


def test_kill_during_the_first_migration_leaves_a_usable_file(path: Path, migrations: Path) -> None:
    """Kill a process in the middle of a migration that writes so much that the file and its journal are on the disk."""
    big = (
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 2000)\n"
        "INSERT INTO big SELECT randomblob(4000) FROM n;\n"
    )
    endless = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n;\n"
    (migrations / "V18__baseline.sql").write_text("CREATE TABLE big (a);\n" + big + endless)
    with subprocess.Popen([sys.executable, "-c", BOT, path, migrations], cwd=ROOT) as bot:
        while not path.exists() or path.stat().st_size < 1 << 20:
            assert bot.poll() is None
        os.kill(bot.pid, signal.SIGKILL)
    assert f"{path.name}-journal" in folder_bytes(path.parent)
    prepare(path)
    assert ask(path, "SELECT COUNT(*) FROM moves") == [(0,)]


def test_computer_players_of_older_databases_have_the_names_of_their_seats(path: Path, migrations: Path) -> None:
    newer = [file for file in migration_files(migrations) if number(file) >= 21]
    for file in newer:
        file.rename(file.with_suffix(".later"))
    prepare(path, migrations)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(
            """
            INSERT INTO tables (id, guild_id, channel_id, game, rules, seat_count, options, opener_id, created_at)
            VALUES (1, 1, 1, 'saizen', 1, 3, '{}', 5, 0);
            INSERT INTO seats (table_id, seat, user_id, computer, left_by)
            VALUES (1, 0, 5, NULL, NULL), (1, 1, NULL, 'hard', NULL), (1, 2, NULL, 'normal', 6);
            INSERT INTO results
                   (table_id, guild_id, game, points, place, won, ended_at, seat, user_id, computer, left_by)
            SELECT 1, 1, 'saizen', 0, 1, 1, 0, seat, user_id, computer, left_by FROM seats
             UNION SELECT 1, 1, 'saizen', 0, 1, 1, 0, 3, NULL, NULL, NULL;
            """
        )
    for file in newer:
        file.with_suffix(".later").rename(file)
    prepare(path, migrations)
    assert ask(path, "SELECT computer_name FROM seats ORDER BY seat") == [(None,), (2,), (None,)]
    assert ask(path, "SELECT computer_name FROM results ORDER BY seat") == [(None,), (2,), (None,), (None,)]


def migrations_until(version: int, folder: Path, target: Path) -> Path:
    """Make a folder with copies of the migrations up to `version`, and return it."""
    target.mkdir()
    for file in migration_files(folder):
        if number(file) <= version:
            shutil.copy(file, target)
    return target


def only_baseline(folder: Path, target: Path) -> Path:
    """Make a folder with a copy of the first migration only, and return it."""
    return migrations_until(BASELINE, folder, target)


def test_baseline_of_sqlite_gives_the_schema_of_the_migrations_that_it_folds(path: Path, tmp_path: Path) -> None:
    prepare(path, only_baseline(SQLITE, tmp_path / "baseline"))
    rows = ask(path, "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    expected = (DATABASES / "v18_schema_sqlite.txt").read_text().splitlines()
    assert [re.sub(r"(?<=\() | (?=\))", "", " ".join(str(sql).split())) for (sql,) in rows] == expected


SCHEMA_OF_POSTGRES = {
    "column": "SELECT table_name, ordinal_position, column_name, data_type, is_nullable, column_default, is_identity, "
    "identity_generation, collation_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2",
    "constraint": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2",
    "index": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2",
    "trigger": "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
    "function": "SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
}


def test_baseline_of_postgres_gives_the_schema_of_the_migrations_that_it_folds(empty: str, tmp_path: Path) -> None:
    address = schema.Address(empty)
    schema.prepare(address, only_baseline(POSTGRES, tmp_path / "baseline"))
    lines = []
    with schema.connected(address) as connection:
        for kind, sql in SCHEMA_OF_POSTGRES.items():
            for row in connection.execute(sql.encode()):
                values = ("" if value is None else " ".join(str(value).split()) for value in row)
                lines.append(f"{kind}: {' | '.join(values)}")
    assert lines == (DATABASES / "v18_schema_postgres.txt").read_text().splitlines()


def test_database_older_than_the_baseline_is_refused_and_unchanged(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {BASELINE - 1};")
        connection.execute("CREATE TABLE tables (id INTEGER)")
    before = folder_bytes(path.parent)
    with pytest.raises(
        StoreError, match=rf"too old \(its schema is {BASELINE - 1}, this one needs at least {BASELINE}"
    ):
        prepare(path)
    assert folder_bytes(path.parent) == before


def test_postgres_database_older_than_the_baseline_is_refused(empty: str) -> None:
    address = schema.Address(empty)
    schema.prepare(address)
    with schema.connected(address) as connection:
        connection.execute("UPDATE ichiza_schema SET version = %s", (BASELINE - 1,))
    with pytest.raises(StoreError, match="too old"):
        schema.prepare(address)


BASELINE_ROWS = """
INSERT INTO tables (id, guild_id, channel_id, game, rules, seat_count, options, state, opener_id, created_at,
                    shown, why, pace)
VALUES (1, 7, 8, 'a', 1, 2, '{}', 'closed', 9, 5, 3, 'left', 'letter');
INSERT INTO seats (table_id, seat, user_id, mixed) VALUES (1, 0, 9, '["join 1"]');
INSERT INTO results (table_id, seat, user_id, guild_id, game, points, place, won, ended_at, own)
VALUES (1, 0, 9, 7, 'a', 5, 1, 1, 5, 0.5);
"""


def old_database(
    version: int, rows: str, kind: str, path: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> Path | str:
    """Make a database of an old version with some rows, and return where it is."""
    folder = {"sqlite": SQLITE, "postgres": POSTGRES}[kind]
    migrations = migrations_until(version, folder, tmp_path / "older")
    if kind == "sqlite":
        prepare(path, migrations)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executescript(rows)
        return path
    home: str = request.getfixturevalue("empty")
    address = schema.Address(home)
    schema.prepare(address, migrations)
    with schema.connected(address) as server:
        server.execute(rows.encode())
    return home


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_renamed_columns_keep_their_values(
    kind: str, path: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    home = old_database(BASELINE, BASELINE_ROWS, kind, path, tmp_path, request)
    async with await Store.open(home, record_write=None) as store:
        row = await stored(store, 1)
        assert (row.close_reason, row.time_control) == ("left", "letter")
        assert row.seats[0] == Occupant(9)
        assert row.seats[0].commitment_events == ("join 1",)
        assert [one.own_share for one in await results_of(store, 1)] == [0.5]
        assert [one[0] for one in await store._database.read("SELECT displayed_version FROM tables")] == [3]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_messages_of_the_day_keep_their_fingerprints(
    kind: str, path: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rows = """
    INSERT INTO daily_messages (day, guild_id, channel_id, nonce, message_id, shown, final)
    VALUES (3, 1, 10, 'a', 70, 'page', 1), (3, 2, 10, 'b', 71, NULL, 1), (2, 1, 10, 'c', 72, 'deleted', 0);
    """
    async with await Store.open(old_database(33, rows, kind, path, tmp_path, request), record_write=None) as store:
        found = await store.daily_messages.open(3, 9)
        assert sorted((one.nonce, one.fingerprint) for one in found) == [("a", "page"), ("b", None), ("c", "deleted")]
        assert sorted(one.nonce for one in await store.daily_messages.open(4, 9)) == ["b", "c"]
