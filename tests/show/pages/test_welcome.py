"""The welcome in direct messages, the choice of a game there, and the page that leads to the bot."""

import pytest

from engine.contract.game_info import easiest_first
from engine.game import Game
from locales import LANGUAGES, Translation
from show.actions.daily_actions import OpenToday
from show.actions.lesson_actions import ListLessons
from show.actions.table_actions import ListRules
from show.actions.welcome_actions import OfferGames, PlayHere
from show.pages.welcome import not_here_page, offer_page, welcome_page
from tests.show.basics import every_language
from tests.show.page_content import check_limits, components_of, ids_of, parts


@every_language
@pytest.mark.parametrize("known", [True, False])
def test_welcome_says_in_each_other_language_how_to_read_on_in_it(language: str, known: bool) -> None:
    page = welcome_page(Translation(language), is_language_known=known)
    check_limits(page)
    ways = (ListLessons(), OfferGames(), OpenToday(), ListRules())
    assert ids_of(page) == [way.custom_id for way in ways]
    for other in LANGUAGES:
        line = Translation(other)("welcome-language")
        assert (line in page.text) == (not known and other != language)


@every_language
def test_every_game_is_offered_the_easiest_first(language: str) -> None:
    tr = Translation(language)
    page = offer_page(Game.games.values(), tr)
    check_limits(page)
    names = [game.id for game in easiest_first(Game.games.values())]
    assert ids_of(page) == [*(PlayHere(one).custom_id for one in names), ListRules().custom_id]
    assert all(tr.text(game.title) in page.text for game in Game.games.values())


@every_language
def test_way_to_the_bot_is_one_short_sentence_and_a_link(language: str) -> None:
    page = not_here_page("https://example.org", Translation(language))
    check_limits(page)
    assert list(parts(components_of(page), "url")) == ["https://example.org"]
    assert ids_of(page) == []
    assert len(page.text) < 100
    assert sum(map(page.text.count, ".。")) == 1
