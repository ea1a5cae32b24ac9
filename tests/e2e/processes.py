"""Starting, killing and stopping the bot of an end-to-end test, and its Discord, which looks at every request."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import warnings
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Self
from urllib.request import urlopen

from bot import DiscordProcess
from tests.local_discord.openapi import SPECIFICATION, Specification
from tests.local_discord.traffic import faults

ROOT = Path(__file__).parents[2]
MOST_SAID = 20
"""Of what is wrong with requests, so many lines."""


def free_port() -> int:
    """A port of loopback that nobody has, a moment ago."""
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@cache
def described() -> Specification | None:
    """Discord's own description; where it is missing, pytest's summary says so once."""
    if SPECIFICATION.is_file():
        return Specification()
    warnings.warn("Discord's description is missing: no request is held against it", stacklevel=2)
    return None


class CheckedDiscord(DiscordProcess):
    """A local Discord; when it ends well, every request has been as Discord's own description says, and as is good."""

    _checked = 0
    """The number of the last request that was looked at."""

    def __exit__(self, *error: object) -> None:
        try:
            if self.url and not any(error):
                self.check()
        finally:
            super().__exit__()

    def check(self) -> list[dict[str, Any]]:
        """Look at the requests since the last time, and give them.

        Raises:
            AssertionError: what is wrong with some.
        """
        url = f"{self.url.rstrip('/')}/control/requests?since={self._checked}"
        with urlopen(url, timeout=60) as answer:  # noqa: S310  our own server
            requests: list[dict[str, Any]] = json.load(answer)
        lost = requests and requests[0]["n"] != self._checked + 1
        self._checked = requests[-1]["n"] if requests else self._checked
        description = described()
        wrong = [*(description.violations(requests) if description else ()), *faults(requests)]
        assert not wrong, "\n".join(wrong[:MOST_SAID])
        assert not lost, "the local Discord's log was too short for this test's requests"
        return requests


class BotProcess:
    """`python bot.py --local URL` with a database file, as a context or by hand; what it prints is kept in `log`."""

    def __init__(self, url: str, database: Path, *, script: Path = ROOT / "bot.py", **settings: str) -> None:
        self.database = database
        self.log = database.with_suffix(".log")
        self._command = [sys.executable, str(script), "--local", url]
        self._settings = {
            "ICHIZA_DATABASE": str(database),
            "ICHIZA_PAUSE": "0",
            "ICHIZA_SETTLE": "0.01",
            "ICHIZA_PLAYOUTS": "4",
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
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it; it is not online yet."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=self.database.parent, env=self._environment(), stdout=log, stderr=log
            )

    def _environment(self) -> dict[str, str]:
        environment = {**os.environ, **self._settings, "PYTHONPATH": str(ROOT)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a restart does not compile everything again
        return environment

    def kill(self) -> None:
        """SIGKILL: nothing is flushed, nothing is said goodbye to."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """SIGTERM, as a supervisor would; returns the exit code."""
        assert self._process is not None
        if self.running:
            self.signal(signal.SIGTERM)
        return self._process.wait(timeout=60)

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """Until it ends by itself; returns the exit code."""
        assert self._process is not None
        return self._process.wait(timeout=60)

    def rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        """What the database says."""
        with closing(sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(sql, parameters).fetchall()

    def complaints(self, since: int = 0) -> list[str]:
        """The warnings and errors of the log, from byte `since` on, with what stands indented below them."""
        lines = self.log.read_bytes()[since:].decode().splitlines()
        wrong = [any(level in line for level in ("WARNING", "ERROR", "Traceback")) for line in lines]
        return [
            line
            for place, line in enumerate(lines)
            if wrong[place] or (line.startswith(" ") and any(wrong[max(0, place - 60) : place]))
        ]


class Fork:
    """A life of a `ForkingBot`: what the rest of a `Popen` is to whoever starts one."""

    def __init__(self, source: subprocess.Popen[bytes], arguments: list[str], log: Path) -> None:
        """Lets the source, which is `forking_bot`, begin it."""
        assert source.stdin is not None
        assert source.stdout is not None
        self._said = source.stdout
        source.stdin.write(json.dumps({"arguments": arguments, "log": str(log)}).encode() + b"\n")
        self.pid = int(self._said.readline())
        self._code: int | None = None

    def poll(self) -> int | None:
        """Its exit code, once it has ended."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Until it ends; its exit code."""
        code = self._ended(timeout)
        assert code is not None, f"the bot has not ended in {timeout} s"
        return code

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def _ended(self, within: float | None) -> int | None:
        if self._code is None and select.select([self._said], [], [], within)[0]:
            self._code = int(self._said.readline())
        return self._code


class ForkingBot(BotProcess):
    """The bot for those who kill it often: each of its lives is a fork of a process that has imported everything."""

    _source: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it is not online yet."""
        if self._source is None:
            with self.log.open("ab") as log:
                self._source = subprocess.Popen(
                    [sys.executable, str(ROOT / "tests/e2e/forking_bot.py")],
                    bufsize=0,  # whether it has said something is asked of the pipe
                    cwd=self.database.parent,
                    env=self._environment(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                )
        self._process = Fork(self._source, self._command[2:], self.log)

    def stop(self) -> int:
        """SIGTERM, as a supervisor would; returns the exit code. The next start imports everything again."""
        code = super().stop()
        if self._source is not None:
            self._source.communicate()
            self._source = None
        return code
