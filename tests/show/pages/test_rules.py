"""The rules, page by page, and the help page."""

import re

import pytest

from engine.contract.game_info import easiest_first
from engine.game import Game
from locales import Translation, example_view, rules_pages
from pictures.marks import MARKS, MOST
from show.actions.decision_actions import InLesson, ShowTab
from show.actions.settings_actions import MINE, OpenSettings
from show.actions.table_actions import Action, OpenRules, ShowHints, TurnOffHints
from show.pages.learning.rules import FIRST_SIGN, help_page, rules_choice_page, rules_page
from show.pages.lobby import lobby_page
from show.text.operator import Operator, links_line
from show.text.page import Drawing, Picture
from show.text.seat_names import table_translation
from tests.show.basics import HOME, SAIZEN, every_game, every_language
from tests.show.operators import EVERYTHING, LONGEST
from tests.show.page_content import check_limits, components_of, ids_of, parts
from tests.show.tables import a_lobby


@every_language
@every_game
def test_pages_are_turned_both_ways_by_buttons_that_keep_their_places(game: str, language: str) -> None:
    kind, tr = Game.games[game], Translation(language, game=Game.games[game])
    count = len(rules_pages(language, game))
    for number in range(count):
        page = rules_page(kind, number, tr)
        beside = [(number - 1) % count, (number + 1) % count]
        learn = [ShowTab(InLesson(game))] if number == 0 else []
        assert ids_of(page) == [one.custom_id for one in (*(OpenRules(game, one) for one in beside), *learn)]
        assert bool(page.drawings) == (number == 0)
        assert len(list(parts(components_of(page), "description"))) == (number == 0)
        check_limits(page)


@every_language
@every_game
def test_first_page_shows_what_a_hand_shows_and_names_each_sign_below_it(game: str, language: str) -> None:
    page = rules_page(Game.games[game], 0, Translation(language, game=Game.games[game]))
    above, picture, below, _ = page.parts
    assert isinstance(picture, Picture)
    example = example_view(game)
    assert example is not None
    assert picture.drawing == Drawing("example", example)
    assert FIRST_SIGN not in str(above)
    numbers = re.findall("^([1-9])\ufe0f\u20e3 \\S", str(below), re.MULTILINE)
    assert numbers == [str(number) for number in range(1, len(MARKS[game]) + 1)]
    assert len(numbers) <= MOST


@pytest.mark.parametrize("number", [-5, 99])
def test_page_number_of_another_version_opens_the_nearest_page(number: int) -> None:
    kind, tr = SAIZEN, Translation("en")
    nearest = 0 if number < 0 else len(rules_pages("en", "saizen")) - 1
    assert rules_page(kind, number, tr).text == rules_page(kind, nearest, tr).text


RULINGS = {
    "scharfe-schoten": ("share the victory", "勝利を分け合います"),
    "tezuma-trick": (
        "the left neighbour of the last one",
        "左隣へ移ります",
        "At most once a trick",
        "1トリックに1回まで",
        "a trump of another suit is then active. Not for the leader",
        "別のスートの切り札なら有効です。リードでは使えません",
        "a trump counts 0 and is not active. Not for the leader",
        "切り札は無効の0です。リードでは使えません",
    ),
    "tezumashi": (
        "a trump of another suit is then active. Not for the leader",
        "別のスートの切り札なら有効です。リードでは使えません",
        "a trump counts 0 and is not active. Not for the leader",
        "切り札は無効の0です。リードでは使えません",
    ),
}
"""Our own rulings, which the printed rules do not have, in English and in Japanese."""


@pytest.mark.parametrize("game", RULINGS)
def test_rulings_beyond_the_printed_rules_are_marked_as_the_bots(game: str) -> None:
    for language, mark, sentences in (
        ("en", " (our ruling)", RULINGS[game][::2]),
        ("ja", "（このボットでの扱い）", RULINGS[game][1::2]),
    ):
        text = "\n".join(rules_pages(language, game))
        assert all(f"{one}{mark}" in text for one in sentences)
        assert text.count(mark) == len(sentences) + text.count(f"細かい決まり{mark}")


@every_language
def test_every_game_can_be_chosen(language: str) -> None:
    page = rules_choice_page(Game.games.values(), Translation(language))
    offered = easiest_first(Game.games.values())
    assert ids_of(page) == [OpenRules(game.id, 0).custom_id for game in offered]
    tr = Translation(language)
    lines = page.text.splitlines()[1:]
    for line, game in zip(lines, offered, strict=True):
        assert all(tr.text(part) in line for part in (game.title, game.short_pitch))
        assert str(game.minutes) in line
    check_limits(page)


@every_language
@pytest.mark.parametrize(("hints", "switch"), [(True, TurnOffHints()), (False, ShowHints())])
def test_help_names_every_game_switches_hints_and_leads_to_personal_settings(
    language: str, hints: bool, switch: Action
) -> None:
    tr = Translation(language)
    page = help_page(Game.games.values(), tr, Operator(), hints=hints)
    assert all(tr.text(game.title) in page.text for game in Game.games.values())
    assert ids_of(page) == [switch.custom_id, OpenSettings(MINE).custom_id]
    check_limits(page)


@every_language
def test_help_in_direct_messages_tells_of_no_table_with_others(language: str) -> None:
    tr = Translation(language)
    page = help_page(Game.games.values(), tr, LONGEST, "https://x.test", "https://y.test", alone=True)
    check_limits(page)
    assert "/play" in page.text
    assert "/leaderboard" not in page.text
    assert all(tr.text(game.title) in page.text for game in Game.games.values())


@every_language
def test_help_links_to_the_invitation_if_there_is_one(language: str) -> None:
    page = help_page(Game.games.values(), Translation(language), Operator(), "https://example.org/invite")
    assert "https://example.org/invite" in str(components_of(page))
    check_limits(page)


@every_language
def test_help_ends_with_the_links_that_are_set(language: str) -> None:
    tr, games = Translation(language), Game.games.values()
    text = help_page(games, tr, EVERYTHING).text
    assert text.splitlines()[-1] == links_line(EVERYTHING, tr)
    assert help_page(games, tr, Operator()).text == text.removesuffix(f"\n{links_line(EVERYTHING, tr)}")
    check_limits(help_page(games, tr, LONGEST, "https://example.org/invite"))


DESIGNERS = [
    ("en", "tezumashi", "Hinata Origuchi"),
    ("ja", "tezumashi", "折口日向"),
    ("en", "tennos-square", "ゆうりさま"),
    ("ja", "scharfe-schoten", "Arve D. Fühler"),
]


@pytest.mark.parametrize(("language", "game", "name"), DESIGNERS)
def test_the_rules_credit_the_designer(language: str, game: str, name: str) -> None:
    kind = Game.games[game]
    assert name in str(components_of(rules_page(kind, 0, Translation(language, game=kind))))


@pytest.mark.parametrize(("language", "game", "name"), DESIGNERS)
def test_the_lobby_credits_the_designer(language: str, game: str, name: str) -> None:
    lobby = a_lobby(Game.games[game], 3)
    assert name in str(components_of(lobby_page(lobby, table_translation(lobby, language), HOME)))
