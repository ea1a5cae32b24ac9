"""Starting, killing and stopping the bot of an end-to-end test, and its Discord, which looks at every request."""

from __future__ import annotations

import json
import os
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
        self._process: subprocess.Popen[bytes] | None = None

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
        environment = {**os.environ, **self._settings, "PYTHONPATH": str(ROOT)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a restart does not compile everything again
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=self.database.parent, env=environment, stdout=log, stderr=log
            )

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
