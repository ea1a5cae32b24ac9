"""Preflight check of a PostgreSQL database, and migration of its schema.

The version of the schema is stored in a table of one row, which is locked while a migration runs. If several bots start
together, one migrates and the others wait.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from storage.dialects import for_postgres
from storage.errors import OlderProcess, StoreError
from storage.leases import RUNNING
from storage.tools.migrator import BUSY_SECONDS, POSTGRES, known, migration_files, number

VERSION: LiteralString = "ichiza_schema"
_MAKE: LiteralString = f"""
CREATE TABLE {VERSION} (one SMALLINT PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL);
INSERT INTO {VERSION} (one, version) VALUES (1, 0);
"""  # noqa: S608  text made of constants
_ANOTHER_WAS_FASTER = (errors.UniqueViolation, errors.DuplicateTable, errors.DuplicateObject)
"""Errors when another process has just created the same table."""
PROCESS_SECONDS = 15
"""Duration in seconds of the leases that show that a process runs, which is `host.cluster.leases.SECONDS`."""
_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
_USUAL: dict[str, Any] = {
    "fallback_application_name": "ichiza",
    "connect_timeout": int(BUSY_SECONDS),
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Default connection settings; the URL may set others. With them, a vanished server is noticed within seconds."""


class Address:
    """The address of a database; its texts never contain the password."""

    __slots__ = ("_name", "_password", "settings")

    def __init__(self, url: str) -> None:
        """Parse a URL; raises `StoreError` if it is wrong."""
        who, has_user, _ = url.partition("?")[0].partition("://")[2].rpartition("@")
        try:
            self.settings = _USUAL | conninfo_to_dict(url)
        except psycopg.ProgrammingError:  # the text of psycopg's error contains the URL, and so the password
            raise _wrong_address() from None
        # psycopg takes a slash for the end of the password. Its error would show the rest of the password as a port.
        if has_user and "/" in who:
            raise _wrong_address()
        self._name = self.settings.get("dbname") or self.settings.get("service")
        if not self._name:
            raise _wrong_address()
        self._password = str(self.settings.get("password", ""))

    def __str__(self) -> str:
        return f"{self._name} on {self.settings.get('host', 'this computer')}"

    def words(self, error: psycopg.Error) -> str:
        """Return the message of an error in one line, without the password and without data from rows."""
        if isinstance(error, psycopg.OperationalError | psycopg.ProgrammingError):
            said = " ".join((error.diag.message_primary or str(error)).split())
        else:
            said = f"{type(error).__name__}, {error.sqlstate}"
        return said.replace(self._password, "…") if self._password else said

    def unreachable(self, error: psycopg.Error) -> StoreError:
        """Return the `StoreError` for an unreachable server."""
        return StoreError(
            f"The database {self} cannot be reached ({self.words(error)}): "
            "check that PostgreSQL is running there, and what DATABASE_URL says."
        )


def prepare(address: Address, folder: Path = POSTGRES) -> None:
    """Check the database and migrate it to the newest schema.

    Raises:
        OlderProcess: a running process could not use the database after the migration.
        StoreError: the database cannot be reached or used, is not the bot's, or is newer than this bot. In these cases
            it is unchanged. If a migration fails, the migrations before it are kept.
    """
    files = migration_files(folder)
    with connected(address) as connection:
        if connection.info.parameter_status("server_encoding") != "UTF8":
            raise StoreError(f"The database {address} does not keep UTF-8: make it with ENCODING 'UTF8'.")
        with as_store_errors(address):
            version = reached(connection) or _begun(connection, address)
            if version:
                known(files).check(f"The database {address}", version)
            for file in files:
                if version < number(file):
                    _apply(connection, address, file)


def newest() -> int:
    """Return the newest version of the schema that this bot knows."""
    return number(migration_files(POSTGRES)[-1])


def reached(connection: psycopg.Connection[tuple[Any, ...]]) -> int:
    """Return the schema version of a database; 0 if it is empty or not the bot's."""
    try:
        ((version,),) = connection.execute(f"SELECT version FROM {VERSION}").fetchall()  # noqa: S608  VERSION is a constant
    except errors.UndefinedTable:
        return 0
    return int(version)


@contextmanager
def connected(address: Address) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """Yield a new connection without a transaction; raises `StoreError` if the server is unreachable."""
    try:
        connection = psycopg.connect(**address.settings, autocommit=True, prepare_threshold=None)
    except psycopg.Error as error:
        raise address.unreachable(error) from None
    with connection:
        yield connection


@contextmanager
def as_store_errors(address: Address) -> Iterator[None]:
    """Turn errors of PostgreSQL about a database into a `StoreError`."""
    try:
        yield
    except (errors.InsufficientPrivilege, errors.InvalidSchemaName) as error:
        raise StoreError(
            f"The database {address} cannot be used ({address.words(error)}): let the user of DATABASE_URL own it."
        ) from None
    except psycopg.Error as error:
        raise StoreError(
            f"The database {address} cannot be used ({address.words(error)}): check the server and its log."
        ) from None


def _begun(connection: psycopg.Connection[tuple[Any, ...]], address: Address) -> int:
    """Create the version table in an empty database, and return the schema version.

    Raises:
        StoreError: the database has tables that are not the bot's.
    """
    tables = connection.execute(_TABLES).fetchall()
    if tables and (VERSION,) not in tables:
        raise StoreError(f"The database {address} is not Ichiza's: choose one that is empty.")
    with suppress(*_ANOTHER_WAS_FASTER), connection.transaction():
        connection.execute(_MAKE)
    return reached(connection)


def _apply(connection: psycopg.Connection[tuple[Any, ...]], address: Address, file: Path) -> None:
    version = number(file)
    try:
        with connection.transaction():
            # Read under the lock: another process may have migrated already.
            ((before,),) = connection.execute(f"SELECT version FROM {VERSION} FOR UPDATE")  # noqa: S608
            if before < version:
                if before:
                    _check_nobody_runs(connection, address)
                connection.execute(file.read_bytes())
                connection.execute(f"UPDATE {VERSION} SET version = %s", (version,))  # noqa: S608
    except psycopg.Error as error:
        raise StoreError(
            f"The database {address} does not get schema {version} because {file.name} failed "
            f"({address.words(error)}): report this, nothing is lost."
        ) from error


def _check_nobody_runs(connection: psycopg.Connection[tuple[Any, ...]], address: Address) -> None:
    running = connection.execute(for_postgres(RUNNING), {"milliseconds": PROCESS_SECONDS * 1000}).fetchone()
    if running is not None:
        raise OlderProcess(
            f"The database {address} gets its newer schema once no process of an older version uses it: "
            f"stop {running[0]}."
        )


def _wrong_address() -> StoreError:
    return StoreError(
        "The address of the database is wrong: it is postgresql://USER:PASSWORD@HOST:PORT/DATABASE, where of the "
        "password %, /, @, : and ? are written as %25, %2F, %40, %3A and %3F."
    )
