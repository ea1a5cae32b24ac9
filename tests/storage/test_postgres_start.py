"""Opening a PostgreSQL database: refusals in one sentence without the password, and the schema that is created."""

import asyncio
import re
import shutil
import sys
from pathlib import Path

import psycopg
import pytest

from storage import NewerSchema, OlderProcess, Store, StoreError
from storage.postgres.schema import Address, connected, newest, prepare
from storage.tools.migrator import POSTGRES, migration_files
from tests.postgres import PASSWORD, Cluster
from tests.storage.store_support import SQLITE_ONLY


def rows(url: str, sql: str) -> list[tuple[object, ...]]:
    """Run a statement and return its rows."""
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


async def refused(url: str, words: str) -> None:
    """Check that opening is refused with these words and without the password."""
    with pytest.raises(StoreError, match=words) as why:
        await Store.open(url, record_write=None)
    sentence = str(why.value)
    assert PASSWORD not in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://me:{PASSWORD}@host/database?no=setting",
        f"postgresql://me:{PASSWORD}%zz@host/database",
        f"postgresql://me:{PASSWORD}/more@host/database",
        f"postgresql://me:a@{PASSWORD}?more@host/database",
        f"postgresql://me:{PASSWORD}@[host/database",
        f"postgresql://me:{PASSWORD}@host",
        "postgresql://",
        "postgres://?connect_timeout=1",
    ],
)
async def test_wrong_address_is_reported_without_quoting_it(url: str) -> None:
    await refused(url, "^The address of the database is wrong")


async def test_missing_server_is_reported(tmp_path: Path) -> None:
    await refused(f"postgresql://me:{PASSWORD}@/database?host={tmp_path}", "^The database database on .* cannot be")
    await refused(f"postgresql://me:{PASSWORD}@localhost:port/database", "cannot be reached")


async def test_missing_database_is_reported(cluster: Cluster) -> None:
    await refused(cluster.url("nowhere"), 'database "nowhere" does not exist')


async def test_foreign_database_is_refused_and_unchanged(empty: str) -> None:
    rows(empty, "CREATE TABLE theirs (a INTEGER)")
    await refused(empty, "is not Ichiza's: choose one that is empty")
    assert rows(empty, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [("theirs",)]


async def test_database_of_a_newer_bot_is_refused(empty: str) -> None:
    await (await Store.open(empty, record_write=None)).close()
    rows(empty, "UPDATE ichiza_schema SET version = 1000")
    await refused(empty, "written by a newer Ichiza")


async def test_database_without_utf8_is_refused(cluster: Cluster) -> None:
    with cluster.database("TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'") as url:
        await refused(url, "does not keep UTF-8")


async def test_missing_right_to_create_tables_is_reported(cluster: Cluster, empty: str) -> None:
    cluster.run("DROP ROLE IF EXISTS guest")
    cluster.run("CREATE ROLE guest LOGIN")
    await refused(empty.replace("//ichiza:", "//guest:"), "permission denied for schema public.*let the user of")


async def test_missing_psycopg_is_reported_with_the_command_to_install_it(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "storage.postgres.postgres", None)
    await refused(empty, "needs psycopg: python -m pip install -r requirements-postgres.txt")


async def test_bots_that_start_together_create_the_schema_once(empty: str) -> None:
    stores = await asyncio.gather(*(Store.open(empty, record_write=None) for _ in range(6)))
    await stores[0].settings.set(0, "a", "b")
    assert [await store.settings.get(0, "a") for store in stores] == ["b"] * 6
    await asyncio.gather(*(store.close() for store in stores))


async def test_failing_migration_is_rolled_back(empty: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(POSTGRES, tmp_path / "migrations"))
    (folder / f"V{newest() + 1}__more.sql").write_text("CREATE TABLE more (a BIGINT);")
    (folder / f"V{newest() + 2}__wrong.sql").write_text("DROP TABLE more; DROP TABLE nowhere;")
    address = Address(empty)
    with pytest.raises(StoreError, match=rf"does not get schema {newest() + 2} because .*wrong.sql failed"):
        prepare(address, folder)
    assert rows(empty, "SELECT version FROM ichiza_schema") == [(newest() + 1,)]
    assert rows(empty, "SELECT a FROM more") == []


def test_both_databases_have_the_same_schema_version() -> None:
    assert [file.name for file in migration_files(POSTGRES)] == [file.name for file in migration_files()]


@SQLITE_ONLY
async def test_both_databases_have_the_same_tables_and_columns(store: Store, postgres_url: str) -> None:
    """Compare the names of the columns, which of them may be NULL, and which of them are keys."""
    columns: dict[str, list[tuple[object, ...]]] = {}
    for (table,) in await store._database.read("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql <> ''"):
        if not table.startswith("sqlite_"):
            info = await store._database.read(f"PRAGMA table_info({table})")
            columns[table] = [(name, bool(notnull or key), key) for _, name, _, notnull, _, key in info]
    theirs: dict[str, list[tuple[object, ...]]] = {}
    sql = """
    SELECT c.table_name, c.column_name, c.is_nullable = 'NO', COALESCE(k.ordinal_position, 0)
      FROM information_schema.columns AS c
      LEFT JOIN information_schema.key_column_usage AS k
        ON k.table_name = c.table_name AND k.column_name = c.column_name AND k.constraint_name LIKE '%_pkey'
     WHERE c.table_schema = 'public' ORDER BY c.ordinal_position
    """
    with connected(Address(postgres_url)) as connection:
        for table, *column in connection.execute(sql):
            theirs.setdefault(table, []).append(tuple(column))
    theirs.pop("ichiza_schema")
    assert {table: sorted(named) for table, named in columns.items()} == {
        table: sorted(named) for table, named in theirs.items()
    }


@SQLITE_ONLY
async def test_both_databases_have_the_same_indexes(store: Store, postgres_url: str) -> None:
    """Compare columns and conditions; PostgreSQL may have more indexes."""
    ours = {}
    for name, sql in await store._database.read(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql <> ''"
    ):
        columns, _, condition = sql.partition(" ON ")[2].partition("(")[2].partition("WHERE")
        ours[name] = (plain(columns), bool(condition))
    sql = """
    SELECT relname, (SELECT string_agg(pg_get_indexdef(indexrelid, place, false), ',' ORDER BY place)
                       FROM generate_series(1, indnatts) AS place), indpred IS NOT NULL
      FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid >= 16384
    """
    theirs = {str(name): (plain(str(columns)), some) for name, columns, some in rows(postgres_url, sql)}
    assert {name: theirs.get(name) for name in ours} == ours


def plain(columns: str) -> str:
    """Return the columns of an index in a notation that is the same for both databases."""
    return re.sub(r"[\s()]", "", columns)


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """Return the migrations of a newer version, which has one more."""
    folder = Path(shutil.copytree(POSTGRES, tmp_path / "migrations"))
    (folder / f"V{newest() + 1}__more.sql").write_text("CREATE TABLE more (a BIGINT);")
    return folder


@pytest.mark.parametrize("lease", ["process:here:7:a", "shard:0/1"])
async def test_database_that_an_older_process_uses_is_not_migrated(empty: str, newer: Path, lease: str) -> None:
    async with await Store.open(empty, record_write=None) as store:
        await store.leases.take([lease], "here:7:a", 15)
        with pytest.raises(OlderProcess, match=r"stop here:7:a\.$"):
            prepare(Address(empty), newer)
        prepare(Address(empty))
        assert rows(empty, "SELECT version FROM ichiza_schema") == [(newest(),)]
        await store.leases.release([lease], "here:7:a")
        prepare(Address(empty), newer)
        assert rows(empty, "SELECT version FROM ichiza_schema") == [(newest() + 1,)]


async def test_expired_lease_and_marks_delay_no_migration(empty: str, newer: Path) -> None:
    async with await Store.open(empty, record_write=None) as store:
        await store.leases.take(["process:here:7:a", "shard:0/1"], "here:7:a", 0)
        await store.leases.take(["handover:0/1", "click:5"], "all", 900)
        prepare(Address(empty), newer)


async def test_store_notices_that_a_newer_version_has_migrated_the_database(empty: str, newer: Path) -> None:
    async with await Store.open(empty, record_write=None) as store:
        await store.check_schema()
        prepare(Address(empty), newer)
        with pytest.raises(NewerSchema, match=rf"its schema is {newest() + 1}, this one knows {newest()}\)"):
            await store.check_schema()
