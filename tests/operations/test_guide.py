"""docs/operating.md, .env.example and the Dockerfile agree with the code."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import pytest

from bot import Settings
from cogs.metrics import Metrics
from ichiza.__main__ import COMMANDS
from operations.health import Health
from operations.logs import ErrorCounter
from storage import Store
from tests.operations.test_health import Body
from tests.printed import without_progress
from tests.source_tree import ROOT

BACKUP_DAYS = 14
"""Days for which the documented crontab keeps a backup."""
GUIDE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
SETTINGS = {
    str(field.validation_alias or f"ICHIZA_{name.upper()}"): field for name, field in Settings.model_fields.items()
}


def test_example_has_every_setting_with_its_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    empty = tmp_path / "empty"
    empty.touch()
    assert Settings(_env_file=ROOT / ".env.example") == Settings(_env_file=empty)
    named = re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(SETTINGS)


def test_guide_has_every_setting_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \|(.*?)\|", GUIDE, re.MULTILINE))
    defaults = {name: field.default for name, field in SETTINGS.items()}
    assert {name: text.strip(" `") for name, text in rows.items()} == {
        name: "" if value in {"", None} else str(value) for name, value in defaults.items()
    }


def test_guide_has_every_command_of_the_package() -> None:
    rows = re.findall(r"^\| `\.venv/bin/python -m (\w+) (.+?) \| `ichiza (.+?) \|$", GUIDE, re.MULTILINE)
    assert [names for _, names, short in rows if names != short] == []
    assert {name: package for package, names, _ in rows for name in re.findall(r"\w+", names)} == COMMANDS


async def test_guide_has_every_field_of_the_health_report() -> None:
    body = Body()
    report = await Health(cast("Any", body), cast("Any", body), Metrics(), ErrorCounter()).report()
    table = GUIDE[GUIDE.index("| field | what it says") :]
    for name, value in report.items():
        assert f"`{name}" in table
        if isinstance(value, dict) and name not in {"answers_ms", "commits_ms", "lanes"}:
            assert [one for one in value if f".{one}`" not in table] == []


def run_crontab(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run the guide's line for the crontab as cron does, with all its paths below `folder`."""
    (line,) = re.findall(r"^ {4}17 4 \* \* \*  (.+)$", GUIDE, re.MULTILINE)
    line = (
        line.replace(r"\%", "%").replace("cd /opt/ichiza", f"cd '{ROOT}'").replace(".venv/bin/python", sys.executable)
    )
    for path in ("/var/lib/ichiza", "/var/backups/ichiza"):
        assert path in line
        line = line.replace(path, str(folder) + path)
    return subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)


@pytest.fixture
async def backups(tmp_path: Path) -> dict[str, Path]:
    """Create a database and files of several ages in the folder of backups; return these files by name."""
    database, folder = tmp_path / "var/lib/ichiza/ichiza.sqlite3", tmp_path / "var/backups/ichiza"
    for one in (database.parent, folder):
        one.mkdir(parents=True)
    async with await Store.open(database, record_write=None):
        pass
    minutes = {"old": 1, "before-old": 99_999, "new": -1, "before-new": -99}
    files = {name: folder / f"{name}.sqlite3" for name in minutes}
    newest = time.time() - BACKUP_DAYS * 86_400
    for name, file in files.items():
        file.touch()
        os.utime(file, (newest - minutes[name] * 60,) * 2)
    return files


async def test_crontab_makes_a_backup_and_deletes_those_of_the_stated_age(
    backups: dict[str, Path], tmp_path: Path
) -> None:
    notes = backups["old"].with_name("notes")
    notes.touch()
    os.utime(notes, (0, 0))
    done = run_crontab(tmp_path)
    assert (done.returncode, without_progress(done.stderr)) == (0, "")
    left = {one.stem for one in notes.parent.iterdir()}
    assert left >= {"new", "before-new", "notes"}
    assert not left & {"old", "before-old"}
    assert len(left) == 4
    assert f"backups that are {BACKUP_DAYS} days old" in GUIDE


async def test_crontab_deletes_nothing_when_no_backup_was_made(backups: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "var/lib/ichiza/ichiza.sqlite3").unlink()
    assert run_crontab(tmp_path).returncode == 1
    assert {one.exists() for one in backups.values()} == {True}


def test_environment_file_of_the_guide_overrides_nothing_set_by_unit_or_container() -> None:
    ((_, source),) = re.findall(r"install -m (\d+) (\S+) /etc/ichiza.env", GUIDE)
    made = {line.partition("=")[0] for line in Path(ROOT / source).read_text(encoding="utf-8").splitlines()}
    unit = re.findall(
        r"^Environment=(\w+)=", (ROOT / "docs" / "ichiza.service").read_text(encoding="utf-8"), re.MULTILINE
    )
    container = re.findall(r"\b(ICHIZA_\w+)=", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    assert unit
    assert container
    assert not made & {*unit, *container}
