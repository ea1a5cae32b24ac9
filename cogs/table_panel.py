"""What a running table looks like: everything public, in words, from `view(None)` alone."""

from __future__ import annotations

from collections.abc import Callable

from discord import ButtonStyle

from cogs.layouts import TEXT_LIMIT, Page, layout
from cogs.router import Press
from engine.game import PlayedTrick, View
from host.table import Table
from locales import Speech

NEWS = 4
"""Lines of the log that the message shows."""
LONG = 60
"""Characters from which on a fact about a seat comes last in an alt text, where it may be left out."""


def table_layout(table: Table, view: View, speech: Speech, picture: bytes | None = None) -> Page:
    """The public message of a game that runs or is over; `picture` shows the same."""
    if view["over"]:
        text = fitting(speech, lambda spoken: [*_head(table, view, spoken), "", *_sheet(view, spoken)])
        alt = "\n".join(round_lines(view, view["round"], speech.aside()))
    else:
        text = fitting(speech, lambda spoken: [*_head(table, view, spoken), "", *_state(table, view, spoken)])
        alt = alt_text(view, speech.aside())
    buttons = [
        Press("sheet", table.id, label=speech("table-sheet")),
        Press("rules", table.kind.id, 0, label=speech("table-rules")),
    ]
    if not view["over"]:
        buttons.insert(0, Press("hand", table.id, label=speech("table-hand"), style=ButtonStyle.primary))
    return layout(text, buttons, picture=picture, alt=alt)


def stopped_layout(table: Table, speech: Speech) -> Page:
    """The public message of a table whose game can no longer be replayed."""
    return layout("\n".join([speech("lobby-title", game=table.kind.title), speech("table-stopped")]))


def round_layout(table: Table, view: View, round_number: int, speech: Speech, picture: bytes | None = None) -> Page:
    """What the message of a finished round says once a fresh one has taken its place."""
    head = speech("table-round-over", game=table.kind.title, round=round_number)
    text = fitting(speech, lambda spoken: [head, *_placed(view, round_number, spoken), spoken("table-moved")])
    alt = "\n".join(round_lines(view, round_number, speech.aside()))
    return layout(text, picture=picture, alt=alt)


def sheet_layout(table: Table, speech: Speech) -> Page:
    """The score sheet of every finished round."""
    head = speech("sheet-title", game=table.kind.title)
    if table.game is None or not table.game.rounds:
        return layout("\n".join([head, speech("sheet-none")]))
    view = table.game.view(None)
    return layout(fitting(speech, lambda spoken: [head, *_sheet(view, spoken)]))


def fitting(speech: Speech, write: Callable[[Speech], list[str]]) -> str:
    """Lines as one text: with all emojis or the suits' if it fits into a message so, else with Unicode signs."""
    for spoken in (speech, speech.sparingly(), speech.plainly()):
        text = "\n".join(write(spoken))
        if len(text) <= TEXT_LIMIT:
            break
    return text


def _sheet(view: View, speech: Speech) -> list[str]:
    lines = []
    for number in range(1, len(view["rounds"]) + 1):
        lines += [speech("sheet-round", round=number), *round_lines(view, number, speech)]
    scores = [speech("sheet-score", who=speech.seat(seat), points=points) for seat, points in enumerate(view["scores"])]
    return [*lines, speech("sheet-total", scores=" · ".join(scores))]


def round_lines(view: View, round_number: int, speech: Speech) -> list[str]:
    """One line a seat: the points of a finished round, and why."""
    lines = []
    sheet, points = view["sheets"][round_number - 1], view["rounds"][round_number - 1]
    for seat, entries in enumerate(sheet):
        why = " · ".join(
            speech("sheet-line", why=text, points=f"{value:+d}" if value else "0") for text, value in entries
        )
        lines.append(speech("sheet-seat", who=speech.seat(seat), points=points[seat], lines=why))
    return lines


def _placed(view: View, round_number: int, speech: Speech) -> list[str]:
    """The round's lines, each after the number by which its seat goes in the picture."""
    lines = round_lines(view, round_number, speech)
    return [f"{speech.place(seat)} {line}" for seat, line in enumerate(lines)]


def alt_text(view: View, speech: Speech) -> str:
    """What a picture of the table says, in plain words: what changes most first, seats' long facts last."""
    tricks = _tricks(view, speech)[::-1]
    short, long = [], []
    for seat, lines in enumerate(view["by_seat"]):
        facts = [speech.text(line) for line in lines]
        short.append(": ".join([speech.seat(seat), " · ".join(fact for fact in facts if len(fact) < LONG)]))
        long += [": ".join([speech.seat(seat), fact]) for fact in facts if len(fact) >= LONG]
    table = [speech.text(line) for line in view["table"]]
    return "\n".join([speech.sentence(view["phase"]), *tricks, *short, *table, *long])


def panel_alt_text(view: View, seat: int, speech: Speech) -> str:
    """What the picture in a seat's own panel says: what it has, then what lies on the table."""
    return "\n".join([*_facts(view, seat, speech), *(speech.text(line) for line in view["table"])])


def waiting_for(view: View, speech: Speech) -> str:
    """The names of the seats that are to act."""
    return speech.listed(speech.seat(seat) for seat in view["to_act"])


def winner_line(view: View, speech: Speech) -> str:
    """Who has won a game that is over."""
    names = speech.listed(speech.seat(seat) for seat in view["winners"])
    return speech("table-winner", who=names, count=len(view["winners"]))


def _head(table: Table, view: View, speech: Speech) -> list[str]:
    if view["over"]:
        title = speech("table-title-over", game=table.kind.title)
        state = winner_line(view, speech)
    else:
        title = speech("table-title", game=table.kind.title, round=view["round"], rounds=view["round_count"])
        state = speech("table-waiting", phase=speech.sentence(view["phase"]), who=waiting_for(view, speech))
    return [title, speech("table-number", table=str(table.id)), state]


def _state(table: Table, view: View, speech: Speech) -> list[str]:
    """What lies on the table, what each seat has, the tricks, and what has just happened."""
    lines = [speech.text(line) for line in view["table"]]
    for seat in range(table.seat_count):
        lines += _seat(view, seat, speech)
    return [
        *lines,
        *_tricks(view, speech),
        *(speech("table-news", line=line) for line in view["log"][-NEWS:]),
    ]


def _seat(view: View, seat: int, speech: Speech) -> list[str]:
    head = speech("table-seat", place=speech.place(seat), who=speech.seat(seat), points=view["scores"][seat])
    return [head, *(speech("table-news", line=line) for line in _facts(view, seat, speech))]


def _facts(view: View, seat: int, speech: Speech) -> list[str]:
    facts = " · ".join(speech.text(line) for line in view["by_seat"][seat])
    return [facts] if facts else []


def _tricks(view: View, speech: Speech) -> list[str]:
    tricks = view["tricks"]
    running = bool(tricks) and len(tricks[-1]["plays"]) > 0 and tricks[-1]["winner"] is None and not view["over"]
    lines = []
    done = tricks[:-1] if running else tricks
    if done:
        winner = done[-1]["winner"]
        name = speech("table-nobody") if winner is None else speech.seat(winner)
        lines.append(speech("table-trick-last", plays=_plays(done[-1], speech), winner=name))
    if running:
        lines.append(speech("table-trick-now", plays=_plays(tricks[-1], speech)))
    return lines


def _plays(trick: PlayedTrick, speech: Speech) -> str:
    plays = [(speech.seat(play["seat"]), play["text"]) for play in trick["plays"]]
    return " · ".join(speech("table-play", who=who, card=card) for who, card in plays)
