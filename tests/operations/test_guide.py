"""docs/operating.md, .env.example and the Dockerfile agree with the code."""

import re
from pathlib import Path
from typing import Any, cast

import pytest

from bot import Settings
from cogs.metrics import Metrics
from operations.health import Health
from operations.logs import ErrorCounter
from tests.operations.test_health import Body
from tests.source_tree import ROOT

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


async def test_guide_has_every_field_of_the_health_report() -> None:
    body = Body()
    report = await Health(cast("Any", body), cast("Any", body), Metrics(), ErrorCounter()).report()
    table = GUIDE[GUIDE.index("| field | what it says") :]
    for name, value in report.items():
        assert f"`{name}" in table
        if isinstance(value, dict) and name not in {"answers_ms", "commits_ms", "lanes"}:
            assert [one for one in value if f".{one}`" not in table] == []


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
