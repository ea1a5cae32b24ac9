"""A designer's name is written in the reader's script if it is known in that script."""

import pytest

from engine.game import Game
from locales import Translation
from show.pages.lobby import lobby_page
from show.pages.rules import rules_page
from show.text.addressing import table_translation
from tests.show.page_content import components_of
from tests.show.tables import HOME, a_lobby

NAMES = [
    ("en", "tezumashi", "Hinata Origuchi"),
    ("ja", "tezumashi", "折口日向"),
    ("en", "tennos-square", "ゆうりさま"),
    ("ja", "scharfe-schoten", "Arve D. Fühler"),
]


@pytest.mark.parametrize(("language", "game", "name"), NAMES)
def test_the_rules_credit_the_designer(language: str, game: str, name: str) -> None:
    kind = Game.games[game]
    assert name in str(components_of(rules_page(kind, 0, Translation(language, game=kind))))


@pytest.mark.parametrize(("language", "game", "name"), NAMES)
def test_the_lobby_credits_the_designer(language: str, game: str, name: str) -> None:
    lobby = a_lobby(Game.games[game], 3)
    assert name in str(components_of(lobby_page(lobby, table_translation(lobby, language), HOME)))
