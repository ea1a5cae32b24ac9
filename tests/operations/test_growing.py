"""docs/growing.md: its texts fit Discord's fields, its links lead somewhere, and its facts agree with the code."""

import re
from pathlib import Path

import pytest

from cogs.client import Ichiza
from cogs.metrics import Metrics
from cogs.requests.install_settings import PERMISSIONS
from engine.game import Game
from host.services import Services
from locales import Translation
from storage import Store
from tests.show.basics import every_language
from tests.source_tree import ROOT

DOCS = ROOT / "docs"
GUIDE = (DOCS / "growing.md").read_text(encoding="utf-8")
LANGUAGES = {"en": "English", "ja": "Japanese"}
NUMBERS = {7: "seven", 6: "six", 8: "eight"}


def text_of(field: str, language: str) -> str:
    """Return the guide's text for a field of Discord's app directory."""
    (found,) = re.findall(
        rf"^### {field} in {LANGUAGES[language]}\n\n```text\n(.+?)\n```$", GUIDE, re.MULTILINE | re.DOTALL
    )
    return str(found)


@every_language
@pytest.mark.parametrize(("field", "most"), [("Description", 400), ("Summary", 200), ("Expanded description", 4000)])
def test_text_for_the_directory_fits_its_field(field: str, most: int, language: str) -> None:
    assert most / 5 < len(text_of(field, language)) <= most
    assert most > 400 or f"{most} char" in GUIDE or f"summary {most}" in GUIDE


@every_language
def test_tags_are_few_and_short(language: str) -> None:
    tags = text_of("Tags", language).splitlines()
    assert len(set(tags)) == len(tags) == 5
    assert [tag for tag in tags if len(tag) > 20] == []


@every_language
def test_directory_names_every_game_with_its_designer(language: str) -> None:
    text, tr = text_of("Expanded description", language), Translation(language)
    lines = [line for line in text.splitlines() if line.startswith("- **")]
    assert len(lines) == len(Game.games)
    for game in Game.games.values():
        assert [line for line in lines if f"**{tr.text(game.title)}**" in line and tr.text(game.designer) in line]


@pytest.mark.parametrize("file", ["growing.md", "privacy-policy.md", "privacy-policy.ja.md", "terms.md", "terms.ja.md"])
def test_links_within_the_repository_lead_somewhere(file: str) -> None:
    links = re.findall(r"\]\((?!https://)([^)#]*)(?:#([^)]+))?\)", (DOCS / file).read_text(encoding="utf-8"))
    assert links
    for path, anchor in links:
        target = DOCS / (path or file)
        assert target.exists(), path
        headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
        anchors = {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}
        assert not anchor or anchor in anchors, f"{path}#{anchor}"


def test_guide_counts_the_permissions_of_the_invitation() -> None:
    assert f"the {NUMBERS[sum(1 for _, asked in PERMISSIONS if asked)]}\npermissions" in GUIDE


async def test_bot_asks_for_no_privileged_intent(empty_database: Path) -> None:
    async with await Store.open(empty_database, record_write=None) as store:
        bot = Ichiza(Services(store), Metrics())
        assert {name for name, asked in bot.intents if asked} == {"guilds", "dm_messages"}
