"""The hand panel within Discord's limits, however much there is to choose; and what it says besides."""

from __future__ import annotations

from random import Random

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.chance import Chance
from engine.game import Choice, Game
from engine.text import CARD, card_text
from host.table import Table
from host.words import NO_SUCH_CHOICE
from locales import Speech
from show.actions import Action, OpenHand, TurnHints
from show.page import Page
from show.pages.hand import Asked
from show.speech import table_speech
from tests.show.tables import (
    a_table,
    check_limits,
    dealt,
    ids_of,
    parts,
    play_out,
    play_random,
    sent,
    the_hand,
)

every_game = pytest.mark.parametrize("game", sorted(Game.games))
every_locale = pytest.mark.parametrize("locale", ["en-US", "ja"])


def acting(game: str) -> Table:
    """A table at whose game the first seat is to act."""
    table = a_table(Game.games[game], 4)
    dealt(table).to_act = (0,)
    return table


@pytest.mark.parametrize("count", range(1, 51))
def test_any_number_of_choices_fits_with_a_picture_and_a_hint(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    kind = Game.games["scharfe-schoten"]
    many = [Choice(f"R{number}", card_text(f"R{number}"), None, 1) for number in range(count)]
    monkeypatch.setattr(kind, "choices", lambda *_: many)
    monkeypatch.setattr(kind, "hint", lambda *_: card_text("R1"))
    page = the_hand(a_table(kind, 4), Asked(hints=True), locale="ja")
    assert page.drawings
    check_limits(page)


def test_every_one_of_many_choices_can_be_picked_from_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = Game.games["scharfe-schoten"]
    many = [Choice(f"R{number}", card_text(f"R{number}"), None, 1) for number in range(50)]
    monkeypatch.setattr(kind, "choices", lambda *_: many)
    values = list(parts(sent(the_hand(a_table(kind, 4))), "value"))
    assert values == [choice.token for choice in many]


@every_locale
@every_game
def test_when_the_game_is_over_there_is_nothing_to_press(game: str, locale: str) -> None:
    page = the_hand(play_out(a_table(Game.games[game], 4), Random(1)), Asked(hints=True), locale=locale)
    assert page.clickable == []
    assert "🏆" in page.text


@every_locale
@pytest.mark.parametrize("game", ["tezuma-trick", "tezumashi"])
def test_every_choice_that_is_but_a_name_is_explained_even_without_hints(game: str, locale: str) -> None:
    table = acting(game)
    page, speech = the_hand(table, locale=locale), table_speech(table, locale)
    named = [one for one in dealt(table).choices(0) if one.token.startswith("ability-")]
    assert len(named) >= 5
    for choice in named:
        about = dealt(table).about(choice.token)
        assert about is not None
        assert speech.text(choice.label) in speech.text(about)
        assert f"-# {speech.text(about)}" in page.text.splitlines()
    check_limits(page)


@every_game
def test_hints_are_shown_to_those_who_want_them_and_to_nobody_else(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game.games[game], "hint", lambda *_: card_text("R1"))
    table, random = a_table(Game.games[game], 4), Random(5)
    hint = Speech("en", game=table.kind)("hand-hint", hint=card_text("R1"))
    seen = set()
    while dealt(table).round == 1 and not dealt(table).over:
        asked = 0 in dealt(table).to_act
        seen.add(asked)
        with_hints, without = the_hand(table, Asked(hints=True)), the_hand(table, Asked(hints=False))
        assert (hint in with_hints.text.splitlines()) == asked, "whoever only waits needs no advice"
        assert hint not in without.text
        assert (TurnHints(table.id, on=False).custom_id in ids_of(with_hints)) == asked
        assert not [one for one in ids_of(without) if isinstance(Action.parse(one), TurnHints)]
        play_random(dealt(table), random)
    assert seen == {True, False}


def test_a_game_without_advice_has_no_line_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game.games["saizen"], "hint", lambda *_: None)
    table = acting("saizen")
    assert the_hand(table, Asked(hints=True)).text == the_hand(table).text


def test_a_hand_shows_each_suit_once_and_can_break_between_cards() -> None:
    table = a_table(Game.games["saizen"], 4)
    dealt(table).to_act = (1,)
    line = the_hand(table).text.splitlines()[1]
    assert len(line.split()) == len(dealt(table).hand(0))
    assert all(line.count(symbol) <= 1 for symbol in "♠♥♦♣")


def test_what_is_said_besides_stands_below_the_cards_and_above_the_question() -> None:
    table = a_table(Game.games["saizen"], 4)
    dealt(table).to_act = (1,)
    plain, noted = (the_hand(table, Asked(note=note)).text.splitlines() for note in (None, NO_SUCH_CHOICE()))
    assert noted[:2] + noted[3:] == plain
    assert Speech("en").sentence(NO_SUCH_CHOICE()) in noted[2]


def with_a_second_step() -> tuple[Table, Page]:
    """A table at which the first seat has begun to exchange cards, and its panel."""
    table = a_table(Game.games["tennos-square"], 4)
    game = dealt(table)
    while game.prompt(0, ()).key != "square-ask-turn" or 0 not in game.to_act:
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    game.to_act = (0,)
    return table, the_hand(table, Asked(path=("exchange",)))


def test_cards_have_rows_of_their_own() -> None:
    _, page = with_a_second_step()
    kinds = [{"stock" in one["custom_id"] for one in row} for row in page.rows]
    assert all(len(kind) == 1 for kind in kinds)


def test_whoever_has_begun_a_move_can_go_back_and_is_told_how_far_they_are() -> None:
    table, page = with_a_second_step()
    first = the_hand(table)
    assert page.clickable[-1]["emoji"] == {"name": "↩️"}
    assert page.clickable[-1]["custom_id"] in {one.removesuffix("exchange") for one in ids_of(first)}
    [label] = [choice.label for choice in dealt(table).choices(0) if choice.token == "exchange"]
    chosen = Speech("en")("hand-chosen", path=table_speech(table, "en").text(label))
    assert chosen in page.text.splitlines()
    assert OpenHand(table.id).custom_id in ids_of(first)
    assert OpenHand(table.id).custom_id not in ids_of(page)


@every_game
def test_what_may_not_be_played_looks_otherwise(game: str) -> None:
    kind = Game.games[game]
    seen = set()
    for number in range(20):
        table, random = a_table(kind, 4), Random(number)
        for _ in range(number):
            play_random(dealt(table), random)
        for choice, one in zip(dealt(table).choices(0), the_hand(table).clickable, strict=False):
            free, card = choice.reason is None, choice.label.key == CARD.key
            assert one["style"] == ((1 if card else 3) if free else 2)
            seen.add(free)
    assert True in seen


def test_a_card_held_twice_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = Game.games["scharfe-schoten"]
    monkeypatch.setattr(kind, "choices", lambda *_: [Choice("R1", card_text("R1"), None, 2)])
    assert the_hand(a_table(kind, 4)).clickable[0]["label"] == Speech("en")("hand-copies", card="1", count=2)


def test_a_hand_without_cards_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = Game.games["saizen"]
    view = kind(4, {}, Chance(b"01")).view(0)
    table = a_table(kind, 4)
    monkeypatch.setattr(kind, "view", lambda *_: view | {"hand": []})
    dealt(table).to_act = (1,)
    assert Speech("en")("hand-empty") in the_hand(table).text
