"""No hidden card in anything public: messages, ids, alt texts and pictures stay the same, byte for byte, without it."""

from __future__ import annotations

import os

import pytest

import pictures
from cogs.speech import table_speech
from cogs.table_panel import round_layout, sheet_layout, table_layout
from engine.game import Game
from engine.text import card_text
from host.table import Occupant, Table
from tests.engine.kit.cases import KINDS, cases_of
from tests.engine.kit.swaps import states

STATES = 300 if os.environ.get("ICHIZA_SOAK") == "1" else 50


def table_of(game: Game) -> Table:
    """A table at which this game is played: people on even seats, computer players on odd ones."""
    occupants: list[Occupant | None] = [
        Occupant(user_id=1000 + seat) if seat % 2 == 0 else Occupant(computer="normal") for seat in range(game.seats)
    ]
    return Table(7, 1, 2, 1000, type(game), {}, occupants, state="over" if game.over else "playing", game=game)


def everything_public(game: Game, language: str = "ja") -> list[object]:
    """All that the bot posts for everybody of this state."""
    table, view = table_of(game), game.view(None)
    picture = pictures.table_picture(view)
    last = len(game.rounds)
    sheet = pictures.sheet_picture(view, last) if last else None
    speech = table_speech(table, language)
    return [
        table_layout(table, view, speech, picture).content(),
        sheet_layout(table, speech).content(),
        round_layout(table, view, last, speech, sheet).content() if last else None,
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_public_messages_and_pictures_do_not_depend_on_hidden_cards(
    kind: type[Game], capsys: pytest.CaptureFixture[str]
) -> None:
    compared = cards = 0
    for state in states(cases_of(kind), 10 * STATES):
        if None in state.blind:
            language = ("en-US", "ja")[compared % 2]
            assert everything_public(state.game, language) == everything_public(state.other, language)
            compared, cards = compared + 1, cards + state.cards
        if compared == STATES:
            break
    with capsys.disabled():
        print(f"\n{kind.id}: {compared} states, {cards} hidden cards changed, all that is public the same")
    assert compared == STATES


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_the_comparison_would_see_a_card_that_leaks(kind: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = kind.table_lines

    def leaky(game: Game) -> object:
        return [*lines(game), *(card_text(game.hand(seat)[0]) for seat in range(game.seats) if game.hand(seat))]

    monkeypatch.setattr(kind, "table_lines", leaky)
    differ = (everything_public(state.game) != everything_public(state.other) for state in states(cases_of(kind), 60))
    assert any(differ)
