"""The hand panel within Discord's limits, however much there is to choose."""

from __future__ import annotations

from random import Random

import pytest

import engine.games  # noqa: F401  fills Game.games
from cogs.hand_panel import hand_layout
from cogs.speech import table_speech
from engine.chance import Chance
from engine.game import Choice, Game
from engine.text import card_text
from host.table import Occupant, Table
from local_discord.checks.components import ComponentCheck
from local_discord.checks.form import Form
from tests.cogs.tables import AKI, a_table, buttons_of, rows_of, text_of


@pytest.mark.parametrize("count", range(1, 51))
def test_any_number_of_choices_fits_with_a_picture_and_a_hint(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    kind = Game.games["scharfe-schoten"]

    many = [Choice(f"R{number}", card_text(f"R{number}"), None, 1) for number in range(count)]
    monkeypatch.setattr(kind, "choices", lambda *_: many)
    monkeypatch.setattr(kind, "hint", lambda *_: card_text("R1"))
    seats: list[Occupant | None] = [Occupant(user_id=AKI + seat) for seat in range(4)]
    game = kind(4, {}, Chance(b"01"))
    table = Table(1, 2, 3, AKI, kind, {}, seats, state="playing", game=game)
    page = hand_layout(table, AKI, table_speech(table, "ja"), hints=True, picture=b"picture")
    form = Form()
    components, _ = page.content()
    ComponentCheck(form, filenames={"table.png"}).message(components, v2=True)
    form.raise_if_bad()


@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize("game", sorted(Game.games))
def test_when_the_game_is_over_there_is_nothing_to_press(game: str, locale: str) -> None:
    table, random = a_table(Game.games[game], 4), Random(1)
    assert table.game is not None
    while not table.game.over:
        seat = random.choice(table.game.to_act)
        table.game.play(seat, random.choice(table.game.legal_moves(seat)))
    table.state = "over"
    page = hand_layout(table, AKI, table_speech(table, locale), hints=True, picture=b"picture")
    assert buttons_of(page) == []
    assert "🏆" in text_of(page)


@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize("game", ["tezuma-trick", "tezumashi"])
def test_every_choice_that_is_but_a_name_is_explained_even_without_hints(game: str, locale: str) -> None:
    table = a_table(Game.games[game], 4)
    assert table.game is not None
    table.game.to_act = (0,)
    speech = table_speech(table, locale)
    page = hand_layout(table, AKI, speech)
    named = [one for one in table.game.choices(0) if one.token.startswith("ability-")]
    assert len(named) >= 5
    for choice in named:
        about = table.game.about(choice.token)
        assert about is not None
        assert speech.text(choice.label) in speech.text(about)
        assert f"-# {speech.text(about)}" in text_of(page).splitlines()
    form = Form()
    ComponentCheck(form, filenames=set()).message(page.content()[0], v2=True)
    form.raise_if_bad()


def test_a_hand_shows_each_suit_once_and_can_break_between_cards() -> None:
    table = a_table(Game.games["saizen"], 4)
    assert table.game is not None
    table.game.to_act = (1,)
    hand = table.game.hand(0)
    line = text_of(hand_layout(table, AKI, table_speech(table, "en-US"))).splitlines()[1]
    assert len(line.split()) == len(hand)
    assert all(line.count(symbol) <= 1 for symbol in "♠♥♦♣")


def test_cards_have_rows_of_their_own() -> None:
    table = a_table(Game.games["tennos-square"], 4)
    assert table.game is not None
    while table.game.prompt(0, ()).key != "square-ask-turn" or 0 not in table.game.to_act:
        seat = table.game.to_act[0]
        table.game.play(seat, table.game.legal_moves(seat)[0])
    table.game.to_act = (0,)
    rows = rows_of(hand_layout(table, AKI, table_speech(table, "en-US"), path=("exchange",)))
    kinds = [{"stock" in one["custom_id"] for one in row} for row in rows]
    assert all(len(kind) == 1 for kind in kinds)
