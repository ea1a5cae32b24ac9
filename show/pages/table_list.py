"""The list of a server's tables, and of whose hand is meant."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import limits
from host.tables.table import Table
from locales import Translation
from show.actions import table_actions
from show.actions.table_actions import Action
from show.text.addressing import table_speech
from show.text.page import Json, Page, Part, button, in_rows, link_button, page


class Listed(NamedTuple):
    """A table, and the address at which it can be seen; None: there is none."""

    table: Table
    url: str | None


def page_of(tables: Sequence[Table], number: int) -> tuple[int, Sequence[Table]]:
    """The tables of a page of the list, which may have become shorter, and the page's number, from 0."""
    number = max(0, min(number, (len(tables) - 1) // limits.TABLES_ON_A_PAGE))
    return number, tables[number * limits.TABLES_ON_A_PAGE : (number + 1) * limits.TABLES_ON_A_PAGE]


def tables_page(listed: Iterable[Listed], user_id: int, number: int, count: int, speech: Translation) -> Page:
    """A page of a server's lobbies and running games, as a person sees them.

    Args:
        listed: those of the page.
        user_id: who looks.
        number: the page's, from 0.
        count: of all tables.
        speech: the reader's language.
    """
    parts: list[Part] = [speech("tables-title")]
    for one in listed:
        parts.append(_table_line(one.table, table_speech(one.table, speech.language)))
        row = _table_row(one, user_id, number, speech)
        parts += [row] if row else []
    pages = (count - 1) // limits.TABLES_ON_A_PAGE + 1
    if not count:
        parts.append(speech("tables-none"))
    elif pages > 1:
        parts.append(speech("tables-page", page=number + 1, pages=pages))
        parts.append(turns(table_actions.ListTables, number, speech, more=number + 1 < pages))
    return Page(tuple(parts))


def turns(at: Callable[[int], Action], number: int, speech: Translation, *, more: bool) -> list[Json]:
    """Buttons to the pages beside one, as far as they are there.

    Args:
        at: what shows the page of a number, from 0.
        number: the page's.
        speech: the reader's language.
        more: whether another page follows.
    """
    ways = ((number - 1, "page-previous", "◀️", number > 0), (number + 1, "page-next", "▶️", more))
    return [button(at(to), speech(key), sign) for to, key, sign, there in ways if there]


def _table_line(table: Table, speech: Translation) -> str:
    if table.game is None:
        state = speech("tables-gathering", free=table.occupants.count(None))
    else:
        names = speech.listed(speech.seat(seat) for seat in table.game.to_act)
        state = speech("tables-waiting", round=table.game.round, names=names)
    sitting = speech.listed(speech.seat(seat) for seat, who in enumerate(table.occupants) if who)
    return speech("tables-line", game=table.kind.title, table=str(table.id), state=state, who=sitting)


def _table_row(listed: Listed, user_id: int, number: int, speech: Translation) -> list[Json]:
    """What can be done about a table from the list, and the way there; what its people can do besides, last."""
    table, row = listed.table, []
    sits = table.seat_of(user_id) is not None
    if sits:
        if table.game is not None:
            row.append(button(table_actions.OpenHand(table.id), speech("table-hand"), style="primary"))
    elif table.game is not None:
        row.append(button(table_actions.OpenHand(table.id), speech("tables-watch"), "👀"))
    elif None in table.occupants:
        row.append(button(table_actions.JoinListed(table.id, number), speech("lobby-join"), style="primary"))
    if listed.url:
        again = button(table_actions.ShowAgain(table.id, number), speech("tables-again"))
        row += [link_button(listed.url, speech("tables-open")), again]
    if sits:
        row.append(button(table_actions.OpenMore(table.id), speech("lobby-more")))
    return row


def hands_page(tables: Iterable[Table], speech: Translation) -> Page:
    """The question which of a person's hands they mean."""
    names = ((table, speech("table-thread", game=table.kind.title, table=str(table.id))) for table in tables)
    return page(
        speech("hands-title"), *in_rows(button(table_actions.OpenHand(table.id), name) for table, name in names)
    )
