"""Scharfe Schoten: who wins a trick so far and why, the goal of a seat, button labels, and a highlight."""

from typing import cast

import pytest

from engine.contract.chance import Chance
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.view import ALONE, SchotenView, SchotenViewBuilder
from tests.engine.kit.cases import Case, finished


def new_game() -> ScharfeSchoten:
    """Return a game before the predictions, with trumps G10 > K9 > R2 > Y1, so green > black > red > yellow."""
    hands = [[f"{colour}{number}" for number in range(1, 11)] for colour in "RYGK"]
    trumps = ["G10", "K9", "R2", "Y1"]
    return ScharfeSchoten(4, {}, Chance(b"0", {"first": 0}, [{"hands": hands, "trumps": trumps}]))


@pytest.mark.parametrize(
    ("cards", "winner", "why"),
    [
        ("R9", 0, "the only card so far"),
        ("R9 R12 R11", 1, "highest red"),
        ("R9 K8 R11", 1, "black outranks red"),
        ("R9 K8 K11 Y2", 2, "highest black, which outranks red, yellow"),
        ("R9 K8 R11 R2", 3, "trump R2"),
        ("R9 K9 R11 R2", 1, "strongest trump K9"),
    ],
)
def test_trick_winner_has_the_right_reason(cards: str, winner: int, why: str) -> None:
    game = new_game()
    plays = tuple((seat, game.parse(f"play {code}")) for seat, code in enumerate(cards.split()))
    seat, said = game.trick_winner((0, plays, None))
    assert (seat, str(said)) == (winner, why)


def test_only_the_four_trumps_of_the_round_are_trumps() -> None:
    game = new_game()
    dealt = [(seat, code) for seat in range(4) for code in game.hand(seat)]
    assert [code for seat, code in dealt if game.trump(seat, (code,))] == ["R2", "Y1", "G10", "K9"]


def test_own_prediction_is_the_goal_while_others_predict() -> None:
    game = new_game()
    game.play(1, game.parse("predict R Y"))
    assert str(game.view(1)["goal"]) == "most red: 0, fewest yellow: 0"
    assert game.view(0)["goal"] is None


def test_goal_says_its_worth_only_once_two_cards_are_left() -> None:
    game = new_game()
    for seat in range(4):
        game.play(seat, game.parse("predict R Y"))
    said = {}
    while game.round == 1:
        said[game.hands[0].bit_count()] = str(game.view(0)["goal"])
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    assert {count for count, goal in said.items() if "worth" in goal} == {0, 1, 2}


def test_button_of_a_colour_leaves_the_counts_to_the_picture() -> None:
    game = new_game()
    assert str(game.label(2, "G")) == "green"
    for seat in range(4):
        game.play(seat, game.parse("predict R Y"))
    for seat, code in enumerate(("R5", "Y5", "G5", "K5")):
        game.play(seat, game.parse(f"play {code}"))
    assert str(game.label(2, "G")) == "green"


@pytest.mark.parametrize("points", [[ALONE, ALONE, 0], [ALONE, ALONE, 10], [ALONE, 0, 0], [0, ALONE, 0]], ids=str)
def test_prediction_that_is_right_alone_in_both_colours_is_a_highlight(points: list[int]) -> None:
    view = cast("SchotenView", finished(Case(ScharfeSchoten, 4, {})).view(None))
    for one in (one for results in view["results"] for one in results):
        one["points"] = [0, 0, 0]
    view["results"][1][2]["points"] = points
    told = [str(one.text) for one in SchotenViewBuilder().highlights(view) if one.kind == "prediction"]
    both = points[:2] == [ALONE, ALONE]
    assert told == ([f"seat 2 foretold both colours in round 2: {sum(points)} points"] if both else [])
