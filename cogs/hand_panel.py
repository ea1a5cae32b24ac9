"""What a player's hand looks like, to that player alone: built choice by choice from the engine's `choices`."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from discord import ButtonStyle, SelectOption

from cogs.layouts import Item, Page, in_rows, layout
from cogs.router import Pick, Press
from cogs.table_panel import alt_text, waiting_for
from engine.game import Choice, Path, View
from engine.text import CARD, Text
from host.table import Table
from host.words import NOT_PLAYING, NOT_SEATED, Refusal
from locales import Speech

MOST_BUTTONS = 28
"""Choices shown as buttons; more than these become a list. With Refresh, No hints, their six rows, the text, a picture
and the container they make 39 components; Discord takes 40."""
LIST = 25


def hand_layout(
    table: Table,
    user_id: int,
    speech: Speech,
    *,
    path: Path = (),
    note: Text | None = None,
    hints: bool = False,
    picture: bytes | None = None,
) -> Page:
    """The hand of a person at a table, what is asked, and a button for each choice after `path`.

    Raises:
        Refusal: they do not sit there, or nothing has been dealt.
    """
    if table.game is None:
        raise Refusal(NOT_PLAYING[table.state]())
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refusal(NOT_SEATED())
    view = table.game.view(seat)
    choices = table.game.choices(seat, path)
    decision = table.game.moves_made(seat)
    lines = [speech("hand-title", game=table.kind.title)]
    if not set(view["hand"]) <= {choice.token for choice in choices} or not view["hand"]:
        lines.append(_cards(view, speech))
    if note is not None:
        lines.append(speech("hand-note", note=speech.sentence(note)))
    if view["over"]:
        lines.append(speech("hand-over"))
    elif not choices:
        lines.append(speech("hand-wait", who=waiting_for(view, speech)))
    else:
        if path:
            labels = speech.listed(speech.text(table.game.label(token)) for token in path)
            lines.append(speech("hand-chosen", path=labels))
        lines.append(speech("hand-ask", prompt=speech.sentence(table.game.prompt(seat, path))))
        hint = table.game.hint(seat) if hints else None
        if hint is not None:
            lines.append(speech("hand-hint", hint=hint))
    rows = _rows(table, decision, path, choices, speech)
    if hints and choices and not path:
        rows[-1:] = in_rows([*rows[-1], Press("hints", table.id, "off", label=speech("hand-no-hints"), emoji="💡")])
    return layout("\n".join(lines), *rows, picture=picture, alt=alt_text(view, speech.aside()))


def _cards(view: View, speech: Speech) -> str:
    """The hand on a line that breaks between suits."""
    suits = ["\u00a0".join(speech.card(code) for code in suit) for _, suit in groupby(view["hand"], itemgetter(0))]
    return "\u2003".join(suits) or speech("hand-empty")


def _rows(table: Table, decision: int, path: Path, choices: list[Choice], speech: Speech) -> list[list[Item]]:
    def target(steps: Path) -> tuple[object, ...]:
        return table.id, decision, ".".join(steps)

    if len(choices) > MOST_BUTTONS:
        lists = [choices[first : first + LIST] for first in range(0, len(choices), LIST)]
        rows: list[list[Item]] = [
            [Pick("pick", *target(path), number, options=_options(part, speech), placeholder=speech("hand-pick"))]
            for number, part in enumerate(lists)
        ]
        extra: list[Item] = []
    else:
        rows = []
        extra = [_button(choice, target((*path, choice.token)), speech) for choice in choices]
    if path:
        extra.append(Press("move", *target(path[:-1]), label=speech("hand-back"), emoji="↩️"))
    else:
        extra.append(Press("hand", table.id, label=speech("hand-refresh"), emoji="🔄"))
    return [*rows, *in_rows(extra)]


def _button(choice: Choice, target: tuple[object, ...], speech: Speech) -> Press:
    free = choice.reason is None
    if choice.label.key != CARD.key:
        label, sign = speech.label(choice.label)
        return Press(
            "move", *target, label=label, emoji=sign, style=ButtonStyle.success if free else ButtonStyle.secondary
        )
    code = str(choice.label.args["card"])
    label = code[1:] if speech.sign(code) else code
    if choice.copies > 1:
        label = speech("hand-copies", card=label, count=choice.copies)
    style = ButtonStyle.primary if free else ButtonStyle.secondary
    return Press("move", *target, label=label, emoji=speech.sign(code), style=style)


def _options(choices: list[Choice], speech: Speech) -> list[SelectOption]:
    return [
        SelectOption(
            label=label[:100],
            value=choice.token,
            emoji=sign,
            description=speech.aside().text(choice.reason)[:100] if choice.reason else None,
        )
        for choice in choices
        for label, sign in [speech.label(choice.label)]
    ]
