"""Starting, killing and stopping the processes of an end-to-end test."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]
START_SECONDS = 60.0


class DiscordProcess:
    """A local Discord on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self._ready = folder / "ready"
        self.url = ""

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "local_discord", "--port", "0", "--ready-file", str(self._ready)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + START_SECONDS
        while not self._ready.exists():
            assert self._process.poll() is None, "the local Discord has stopped"
            assert time.monotonic() < deadline, "the local Discord does not start"
            time.sleep(0.02)
        self.url = self._ready.read_text().strip()
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.terminate()
        self._process.wait()


class BotProcess:
    """`python bot.py --local URL` with a database file; what it prints is kept in `log`."""

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

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

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
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(timeout=60)

    def rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        """What the database says."""
        with closing(sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(sql, parameters).fetchall()

    def complaints(self, since: int = 0) -> list[str]:
        """The warnings and errors of the log, from byte `since` on."""
        lines = self.log.read_bytes()[since:].decode().splitlines()
        return [line for line in lines if any(level in line for level in ("WARNING", "ERROR", "Traceback"))]
