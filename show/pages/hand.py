"""What a player's hand looks like, to that player alone: built choice by choice from the engine's `choices`."""

from collections.abc import Iterator
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from engine.game import Choice, Game, Path, View
from engine.text import CARD, Text
from host.table import Table
from locales import Speech
from show.actions import Choose, OpenHand, PickChoice, TurnHints
from show.page import Drawing, Json, Page, Row, button, in_rows, option, page, select
from show.pages.words import facts, waiting_for, winner_line

MOST_BUTTONS = 28
"""Choices shown as buttons; more than these become a list."""
MOST_COMPONENTS = 37
"""Buttons and their rows: Discord takes 40 components, and the text, a picture and the container are three."""
LIST = 25
"""Lines of one list: Discord's limit."""


class Asked(NamedTuple):
    """How far a person has got with their move, and what is said besides."""

    path: Path = ()
    note: Text | None = None
    hints: bool = False


def hand_page(table: Table, game: Game, seat: int, speech: Speech, asked: Asked) -> Page:
    """The hand of a seat, what is asked, and a button for each choice after the path."""
    view = game.view(seat)
    if view["over"]:
        return page("\n".join([*_head(table, asked, speech), speech("hand-over", winner=winner_line(view, speech))]))
    choices = game.choices(seat, asked.path)
    lines = _head(table, asked, speech)
    if not set(view["hand"]) <= {choice.token for choice in choices}:
        lines.insert(1, _cards(view, speech))
    elif not view["hand"]:
        lines.insert(1, speech("hand-empty"))
    if choices:
        lines += _question(game, seat, choices, speech, asked)
    else:
        lines.append(speech("hand-wait", who=waiting_for(view, speech)))
    rows = _rows(table.id, game.moves_made(seat), choices, speech, asked)
    aside = speech.aside()
    alt = "\n".join([*facts(view, seat, aside), *(aside.text(line) for line in view["table"])])
    return page("\n".join(lines), *rows, drawing=Drawing("panel", view), alt=alt)


def _head(table: Table, asked: Asked, speech: Speech) -> list[str]:
    lines = [speech("hand-title", game=table.kind.title)]
    if asked.note is not None:
        lines.append(speech("hand-note", note=speech.sentence(asked.note)))
    return lines


def _question(game: Game, seat: int, choices: list[Choice], speech: Speech, asked: Asked) -> Iterator[str]:
    """What has been chosen, what is asked, and a line for each choice whose label is but a name."""
    if asked.path:
        yield speech("hand-chosen", path=speech.listed(speech.text(game.label(seat, token)) for token in asked.path))
    yield speech("hand-ask", prompt=speech.sentence(game.prompt(seat, asked.path)))
    for choice in choices:
        about = game.about(choice.token)
        if about is not None:
            yield speech("hand-about", about=about)
    hint = game.hint(seat) if asked.hints else None
    if hint is not None:
        yield speech("hand-hint", hint=hint)


def _cards(view: View, speech: Speech) -> str:
    """The hand, each suit's sign once before its ranks: so it mostly fits on one line of a phone."""
    suits = (list(suit) for _, suit in groupby(view["hand"], itemgetter(0)))
    return "\u2003".join(" ".join([speech.card(first), *(code[1:] for code in more)]) for first, *more in suits)


def _rows(table_id: int, decision: int, choices: list[Choice], speech: Speech, asked: Asked) -> list[Row]:
    """Rows of one kind each, as long as Discord takes so many: cards, other choices, and what is always there."""
    path = asked.path
    rows: list[Row] = []
    groups: list[list[Json]] = []
    if len(choices) > MOST_BUTTONS:
        for part, first in enumerate(range(0, len(choices), LIST)):
            options = tuple(_option(choice, speech) for choice in choices[first : first + LIST])
            rows.append((select(PickChoice(table_id, decision, path, part), options, speech("hand-pick")),))
    else:
        groups = [
            [_button(choice, Choose(table_id, decision, (*path, choice.token)), speech) for choice in group]
            for _, group in groupby(choices, lambda choice: choice.label.key == CARD.key)
        ]
    if path:
        groups.append([button(Choose(table_id, decision, path[:-1]), speech("hand-back"), "↩️")])
    else:
        groups.append([button(OpenHand(table_id), speech("hand-refresh"), "🔄")])
        if asked.hints and choices:
            groups[-1].append(button(TurnHints(table_id, on=False), speech("hand-no-hints"), "💡"))
    apart = [row for group in groups for row in in_rows(group)]
    if sum(1 + len(row) for row in apart) > MOST_COMPONENTS:
        apart = in_rows(chain(*groups))
    return [*rows, *apart]


def _button(choice: Choice, action: Choose, speech: Speech) -> Json:
    free = choice.reason is None
    if choice.label.key != CARD.key:
        label, sign = speech.label(choice.label)
        return button(action, label, sign, "success" if free else "secondary")
    code = str(choice.label.args["card"])
    label = code[1:] if speech.sign(code) else code
    if choice.copies > 1:
        label = speech("hand-copies", card=label, count=choice.copies)
    return button(action, label, speech.sign(code), "primary" if free else "secondary")


def _option(choice: Choice, speech: Speech) -> Json:
    label, sign = speech.label(choice.label)
    reason = speech.aside().text(choice.reason)[:100] if choice.reason else None
    return option(label[:100], choice.token, sign, reason)
