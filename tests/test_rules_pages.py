"""The rules pages: each game has the same number of them in all languages, and the listed bids are the game's bids."""

import re
from pathlib import Path

import pytest

import engine.games  # noqa: F401  (fills Game.games)
from engine.contract.options import describe
from engine.game import Game
from engine.games.tennos_square.cards import row_points, row_text
from engine.games.tezuma.cards import read_bids
from engine.phrases import YES
from locales.bundles import FOLDER
from locales.translation import Translation, rules_pages
from tests.engine.games.tennos_square_table import row
from tests.locales.messages import foreign_words

LONGEST = 3500
"""The greatest number of characters of a page: Discord's limit of 4000 minus the text that the bot adds below."""

LANGUAGES = sorted(path.parent.name for path in FOLDER.glob("*/rules"))
FILES = sorted(FOLDER.glob("*/rules/*.md"))
PAGES = [page for path in FILES for page in rules_pages(path.parent.parent.name, path.stem)]


def test_english_and_japanese_have_rules() -> None:
    assert {"en", "ja"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_rules_in_every_language(language: str) -> None:
    missing = [game for game in Game.games if not (FOLDER / language / "rules" / f"{game}.md").exists()]
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_games_with_as_many_pages(language: str) -> None:
    def counts(one: str) -> dict[str, int]:
        return {path.stem: len(rules_pages(one, path.stem)) for path in (FOLDER / one / "rules").glob("*.md")}

    assert counts(language) == counts("en")


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.parent.name}-{path.stem}" for path in FILES])
def test_rules_are_two_to_ten_pages(path: Path) -> None:
    assert 2 <= len(rules_pages(path.parent.parent.name, path.stem)) <= 10


def test_every_page_fits_a_message() -> None:
    assert not [page for page in PAGES if not 0 < len(page) < LONGEST]


def test_every_page_begins_with_its_only_heading() -> None:
    assert not [page for page in PAGES if not re.match(r"## \S", page)]
    assert not [page for page in PAGES if len(re.findall(r"^#+ ", page, re.MULTILINE)) != 1]


def test_bold_type_is_closed() -> None:
    assert not [line for page in PAGES for line in page.splitlines() if line.count("**") % 2]


@pytest.mark.parametrize("game", ["scharfe-schoten", "tezuma-trick", "tezumashi", "saizen"])
@pytest.mark.parametrize(
    ("language", "said"), [("en", r"\*\*trick\*\*.*clockwise"), ("ja", r"\*\*トリック\*\*.*時計回り")]
)
def test_first_page_says_what_a_trick_is_and_the_direction_of_play(game: str, language: str, said: str) -> None:
    assert re.search(said, rules_pages(language, game)[0])


@pytest.mark.parametrize("game", sorted(Game.games))
@pytest.mark.parametrize(("language", "aim"), [("en", "**Goal:** "), ("ja", "**目的**：")])
def test_first_sentence_of_the_rules_is_the_goal(game: str, language: str, aim: str) -> None:
    assert rules_pages(language, game)[0].splitlines()[1].startswith(aim)


@pytest.mark.parametrize("page", [page for page in PAGES if "1️⃣" in page])
def test_signs_are_named_in_a_list_and_nowhere_else(page: str) -> None:
    assert not re.search("(?i)in the picture|図の見方", page), "a legend beside the list says the same once more"


def names_in_lobby(game: type[Game], language: str) -> set[str]:
    """Return the names that the lobby uses for a game's options and for their values, except default values.

    The name of an option ends before a colon or bracket.
    """
    names, tr = set(), Translation(language, game=game)
    for info in (info for seats in game.seat_counts for info in describe(game.Options, seats)):
        names.add(re.split("[:（]", tr.text(info.title))[0])
        values = zip(info.allowed, info.labels, strict=True)
        names |= {tr.text(label) for value, label in values if value != info.default and label != YES()}
    return names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(Game.games))
def test_options_have_the_names_that_the_lobby_uses(game: str, language: str) -> None:
    pages = "\n".join(rules_pages(language, game)).casefold()
    assert not [name for name in names_in_lobby(Game.games[game], language) if name.casefold() not in pages]


@pytest.mark.parametrize(("language", "said"), [("en", "your hand counts"), ("ja", "枚数は手札の画面に出ます")])
@pytest.mark.parametrize("edition", ["tezuma-trick", "tezumashi"])
def test_rules_ask_nobody_to_count_what_the_hand_page_counts(language: str, said: str, edition: str) -> None:
    assert said in rules_pages(language, edition)[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["tezuma-trick", "tezumashi"])
def test_listed_bids_are_the_bids_of_the_game(language: str, edition: str) -> None:
    listed = re.findall(r"^- \*\*(\d)\*\* ([\d:+ ]*[\d])", "\n".join(rules_pages(language, edition)), re.MULTILINE)
    assert listed == [(str(card.number), card.table) for card in read_bids(edition)]


@pytest.mark.parametrize("game", sorted(Game.games))
def test_japanese_pages_use_the_words_of_the_printed_rules(game: str) -> None:
    assert not re.findall(foreign_words(game), "\n".join(rules_pages("ja", game)))


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_tennos_square_rows_are_written_as_on_the_table_and_score_as_stated(language: str) -> None:
    page = next(page for page in rules_pages(language, "tennos-square") if "■" in page)
    examples = re.findall(r"^- ([A\d■ |]+)[:：].*\*\*(\d+)", page, re.MULTILINE)
    assert len(examples) == 4
    for written, points in examples:
        cards = row(written.replace("|", " ").replace("■", "x"))
        assert (row_text(cards, 4), row_points(cards)) == (written, int(points))
