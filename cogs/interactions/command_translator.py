"""Names, descriptions and choices of commands in every language, from the messages of `locales/`.

Slash commands and options keep their English names, so that people with different languages can tell each other what
to type. Discord shows the other texts in each person's language.
"""

from collections.abc import Iterable
from typing import get_args

from discord import Locale, app_commands
from discord.app_commands import Choice, TranslationContextTypes, locale_str

from engine.contract.game_info import easiest_first
from engine.game import Game
from engine.text import Arg
from host.people.standings import Period
from host.play.time_control import SECONDS
from host.tables.table import Table
from locales import FALLBACK, LANGUAGES, Translation, language_of
from show.pages.learning.lesson_list import ordered_lessons
from show.text.addressing import table_translation

MOST_CHOICES = 25
"""Discord's limit of choices for a command option."""


def localized(key: str, **args: Arg) -> locale_str:
    """Return a message as a localized text for a description, a choice or a message command's name."""
    return locale_str(Translation(FALLBACK)(key, **args), key=key, args=args)


def game_choices() -> list[Choice[str]]:
    """Return the titles of all games as choices of a command option, the easiest game first; Discord allows 25."""
    return [Choice(name=localized(game.title.key), value=game.id) for game in easiest_first(Game.games.values())]


def described_game_choices() -> list[Choice[str]]:
    """Return the games as `game_choices` does, each with a short description, its weight and its duration."""
    return [
        Choice(
            name=localized(
                "game-choice", game=game.title, pitch=game.short_pitch, weight=game.weight, minutes=game.minutes
            ),
            value=game.id,
        )
        for game in easiest_first(Game.games.values())
    ]


def matching_games(games: Iterable[type[Game]], tr: Translation, typed: str) -> list[Choice[str]]:
    """Return choices in one language for the games that match the typed text; see `described_game_choices`."""
    found = []
    for game in easiest_first(games):
        name = tr("game-choice", game=game.title, pitch=game.short_pitch, weight=game.weight, minutes=game.minutes)
        if any(typed.strip().casefold() in text.casefold() for text in (name, game.id)):
            found.append(Choice(name=name, value=game.id))
    return found[:MOST_CHOICES]


def typed_game(typed: str) -> str:
    """Return the id of the game whose title a person has typed, in any language; return other text unchanged.

    Discord sends the typed text if the person chooses no game from the list.
    """
    title = typed.strip().casefold()
    titled = (
        game.id
        for game in Game.games.values()
        for language in LANGUAGES
        if Translation(language).text(game.title).casefold() == title
    )
    return next(titled, typed)


def lesson_choices() -> list[Choice[str]]:
    """Return all lessons as choices, those of the easiest games first."""
    return [Choice(name=localized(one.title.key), value=one.id) for one in ordered_lessons()]


def period_choices() -> list[Choice[str]]:
    """Return the periods of a leaderboard as choices."""
    return [Choice(name=localized(f"leaderboard-{period}"), value=period) for period in get_args(Period)]


def time_controls() -> list[Choice[str]]:
    """Return the time controls as choices."""
    return [Choice(name=localized(f"pace-{pace}"), value=pace) for pace in SECONDS]


def table_choices(tables: Iterable[Table], locale: str, typed: str) -> list[Choice[int]]:
    """Return choices for the tables whose names contain the typed text."""
    named = {
        one.id: table_translation(one, locale)("table-thread", game=one.kind.title, table=str(one.id)) for one in tables
    }
    found = [Choice(name=name, value=number) for number, name in named.items() if typed.casefold() in name.casefold()]
    return found[:MOST_CHOICES]


class CommandTranslator(app_commands.Translator):
    """The translator of texts made by `localized`."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:  # noqa: ARG002  the library's signature
        """Return the text in a locale; None makes Discord use the English text."""
        key, language = string.extras.get("key"), language_of(locale.value)
        return Translation(language)(key, **string.extras["args"]) if key and language != FALLBACK else None
