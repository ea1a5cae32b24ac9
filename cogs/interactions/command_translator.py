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
from show.text.search import is_found, search_form
from show.text.seat_names import table_translation

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
        if is_found(typed, name, *_names_of(game)):
            found.append(Choice(name=name, value=game.id))
    return found[:MOST_CHOICES]


def _names_of(game: type[Game]) -> list[str]:
    """Return what people type to find a game: its id, and in every language its title and its other spellings."""
    titles = [game.title] if game.spellings is None else [game.title, game.spellings]
    every = (Translation(language).text(title) for language in LANGUAGES for title in titles)
    return [game.id, *(name for names in every for name in names.split(","))]


def typed_game(typed: str) -> str:
    """Return the id of the game whose name a person has typed, in any language and spelling.

    Part of a name is enough if no other game's name contains it. Other text is returned unchanged. Discord sends the
    typed text if the person chooses no game from the list.
    """
    form = search_form(typed)
    names = {game.id: [search_form(name) for name in _names_of(game)] for game in Game.games.values()}
    titled = [game for game, forms in names.items() if form in forms]
    partly = [game for game, forms in names.items() if form and any(form in name for name in forms)]
    return next((found[0] for found in (titled, partly) if len(found) == 1), typed)


def lesson_choices() -> list[Choice[str]]:
    """Return all lessons as choices, those of the easiest games first."""
    return [Choice(name=localized(one.title.key), value=one.id) for one in ordered_lessons()]


def period_choices() -> list[Choice[str]]:
    """Return the periods of a leaderboard as choices."""
    return [Choice(name=localized(f"leaderboard-{period}"), value=period) for period in get_args(Period)]


def time_controls() -> list[Choice[str]]:
    """Return the time controls as choices."""
    return [Choice(name=localized(f"pace-{one}"), value=one) for one in SECONDS]


def table_choices(tables: Iterable[Table], locale: str, typed: str) -> list[Choice[int]]:
    """Return choices for the tables whose names, or whose game's names, contain the typed text."""
    found = []
    for one in tables:
        name = table_translation(one, locale)("table-thread", game=one.kind.title, table=str(one.id))
        if is_found(typed, name, *_names_of(one.kind)):
            found.append(Choice(name=name, value=one.id))
    return found[:MOST_CHOICES]


class CommandTranslator(app_commands.Translator):
    """The translator of texts made by `localized`."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:  # noqa: ARG002  the library's signature
        """Return the text in a locale; None makes Discord use the English text."""
        key, language = string.extras.get("key"), language_of(locale.value)
        return Translation(language)(key, **string.extras["args"]) if key and language != FALLBACK else None
