"""What a game looks like to everybody: everything public, in words and as a picture, from `view(None)` alone."""

from engine.game import View
from host.table import Table
from host.words import TABLE_FROZEN
from locales import Speech
from show.actions import OpenHand, OpenRules, OpenSheet
from show.page import Drawing, Json, Page, button, page
from show.pages.sheet import sheet_lines
from show.pages.words import alt_text, facts, fitting, round_lines, tricks, waiting_for, winner_line
from show.speech import mention

NEWS = 4
"""Lines of the log that the message shows."""


def table_page(table: Table, view: View, speech: Speech) -> Page:
    """The public message of the round that is being played."""
    head = [
        speech("table-title", game=table.kind.title, round=view["round"], rounds=view["round_count"]),
        speech("table-number", table=str(table.id)),
        speech("table-waiting", phase=speech.sentence(view["phase"]), who=waiting_for(view, speech)),
    ]
    text = fitting(speech, lambda spoken: [*head, "", *_state(table, view, spoken)])
    hand = button(OpenHand(table.id), speech("table-hand"), style="primary")
    drawing = Drawing("table", view)
    return page(text, (hand, *_always(table, speech)), drawing=drawing, alt=alt_text(view, speech.aside()))


def end_page(table: Table, view: View, speech: Speech) -> Page:
    """The public message of a game that is over, in the place of its last round's table."""
    head = [
        speech("table-title-over", game=table.kind.title),
        speech("table-number", table=str(table.id)),
        winner_line(view, speech),
    ]
    text = fitting(speech, lambda spoken: [*head, "", *sheet_lines(view, spoken)])
    alt = "\n".join(round_lines(view, view["round"], speech.aside()))
    return page(text, _always(table, speech), drawing=Drawing("sheet", view, view["round"]), alt=alt)


def stopped_page(table: Table, speech: Speech) -> Page:
    """The public message of a table whose game can no longer be replayed."""
    return page("\n".join([speech("lobby-title", game=table.kind.title), speech("table-stopped", why=TABLE_FROZEN())]))


def turn_page(user_id: int, speech: Speech) -> Page:
    """The message that tells a person that it is their turn."""
    return Page((speech("table-turn", who=mention(user_id)),), notify=(user_id,))


def _always(table: Table, speech: Speech) -> tuple[Json, ...]:
    return (
        button(OpenSheet(table.id), speech("table-sheet")),
        button(OpenRules(table.kind.id, 0), speech("table-rules")),
    )


def _state(table: Table, view: View, speech: Speech) -> list[str]:
    """What lies on the table, what each seat has, the tricks, and what has just happened."""
    lines = [speech.text(line) for line in view["table"]]
    for seat in range(table.seat_count):
        lines += _seat(view, seat, speech)
    news = [speech("table-news", line=line) for line in view["log"][-NEWS:]]
    return [*lines, *tricks(view, speech), *news]


def _seat(view: View, seat: int, speech: Speech) -> list[str]:
    head = speech("table-seat", place=speech.place(seat), who=speech.seat(seat), points=view["scores"][seat])
    return [head, *(speech("table-news", line=line) for line in facts(view, seat, speech))]
