"""The documents are wrapped at 100 columns, apart from tables, code, and links or words longer than that.

Rules pages are messages: Discord displays each of their line breaks, so a paragraph there is one line.
"""

import re
from pathlib import Path

import pytest

from tests.source_tree import ROOT

COLUMNS = 100
DOCUMENTS = [
    path.relative_to(ROOT)
    for path in (
        *ROOT.glob("*.md"),
        *(one for folder in (".github", "docs", "local_discord", "pictures") for one in (ROOT / folder).rglob("*.md")),
    )
]

_FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_TABLE_OR_CODE = re.compile(r" *\|| {4}")
_UNBREAKABLE = re.compile(r" *(?:(?:[-*]|\d+\.) )?(?:\S*\[[^\]]*\]\([^)]*\)\S*|\S+)$")


def too_long(text: str) -> list[str]:
    """Return the lines of prose that are longer than `COLUMNS` and could be broken."""
    return [
        line
        for line in _FENCED.sub("", text).splitlines()
        if len(line) > COLUMNS and not _TABLE_OR_CODE.match(line) and not _UNBREAKABLE.match(line)
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_prose_is_wrapped(document: Path) -> None:
    assert too_long((ROOT / document).read_text(encoding="utf-8")) == []


def test_tables_code_and_links_may_be_longer() -> None:
    long, link = "word " * 25, f"[a guide](https://example.com/{'x' * 99})"
    assert too_long("\n".join((f"| {long}|", f"    {long}", f"```\n{long}\n```", link, f"- {link},"))) == []
    assert too_long(f"{long}\n- {long}\nsee {link}\n") == [long, f"- {long}", f"see {link}"]
