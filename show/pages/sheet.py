"""Score sheets: of a round whose table is gone, and of all rounds."""

from engine.game import View
from host.table import Table
from host.words import NOT_PLAYING, Refusal
from locales import Speech
from show.page import ALT_LIMIT, Drawing, Page, Picture, page, whole_lines
from show.pages.words import deciding_lines, fitting, points_line, round_lines

MOST_LINES = 4
"""Lines that a round's sheet has below its picture, which says the rest."""


def sheet_picture(view: View, round_number: int, speech: Speech) -> Picture:
    """A finished round's points, why, and those of all rounds before it; for who does not see it why."""
    alt = "\n".join(round_lines(view, round_number, speech.aside())).replace("**", "")
    return Picture(Drawing("sheet", view, round_number), whole_lines(alt, ALT_LIMIT))


def round_page(table: Table, view: View, round_number: int, speech: Speech) -> Page:
    """What the message of a finished round says once a fresh one has taken its place."""
    head = speech("table-round-over", game=table.kind.title, round=round_number)
    below = fitting(speech, lambda spoken: _placed(view, round_number, spoken))
    return Page((head, sheet_picture(view, round_number, speech), below, speech("table-moved")))


def sheet_page(table: Table, speech: Speech) -> Page:
    """The score sheet of every finished round.

    Raises:
        Refusal: nothing has been dealt.
    """
    if table.game is None:
        raise Refusal(NOT_PLAYING[table.state]())
    head = speech("sheet-title", game=table.kind.title)
    if not table.game.rounds:
        return page("\n".join([head, speech("sheet-none")]))
    view = table.game.view(None)
    picture = sheet_picture(view, len(view["rounds"]), speech)
    return Page((head, picture, fitting(speech, lambda spoken: _every_round(view, spoken), head)))


def _every_round(view: View, speech: Speech) -> list[str]:
    """The totals, then every finished round's lines, the newest first: it is what is mostly wanted."""
    lines = [speech("sheet-total", scores=points_line(view["scores"], speech)), *deciding_lines(view, speech)]
    for number in range(len(view["rounds"]), 0, -1):
        why = [speech("sheet-why", line=line) for line in round_lines(view, number, speech)]
        lines += [speech("sheet-round", round=number), *why]
    return lines


def _placed(view: View, round_number: int, speech: Speech) -> list[str]:
    """The round's lines, each after the sign by which its seat goes in the picture; or all points in one."""
    lines = round_lines(view, round_number, speech)
    if len(lines) > MOST_LINES:
        return [points_line(view["rounds"][round_number - 1], speech)]
    return [f"{speech.place(seat)} {line}" for seat, line in enumerate(lines)]
