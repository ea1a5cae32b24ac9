"""The list of a server's tables, and the choice between a user's hands."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import limits
from engine.game import Game
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.tables.table import Table
from locales import Translation
from show.actions import table_actions
from show.actions.table_actions import Action
from show.pages.game.lost import ends_at
from show.text.page import DOT, Json, Page, Part, button, in_rows, link_button, page
from show.text.seat_names import link, person_name, table_translation


class Listed(NamedTuple):
    """A table and the address of its message; the address is None if the table has no channel."""

    table: Table
    url: str | None
    movable: bool = False
    """Whether the table is lost, and the reader may move it to another channel."""


def page_of(tables: Sequence[Table], number: int) -> tuple[int, Sequence[Table]]:
    """Return the number of a page, from 0, and its tables; numbers beyond the last page mean the last one."""
    number = max(0, min(number, (len(tables) - 1) // limits.TABLES_ON_A_PAGE))
    return number, tables[number * limits.TABLES_ON_A_PAGE : (number + 1) * limits.TABLES_ON_A_PAGE]


def tables_page(
    listed: Iterable[Listed],
    user_id: int,
    number: int,
    count: int,
    tr: Translation,
    scheduled: Sequence[ScheduledLobby] = (),
    *,
    unknown: bool = False,
    direct: bool = False,
) -> Page:
    """Build a page of a place's lobbies and running games for one user.

    Args:
        listed: the tables of the page.
        user_id: the reader.
        number: the number of the page, from 0.
        count: the number of all tables.
        tr: the reader's language.
        scheduled: lobbies that open later, the next one first; the first page has some of them.
        unknown: whether tables were left out because nobody knows whether the reader may see them.
        direct: whether the place is direct messages, where all tables are the reader's own.
    """
    parts: list[Part] = [tr("tables-mine" if direct else "tables-title")]
    for one in listed:
        parts.append(_table_line(one.table, table_translation(one.table, tr.language)))
        row = _table_row(one, user_id, number, tr)
        parts += [row] if row else []
    pages = (count - 1) // limits.TABLES_ON_A_PAGE + 1
    if not count:
        parts.append(tr("tables-none"))
    elif pages > 1:
        parts.append(tr("tables-page", page=number + 1, pages=pages))
        parts.append(turns(table_actions.ListTables, number, tr, more=number + 1 < pages))
    if scheduled and number == 0:
        parts.append("\n".join(_scheduled_line(lobby, tr) for lobby in scheduled[: limits.TABLES_ON_A_PAGE]))
    if unknown:
        parts.append(tr("list-unseen"))
    return Page(tuple(parts))


def _scheduled_line(lobby: ScheduledLobby, tr: Translation) -> str:
    title, place = Game.games[lobby.game].title, link(lobby.channel_id)
    who = person_name(lobby.opener_name, tr.language)
    return tr("tables-scheduled", game=title, at=str(lobby.opens_at), who=who, place=place)


def turns(at: Callable[[int], Action], number: int, tr: Translation, *, more: bool) -> list[Json]:
    """Return buttons to the previous and the next page, if they exist.

    Args:
        at: returns the action that shows the page of a number, from 0.
        number: the number of the current page.
        tr: the reader's language.
        more: whether another page follows.
    """
    ways = ((number - 1, "page-previous", "◀️", number > 0), (number + 1, "page-next", "▶️", more))
    return [button(at(to), tr(key), sign) for to, key, sign, there in ways if there]


def _table_line(table: Table, tr: Translation) -> str:
    if table.game is None:
        state = tr("tables-gathering", free=table.occupants.count(None))
    else:
        names = tr.listed(tr.seat(seat) for seat in table.game.to_act)
        state = tr("tables-waiting", round=table.game.round, names=names)
        state = DOT.join([tr("hand-practice"), state]) if table.origin is not None else state
        state = DOT.join([tr("tables-helped"), state]) if table.helped else state
        state = state if table.lost_since is None else DOT.join([tr("tables-lost", at=ends_at(table)), state])
    sitting = tr.listed(tr.seat(seat) for seat, who in enumerate(table.occupants) if who)
    return tr("tables-line", game=table.kind.title, table=str(table.id), state=state, who=sitting)


def _table_row(listed: Listed, user_id: int, number: int, tr: Translation) -> list[Json]:
    """Return the buttons of a listed table: actions, links, and at the end the button for the table's players."""
    table, row = listed.table, []
    sits = table.seat_of(user_id) is not None
    if sits:
        if table.game is not None:
            row.append(button(table_actions.OpenHand(table.id), tr("table-hand"), style="primary"))
    elif table.game is not None and table.open_to(user_id):
        row.append(button(table_actions.OpenHand(table.id), tr("tables-watch"), "👀"))
    elif None in table.occupants:
        row.append(button(table_actions.JoinListed(table.id, number), tr("lobby-join"), style="primary"))
    if listed.url:
        again = button(table_actions.ShowAgain(table.id, number), tr("tables-again"))
        row += [link_button(listed.url, tr("tables-open")), again]
    if listed.movable:
        row.append(button(table_actions.MoveTable(table.id), tr("lost-move")))
    if sits:
        row.append(button(table_actions.OpenMore(table.id), tr("lobby-more")))
    return row


def hands_page(tables: Iterable[Table], tr: Translation) -> Page:
    """Build the page that asks which of the user's hands to open."""
    names = ((table, tr("table-thread", game=table.kind.title, table=str(table.id))) for table in tables)
    return page(tr("hands-title"), *in_rows(button(table_actions.OpenHand(table.id), name) for table, name in names))
