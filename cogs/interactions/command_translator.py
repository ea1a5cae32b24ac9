"""The commands' names, descriptions and choices in every language, from the messages of `locales/`.

Slash commands and options keep their English names, so that people who speak different languages can tell each other
what to type. Discord shows each of them the rest in their own language.
"""

from typing import get_args

from discord import Locale, app_commands
from discord.app_commands import Choice, TranslationContextTypes, locale_str

from engine.game import Game
from host.people.standings import Period
from host.play.time_control import SECONDS
from locales import FALLBACK, Translation, language_of


def described(key: str) -> locale_str:
    """The message `key` as a description, a choice or the name of a command on messages."""
    return locale_str(Translation(FALLBACK)(key), key=key)


def games() -> list[Choice[str]]:
    """Every game, for an option of a command; Discord takes up to 25."""
    return [Choice(name=described(game.title.key), value=game.id) for game in Game.games.values()]


def periods() -> list[Choice[str]]:
    """Everything that a leaderboard can go by."""
    return [Choice(name=described(f"leaderboard-{period}"), value=period) for period in get_args(Period)]


def paces() -> list[Choice[str]]:
    """Every pace of a table."""
    return [Choice(name=described(f"pace-{pace}"), value=pace) for pace in SECONDS]


class CommandTranslator(app_commands.Translator):
    """Gives Discord the texts made by `described` in the languages other than English."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:  # noqa: ARG002  the key says it all
        """The text in a locale; None: the English one serves."""
        key, language = string.extras.get("key"), language_of(locale.value)
        return Translation(language)(key) if key and language != FALLBACK else None
