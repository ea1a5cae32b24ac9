"""What a player's hand looks like, to that player alone: built choice by choice from the engine's `choices`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby
from operator import itemgetter

from discord import ButtonStyle, SelectOption

from cogs.layouts import Item, Page, in_rows, layout
from cogs.router import Pick, Press
from cogs.table_panel import panel_alt_text, waiting_for, winner_line
from engine.game import Choice, Game, Path, View
from engine.text import CARD, Text
from host.table import Table
from host.words import NOT_PLAYING, NOT_SEATED, Refusal
from locales import Speech

MOST_BUTTONS = 28
"""Choices shown as buttons; more than these become a list."""
MOST_COMPONENTS = 37
"""Buttons and their rows: Discord takes 40 components, and the text, a picture and the container are three."""
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
    if not view["over"] and not set(view["hand"]) <= {choice.token for choice in choices}:
        lines.append(_cards(view, speech))
    elif not view["over"] and not view["hand"]:
        lines.append(speech("hand-empty"))
    if note is not None:
        lines.append(speech("hand-note", note=speech.sentence(note)))
    if view["over"]:
        lines.append(speech("hand-over", winner=winner_line(view, speech)))
    elif not choices:
        lines.append(speech("hand-wait", who=waiting_for(view, speech)))
    else:
        if path:
            labels = speech.listed(speech.text(table.game.label(seat, token)) for token in path)
            lines.append(speech("hand-chosen", path=labels))
        lines.append(speech("hand-ask", prompt=speech.sentence(table.game.prompt(seat, path))))
        lines += _explained(table.game, choices, speech)
        hint = table.game.hint(seat) if hints else None
        if hint is not None:
            lines.append(speech("hand-hint", hint=hint))
    if view["over"]:
        return layout("\n".join(lines))
    rows = _rows(table, decision, path, choices, speech, hints=hints)
    return layout("\n".join(lines), *rows, picture=picture, alt=panel_alt_text(view, seat, speech.aside()))


def _cards(view: View, speech: Speech) -> str:
    """The hand, each suit's sign once before its ranks: so it mostly fits on one line of a phone."""
    suits = (list(suit) for _, suit in groupby(view["hand"], itemgetter(0)))
    return "\u2003".join(" ".join([speech.card(first), *(code[1:] for code in more)]) for first, *more in suits)


def _explained(game: Game, choices: list[Choice], speech: Speech) -> Iterator[str]:
    """A line for each choice whose label is but a name."""
    for choice in choices:
        about = game.about(choice.token)
        if about is not None:
            yield speech("hand-about", about=about)


def _rows(
    table: Table, decision: int, path: Path, choices: list[Choice], speech: Speech, *, hints: bool
) -> list[list[Item]]:
    """Rows of one kind each, as long as Discord takes so many: cards, other choices, and what is always there."""

    def target(steps: Path) -> tuple[object, ...]:
        return table.id, decision, ".".join(steps)

    if len(choices) > MOST_BUTTONS:
        lists = [choices[first : first + LIST] for first in range(0, len(choices), LIST)]
        rows: list[list[Item]] = [
            [Pick("pick", *target(path), number, options=_options(part, speech), placeholder=speech("hand-pick"))]
            for number, part in enumerate(lists)
        ]
        groups: list[list[Item]] = []
    else:
        rows = []
        groups = [
            [_button(choice, target((*path, choice.token)), speech) for choice in group]
            for _, group in groupby(choices, lambda choice: choice.label.key == CARD.key)
        ]
    if path:
        groups.append([Press("move", *target(path[:-1]), label=speech("hand-back"), emoji="↩️")])
    else:
        groups.append([Press("hand", table.id, label=speech("hand-refresh"), emoji="🔄")])
        if hints and choices:
            groups[-1].append(Press("hints", table.id, "off", label=speech("hand-no-hints"), emoji="💡"))
    apart = [row for group in groups for row in in_rows(group)]
    if sum(1 + len(row) for row in apart) > MOST_COMPONENTS:
        apart = in_rows(chain(*groups))
    return [*rows, *apart]


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
