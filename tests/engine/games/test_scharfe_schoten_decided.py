"""Scharfe Schoten: games that are decided before their end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import mask_of
from engine.contract.chance import Chance
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.cards import COLOURS, INDEX, ONE_OF, PREDICTIONS
from engine.games.scharfe_schoten.phases import TRICK
from engine.knowledge.decided import is_decided
from tests.engine.games.scharfe_schoten_table import seen

TRUMPS = ["G10", "K9", "R2", "Y1"]
NOTHING: Mapping[str, int] = {}
WRONG = {"Y": 9}
"""The captured cards of a seat that predicted red most and yellow fewest: two tricks cannot make either right."""
HANDS = ("R5 Y5", "R6 Y6", "G5 K5", "G6 K6")


def table(
    hands: Sequence[str],
    captured: Sequence[Mapping[str, int]],
    predictions: Sequence[str] = ("RY", "RY", "RY", "RY"),
    *,
    trumps_out: bool = True,
) -> ScharfeSchoten:
    """Return a game in which seat 0 leads to the last tricks of the last of four rounds; the rack is empty."""
    game = ScharfeSchoten(4, {}, Chance(b"x", {"first": 0}, [{"trumps": TRUMPS}]))
    game.round = game.round_count
    game.hands = [mask_of(INDEX[code] for code in hand.split()) for hand in hands]
    game.captured = [sum(count * ONE_OF[COLOURS.index(colour)] for colour, count in one.items()) for one in captured]
    game.predictions = [PREDICTIONS.index((COLOURS.index(one[0]), COLOURS.index(one[1]))) for one in predictions]
    game.finished = [(0, tuple(INDEX[code] for code in TRUMPS), 0)] if trumps_out else []
    game.rack, game.takes = [0, 0, 0, 0], ()
    game.leader, game.to_act, game.phase = 0, (0,), TRICK
    return game


def is_settled(game: ScharfeSchoten) -> bool:
    return is_decided(seen(game))


def test_game_is_decided_if_no_prediction_can_come_true() -> None:
    assert is_settled(table(HANDS, [WRONG] * 4))


def test_one_prediction_that_can_still_come_true_keeps_the_game_open() -> None:
    assert not is_settled(table(HANDS, [WRONG, WRONG, WRONG, {"Y": 1, "R": 1, "G": 1, "K": 1}]))


def test_right_pair_of_predictions_keeps_the_game_open() -> None:
    assert not is_settled(table(HANDS, [WRONG, WRONG, WRONG, {"R": 9, "G": 5, "K": 5}]))


def test_single_right_prediction_scores_the_same_for_any_count() -> None:
    # Red stays alone the most and yellow never becomes fewest: 5 points, whatever the last tricks bring.
    assert is_settled(table(HANDS, [WRONG, WRONG, WRONG, {"R": 9, "Y": 5}]))


def test_owner_of_the_strongest_colour_wins_the_rest() -> None:
    # Green is strongest and only seat 2 has it, so seat 2 wins both tricks.
    hands = ("R5 Y5", "R6 Y6", "G5 G6", "K5 K6")
    live = {"R": 9, "G": 5, "K": 5}
    assert is_settled(table(hands, [live] * 4))


def test_unseen_trump_keeps_the_game_open() -> None:
    hands = ("R5 Y5", "R6 Y6", "G5 G6", "K5 K6")
    live = {"R": 9, "G": 5, "K": 5}
    assert not is_settled(table(hands, [live] * 4, trumps_out=False))


def test_same_position_in_an_earlier_round_is_open() -> None:
    game = table(HANDS, [WRONG] * 4)
    game.round -= 1
    assert not is_settled(game)
