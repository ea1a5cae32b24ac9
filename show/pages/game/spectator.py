"""What somebody without a seat is shown alone: what everybody may know of a game, or what they look up of it."""

from dataclasses import replace

from engine.game import Game
from host.tables.table import Table
from locales import Translation
from show.actions.table_actions import LookUp, OpenHand
from show.pages.game.hand.lookups import footer, looked_up
from show.pages.game.shared_lines import practice_line
from show.pages.game.table import ended, lying
from show.text.page import Page, button


def spectator_page(table: Table, game: Game, look: LookUp | None, tr: Translation, *, follows: bool) -> Page:
    """The table as it is, or how it has ended, with what can be looked up and the way to look again.

    Args:
        table: whose game it is.
        game: running or over.
        look: what they look up.
        tr: the reader's language.
        follows: whether the page is going to be pushed into.
    """
    if look is not None:
        return replace(looked_up(table, game, None, look, tr), later=True)
    view = game.view(None)
    buttons = (button(OpenHand(table.id), tr("onlooker-again"), "🔄", "primary"), *footer(table, tr))
    if view["over"]:
        return Page((*ended(table, view, tr), buttons), framed=False, later=True)
    small = tr("onlooker-follows" if follows else "onlooker-stands")
    small = "\n".join([*practice_line(table, tr), small])
    return Page((*lying(table, view, tr), small, buttons), framed=False, later=True, language=tr.language)
