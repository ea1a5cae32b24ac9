"""A real PostgreSQL for the tests: a temporary server on a Unix socket, with fresh databases."""

import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, Literal, Self
from urllib.parse import quote

import psycopg
import pytest

from storage.postgres.schema import Address, prepare

USER, PASSWORD = "ichiza", "open-sesame"
"""User and password in each URL. The server checks no password; tests check that no log or message contains it."""
WITHIN = 30.0
"""Seconds within which a server must have started."""
# With fsync off, a crash of the computer may lose data, but nobody needs the data after the tests.
_SETTINGS = (
    "listen_addresses=",
    "fsync=off",
    "autovacuum=off",  # tests look at query plans, and autovacuum's statistics could change these
    "full_page_writes=off",
    "shared_buffers=16MB",
    "max_connections=100",
    "deadlock_timeout=50ms",
)
_ALONE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_EMPTY = """
DO $$
DECLARE one TEXT;
BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'ichiza_schema' LOOP
        EXECUTE format('DELETE FROM %I', one);
    END LOOP;
    ALTER SEQUENCE tables_id_seq RESTART;
END $$
"""
# Runs a server, and stops it when standard input closes. That happens however the tests' process ends.
_WITH_US = '"$@" & read -r _; kill -"$0" $!; wait $!'


def programs() -> Path:
    """Return the folder of PostgreSQL's programs.

    Without PostgreSQL, skip the test, or fail it if ICHIZA_REQUIRE_POSTGRES is set.
    """
    found = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    if found is None and not debian:
        absent("PostgreSQL")
    return Path(found).parent if found else debian[-1].parent


def absent(what: str) -> None:
    """Skip the test because `what` is missing, or fail it if ICHIZA_REQUIRE_POSTGRES is set."""
    if os.environ.get("ICHIZA_REQUIRE_POSTGRES"):
        pytest.fail(f"ICHIZA_REQUIRE_POSTGRES is set, and there is no {what}")
    pytest.skip(f"there is no {what}")


def as_servers_user(folder: Path) -> dict[str, Any]:
    """Return the subprocess options for running a server.

    PostgreSQL refuses to run as root, so root runs it as Debian's user `postgres`, who then owns `folder`.
    """
    if os.geteuid() != 0:
        return {"cwd": folder}
    user = pwd.getpwnam("postgres")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"cwd": folder, "user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def until_up(url: str, log: Path) -> None:
    """Wait until a server accepts connections."""
    deadline = time.monotonic() + WITHIN
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.02)
        else:
            return


class Cluster:
    """A PostgreSQL server; use `started` to start one."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self.folder = folder
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Create the server's files."""
        command = [str(self._programs / "initdb"), "--no-sync", "-D", "data", "-U", USER, "-A", "trust", "-E", "UTF8"]
        # The server's collation differs from SQLite's, because the bot's sorting must not depend on it.
        subprocess.run(
            [*command, "--locale=C", "--icu-locale=en", "--locale-provider=icu"],
            check=True,
            stdout=subprocess.DEVNULL,
            **as_servers_user(self.folder),
        )

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        settings = [part for one in _SETTINGS for part in ("-c", one)]
        command = [str(self._programs / "postgres"), "-D", "data", "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _WITH_US, "INT", *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                **as_servers_user(self.folder),
            )
        until_up(self.url("postgres"), self.folder / "log")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Suspend all processes of the server for the context: new connections get no answer, not even a refusal."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        rest = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in (first, *map(int, rest)):
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in (first, *map(int, rest)):
                os.kill(pid, signal.SIGCONT)

    def stop(self) -> None:
        """Stop the server at once, whether or not anybody is connected."""
        for name in {"_kept", "_bare"} & vars(self).keys():
            vars(self).pop(name).close()
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def url(self, database: str, *, host: Path | None = None) -> str:
        """Return the URL of a database; `host` is another socket folder to connect through."""
        return f"postgresql://{USER}:{PASSWORD}@/{database}?host={quote(str(host or self.folder), safe='')}"

    def run(self, sql: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run one statement, and return its rows."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def database(self, options: str = "") -> Iterator[str]:
        """Yield the URL of a new database without tables, and drop the database afterwards."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} {options}")
        try:
            yield self.url(name)
        finally:
            with suppress(psycopg.OperationalError):  # the test may have stopped the server
                self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def emptied(self) -> str:
        """Empty the shared database that has the bot's schema, and return its URL.

        Creating a database takes ten times as long, so only tests that change the schema create their own.
        """
        self._kept.execute(_ALONE)
        self._kept.execute(_EMPTY)
        return self.url("kept")

    def bare(self) -> str:
        """Return the URL of the shared database without any schema."""
        self._bare.execute(_ALONE)
        self._bare.execute("DROP SCHEMA public CASCADE")
        self._bare.execute("CREATE SCHEMA public")
        self._bare.execute("GRANT USAGE ON SCHEMA public TO PUBLIC")
        return self.url("bare")

    @cached_property
    def _kept(self) -> psycopg.Connection[tuple[Any, ...]]:
        self._create("kept")
        prepare(Address(self.url("kept")))
        return psycopg.connect(self.url("kept"), autocommit=True)

    @cached_property
    def _bare(self) -> psycopg.Connection[tuple[Any, ...]]:
        self._create("bare")
        return psycopg.connect(self.url("bare"), autocommit=True)

    def _create(self, name: str) -> None:
        """Create a shared database, unless it still exists from before a restart of the server."""
        with suppress(psycopg.errors.DuplicateDatabase):
            self.run(f"CREATE DATABASE {name}")


@contextmanager
def started() -> Iterator[Cluster]:
    """Start a server for the context."""
    where = programs()
    folder = Path(mkdtemp(prefix="ichiza-postgres-"))  # a socket's path must be short
    cluster = Cluster(where, folder)
    try:
        cluster.make()
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder)


class Cutter:
    """A proxy between the bot and a PostgreSQL server that can cut a connection at a commit."""

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        self._cluster = cluster
        self._folder = folder
        self._cut: str | None = None
        self._reading = False

    def url(self, url: str) -> str:
        """Return the URL of a database of the server through this proxy."""
        return url.replace(quote(str(self._cluster.folder), safe=""), quote(str(self._folder), safe=""))

    def cut(self, when: Literal["before", "after"], *, reading: bool = False) -> None:
        """Cut the connection at the next commit.

        The cut is before the commit reaches the server, or before its answer reaches the bot. `reading` cuts a
        read-only transaction instead of a writing one.
        """
        self._cut, self._reading = when, reading

    @property
    def idle(self) -> bool:
        """Return whether no cut is pending."""
        return self._cut is None

    def __enter__(self) -> Self:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._folder / ".s.PGSQL.5432"))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):  # the connection is closed already
            while True:
                bot, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(bot,), daemon=True).start()

    def _carry(self, bot: socket.socket) -> None:
        with bot, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(str(self._cluster.folder / ".s.PGSQL.5432"))
            reading = False
            while True:
                for one in select.select([bot, server], [], [])[0]:
                    carried = one.recv(65_536)
                    if not carried:
                        return
                    if one is bot and b"BEGIN" in carried:
                        reading = b"READ ONLY" in carried
                    commits = one is bot and b"COMMIT\0" in carried and reading == self._reading
                    cut = self._cut if commits else None
                    if cut == "before":
                        self._cut = None
                        return
                    (server if one is bot else bot).sendall(carried)
                    if cut == "after":
                        self._cut = None
                        server.recv(65_536)
                        return


@contextmanager
def pooled(cluster: Cluster, url: str) -> Iterator[str]:
    """Yield the URL of a database of the server through a real PgBouncer in transaction mode."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        absent("PgBouncer")
    with TemporaryDirectory(prefix="ichiza-pgbouncer-") as name:
        folder = Path(name)
        (folder / "users.txt").write_text(f'"{USER}" "{PASSWORD}"\n')
        (folder / "pgbouncer.ini").write_text(
            f"""
            [databases]
            * = host={cluster.folder}
            [pgbouncer]
            listen_addr =
            unix_socket_dir = {folder}
            listen_port = 5432
            auth_type = plain
            auth_file = {folder}/users.txt
            pool_mode = transaction
            default_pool_size = 2
            max_client_conn = 100
            """.replace("\n            ", "\n")
        )
        options = as_servers_user(folder)
        with (folder / "log").open("ab") as log:
            command = [str(program), "-q", str(folder / "pgbouncer.ini")]
            process = subprocess.Popen(
                ["/bin/sh", "-c", _WITH_US, "TERM", *command], stdin=subprocess.PIPE, stdout=log, stderr=log, **options
            )
        way = url.replace(quote(str(cluster.folder), safe=""), quote(str(folder), safe=""))
        try:
            until_up(way, folder / "log")
            yield way
        finally:
            process.communicate()
