"""Reading and filling a whole PostgreSQL database with `COPY`, with a few rows in memory at a time."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString

import psycopg
from psycopg.sql import SQL, Composed, Identifier

from storage.errors import StoreError
from storage.postgres.schema import VERSION, Address, as_store_errors, connected, newest, prepare, reached
from storage.queries.deal_commitments import MARK, UNMARK
from storage.tools.dump import FIRST, Content, in_order, other_schema

Connection = psycopg.Connection[tuple[Any, ...]]

_COLUMNS = """
SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema()
"""
_SEQUENCE = f"SELECT pg_get_serial_sequence('{FIRST}', 'id')"


@contextmanager
def content(url: str) -> Iterator[Content]:
    """Yield the content of the database at `url` from one snapshot; bots may use the database meanwhile.

    Raises:
        StoreError: the database cannot be read, or its schema is not the newest.
    """
    address = Address(url)
    with connected(address) as connection, as_store_errors(address):
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        if (version := reached(connection)) != newest():
            begun = f"is of schema {version}: start the newest bot on it once" if version else "is not Ichiza's"
            raise StoreError(f"The database {address} {begun}, and nothing was copied.")
        types = _types(connection)

        def rows(table: str) -> Iterable[Sequence[Any]]:
            names = columns[table]
            with connection.cursor().copy(_statement("COPY {} ({}) TO STDOUT", table, names)) as copied:
                copied.set_types([types[table][name] for name in names])
                yield from copied.rows()

        columns = in_order(types)
        yield Content(columns, rows, _last_id(connection))


def fill(url: str, content: Content, *, restored: bool | None = None) -> dict[str, int]:
    """Fill the empty database at `url`, and return the number of rows of each table.

    A setting in the database says that a backup was restored. If `restored` is True, this setting is added; if it is
    False, it is removed; if it is None, it stays as it is in `content`.

    Raises:
        StoreError: the database cannot be written, is not empty, or has another schema; nothing was filled in.
    """
    address, moved = Address(url), {}
    prepare(address)
    with connected(address) as connection, as_store_errors(address), connection.transaction():
        types = _types(connection)
        if in_order(types) != content.columns:
            raise other_schema()
        for table, columns in content.columns.items():
            if connection.execute(SQL("SELECT 1 FROM {} LIMIT 1").format(Identifier(table))).fetchone():
                raise StoreError(f"The database {address} is not empty: choose one that is.")
            with connection.cursor() as cursor:
                with cursor.copy(_statement("COPY {} ({}) FROM STDIN", table, columns)) as copied:
                    for row in content.rows(table):
                        copied.write_row(row)
                moved[table] = cursor.rowcount
        if restored is not None:
            connection.execute(UNMARK)
        if restored:
            connection.execute(MARK)
        if content.last_id:
            connection.execute(f"SELECT setval(({_SEQUENCE}), %s)", (content.last_id,))
    return moved


def _types(connection: Connection) -> dict[str, dict[str, str]]:
    """Return the columns of each table with their types."""
    types: dict[str, dict[str, str]] = {}
    for table, column, kind in connection.execute(_COLUMNS):
        types.setdefault(table, {})[column] = kind
    types.pop(VERSION, None)
    return types


def _last_id(connection: Connection) -> int:
    ((sequence,),) = connection.execute(_SEQUENCE).fetchall()
    ((last, used),) = connection.execute(SQL("SELECT last_value, is_called FROM {}").format(SQL(sequence))).fetchall()
    return last if used else 0


def _statement(template: LiteralString, table: str, columns: Sequence[str]) -> Composed:
    return SQL(template).format(Identifier(table), SQL(", ").join(map(Identifier, columns)))
