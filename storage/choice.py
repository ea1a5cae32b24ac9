"""Which database it is: SQLite's by a file's path, PostgreSQL's by its URL."""

import os
from pathlib import Path

from storage.database import Database
from storage.errors import StoreError
from storage.sqlite import Sqlite

URLS = ("postgresql://", "postgres://")


def is_url(where: str | os.PathLike[str]) -> bool:
    """Whether it is PostgreSQL's."""
    return str(where).startswith(URLS)


async def open_database(where: str | os.PathLike[str]) -> Database:
    """Open the database there, with the newest schema; raises `StoreError`."""
    if not is_url(where):
        return await Sqlite.open(Path(where))
    try:
        from storage.postgres import Postgres  # noqa: PLC0415  what it needs is installed only where it is wanted
    except ImportError:
        raise no_psycopg() from None
    return await Postgres.open(str(where))


def no_psycopg() -> StoreError:
    """That PostgreSQL cannot be used."""
    return StoreError(
        "PostgreSQL needs psycopg: python -m pip install -r requirements-postgres.txt, in the bot's own .venv."
    )
