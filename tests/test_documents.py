"""The documents are wrapped at 100 columns, and name only files that exist.

Tables, code, and links or words longer than 100 columns are not wrapped.

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
_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)")
_FILE = re.compile(r"\b[\w-]+(?:/[\w.-]+)+\.(?:py|md|json|html)\b")
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


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_links_to_files_lead_to_a_file_and_a_heading(document: Path) -> None:
    missing = []
    for target, heading in _LINK.findall(_FENCED.sub("", (ROOT / document).read_text(encoding="utf-8"))):
        file = (ROOT / document).parent / target if target else ROOT / document
        if not file.exists() or (heading and heading not in anchors(file)):
            missing.append(f"{target}#{heading}")
    assert missing == []


def anchors(file: Path) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", _FENCED.sub("", file.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_files_named_by_the_page_that_checks_deals_exist() -> None:
    named = set(_FILE.findall((ROOT / "docs/verify.html").read_text(encoding="utf-8")))
    assert {"docs/fairness.md", "docs/records.md"} <= named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
