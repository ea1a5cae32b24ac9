"""The list of a server's tables, and the choice between a user's hands."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import limits
from engine.game import Game
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.tables.table import Table
from locales import Translation
from show.actions import table_actions
from show.actions.table_actions import Action
from show.pages.game.lost import ends_at
from show.text.page import DOT, Json, Page, Part, button, in_rows, link_button, option, page, select
from show.text.seat_names import link, person_name, table_translation

ALL_GAMES = "all"
"""The value that stands for all games in the list of games."""


class Listed(NamedTuple):
    """A table and the address of its message; the address is None if the table has no channel."""

    table: Table
    url: str | None
    movable: bool = False
    """Whether the table is lost, and the reader may move it to another channel."""
    visible: bool = True
    """Whether the reader may watch the game; who may only move a lost game does not see it."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A page of the tables that a person sees in a place."""

    tables: Sequence[Table]
    number: int
    """The number of the page, from 0."""
    game: str
    """The only game that is listed; "" if all are."""
    counts: Mapping[str, int]
    """How many tables there are of each game, on all pages."""

    @property
    def count(self) -> int:
        """The number of tables on all pages."""
        return self.counts.get(self.game, 0) if self.game else sum(self.counts.values())

    @property
    def pages(self) -> int:
        """The number of pages."""
        return max(1, -(-self.count // limits.TABLES_ON_A_PAGE))


def excerpt(tables: Iterable[Table], user_id: int, number: int, game: str = "") -> Excerpt:
    """Return a page of tables, in an order of their worth for the reader: own turn, own tables, free seats, others.

    A `number` beyond the last page means the last one. An unknown game means all games.
    """
    tables = sorted(tables, key=lambda one: (_rank(one, user_id), one.id))
    game = game if game in Game.games else ""
    every = Excerpt((), 0, game, Counter(one.kind.id for one in tables))
    number = max(0, min(number, every.pages - 1))
    first, kept = number * limits.TABLES_ON_A_PAGE, [one for one in tables if game in {"", one.kind.id}]
    return replace(every, tables=kept[first : first + limits.TABLES_ON_A_PAGE], number=number)


def _rank(table: Table, user_id: int) -> int:
    seat = table.seat_of(user_id)
    if seat is not None:
        return 0 if table.game is not None and seat in table.game.to_act else 1
    return 2 if table.game is None and None in table.occupants else 3


def tables_page(
    listed: Iterable[Listed],
    user_id: int,
    shown: Excerpt,
    tr: Translation,
    scheduled: Sequence[ScheduledLobby] = (),
    *,
    unknown: bool = False,
    direct: bool = False,
) -> Page:
    """Build a page of a place's lobbies and running games for one user.

    Args:
        listed: the tables of `shown`.
        user_id: the reader.
        shown: the page of the list.
        tr: the reader's language.
        scheduled: lobbies that open later, the next one first; the first page has some of them.
        unknown: whether tables were left out because nobody knows whether the reader may see them.
        direct: whether the place is direct messages, where all tables are the reader's own.
    """
    parts: list[Part] = [tr("tables-mine" if direct else "tables-title")]
    for one in listed:
        parts.append(_table_line(one.table, table_translation(one.table, tr.language)))
        row = _table_row(one, user_id, shown, tr)
        parts += [row] if row else []
    if not shown.count:
        parts.append(tr("tables-none"))
    elif shown.pages > 1:
        parts.append(tr("tables-page", page=shown.number + 1, pages=shown.pages))
        ways = partial(table_actions.ListTables, game=shown.game)
        parts.append(turns(ways, shown.number, tr, more=shown.number + 1 < shown.pages))
    if shown.game or (shown.pages > 1 and len(shown.counts) > 1):
        parts.append([_games(shown, tr)])
    later = [one for one in scheduled if shown.game in {"", one.game}] if shown.number == 0 else []
    lines = [_scheduled_line(lobby, tr) for lobby in later[: limits.TABLES_ON_A_PAGE]]
    lines += [tr("list-unseen")] if unknown else []
    return Page((*parts, "\n".join(lines)) if lines else tuple(parts))


def _games(shown: Excerpt, tr: Translation) -> Json:
    """Build the list from which a person picks the game whose tables are listed."""
    label = tr("tables-all", count=sum(shown.counts.values()))
    options = [option(label, ALL_GAMES, default=not shown.game)]
    for game in sorted({*shown.counts, *filter(None, [shown.game])}):
        name = tr("tables-of", game=Game.games[game].title, count=shown.counts.get(game, 0))
        options.append(option(name, game, default=game == shown.game))
    return select(table_actions.PickTables(), options, label)


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
    sitting = tr.listed(tr.seat(seat) for seat, who in enumerate(table.occupants) if who)
    line = tr("tables-line", game=table.kind.title, table=str(table.id), state=state, who=sitting)
    return line if table.lost_since is None else "\n".join([line, tr("tables-lost", at=ends_at(table))])


def _table_row(listed: Listed, user_id: int, shown: Excerpt, tr: Translation) -> list[Json]:
    """Return the buttons of a listed table: actions, links, and at the end the button for the table's players."""
    table, row = listed.table, []
    sits = table.seat_of(user_id) is not None
    if sits:
        if table.game is not None:
            row.append(button(table_actions.OpenHand(table.id), tr("table-hand"), style="primary"))
    elif table.game is not None and table.open_to(user_id):
        if listed.visible:
            row.append(button(table_actions.OpenHand(table.id), tr("tables-watch"), "👀"))
    elif None in table.occupants:
        row.append(
            button(table_actions.JoinListed(table.id, shown.number, shown.game), tr("lobby-join"), style="primary")
        )
    if listed.url:
        again = button(table_actions.ShowAgain(table.id, shown.number, shown.game), tr("tables-again"))
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
