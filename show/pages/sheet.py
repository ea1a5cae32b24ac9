"""Score sheets: of a round whose table is gone, and of all rounds."""

from engine.game import View
from host.table import Table
from host.words import NOT_PLAYING, Refusal
from locales import Speech
from show.page import Drawing, Page, page
from show.pages.words import fitting, round_lines


def round_page(table: Table, view: View, round_number: int, speech: Speech) -> Page:
    """What the message of a finished round says once a fresh one has taken its place."""
    head = speech("table-round-over", game=table.kind.title, round=round_number)
    text = fitting(speech, lambda spoken: [head, *_placed(view, round_number, spoken), spoken("table-moved")])
    alt = "\n".join(round_lines(view, round_number, speech.aside()))
    return page(text, drawing=Drawing("sheet", view, round_number), alt=alt)


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
    return page(fitting(speech, lambda spoken: [head, *sheet_lines(view, spoken)]))


def sheet_lines(view: View, speech: Speech) -> list[str]:
    """Every finished round's lines, and the total."""
    lines = []
    for number in range(1, len(view["rounds"]) + 1):
        lines += [speech("sheet-round", round=number), *round_lines(view, number, speech)]
    scores = [speech("sheet-score", who=speech.seat(seat), points=points) for seat, points in enumerate(view["scores"])]
    return [*lines, speech("sheet-total", scores=" · ".join(scores))]


def _placed(view: View, round_number: int, speech: Speech) -> list[str]:
    """The round's lines, each after the number by which its seat goes in the picture."""
    lines = round_lines(view, round_number, speech)
    return [f"{speech.place(seat)} {line}" for seat, line in enumerate(lines)]
