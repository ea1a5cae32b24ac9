"""The command `ichiza` as it is installed on this machine or in a container, and a game that is played with it."""

import asyncio
import re
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.request import urlopen

from engine.fairness.verify import Code
from tests.driver import Driver, buttons, selects
from tests.e2e.playing import Seats, finished_table, online, open_table, start_table, table_number
from tests.e2e.processes import ENVIRONMENT
from tests.printed import without_progress
from tests.source_tree import ROOT

SETTINGS = {"ICHIZA_PAUSE": "0", "ICHIZA_SETTLE": "0.01", "ICHIZA_PLAYOUTS": "4"}
CLEAN = {
    name: value
    for name, value in ENVIRONMENT.items()
    if not name.startswith(("ICHIZA_", "DISCORD_", "DATABASE_URL", "PYTHON"))
}
"""An environment without settings, and without the path to the repository."""


@dataclass(frozen=True)
class Installed:
    """The command line that starts `ichiza`, and the folder in which it runs. The folder is empty at first."""

    command: tuple[str, ...]
    home: Path

    def run(self, *arguments: object) -> "subprocess.CompletedProcess[str]":
        """Run the command `ichiza` until it ends."""
        return subprocess.run(
            [*self.command, *map(str, arguments)],
            cwd=self.home,
            env=CLEAN,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    @asynccontextmanager
    async def local(self) -> AsyncIterator[str]:
        """Run `ichiza --local` within the context, and yield the address of the local Discord's page.

        At the end the log must have no warning, except the one about a restored backup.
        """
        errors = self.home / "errors.log"
        with errors.open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                *self.command,
                "--local",
                cwd=self.home,
                env={**CLEAN, **SETTINGS},
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        try:
            assert process.stdout is not None
            line = (await asyncio.wait_for(process.stdout.readline(), 120)).decode()
            assert line, errors.read_text(encoding="utf-8")
            yield next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
        finally:
            process.send_signal(signal.SIGTERM)
            code = await asyncio.wait_for(process.wait(), 60)
        assert code == 0
        lines = errors.read_text(encoding="utf-8").splitlines()
        assert [one for one in lines if re.search("WARNING|ERROR", one) and "restored from a backup" not in one] == []


async def play_back_up_and_restore(installed: Installed) -> None:
    """Play a game, back up its database meanwhile, check and restore the backup, and find the game again.

    Files are named relative to the folder, because the folder has another path inside a container.
    """
    database, copy = "ichiza-local.sqlite3", "backup.sqlite3"
    async with installed.local() as url:
        page = await asyncio.to_thread(lambda: urlopen(url, timeout=60).read())  # noqa: S310  our own server
        assert b"<!doctype html>" in page.lower()
        async with online(url) as world:
            number = await play(world)
            (installed.home / "record.json").write_bytes(await record_of(world, number))
            saved = await asyncio.to_thread(installed.run, "backup", database, copy)
    assert (saved.returncode, without_progress(saved.stderr)) == (0, "")
    assert installed.run("verify", "record.json").returncode == Code.UNCOMPARED
    checked = installed.run("check", copy)
    assert (checked.returncode, checked.stdout) == (0, "1 games replay.\n"), checked.stderr
    assert installed.run("ratings", database).returncode == 0
    restored = installed.run("restore", copy, database)
    assert (restored.returncode, "replaced-1" in restored.stdout) == (0, True), restored.stderr
    async with installed.local() as url, online(url) as world:
        games = (await world.user("Aki").command("card-room", "replay")).reply
        assert [one for one in buttons(games) if one["custom_id"].startswith(f"replay:{number}:")]


async def play(world: Driver) -> int:
    """Let Aki play a game against computer players; return the table's number."""
    lobby = await open_table(world, "scharfe-schoten", 3, ("Aki",))
    table = await start_table(world, lobby)
    seats = Seats(world, Random(7))
    await seats.open_hands(table, ("Aki",))
    await seats.play_out()
    number = table_number(lobby)
    await finished_table(world, number)
    return number


async def record_of(world: Driver, number: int) -> bytes:
    """Return the record that a replay attaches. Check that the page that verifies records is attached too."""
    aki = world.user("Aki")
    games = (await aki.command("card-room", "replay")).reply
    page = (await aki.click(games, where=lambda one: one["custom_id"].startswith(f"replay:{number}:"))).reply
    assert selects(page)
    files = (await aki.click(page, custom_id=f"record:{number}")).reply["attachments"]
    assert [one["filename"] for one in files] == [f"ichiza-{number}.json", "checking-page.html"]
    contents = []
    for file in files:
        async with world.session.get(file["url"]) as response:
            contents.append(await response.read())
    assert contents[1] == (ROOT / "docs" / "verify.html").read_bytes()
    return contents[0]
