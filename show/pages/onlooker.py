"""What somebody without a seat is shown alone: what everybody may know of a game, or what they look up of it."""

from dataclasses import replace

from engine.game import Game
from host.table import Table
from locales import Speech
from show.actions import LookUp, OpenHand
from show.page import Page, button
from show.pages.hand.lookups import footer, looked_up
from show.pages.table import ended, lying
from show.pages.words import practice_line


def onlooker_page(table: Table, game: Game, look: LookUp | None, speech: Speech, *, follows: bool) -> Page:
    """The table as it is, or how it has ended, with what can be looked up and the way to look again.

    Args:
        table: whose game it is.
        game: running or over.
        look: what they look up.
        speech: the reader's language.
        follows: whether the page is going to be pushed into.
    """
    if look is not None:
        return replace(looked_up(table, game, None, look, speech), later=True)
    view = game.view(None)
    buttons = (button(OpenHand(table.id), speech("onlooker-again"), "🔄", "primary"), *footer(table, speech))
    if view["over"]:
        return Page((*ended(table, view, speech), buttons), framed=False, later=True)
    small = speech("onlooker-follows" if follows else "onlooker-stands")
    small = "\n".join([*practice_line(table, speech), small])
    return Page((*lying(table, view, speech), small, buttons), framed=False, later=True, language=speech.language)
