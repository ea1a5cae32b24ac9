"""What stands below every hand, and what it opens in the hand's place: the last trick, the scores, the rules."""

from dataclasses import replace

from engine.game import Game, View
from host.table import Table
from locales import Speech
from show.actions import LookUp, OpenHand
from show.page import Json, Page, Part, button
from show.pages.rules import rules_page
from show.pages.sheet import sheet_page, sheet_picture, sheet_words
from show.pages.tricks import has_tricks, last_trick, winner_words

TRICK, SCORES, RULES = "trick", "scores", "rules"
NEWS = 8
"""Lines of what happened last, below the last trick."""


def footer(table: Table, speech: Speech) -> tuple[Json, ...]:
    """The buttons that stand below every hand."""
    last = "hand-last-trick" if has_tricks(table.kind) else "hand-last-turns"
    return (
        button(LookUp(table.id, TRICK), speech(last)),
        button(LookUp(table.id, SCORES), speech("hand-scores")),
        button(LookUp(table.id, RULES), speech("table-rules")),
    )


def looked_up(table: Table, game: Game, look: LookUp, speech: Speech) -> Page:
    """A page in the place of the hand, with the way back."""
    if look.what == RULES:
        page = rules_page(table.kind, look.page, speech, lambda number: LookUp(table.id, RULES, number))
    elif look.what == SCORES:
        page = sheet_page(table, speech, look.page, lambda number: LookUp(table.id, SCORES, number))
    else:
        page = _last(table, game.view(None), speech)
    back = button(OpenHand(table.id), speech("hand-back"), "↩️", "primary")
    *others, last = page.parts
    ways = (back, *last) if isinstance(last, tuple | list) else (last, (back,))
    return replace(page, parts=(*others, ways) if isinstance(last, tuple | list) else (*others, *ways), framed=False)


def result_parts(view: View, round_number: int, speech: Speech) -> tuple[Part, Part]:
    """What a finished round has brought each seat and why, as a picture; and in words what each has now."""
    return sheet_picture(view, round_number, speech), sheet_words(view, round_number, speech)


def _last(table: Table, view: View, speech: Speech) -> Page:
    """The last trick play by play, and what has happened since."""
    lines = [speech("hand-last-title", game=table.kind.title)]
    trick = last_trick(view)
    if trick is not None:
        lines += [
            f"{speech.place(play['seat'])} {speech.seat(play['seat'])}: {speech.text(play['text'])}"
            for play in trick["plays"]
        ]
        lines.append(speech("hand-last-winner", winner=winner_words(trick, speech)))
    lines += [speech("table-news", line=line) for line in view["log"][-NEWS:]]
    return Page(("\n".join(lines),))
