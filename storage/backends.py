"""Choice of the database: SQLite for a file's path, PostgreSQL for a URL."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.database import Database, RecordWrite
from storage.errors import StoreError
from storage.sqlite.sqlite import Sqlite

_URLS = ("postgresql://", "postgres://")


def is_url(where: str | os.PathLike[str]) -> bool:
    """Tell whether `where` is the URL of a PostgreSQL database."""
    return str(where).startswith(_URLS)


async def open_database(where: str | os.PathLike[str], record_write: RecordWrite | None) -> Database:
    """Open the database at `where`, migrated to the newest schema, and report its writes; raises `StoreError`."""
    if not is_url(where):
        return await Sqlite.open(Path(where), record_write)
    with needing_psycopg():
        from storage.postgres.postgres import Postgres  # noqa: PLC0415  psycopg is an optional dependency
    return await Postgres.open(str(where), record_write)


@contextmanager
def needing_psycopg() -> Iterator[None]:
    """Turn a failed import of psycopg into a `StoreError`."""
    try:
        yield
    except ImportError:
        raise StoreError(
            "PostgreSQL needs psycopg: python -m pip install -r requirements-postgres.txt, in the bot's own .venv; "
            "a bot that was installed as a package needs ichiza[postgres]."
        ) from None
