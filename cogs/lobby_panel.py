"""What a lobby looks like.

Its buttons stand in three rows that each fit a phone: one's own seat, the computer players, the table.
"""

from __future__ import annotations

import discord
from discord import ButtonStyle

from cogs.layouts import Page, layout
from cogs.router import Pick, Press
from engine.options import describe
from host.table import Table
from host.words import LOBBY_GONE, Refusal
from locales import Speech


def lobby_layout(table: Table, speech: Speech) -> Page:
    """The public message of a table that gathers players, is closed, or has begun elsewhere."""
    kind = table.kind
    head = [
        speech("lobby-title", game=kind.title),
        speech("lobby-by", pitch=kind.pitch, designer=kind.designer, table=str(table.id)),
    ]
    if table.state == "closed":
        return layout("\n".join([*head, speech("lobby-closed")]))
    if table.state != "lobby":
        return layout("\n".join([*head, *_seats(table, speech), speech("lobby-started", place=f"<#{table.post_id}>")]))
    lines = [*head, *_seats(table, speech), *_options(table, speech)]
    return layout(
        "\n".join(lines),
        [
            Press("join", table.id, label=speech("lobby-join"), style=ButtonStyle.primary),
            Press("leave", table.id, label=speech("lobby-leave")),
            Press("move-seat", table.id, label=speech("lobby-move")),
        ],
        [
            Press("computer", table.id, label=speech("lobby-computer"), emoji="➕"),
            Press("no-computer", table.id, label=speech("lobby-computer"), emoji="➖"),
        ],
        [
            Press("start", table.id, label=speech("lobby-start"), style=ButtonStyle.success),
            Press("options", table.id, label=speech("lobby-setup")),
            Press("rules", kind.id, 0, label=speech("lobby-rules")),
            Press("close", table.id, label=speech("lobby-cancel"), style=ButtonStyle.danger),
        ],
    )


def options_layout(table: Table, speech: Speech) -> Page:
    """The private message in which the opener changes seats and options.

    Raises:
        Refusal: the table gathers players no more.
    """
    if table.state != "lobby":
        raise Refusal(LOBBY_GONE())
    rows: list[list[Pick]] = []
    if len(table.kind.seat_counts) > 1:
        counts = [
            discord.SelectOption(
                label=speech("lobby-seat-count", count=count), value=str(count), default=count == table.seat_count
            )
            for count in table.kind.seat_counts
        ]
        rows.append([Pick("seats", table.id, options=counts, placeholder=speech("lobby-choose-seats"))])
    for info in describe(table.kind.Options, table.seat_count):
        current = table.options.get(info.name, info.default)
        options = [
            discord.SelectOption(
                label=speech("lobby-choice", title=info.title, value=label), value=str(place), default=value == current
            )
            for place, (value, label) in enumerate(zip(info.allowed, info.labels, strict=True))
        ]
        rows.append([Pick("option", table.id, info.name, options=options, placeholder=speech.text(info.title))])
    return layout(speech("lobby-asking", game=table.kind.title), *rows)


def fill_layout(table: Table, speech: Speech) -> Page:
    """The private question whether computer players shall take the free seats."""
    button = Press("start", table.id, "fill", label=speech("lobby-fill-yes"), style=ButtonStyle.success)
    return layout(speech("lobby-fill", count=table.occupants.count(None)), [button])


def _seats(table: Table, speech: Speech) -> list[str]:
    teams = table.kind.teams_of(table.seat_count)
    paired = len(teams) < table.seat_count
    lines = [speech("lobby-seats")]
    for seat in range(table.seat_count):
        who = speech.seat(seat)
        if paired:
            team = next(number for number, team in enumerate(teams, 1) if seat in team)
            lines.append(speech("lobby-team-seat", seat=seat + 1, who=who, team=team))
        else:
            lines.append(speech("lobby-seat", seat=seat + 1, who=who))
    return lines


def _options(table: Table, speech: Speech) -> list[str]:
    shown = []
    for info in describe(table.kind.Options, table.seat_count):
        value = table.options.get(info.name, info.default)
        label = info.labels[info.allowed.index(value)]
        shown.append(speech("lobby-option", title=info.title, value=label))
    return [speech("lobby-options"), *shown] if shown else []
