"""The lobby and its options."""

from __future__ import annotations

import pytest

import engine.games  # noqa: F401  fills Game.games
from cogs.lobby_panel import lobby_layout, options_layout
from cogs.speech import table_speech
from engine.game import Game
from host.words import LOBBY_GONE, Refusal
from storage import State
from tests.cogs.tables import a_table, rows_of

PHONE = 50
"""Letters that fit side by side in a row of buttons on a phone; the edges of a button take as much as five."""


@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize("game", sorted(Game.games))
def test_each_row_of_buttons_fits_a_phone(game: str, locale: str) -> None:
    table = a_table(Game.games[game], 4, playing=False)
    rows = rows_of(lobby_layout(table, table_speech(table, locale)))
    assert [len(row) for row in rows] == [3, 2, 4]
    for row in rows:
        widths = [sum(1 if one.isascii() else 2 for one in button["label"]) for button in row]
        assert sum(widths) + 5 * len(row) <= PHONE


@pytest.mark.parametrize("state", ["playing", "over", "closed", "frozen"])
def test_options_cannot_be_opened_once_the_lobby_is_gone(state: State) -> None:
    table = a_table(Game.games["saizen"], 4)
    table.state = state
    with pytest.raises(Refusal) as refused:
        options_layout(table, table_speech(table, "en-US"))
    assert refused.value.text == LOBBY_GONE()
