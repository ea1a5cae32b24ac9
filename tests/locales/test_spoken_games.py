"""Whole games as people read them: every text of every panel fits Discord and is in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from cogs.hand_panel import hand_layout
from cogs.layouts import ALT_LIMIT, Page
from cogs.lobby_panel import fill_layout, lobby_layout, options_layout
from cogs.speech import table_speech
from cogs.table_panel import round_layout, sheet_layout, table_layout

import engine.games  # noqa: F401  fills Game.games
from engine.chance import Chance
from engine.game import Game
from engine.options import describe
from engine.text import CARD
from host.table import LEVEL, Occupant, Table
from locales import LANGUAGES, Speech
from tests.locales.messages import ALLOWED

LIMITS = {"label": 80, "placeholder": 150, "description": 100, "alt": ALT_LIMIT, "reason": 200}
PICTURE = b"a picture"
EVERY = 7
"""Moves between two looks at all the panels."""
PEOPLE = (11, 12)


def a_table(kind: type[Game], seats: int, *, last_options: bool) -> Table:
    """A table of two people and computers; with the last value of every option, or the first."""
    options: dict[str, object] = {}
    if last_options:
        options = {info.name: info.allowed[-1] for info in describe(kind.Options, seats)}
    occupants: list[Occupant | None] = [Occupant(user_id=user) for user in PEOPLE]
    occupants += [Occupant(computer=LEVEL)] * (seats - len(PEOPLE))
    return Table(1, 2, 3, PEOPLE[0], kind, options, occupants)


def pages(table: Table, speech: Speech) -> Iterator[Page]:
    """Everything that can be read at a table now."""
    if table.game is None:
        yield from (lobby_layout(table, speech), options_layout(table, speech), fill_layout(table, speech))
        return
    view = table.game.view(None)
    yield from (table_layout(table, view, speech, PICTURE), sheet_layout(table, speech), lobby_layout(table, speech))
    for done in range(1, len(table.game.rounds) + 1):
        yield round_layout(table, view, done, speech, PICTURE)
    for user in PEOPLE:
        seat = table.seat_of(user)
        assert seat is not None
        yield hand_layout(table, user, speech, hints=True, picture=PICTURE)
        for choice in table.game.choices(seat):
            if choice.reason is None and choice.label.key != CARD.key:
                yield hand_layout(table, user, speech, path=(choice.token,))


def reasons(table: Table, speech: Speech) -> Iterator[str]:
    """Why what cannot be chosen cannot."""
    for seat in table.game.to_act if table.game else ():
        assert table.game is not None
        for choice in table.game.choices(seat):
            if choice.reason is not None:
                yield speech.text(choice.reason)


def texts(parts: Any) -> Iterator[tuple[str, str]]:
    """The kind and text of everything that people read in a layout; `alt` for a picture's."""
    if isinstance(parts, list):
        for part in parts:
            yield from texts(part)
    elif isinstance(parts, dict):
        for name, value in parts.items():
            if name in {"content", *LIMITS} and isinstance(value, str):
                yield "alt" if "media" in parts else name, value
            else:
                yield from texts(value)


def check(table: Table, language: str) -> None:
    """Look at every panel."""
    kept = re.compile(f"{ALLOWED.pattern}|{re.escape(table.kind.designer)}")
    speech = table_speech(table, language)
    said = [one for page in pages(table, speech) for one in texts(page.content()[0])]
    for name, text in [*said, *(("reason", text) for text in reasons(table, speech))]:
        assert len(text) <= LIMITS.get(name, 4000), text
        assert not set(text) & set("{}"), text
        if language == "ja":
            assert not re.search("[A-Za-z]{2}", kept.sub("", text)), text


@pytest.mark.parametrize("last_options", [False, True], ids=["defaults", "other-options"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(Game.games))
def test_a_game_reads_well_from_lobby_to_end(game: str, language: str, *, last_options: bool) -> None:
    kind, random = Game.games[game], Random(last_options)
    seats = kind.seat_counts[0 if last_options else -1]
    table = a_table(kind, seats, last_options=last_options)
    check(table, language)
    table.game = kind(seats, table.options, Chance(bytes(16)))
    table.state = "playing"
    for step in range(2000):
        if table.game.over:
            break
        if step % EVERY == 0:
            check(table, language)
        seat = random.choice(table.game.to_act)
        table.game.play(seat, random.choice(table.game.legal_moves(seat)))
    assert table.game.over
    table.state = "over"
    check(table, language)
