"""The only message of a table in direct messages: the person's hand, or the page that takes the place of the hand."""

from engine.game import Game
from host.people.personal_results import PersonalResult
from host.refusals import UNASKED
from host.tables.table import Table
from locales import Translation
from show.actions.welcome_actions import PlayHere
from show.pages.game.hand import Asked, hand_page, round_page
from show.pages.game.table import stopped_page
from show.text.page import Page, button

_CLOSED = {"idle": "direct-idle", "left": "seats-gone"}
"""Message keys by the reason for which a game was closed."""


def direct_page(table: Table, asked: Asked, round_number: int | None, result: PersonalResult, tr: Translation) -> Page:
    """Build the message of a table.

    Args:
        table: a table in direct messages.
        asked: the state of the hand besides the position.
        round_number: the round that the person is in; None for the current one.
        result: what the game has changed for the person, once it is over.
        tr: the person's language, with the table's names and symbols.
    """
    game, seat = table.game, table.seat_of(table.place.owner_id)
    if table.state == "closed":
        return _closed_page(table, tr)
    if game is None or seat is None:
        return stopped_page(table, tr)
    if displays_result(game, asked, round_number):
        return round_page(table, game, seat, tr, asked.note, plain=asked.plain)
    return hand_page(table, game, seat, tr, asked, result)


def displays_result(game: Game, asked: Asked, round_number: int | None) -> bool:
    """Return whether the message displays the result of the round `round_number`.

    This is so if the round has ended, the person has not yet continued, and no lookup is displayed.
    """
    return round_number is not None and round_number < game.round and asked.looking is None


def _closed_page(table: Table, tr: Translation) -> Page:
    """Build the page of a game that was closed before its end, with a button that begins another game."""
    again = button(PlayHere(table.kind.id), tr("direct-again", game=table.kind.title), "🃏", "primary")
    text = (
        tr.text(UNASKED[table.close_reason]())
        if table.close_reason in UNASKED
        else tr(_CLOSED.get(table.close_reason or "", "seats-ended"))
    )
    return Page((text, (again,)), framed=False)
