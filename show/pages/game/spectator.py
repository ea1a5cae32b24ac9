"""The private page of a spectator: the public view of a game, or a lookup."""

from dataclasses import replace

from engine.game import Game
from host.tables.table import Table
from locales import Translation
from show.actions.table_actions import LookUp, OpenHand
from show.pages.game.hand.lookups import footer, looked_up
from show.pages.game.table import ended, lying, remarks
from show.text.page import Page, button


def spectator_page(table: Table, game: Game, look: LookUp | None, tr: Translation, *, follows: bool) -> Page:
    """Build the page of the table or of the result, with buttons for lookups and for showing the page anew.

    Args:
        table: the game's table.
        game: running or over.
        look: the lookup.
        tr: the reader's language.
        follows: whether changes will be pushed into the page.
    """
    if look is not None:
        return replace(looked_up(table, game, None, look, tr), later=True)
    view = game.view(None)
    buttons = (button(OpenHand(table.id), tr("onlooker-again"), "🔄", "primary"), *footer(table, tr))
    if view["over"]:
        return Page((*ended(table, view, tr), buttons), framed=False, later=True)
    small = tr("onlooker-follows" if follows else "onlooker-stands")
    small = "\n".join([*remarks(table, tr), small])
    return Page((*lying(table, view, tr), small, buttons), framed=False, later=True, language=tr.language)
