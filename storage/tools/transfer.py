"""Copying a whole database, SQLite or PostgreSQL, into an empty database of either kind.

The source is read from one snapshot, and the target is filled whole or not at all. Tables and columns have the same
names and values in both kinds of databases, so this module needs to know nothing about them.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from progress import Report, silent
from storage.backends import is_url, needing_psycopg
from storage.errors import StoreError
from storage.sqlite.backup import backup_file, new_file
from storage.sqlite.preflight import as_store_errors
from storage.sqlite.process_lock import Lock
from storage.tools.dump import FIRST, Content, in_order, other_schema
from storage.tools.migrator import migrate, migration_files

_REPORTED_ROWS = 1000
"""Rows between two reports of the progress."""


def copy(source: str, target: str, report: Report = silent) -> dict[str, int]:
    """Copy `source` to `target`. Either is a file's path, or a PostgreSQL database's URL.

    Args:
        source: stays unchanged. No bot may be running on it: later writes would not be copied.
        target: a file that does not exist yet, or an empty database.
        report: gets a text about what is being done.

    Returns:
        The number of rows of each table.

    Raises:
        StoreError: `source` cannot be read or is in use, or `target` cannot be written; then `target` is empty.
    """
    if is_url(source):
        return copy_live(source, target, report)
    with Lock(Path(source).resolve()):
        return copy_live(source, target, report)


def backup(source: str | os.PathLike[str], target: Path, report: Report = silent) -> None:
    """Copy a database, which bots may be using, to a new file.

    Raises:
        StoreError: `source` cannot be read, or `target` cannot be created; then there is no `target`.
    """
    if is_url(source):
        copy_live(str(source), str(target), report)
    else:
        backup_file(Path(source), target, report)


def restore_to(
    source: Path, url: str, report: Report = silent, *, nothing_played_since: bool = False
) -> dict[str, int]:
    """Put a backup into the empty PostgreSQL database at `url`.

    The database is marked as restored, unless nothing was played after the backup.

    Raises:
        StoreError: as `copy` does.
    """
    with _file_content(source, report) as content:
        return _fill(url, _reported(content, report), restored=not nothing_played_since)


def copy_live(source: str, target: str, report: Report = silent) -> dict[str, int]:
    """Copy a snapshot of a database that a bot may be using."""
    with _content(source, report) as found:
        content = _reported(found, report)
        return _fill(target, content) if is_url(target) else _fill_file(Path(target), content)


def _fill(url: str, content: Content, *, restored: bool | None = None) -> dict[str, int]:
    """Put content into an empty PostgreSQL database."""
    with needing_psycopg():
        from storage.postgres.bulk_copy import fill  # noqa: PLC0415  psycopg is an optional dependency
    return fill(url, content, restored=restored)


def _content(source: str, report: Report) -> AbstractContextManager[Content]:
    if not is_url(source):
        return _file_content(Path(source), report)
    with needing_psycopg():
        from storage.postgres.bulk_copy import content  # noqa: PLC0415  psycopg is an optional dependency
    return content(source)


@contextmanager
def _file_content(source: Path, report: Report) -> Iterator[Content]:
    """Yield the content of a file, migrated to the newest schema in a temporary copy."""
    with tempfile.TemporaryDirectory(prefix="ichiza-") as folder:
        copied = Path(folder, "copy.sqlite3")
        backup_file(source, copied, report)
        migrate(copied, migration_files())
        with closing(sqlite3.connect(copied)) as connection:

            def rows(table: str) -> Iterable[Sequence[Any]]:
                columns = ", ".join(found[table])
                return connection.execute(f"SELECT {columns} FROM {table}")  # noqa: S608  names from our own schema

            found = _columns(connection)
            ((last_id,),) = connection.execute("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence")
            yield Content(found, rows, last_id)


def _reported(content: Content, report: Report) -> Content:
    """Return content with the same rows; while they are read, `report` gets the progress now and then."""

    def rows(table: str) -> Iterable[Sequence[Any]]:
        for number, row in enumerate(content.rows(table), 1):
            if number % _REPORTED_ROWS == 1:
                report(f"row {number} of the table {table}")
            yield row

    return replace(content, rows=rows)


def _fill_file(target: Path, content: Content) -> dict[str, int]:
    """Put content into a new file."""
    moved = {}
    with new_file(target) as draft:
        migrate(draft, migration_files())
        with as_store_errors(target), closing(sqlite3.connect(draft)) as connection:
            if _columns(connection) != content.columns:
                raise other_schema()
            connection.execute("PRAGMA foreign_keys = OFF")  # checked at the end, because rows may refer to later rows
            for table, columns in content.columns.items():
                marks = ", ".join("?" * len(columns))
                sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608  our schema's names
                moved[table] = connection.executemany(sql, content.rows(table)).rowcount
            connection.execute("DELETE FROM sqlite_sequence")
            connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (FIRST, content.last_id))
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise StoreError("What is there refers to what is not there, so nothing was moved: report this.")
            connection.commit()
    return moved


def _columns(connection: sqlite3.Connection) -> dict[str, list[str]]:
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return in_order(
        {name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")] for (name,) in tables.fetchall()}
    )
