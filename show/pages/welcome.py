"""The bot's welcome in direct messages, and the page that leads there from places without the bot."""

from collections.abc import Iterable

from engine.contract.game_info import easiest_first
from engine.game import Game
from locales import LANGUAGES, Translation
from show.actions.daily_actions import OpenToday
from show.actions.lesson_actions import ListLessons
from show.actions.table_actions import ListRules
from show.actions.welcome_actions import OfferGames, PlayHere
from show.text.page import Page, button, in_rows, link_button, page


def welcome_page(tr: Translation, *, is_language_known: bool) -> Page:
    """Build the welcome.

    Discord tells the bot the language of a person who clicks, but not of a person who writes a message. So if the
    language is not known, a line in each other language says that a button leads to a page in that language.
    """
    others = [] if is_language_known else [one for one in LANGUAGES if one != tr.language]
    lines = [tr("welcome"), *(Translation(one)("welcome-language") for one in others)]
    learn = button(ListLessons(), tr("lesson-learn"), "🎓", "primary")
    play = button(OfferGames(), tr("welcome-play"), "🃏")
    today = button(OpenToday(), tr("day-today"), "☀️")
    return page("\n".join(lines), (learn, play, today, button(ListRules(), tr("table-rules"), "📖")))


def offer_page(games: Iterable[type[Game]], tr: Translation) -> Page:
    """Build the page that offers each game, the easiest first."""
    offered = easiest_first(games)
    lines = [
        tr("game-choice", game=game.title, pitch=game.short_pitch, weight=game.weight, minutes=game.minutes)
        for game in offered
    ]
    play = [button(PlayHere(game.id), tr.text(game.title)) for game in offered]
    rules = button(ListRules(), tr("table-rules"), "📖")
    return page("\n- ".join([tr("welcome-choose"), *lines]), *in_rows(play), (rules,))


def not_here_page(url: str, tr: Translation) -> Page:
    """Build the page that leads from a place without the bot to its direct messages."""
    return page(tr("not-here"), (link_button(url, tr("not-here-open")),))
