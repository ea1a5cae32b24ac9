"""The public message of a game, built from `view(None)` alone, and the page of the button "Details"."""

from typing import Literal, TypeAlias

from engine.game import Game, View
from host.lobby.lobby_transitions import required_game
from host.play.votes import can_agree
from host.refusals import REPLAY_GONE, TABLE_FROZEN, WHY_ENDED
from host.tables.table import Table
from locales import Translation
from show.actions import table_actions
from show.actions.replay_actions import OpenReplay
from show.pages.fairness import check_button, rematch_renewed_lines
from show.pages.game.absences import absence_lines, late_seats
from show.pages.game.score_sheet import result_picture
from show.pages.game.seats import until
from show.pages.game.shared_lines import (
    alt_text,
    closing_lines,
    fitting,
    last_line,
    points_line,
    practice_line,
    result_lines,
    round_lines,
    state_lines,
    status_line,
    waiting_for,
    winner_line,
)
from show.pages.game.tricks import tricks_in_words
from show.text.page import DOT, Drawing, Json, Page, Part, Picture, button, page
from show.text.seat_names import mention

NEWS = 4
"""The number of log lines in the details."""
FEW = 4
"""Greatest number of seats for which the points are in normal text and the levels of computer players are named.

With more seats, a phone has no room for this above the picture: the points are in small print, without levels.
"""
TOLD = 2
"""Greatest number of highlights in the public message of a finished game, for which a phone has room.

A line about the end of the last round counts as one of them.
"""
Way: TypeAlias = Literal["turn", "half", "nudge"]
"""The kinds of mention: it is the player's turn, half of their time is over, or others nudge them."""


def table_page(table: Table, view: View, tr: Translation) -> Page:
    """Build the public message of the current round: short enough for one screen of a phone."""
    buttons = (
        button(table_actions.OpenHand(table.id), tr("table-hand"), style="primary"),
        button(table_actions.OpenSheet(table.id), tr("table-sheet")),
        button(table_actions.OpenRules(table.kind.id, 0), tr("table-rules")),
        _details(table, tr),
        button(table_actions.OpenMore(table.id), tr("lobby-more")),
    )
    rows = [buttons, _agreeing(table, table_actions.Finish(table.id), "table-finish", tr)]
    below = remarks(table, tr)  # below the buttons, so that a phone shows the buttons without scrolling
    return Page((*lying(table, view, tr), *filter(None, rows), *below), language=tr.language)


def remarks(table: Table, tr: Translation) -> tuple[str, ...]:
    """Return the small print of a running game: the people for whom a computer player moved."""
    lines = [*absence_lines(table, tr)]
    return ("\n".join(lines),) if lines else ()


def lying(table: Table, view: View, tr: Translation) -> tuple[Part, ...]:
    """Return the situation, the picture of the table and the latest event of a running game."""
    status = tr(
        "table-status",
        game=table.kind.title,
        round=view["round"],
        rounds=view["round_count"],
        phase=tr.sentence(view["phase"]),
        who=_awaited(table, view, tr),
    )
    picture = Picture(Drawing("table", view), alt_text(view, tr.aside()))
    last = last_line(view, tr)
    below: tuple[Part, ...] = (tr("hand-small", line=last),) if last else ()
    few = view["seats"] <= FEW
    points = points_line(view["scores"], tr, levels=few, late=late_seats(table))
    head = "\n".join([status, points if few else tr("hand-small", line=points)])
    return head, picture, *below


def _awaited(table: Table, view: View, tr: Translation) -> str:
    """Return the seats that must decide, with deadlines; a deadline that they all share is written once."""
    due = {seat: table.turns[seat].due if seat in table.turns else None for seat in view["to_act"]}
    if len({*due.values()}) == 1:
        return f"{waiting_for(view, tr)} {until(next(iter(due.values())), tr)}".rstrip()
    return tr.listed(f"{tr.seat(seat)} {until(one, tr)}".rstrip() for seat, one in due.items())


def _agreeing(table: Table, action: table_actions.TableAction, key: str, tr: Translation) -> tuple[Json, ...]:
    """Return the button with which players vote to finish or to play again, if such a vote is open."""
    if not can_agree(table):
        return ()
    agreed, asked = table.vote_count()
    return (button(action, tr(key, agreed=agreed, asked=asked), style="success"),)


def end_page(table: Table, view: View, tr: Translation, night: str = "") -> Page:
    """Build the public message of a finished game, in place of its last round's table message.

    `night` is the address of the message of the table's league night; empty for other tables.
    """
    rematch = _agreeing(table, table_actions.Rematch(table.id), "table-rematch", tr)
    replay = button(OpenReplay(table.id), tr("table-replay"))
    sheet, details = button(table_actions.OpenSheet(table.id), tr("table-sheet")), _details(table, tr)
    promised = rematch_renewed_lines(table, tr) if rematch else []
    buttons = (*rematch, replay, sheet, details)
    return Page((*ended(table, view, tr), *promised, *night_lines(night, tr), buttons))


def winner_page(view: View, link: str, tr: Translation) -> Page:
    """Build the short public message that names the winners of a game whose table message may be far up.

    `link` is the address of the table message; empty if it is gone.
    """
    way = [tr("hand-way", link=link)] if link else []
    return Page((DOT.join([winner_line(view, tr), *way]),), framed=False)


def night_lines(night: str, tr: Translation) -> list[str]:
    """Return the line with a link to the message of a league night; nothing without the message's address."""
    return [tr("table-night", link=night)] if night else []


def ended(table: Table, view: View, tr: Translation) -> tuple[Part, ...]:
    """Return the winners of a finished game, then the grid of all rounds, all points, and the highlights."""
    winner, *points = result_lines(view, tr, levels=False)  # a phone has no room for the levels
    over = tr("table-finished", game=table.kind.title)
    closing = closing_lines(view, view["round"], tr)
    helped = [tr("table-helped")] if table.helped else []
    head = [tr("table-won", winner=winner), over, *practice_line(table, tr), *helped, *closing]
    below = [tr("hand-small", line=line) for line in points]
    below += [tr("table-told", line=tr.sentence(line)) for line in view["highlights"][: TOLD - len(closing)]]
    return "\n".join(head), result_picture(view, tr), "\n".join(below)


def details_page(table: Table, tr: Translation) -> Page:
    """Build the private page with the whole public view of a game in words.

    Raises:
        Refusal: nothing has been dealt.
    """
    view = required_game(table).view(None)
    head = [
        tr("table-title", game=table.kind.title, round=view["round"], rounds=view["round_count"]),
        tr("table-number", table=str(table.id)),
        status_line(view, tr),
    ]
    proof = [check_button(table, tr)] if table.revealed_commitment else []
    return page(fitting(tr, lambda spoken: "\n".join([*head, "", *_state(view, spoken)]), len), proof)


def sealed_page(table: Table, game: Game, tr: Translation, night: str = "") -> Page:
    """Build the public message, without cards and points, of a game whose deals are still played at other tables.

    `night` is the address of the message of the league night; empty if it is not known.
    """
    if game.over:
        return page("\n".join([tr("table-sealed-over", game=table.kind.title), *night_lines(night, tr)]))
    due = {seat: table.turns[seat].due if seat in table.turns else None for seat in game.to_act}
    who = tr.listed(f"{tr.seat(seat)} {until(one, tr)}".rstrip() for seat, one in due.items())
    said = tr("table-sealed", game=table.kind.title, round=game.round, rounds=game.round_count, who=who)
    buttons = (
        button(table_actions.OpenHand(table.id), tr("table-hand"), style="primary"),
        button(table_actions.OpenRules(table.kind.id, 0), tr("table-rules")),
        button(table_actions.OpenMore(table.id), tr("lobby-more")),
    )
    return Page((said, buttons, *remarks(table, tr)))


def stopped_page(table: Table, tr: Translation, night: str = "") -> Page:
    """Build the public message of a game that was ended early or cannot be replayed.

    `night` is the address of the message of the table's league night; empty for other tables.
    """
    without_reason = {"frozen": TABLE_FROZEN, "over": REPLAY_GONE}
    why = without_reason.get(table.state) or WHY_ENDED[table.close_reason or "ended"]
    lines = [tr("lobby-title", game=table.kind.title), tr("table-stopped", why=why()), *night_lines(night, tr)]
    return page("\n".join(lines))


def turn_page(
    user_id: int, table_link: str, tr: Translation, how: Way, due: int | None, *, silent: bool = False
) -> Page:
    """Build the message that mentions a player, with a link to the table message and the deadline.

    `table_link` is empty if Discord refused the table message; then the page names the command that opens the hand.
    """
    if table_link:
        said = tr(f"table-{how}", who=mention(user_id), link=table_link)
    else:
        said = tr("table-turn-unshown", who=mention(user_id))
    return Page((f"{said} {until(due, tr)}".rstrip(),), notify=(user_id,), silent=silent)


def _details(table: Table, tr: Translation) -> Json:
    return button(table_actions.OpenDetails(table.id), tr("table-details"))


def _state(view: View, tr: Translation) -> list[str]:
    """Return the cards on the table, the facts of each seat, the tricks, the latest events, and the last points."""
    news = [tr("table-news", line=line) for line in view["log"][-NEWS:]]
    return [*state_lines(view, tr), *tricks_in_words(view, tr), *news, *_points(view, tr)]


def _points(view: View, tr: Translation) -> list[str]:
    """Return the reasons for each seat's points of the last finished round; none if no round is finished."""
    last = len(view["rounds"])
    if not last:
        return []
    why = [tr("table-news", line=line) for line in round_lines(view, last, tr)]
    return [f"**{tr('sheet-round', round=last)}**", *why]
