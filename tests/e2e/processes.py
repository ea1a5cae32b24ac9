"""Processes of the end-to-end tests: the bot, and a local Discord that checks every request."""

import atexit
import json
import os
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import warnings
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self
from urllib.request import urlopen

from bot import LOCAL_STOP_SECONDS, DiscordProcess
from storage.database import Transaction
from storage.postgres import postgres
from storage.postgres.schema import Address, connected
from storage.sqlite.group_commit import Statements
from tests.local_discord.openapi import SPECIFICATION, Specification
from tests.local_discord.traffic import faults

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment of every process; compiled files are kept for the next process."""
ENVIRONMENT["PYTHONPATH"] = str(ROOT)
ACK_SECONDS = 15.0
"""Discord's time limit for answers in seconds: long enough for a busy machine. A lost answer costs all this time."""
MOST_SAID = 20
"""Greatest number of lines to print about wrong requests."""


def free_port() -> int:
    """Return a loopback port that was free a moment ago."""
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@cache
def discord_description() -> Specification | None:
    """Return Discord's own description of its API; None, with a warning, if its file is missing."""
    if SPECIFICATION.is_file():
        return Specification()
    warnings.warn("Discord's description is missing: no request is held against it", stacklevel=2)
    return None


def children(pid: int) -> set[int]:
    """Return the running child processes of a process."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has just ended
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.add(int(stat.parent.name))
    return found


class ForkServer:
    """A process that has done all imports, which take more than a second; bots and local Discords are its forks."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests/e2e/fork_server.py")],
            bufsize=0,  # `select` polls the pipe, and would miss lines that are already in a buffer
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._lives = count()
        self._said: defaultdict[int, deque[int]] = defaultdict(deque)

    def close(self) -> None:
        """End the process; its forks go on."""
        with self._process:  # leaving the context closes the input, which ends the process
            pass

    def fork(self, **life: object) -> int:
        """Start a fork, and return its number: 0 for the first fork, 1 for the second, and so on."""
        assert self._process.stdin is not None
        number = next(self._lives)
        self._process.stdin.write(json.dumps({"number": number, **life}).encode() + b"\n")
        return number

    def next_value(self, number: int, within: float | None) -> int | None:
        """Return a fork's process id at the first call, its exit code at the second; None if `within` seconds pass."""
        assert self._process.stdout is not None
        while not self._said[number] and select.select([self._process.stdout], [], [], within)[0]:
            life, value = self._process.stdout.readline().split()
            self._said[int(life)].append(int(value))
        return self._said[number].popleft() if self._said[number] else None


@cache
def fork_server() -> ForkServer:
    """Return the only fork server of this test process."""
    one = ForkServer()
    atexit.register(one.close)
    return one


class Fork:
    """A fork that runs a script or module, with the methods of `Popen` that tests need."""

    def __init__(
        self,
        *arguments: str,
        environment: Mapping[str, str] = ENVIRONMENT,
        folder: Path = ROOT,
        output: Path = Path(os.devnull),
        errors: Path | None = None,
    ) -> None:
        self._number = fork_server().fork(
            arguments=arguments,
            environment=dict(environment),
            folder=str(folder),
            output=str(output),
            errors=errors and str(errors),
        )
        pid = fork_server().next_value(self._number, None)
        assert pid is not None
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or None while the fork runs."""
        return self.ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the fork ends; return the exit code."""
        code = self.ended(timeout)
        assert code is not None, f"it has not ended in {timeout} s"
        return code

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless the fork has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def ended(self, within: float | None) -> int | None:
        """Return the exit code, or None if the fork runs longer than `within` seconds; `within=None` waits for ever."""
        if self._code is None:
            self._code = fork_server().next_value(self._number, within)
        return self._code


class CheckedDiscord(DiscordProcess):
    """A local Discord that fails the test if a request breaks Discord's API description or good practice."""

    _checked = 0
    """The number of the last checked request."""

    def __enter__(self) -> Self:
        with TemporaryDirectory() as folder:
            output = Path(folder) / "output"
            os.mkfifo(output)
            self._life = Fork("local_discord", "--port", "0", "--ack-seconds", str(ACK_SECONDS), output=output)
            with output.open() as next_value:
                self.url = next_value.readline().removeprefix("Local Discord:").strip()
        assert self.url, "the local Discord did not start"
        return self

    def __exit__(self, *error: object) -> None:
        try:
            if self.url and not any(error):
                self.check()
        finally:
            self._life.send_signal(signal.SIGTERM)
            if self._life.ended(LOCAL_STOP_SECONDS) is None:
                self._life.kill()
                self._life.wait()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Suspend the process within the context: it answers no request, and neither takes nor refuses connections."""
        self._life.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._life.send_signal(signal.SIGCONT)

    def check(self) -> list[dict[str, Any]]:
        """Check the requests since the last call, and return them.

        Raises:
            AssertionError: some requests are wrong; the text says how.
        """
        requests = self.requests()
        description = discord_description()
        wrong = [*(description.violations(requests) if description else ()), *faults(requests)]
        assert not wrong, "\n".join(wrong[:MOST_SAID])
        return requests

    def requests(self) -> list[dict[str, Any]]:
        """Return the requests since the last call.

        Raises:
            AssertionError: the local Discord's log was too short for all requests.
        """
        url = f"{self.url.rstrip('/')}/control/requests?since={self._checked}"
        with urlopen(url, timeout=60) as answer:  # noqa: S310  our own server
            requests: list[dict[str, Any]] = json.load(answer)
        lost = requests and requests[0]["n"] != self._checked + 1
        self._checked = requests[-1]["n"] if requests else self._checked
        assert not lost, "the local Discord's log was too short for this test's requests"
        return requests


class BotProcess:
    """`python bot.py --local URL` with a database file; its output goes to `log`.

    `script` may replace bot.py. The process is a fork, in which the bot's modules are already imported when the script
    starts.
    """

    def __init__(self, url: str, database: Path, *, script: Path = ROOT / "bot.py", **settings: str) -> None:
        self.database = database
        self.home: Path | str = settings.get("DATABASE_URL") or database
        """The database: a file, or the URL of a PostgreSQL database."""
        self.log = database.with_suffix(".log")
        self.errors = self.log
        """The file for standard error."""
        self._arguments = [str(script), "--local", url]
        self._settings = {
            "ICHIZA_DATABASE": str(database),
            "DATABASE_URL": "",
            "ICHIZA_PAUSE": "0",
            "ICHIZA_SETTLE": "0.01",
            "ICHIZA_PLAYOUTS": "4",
            "ICHIZA_THINKERS": "0",
            **settings,
        }
        self._process: subprocess.Popen[bytes] | Fork | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    @property
    def running(self) -> bool:
        """True while the process runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the process without waiting until it is online."""
        self._process = Fork(
            *self._arguments,
            environment={**ENVIRONMENT, **self._settings},
            folder=self.database.parent,
            output=self.log,
            errors=self.errors,
        )

    def kill(self) -> None:
        """Kill the process by SIGKILL, so that it can flush nothing."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Stop the process by SIGTERM, as a supervisor does; return the exit code."""
        assert self._process is not None
        if self.running:
            self.signal(signal.SIGTERM)
        return self._process.wait(timeout=60)

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """Wait until the process ends by itself; return the exit code."""
        assert self._process is not None
        return self._process.wait(timeout=60)

    def rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Run a query on the database."""
        with self.transaction() as transaction:
            return [tuple(row) for row in transaction.run(sql, parameters)]

    @contextmanager
    def transaction(self, *, writes: bool = False) -> Iterator[Transaction]:
        """Run a transaction of the test, which may overlap transactions of the bot."""
        if not isinstance(self.home, Path):
            with connected(Address(self.home)) as server, server.transaction():
                postgres._configured(server)
                yield postgres.Statements(server)
            return
        mode = "rw" if writes else "ro"
        with closing(sqlite3.connect(f"{self.home.as_uri()}?mode={mode}", uri=True)) as connection, connection:
            yield Statements(connection)

    def complaints(self, since: int = 0) -> list[str]:
        """Return the log's warnings and errors from byte `since` on, with the indented lines below them."""
        lines = self.log.read_bytes()[since:].decode().splitlines()
        wrong = [any(level in line for level in ("WARNING", "ERROR", "Traceback")) for line in lines]
        return [
            line
            for place, line in enumerate(lines)
            if wrong[place] or (line.startswith(" ") and any(wrong[max(0, place - 60) : place]))
        ]


class FreshBot(BotProcess):
    """The bot in an interpreter of its own, which has imported nothing yet."""

    def start(self) -> None:
        """Start the process without waiting until it is online."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *self._arguments],
                cwd=self.database.parent,
                env={**ENVIRONMENT, **self._settings},
                stdout=log,
                stderr=log,
            )
