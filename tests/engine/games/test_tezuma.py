"""Tezuma, both editions: tricks without abilities, scoring, and the examples of the printed rules."""

from typing import Any

import pytest

from engine import record
from engine.errors import BadRecord
from engine.games.tezuma import Tezumashi, TezumaTrick
from engine.games.tezuma.game import Result
from tests.engine.games.tezuma_table import play, seated, winner

both = pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi], ids=lambda kind: kind.id)
Kind = type[TezumaTrick | Tezumashi]


# --- The worked examples


def test_sand_beats_an_active_trump_and_a_raised_card_and_captures_the_three_cards() -> None:
    abilities = {1: "horse-swallowing", 2: "butterfly-dance", 3: "five-color-sand"}
    for kind in (TezumaTrick, Tezumashi):
        game = seated(kind, ["B9", "B8", "BT", "B5"], abilities)
        play(game, "0 play B9", "1 play B8 with horse-swallowing", "2 play BT with butterfly-dance")
        play(game, "3 win with five-color-sand")
        assert winner(game) == 3
        assert game.won == [0, 0, 0, 1]
        assert game.captured[3] == 3  # three cards of butterfly, the first suit
        assert len(game.hand(3)) == 12


def test_printed_bid_of_tezuma_trick_gives_5_for_5_tricks_less_2_pain_cards() -> None:
    assert TezumaTrick.points(Result(bid=2, won=5, pain=0, captured=2)) == (5, -2, 0)


@pytest.mark.parametrize(("won", "points"), [(3, 0), (4, 8), (6, 3), (7, 0)])
def test_that_bid_gives_nothing_outside_its_numbers(won: int, points: int) -> None:
    assert sum(TezumaTrick.points(Result(2, won, 0, 0))) == points


def test_tezumashis_printed_bid_gives_6_for_4_tricks_less_2_pain_cards() -> None:
    assert sum(Tezumashi.points(Result(bid=1, won=4, pain=3, captured=2))) == 4


def test_points_never_fall_below_0() -> None:
    assert Tezumashi.points(Result(bid=1, won=1, pain=3, captured=7)) == (2, -7, 5)


# --- Following


@both
def test_equal_trumps_are_one_move_and_one_choice_with_a_count(kind: Kind) -> None:
    game = seated(kind, ["BT BT BT", "", "", ""])
    assert [game.text(move) for move in game.legal_moves(0)].count("play BT") == 1
    assert [choice.copies for choice in game.choices(0) if choice.token == "BT"] == [3]
    play(game, "0 play BT")
    assert game.hand(0).count("BT") == 2


# --- Rounds


def played_out(game: Any) -> None:
    """Play the first legal move each time, which uses no ability, until a round has ended."""
    finished = len(game.rounds)
    while len(game.rounds) == finished and not game.over:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])


@both
@pytest.mark.parametrize("seats", [3, 4])
def test_round_has_twelve_tricks_and_the_starter_moves_to_the_left(kind: Kind, seats: int) -> None:
    game = seated(kind, [""] * seats)
    for number in range(1, seats + 1):
        assert game.round == number
        assert game.to_act == ((number - 1) % seats,)
        played_out(game)
    assert game.over
    assert len(game.rounds) == seats
    assert len(game.tricks()) == 12


@both
def test_three_seats_play_without_the_1_the_9_and_one_trump_of_every_suit(kind: Kind) -> None:
    game = seated(kind, ["", "", ""])
    cards = [card for seat in range(3) for card in game.hand(seat)]
    assert len(cards) == 36
    assert sorted(cards) == sorted(f"{suit.letter}{rank}" for suit in kind.suits for rank in [*range(2, 9), "T", "T"])


@both
def test_score_sheet_gives_reasons_and_adds_up(kind: Kind) -> None:
    game = seated(kind, ["", "", "", ""])
    played_out(game)
    for lines, points in zip(game.sheet(1), game.rounds[0], strict=True):
        assert sum(point for _, point in lines) == points
        assert "on the bid" in str(lines[0][0])
        assert "captured" in str(lines[-1][0])
        assert lines[-1][1] <= 0


@both
def test_views_contain_captured_cards_only_as_public_tricks(kind: Kind) -> None:
    game = seated(kind, ["", "", "", ""])
    played_out(game)
    for seat in (None, 0, 1, 2, 3):
        view = game.view(seat)
        assert "captured" not in view
        assert view["tricks"] == []


@pytest.mark.parametrize(("kind", "older", "now"), [(TezumaTrick, 1, 3), (TezumaTrick, 2, 3), (Tezumashi, 1, 2)])
def test_record_of_older_rules_is_refused_in_one_sentence(kind: Kind, older: int, now: int) -> None:
    full = {**record.write(seated(kind, ["", "", "", ""])), "rules": older}
    with pytest.raises(BadRecord) as caught:
        record.read(full)
    assert str(caught.value) == f"rules: version {older} of {kind.id} cannot be replayed here (only {now})"
