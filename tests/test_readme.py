"""README's commands: every command that ends by itself works as it is written."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from random import Random

from engine.fairness.verify import Code
from host.ai.complaints import choices
from host.services import Services
from storage import Store
from tests.printed import without_progress
from tests.source_tree import ROOT
from tests.tables import AKI, finish, play_while, started

LEFT_OUT = {
    "make": "installs packages, or runs all tests",
    "python -m venv": "installs packages",
    ".venv/bin/python -m pip": "installs packages",
    ".venv/bin/python -m pytest": "runs all tests",
    ".venv/bin/python bot.py": "runs until it is stopped",
    "uvx": "installs packages, and runs until it is stopped; tests/test_package.py runs the installed command",
    "pipx": "as uvx",
    "pip install": "as uvx",
    "cp .env.example": "changes the settings of the checkout",
    "sudo": "needs Docker; tests/test_containers.py checks compose.yaml",
    "python -m engine arena": "thinks for minutes; the engine's tests run it with fewer deals",
    "python -m engine review": "thinks for half a minute; the engine's tests run it with fewer playouts",
}
"""The beginnings of the commands that are not run, each with the reason."""


EXIT_CODES = {"python -m engine verify record.json": Code.UNCOMPARED}
"""The exit code of each command that does not end with 0.

Without the commitment that Discord showed, `verify` proves only that the record is consistent in itself.
"""


def commands() -> list[str]:
    """Return the commands of README: the lines of its code blocks, and commands within sentences."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^(?: {4})+(\S.*)$", text, re.MULTILINE)
    inline = re.findall(r"`((?:\.venv/bin/python|make|cp) [^`]+)`", text.replace("\n", " "))
    return [re.split(r" {2,}#", one)[0].rstrip() for one in (*blocks, *inline)]


async def prepare(folder: Path) -> None:
    """Write the files that the commands read: a database, a record with its commitment, and complaints."""
    async with await Store.open(folder / "ichiza.sqlite3", record_write=None) as store:
        services = Services(store, pause=0, playouts=2)
        table = await play_while(services, await started(services, people=1), Random(1), lambda now: not choices(now))
        await services.complaints.complain(table.id, AKI.id, choices(table)[0])
        await finish(services, table)
        (folder / "record.json").write_text(await services.replays.record(table.id), encoding="utf-8")
        await services.close()


def test_every_reason_is_of_a_command() -> None:
    assert [start for start in LEFT_OUT if not any(one.startswith(start) for one in commands())] == []


def test_commands_that_end_by_themselves_succeed(tmp_path: Path) -> None:
    asyncio.run(prepare(tmp_path))
    run = [one for one in commands() if not one.startswith(tuple(LEFT_OUT))]
    assert len(run) >= 8
    for command in run:
        line = re.sub(r"^(\.venv/bin/)?python\b", f"'{sys.executable}'", command)
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, without_progress(done.stderr)) == (EXIT_CODES.get(command, 0), ""), command
