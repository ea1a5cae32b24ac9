"""Score sheets of finished rounds. The picture gives the reasons for the points, and the text gives the totals."""

from collections.abc import Callable

from engine.game import View
from host.lobby.lobby_transitions import required_game
from host.tables.table import Table
from locales import Translation
from show.actions.table_actions import Action, OpenSheet
from show.pages.game.shared_lines import closing_lines, deciding_lines, fitting, points_line, round_lines
from show.text.page import ALT_LIMIT, DOT, Drawing, Page, Picture, Row, button, page, whole_lines

NEWEST = 0
"""The round number that stands for the last finished round."""


def sheet_picture(view: View, round_number: int, tr: Translation) -> Picture:
    """Return the picture of a round's points, their reasons, and earlier rounds; its alt text has the reasons."""
    alt = "\n".join(round_lines(view, round_number, tr.aside())).replace("**", "")
    return Picture(Drawing("sheet", view, round_number), whole_lines(alt, ALT_LIMIT))


def result_picture(view: View, tr: Translation) -> Picture:
    """Return the picture of all rounds of a finished game.

    It is not as high as a score sheet, so that a phone shows the winner too. The button of the score sheet opens the
    reasons for the last round's points.
    """
    aside = tr.aside()
    alt = [
        DOT.join([aside("sheet-round", round=number), points_line(points, aside)])
        for number, points in enumerate(view["rounds"], 1)
    ]
    return Picture(Drawing("result", view), whole_lines("\n".join(alt).replace("**", ""), ALT_LIMIT))


def sheet_words(view: View, round_number: int, tr: Translation) -> str:
    """Return the text below the picture of a round's points: the total of each seat and each team after the round."""
    totals = [sum(points) for points in zip(*view["rounds"][:round_number], strict=True)]

    def write(spoken: Translation) -> str:
        total = spoken("sheet-total", scores=points_line(totals, spoken))
        return "\n".join([total, *deciding_lines(view, spoken, round_number)])

    return fitting(tr, write, len)


def round_page(table: Table, view: View, round_number: int, tr: Translation) -> Page:
    """Build the score sheet that replaces the table message of a finished round."""
    title = tr("table-round-over", game=table.kind.title, round=round_number)
    head = "\n".join([title, *closing_lines(view, round_number, tr)])
    words = sheet_words(view, round_number, tr)
    return Page((head, sheet_picture(view, round_number, tr), words, tr("table-moved")))


def sheet_page(
    table: Table, tr: Translation, number: int = NEWEST, turn: Callable[[int], Action] | None = None
) -> Page:
    """Build the score sheet of a finished round, with buttons to the rounds before and after it.

    If the sheet is displayed inside another page, `turn` returns the action that opens the sheet of a given round.

    Raises:
        Refusal: nothing has been dealt.
    """
    title = tr("sheet-title", game=table.kind.title)
    view = required_game(table).view(None)
    last = len(view["rounds"])
    if not last:
        return page("\n".join([title, tr("sheet-none")]))
    number = number if NEWEST < number <= last else last
    head = f"{title} · {tr('sheet-round', round=number)}"
    ways = _ways(number, last, turn or (lambda other: OpenSheet(table.id, other)), tr)
    return Page((head, sheet_picture(view, number, tr), sheet_words(view, number, tr), *([ways] if ways else [])))


def _ways(number: int, last: int, turn: Callable[[int], Action], tr: Translation) -> Row:
    """Return the buttons to the sheets of the previous and the next round."""
    others = ((number - 1, "◀️"), (number + 1, "▶️"))
    return [button(turn(other), tr("sheet-round", round=other), sign) for other, sign in others if 1 <= other <= last]
