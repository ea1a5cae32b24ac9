"""The games and people of the tests, and pytest marks that run a test for every game or language."""

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from locales import LANGUAGES

AKI, BEN = 101, 102
NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi")
HOME = 44
"""The thread of the table."""

SAIZEN, SCHOTEN, SQUARE, TEZUMA, TEZUMASHI = (
    Game.games[name] for name in ("saizen", "scharfe-schoten", "tennos-square", "tezuma-trick", "tezumashi")
)

every_game = pytest.mark.parametrize("game", sorted(Game.games))
every_locale = pytest.mark.parametrize("locale", ["en-US", "ja"])
every_language = pytest.mark.parametrize("language", LANGUAGES)
