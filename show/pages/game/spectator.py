"""The private page of a spectator: the public view of a game, or a lookup."""

from dataclasses import replace

from engine.game import Game
from host.tables.table import Table
from locales import Translation
from show.actions.decision_actions import AtTable, LookUp
from show.actions.table_actions import OpenHand
from show.pages.game.hand.lookups import footer, looked_up
from show.pages.game.hand.plain_words import last_trick_line, table_in_words, without_pictures
from show.pages.game.table import ended, lying, remarks
from show.text.page import Page, button


def spectator_page(
    table: Table, game: Game, look: LookUp | None, tr: Translation, *, follows: bool, plain: bool = False
) -> Page:
    """Build the page of the table or of the result, with buttons for lookups and for showing the page anew.

    Args:
        table: the game's table.
        game: running or over.
        look: the lookup to build; None for the table or the result.
        tr: the reader's language.
        follows: whether changes will be pushed into the page.
        plain: whether the reader wants plain words, without pictures and emojis.
    """
    if plain:
        words = tr.in_words()
        return without_pictures(_page(table, game, look, words, follows=follows, plain=True), words)
    return _page(table, game, look, tr, follows=follows, plain=False)


def _page(table: Table, game: Game, look: LookUp | None, tr: Translation, *, follows: bool, plain: bool) -> Page:
    if look is not None:
        return replace(looked_up(table, game, None, look, tr, OpenHand(table.id)), later=True)
    view = game.view(None)
    buttons = (
        button(OpenHand(table.id), tr("onlooker-again"), "🔄", "primary"),
        *footer(AtTable(table.id), table.kind, tr),
    )
    if view["over"]:
        return Page((*ended(table, view, tr), buttons), framed=False, later=True)
    changes = tr("onlooker-stands" if not follows else "onlooker-plain" if plain else "onlooker-follows")
    small = "\n".join([*remarks(table, tr), changes])
    head, picture, *below = lying(table, view, tr)
    if plain:  # words replace the picture, and the line below has names instead of symbols
        picture, below = table_in_words(view, tr), [*last_trick_line(view, tr)] or below
    return Page((head, picture, *below, small, buttons), framed=False, later=True, language=tr.language)
