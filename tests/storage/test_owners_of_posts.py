"""Message records belong to owners of several kinds, and go with them in the same transaction."""

import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path

from storage import Post, Store
from storage.owners import OWNERS, Owner, OwnerKind, table_owner
from storage.place_ids import of_direct_messages
from storage.tools.migrator import migrate, migration_files, number
from tests.storage.store_support import ANNE, GUILD, new_table, playing_table, rewrite, seen

ORPHANS = " UNION ALL ".join(
    f"SELECT nonce FROM posts WHERE owner_kind = '{kind}' AND owner_id NOT IN (SELECT id FROM {table})"  # noqa: S608  text made of constants
    for kind, table in OWNERS.items()
)
EVERY_KIND: Mapping[OwnerKind, Callable[[Store], Awaitable[int]]] = {"table": new_table}
"""Functions that store an owner on the server `GUILD`, with something of `ANNE`, and return its id."""


async def with_posts(store: Store) -> list[Owner]:
    """Store an owner of each kind, each with a message and with one that is about to be sent."""
    owners = [Owner(kind, await add(store)) for kind, add in EVERY_KIND.items()]
    for owner in owners:
        await store.message_records.add(owner, Post(f"{owner} sent", "sent", 10, 700))
        await store.message_records.add(owner, Post(f"{owner} pending", "pending", 10))
    return owners


async def left(store: Store, owner: Owner) -> list[Post]:
    """Return the records of an owner, after a check that no record at all is without an owner."""
    assert await store._database.read(ORPHANS) == []
    return await store.message_records.of(owner)


def test_every_kind_of_owner_is_tested() -> None:
    assert EVERY_KIND.keys() == OWNERS.keys()


async def test_no_record_is_left_of_a_deleted_owner_of_any_kind(store: Store) -> None:
    for owner in await with_posts(store):
        await rewrite(store, f"DELETE FROM {OWNERS[owner.kind]} WHERE id = ?", (owner.id,))  # noqa: S608  text made of constants
        assert await left(store, owner) == []


async def test_server_that_leaves_takes_the_records_of_all_its_owners_with_it(store: Store) -> None:
    owners = await with_posts(store)
    await store.privacy.mark_guilds_gone([GUILD])
    await store.privacy.delete_guild(GUILD)
    for owner in owners:
        assert await left(store, owner) == []


async def test_forgotten_person_leaves_no_record_without_an_owner(store: Store) -> None:
    owners = await with_posts(store)
    alone = await playing_table(store, place_id=of_direct_messages(ANNE))
    await store.message_records.add(table_owner(alone), Post("panel", "panel", 10, 700))
    for table_id in (alone, *(owner.id for owner in owners if owner.kind == "table")):
        await store.tables.end(await seen(store, table_id), "closed")
    await store.privacy.delete_person(ANNE)
    assert await left(store, table_owner(alone)) == []


async def test_deleted_table_leaves_the_records_of_an_owner_of_another_kind_with_its_id(store: Store) -> None:
    """Two owners may have the same id if their kinds differ."""
    table_id = await new_table(store)
    await store.message_records.add(table_owner(table_id), Post("n", "lobby", 10))
    await rewrite(store, "INSERT INTO posts VALUES ('other', 'another', ?, 'lobby', 10, NULL, NULL)", (table_id,))
    await store.tables.end(await seen(store, table_id), "closed")
    await store.retention.delete_tables([table_id])
    assert await store._database.read("SELECT owner_kind FROM posts") == [("another",)]


def test_records_of_tables_keep_their_tables(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    files = migration_files()
    migrate(path, [file for file in files if number(file) < 44])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO tables (id, place_id, channel_id, game, rules, seat_count, options, opener_id, created_at)"
            " VALUES (7, 1, 1, 'saizen', 1, 3, '{}', 5, 0)"
        )
        connection.execute("INSERT INTO posts VALUES ('n', 7, 'lobby', 10, 700, 'shown')")
    migrate(path, files)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM posts").fetchall() == [("n", "table", 7, "lobby", 10, 700, "shown")]
