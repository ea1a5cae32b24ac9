"""The private page of a running game's button "More", and the public message about a player who has left."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pictures
from engine.players import LEVELS
from host.play.participation import silent
from host.tables.table import Table
from locales import Translation
from show.actions import table_actions
from show.actions.table_actions import Drastic, Placed, TableAction
from show.text.page import Page, Part, Row, button, in_rows, option, page, select
from show.text.seat_names import label_name, person_name, seat_title


def seats_page(
    table: Table, tr: Translation, user_id: int, now: int, *, moderator: bool, calls: bool = True, note: str = ""
) -> Page:
    """Build the private page with a user's other actions in a running game.

    Args:
        table: a running game.
        tr: the reader's language.
        user_id: the reader.
        now: unix seconds.
        moderator: whether the reader may manage messages in the table's channel.
        calls: whether the server mentions players, so that they can be nudged.
        note: a last line.
    """
    head = tr("lobby-more-title", game=table.kind.title, table=str(table.id))
    lost = [] if table.lost_since is None else [tr("hand-lost")]
    seats = (_seat_line(table, seat, tr) for seat in range(table.seat_count))
    lines = [head, time_control_line(table, tr), *seats, *lost]
    rows: list[Part] = []
    seat = table.seat_of(user_id)
    if seat is not None:
        own = [button(table_actions.LeaveGame(table.id), tr("lobby-leave"), style="danger")]
        if calls and not lost and any(other != seat and not turn.nudged for other, turn in table.turns.items()):
            own.insert(0, button(table_actions.Nudge(table.id), tr("seats-nudge"), "🔔"))
        rows.append(own)
        given = [one for one in silent(table, now) if one != seat]
        rows += in_rows(
            button(
                table_actions.GiveMove(table.id, one),
                tr("seats-give", who=label_name(table, one, tr.language)),
                "🤖",
            )
            for one in given
        )
    if table.night is None and (moderator or user_id == table.in_charge):
        rows += computers(table, table_actions.SetLevel, tr)
    if moderator:
        removing = [
            button(table_actions.RemovePlayer(table.id, other), tr("seats-remove", who=name), style="danger")
            for other, _, name in others(table, user_id, tr)
        ]
        end = button(table_actions.EndGame(table.id), tr("seats-end"), style="danger")
        rows += in_rows([*removing, end])
    if not rows:
        lines.append(tr("seats-none"))
    lines += [note] if note else []
    return Page(("\n".join(lines), *rows), accent=pictures.accent(table.kind.id))


def _seat_line(table: Table, seat: int, tr: Translation) -> str:
    """Return a line about a seat: its occupant, and its deadline or absence."""
    turn = table.turns.get(seat)
    if table.represented(seat):
        how = tr("seats-away")
    elif turn is None or table.lost_since is not None or len(table.people()) == 1:  # nobody is made to wait
        how = ""
    else:
        how = until(turn.due, tr) or tr("seats-since", since=str(turn.since))
    return tr("seats-line", seat=seat + 1, who=seat_title(table, seat, tr.language), how=how)


def time_control_line(table: Table, tr: Translation) -> str:
    """Return the line that names the time control."""
    return tr("lobby-pace", pace=tr(f"pace-{table.time_control}"))


def until(due: int | None, tr: Translation) -> str:
    """Return the deadline as a Discord timestamp; "" without a clock."""
    return "" if due is None else tr("seats-until", due=str(due))


def computers(table: Table, action: Callable[[int], TableAction], tr: Translation) -> list[Row]:
    """Return a row with the list of computer players for seats without a person; no row if every seat has a person."""
    seats = {seat: who.computer if who else "" for seat, who in enumerate(table.occupants) if not who or who.computer}
    if not seats:
        return []
    levels = [*LEVELS, ""] if table.state == "lobby" else [*LEVELS]
    each = [Placed(seat, level) for seat, now in seats.items() for level in levels if level != now]
    every = [Placed(None, level) for level in LEVELS] if len(seats) > 1 else []
    options = [option(_placed(one, tr), str(one)) for one in (*every, *each)]
    return [(select(action(table.id), options, tr("computers-choose")),)]


def _placed(placed: Placed, tr: Translation) -> str:
    """Return the label of a line in the list of computer players."""
    if not placed.level:
        return tr("computers-free", seat=(placed.seat or 0) + 1)
    level = tr(f"level-{placed.level}")
    if placed.seat is None:
        return tr("computers-every", level=level)
    return tr("computers-seat", seat=placed.seat + 1, level=level)


def others(table: Table, user_id: int, tr: Translation) -> Iterator[tuple[int, int, str]]:
    """Yield (seat, user id, name for a button) of each person at the table except the user."""
    for seat, who in enumerate(table.occupants):
        if who is not None and who.user_id is not None and who.user_id != user_id:
            yield seat, who.user_id, label_name(table, seat, tr.language)


def sure_page(question: str, asked: Drastic, tr: Translation) -> Page:
    """Build the confirmation of an action that cannot be undone."""
    yes = button(replace(asked, sure=True), tr("hand-sure"), style="danger")
    return page(question, [yes, button(table_actions.OpenMore(asked.table), tr("hand-back"))])


def nudged_page(table: Table, unable: Mapping[int, int], tr: Translation, *, moderator: bool) -> Page:
    """Build the answer to a nudge.

    Args:
        table: a running game.
        unable: the people who cannot click, each with the end of their time-out in unix seconds; 0 for a person who is
            no longer on the server.
        tr: the reader's language.
        moderator: whether the reader may remove players.
    """
    seats = {seat: until for one, until in unable.items() if (seat := table.seat_of(one)) is not None}
    nudged = any(turn.nudged for turn in table.turns.values())
    lines = [tr("seats-nudged-others" if seats else "seats-nudged")] if nudged else []
    for seat, until in seats.items():
        who = seat_title(table, seat, tr.language)
        lines.append(tr("seats-timed-out", who=who, until=str(until)) if until else tr("seats-absent", who=who))
    if seats and not moderator:
        lines.append(tr("seats-removable"))
    removing = [
        button(
            table_actions.RemovePlayer(table.id, seat),
            tr("seats-remove", who=label_name(table, seat, tr.language)),
            style="danger",
        )
        for seat in seats
    ]
    return page("\n".join(lines), *(in_rows(removing) if moderator else ()))


def seat_left_page(table: Table, seat: int, tr: Translation) -> Page:
    """Build the public message which says that a player has left or was removed."""
    who = table.occupants[seat]
    name = person_name(who.name if who else "", tr.language)
    return page(tr("seats-removed" if who and who.removed else "seats-left", who=name))
