"""The numbered migrations."""

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage import Deals, Store, StoreError, Turn
from storage.postgres import schema
from storage.sqlite.preflight import APPLICATION_ID, inspect
from storage.tools import migrator
from storage.tools.migrator import POSTGRES, SQLITE, prepared
from tests.storage.store_support import Clock, folder_bytes, moves, playing_table, ratings_of, results_of, seen

ROOT = Path(__file__).parents[2]
BOT = """
import sys
from pathlib import Path
from storage.tools.migrator import prepared

with prepared(Path(sys.argv[1]), Path(sys.argv[2])):
    pass
"""
NEWEST = len(list(SQLITE.glob("*.sql")))
PROMISES = int(next(SQLITE.glob("*__promises.sql")).name[1:].partition("_")[0])
"""Version of the migration that adds deal commitments."""
BEHIND = int(next(SQLITE.glob("*__behind_and_acting.sql")).name[1:].partition("_")[0])
"""Version of the migration that stores which tables have work to do."""

TURNS = int(next(SQLITE.glob("*__turns_with_their_table.sql")).name[1:].partition("_")[0])
"""Version of the migration that moves pending decisions into their table's row."""


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """Copy the migrations to a folder where tests can add to them."""
    return Path(shutil.copytree(SQLITE, tmp_path / "migrations"))


def prepare(path: Path, folder: Path = SQLITE) -> None:
    """Migrate a database like a bot that starts and stops."""
    with prepared(path, folder):
        pass


def add(migrations: Path, script: str) -> None:
    number = len(list(migrations.iterdir())) + 1
    (migrations / f"V{number}__more.sql").write_text(script, encoding="utf-8")


def only(migrations: Path, newest: int) -> None:
    """Delete the migrations after `newest`."""
    for file in migrations.iterdir():
        if int(file.name[1:].partition("_")[0]) > newest:
            file.unlink()


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
    async with await Store.open(path, now=clock) as store:
        await store.tables.add_moves(await seen(store, await playing_table(store)), moves(0, 3))
    add(
        migrations, "-- One more.\nCREATE TABLE more (a INTEGER) STRICT;\nINSERT INTO more VALUES (5);\n-- That is all."
    )
    prepare(path, migrations)
    prepare(path, migrations)
    assert ask(path, "SELECT a FROM more") == [(5,)]
    assert ask(path, "SELECT COUNT(*) FROM moves") == [(3,)]
    with pytest.raises(StoreError, match="newer Ichiza"):
        await Store.open(path)


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
    async with await Store.open(path, now=clock) as store:
        await store.tables.add_moves(await seen(store, await playing_table(store)), moves(0, 3))
    before = folder_bytes(path.parent)
    add(migrations, failing)
    with pytest.raises(StoreError, match=rf"stays at schema {NEWEST} because V{NEWEST + 1}__more\.sql failed"):
        prepare(path, migrations)
    assert folder_bytes(path.parent) == before
    async with await Store.open(path, now=clock) as store:
        assert await store.tables.moves(1) == moves(0, 3)


def test_migrations_before_a_failing_one_are_kept(path: Path, migrations: Path) -> None:
    add(migrations, "CREATE TABLE more (a INTEGER) STRICT;")
    add(migrations, "DROP TABLE more;\nDROP TABLE nowhere;")
    with pytest.raises(StoreError, match=f"stays at schema {NEWEST + 1}"):
        prepare(path, migrations)
    assert ask(path, "PRAGMA user_version") == [(NEWEST + 1,)]
    assert ask(path, "SELECT * FROM more") == []


def test_failed_first_migration_can_be_repeated(path: Path, migrations: Path) -> None:
    (migrations / "V1__start.sql").write_text("CREATE TABLE one (a);\nCREATE TABLE one (a);\n")
    with pytest.raises(StoreError, match=r"V1__start\.sql failed"):
        prepare(path, migrations)
    assert set(folder_bytes(path.parent).values()) == {b""}
    prepare(path)


def test_migration_done_by_another_process_is_not_repeated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def inspect_then_let_another_migrate(path: Path, newest: int) -> None:
        inspect(path, newest)
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


@pytest.mark.parametrize("name", [f"V{NEWEST + 2}__gap.sql", "V1__again.sql", "start.sql"])
def test_migrations_out_of_order_are_refused_before_the_file_is_touched(
    path: Path, migrations: Path, name: str
) -> None:
    (migrations / name).write_text("CREATE TABLE more (a);")
    with pytest.raises(StoreError, match="install the bot again"):
        prepare(path, migrations)
    assert folder_bytes(path.parent) == {}


def test_kill_during_the_first_migration_leaves_a_usable_file(path: Path, migrations: Path) -> None:
    """The small cache spills, so the journal is on the disk."""
    big = (
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 2000)\n"
        "INSERT INTO big SELECT randomblob(4000) FROM n;\n"
    )
    endless = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n;\n"
    (migrations / "V1__start.sql").write_text("CREATE TABLE big (a);\n" + big + endless)
    with subprocess.Popen([sys.executable, "-c", BOT, path, migrations], cwd=ROOT) as bot:
        while not path.exists() or path.stat().st_size < 1 << 20:
            assert bot.poll() is None
        os.kill(bot.pid, signal.SIGKILL)
    assert f"{path.name}-journal" in folder_bytes(path.parent)
    prepare(path)
    assert ask(path, "SELECT COUNT(*) FROM moves") == [(0,)]


async def test_migration_keeps_who_made_moves_and_sets_no_level_of_results(
    path: Path, clock: Clock, migrations: Path
) -> None:
    only(migrations, 3)
    prepare(path, migrations)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO tables (guild_id, channel_id, game, rules, seat_count, options, opener_id, created_at, state) "
            "VALUES (1, 1, 'sample', 1, 2, '{}', 1, 1, 'playing')"
        )
        row = "INSERT INTO moves (table_id, number, seat, move, made_at, by_computer) VALUES (1, ?, ?, 'S7', 5, ?)"
        connection.executemany(row, [(0, 0, 0), (1, 1, 1)])
        row = "INSERT INTO results (table_id, seat, user_id, guild_id, game, points, place, won, ended_at) "
        connection.executemany(f"{row} VALUES (9, ?, ?, 1, 'sample', 5, 1, 1, 5)", [(0, 7), (1, None)])
    async with await Store.open(path, now=clock) as store:
        assert [one.computer for one in await store.tables.moves(1)] == [None, "normal"]
        assert [(one.user_id, one.computer) for one in await results_of(store, 9)] == [(7, None), (None, None)]


async def test_migration_numbers_results_in_the_order_of_their_end(path: Path, clock: Clock, migrations: Path) -> None:
    only(migrations, 4)
    prepare(path, migrations)
    with closing(sqlite3.connect(path)) as connection, connection:
        row = "INSERT INTO results (table_id, seat, user_id, guild_id, game, points, place, won, ended_at) "
        ended = [(9, 1, 50), (8, 1, 70), (7, 2, 60), (6, 1, 70)]
        connection.executemany(
            f"{row} VALUES (?, ?, 7, ?, 'sample', 5, 1, 1, ?)",
            [(table_id, seat, guild_id, at) for table_id, guild_id, at in ended for seat in range(2)],
        )
        connection.execute("INSERT INTO ratings VALUES (1, 'sample', 7, 30, 2, 3)")
    async with await Store.open(path, now=clock) as store:
        rows = await store._database.read("SELECT DISTINCT table_id, number FROM results")
        assert dict(map(tuple, rows)) == {9: 1, 6: 2, 8: 3, 7: 1}
        assert [(one.own, one.left_by) for one in await results_of(store, 9)] == [(1.0, None)] * 2
        assert await ratings_of(store, 1) == {}  # those of another model


async def test_migration_counts_dealt_games_without_commitments(path: Path, clock: Clock, migrations: Path) -> None:
    only(migrations, PROMISES - 1)
    prepare(path, migrations)
    with closing(sqlite3.connect(path)) as connection, connection:
        row = (
            "INSERT INTO tables (guild_id, channel_id, game, rules, seat_count, options, opener_id, created_at, state, "
            "started_at) VALUES (?, 1, 'sample', 1, 2, '{}', 1, 1, ?, ?)"
        )
        states = [("over", 5), ("playing", 5), ("closed", 5), ("closed", None), ("lobby", None)]
        connection.executemany(row, [(1, *one) for one in states])
        connection.execute(row, (2, "lobby", None))
    async with await Store.open(path, now=clock) as store:
        assert [await store.commitments.deal_counts(guild) for guild in (1, 2, 3)] == [Deals(3, 1), Deals(), Deals()]
        table = await store.tables.load(1)
        assert table is not None
        assert table.promises == ()


def test_migration_marks_open_tables_outdated_and_lets_computer_players_act(path: Path, migrations: Path) -> None:
    only(migrations, BEHIND - 1)
    prepare(path, migrations)
    script = """
INSERT INTO tables (id, guild_id, channel_id, game, rules, seat_count, options, state, opener_id, created_at, version)
VALUES (1, 7, 8, 'a', 1, 2, '{}', 'lobby', 9, 5, 0), (2, 7, 8, 'a', 1, 2, '{}', 'playing', 9, 5, 3),
       (3, 7, 8, 'a', 1, 2, '{}', 'playing', 9, 5, 3), (4, 7, 8, 'a', 1, 2, '{}', 'over', 9, 5, 3);
INSERT INTO seats (table_id, seat, user_id, computer) VALUES (1, 0, NULL, 'easy'), (2, 0, 9, NULL),
       (2, 1, NULL, 'easy'), (3, 0, 9, NULL), (4, 0, NULL, 'easy');
"""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    prepare(path)
    assert ask(path, "SELECT id FROM tables WHERE shown <> version") == [(1,), (2,), (3,)]
    assert ask(path, "SELECT id FROM tables WHERE acting = 1") == [(2,)]


OWED = """
INSERT INTO tables (id, guild_id, channel_id, game, rules, seat_count, options, state, opener_id, created_at)
VALUES (1, 7, 8, 'a', 1, 3, '{}', 'playing', 9, 5), (2, 7, 8, 'a', 1, 3, '{}', 'playing', 9, 5),
       (3, 7, 8, 'a', 1, 3, '{}', 'lobby', 9, 5);
INSERT INTO turns (table_id, seat, decision, since, remind, due, nudged, given)
VALUES (1, 2, 4, 100, 130, 160, 0, 0), (1, 0, 3, 90, NULL, 150, 1, 0), (1, 1, 3, 10, NULL, 70, 0, 1),
       (2, 0, 5, 100, NULL, NULL, 0, 0);
"""


async def with_old_turns(home: Path | str, folder: Path) -> None:
    """Create a database whose pending decisions are in their own table."""
    only(folder, TURNS - 1)
    if isinstance(home, Path):
        prepare(home, folder)
        with closing(sqlite3.connect(home)) as connection:
            connection.executescript(OWED)
    else:
        await asyncio.to_thread(schema.prepare, schema.Address(home), folder)
        with schema.connected(schema.Address(home)) as server:
            server.execute(OWED.encode())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_migration_moves_pending_decisions_into_their_tables_row(
    kind: str, path: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    home = path if kind == "sqlite" else request.getfixturevalue("empty")
    folder = shutil.copytree(SQLITE if kind == "sqlite" else POSTGRES, tmp_path / "older")
    await with_old_turns(home, folder)
    async with await Store.open(home) as store:
        rows = [await store.tables.load(number) for number in (1, 2, 3)]
        assert [row and row.turns for row in rows] == [
            {
                0: Turn(3, 90, None, 150, nudged=True),
                1: Turn(3, 10, None, 70, given=True),
                2: Turn(4, 100, 130, 160),
            },
            {0: Turn(5, 100)},
            {},
        ]
        assert [await store.due_work.due(now) for now in (129, 130)] == [[], [(1, 7)]]
