"""Scharfe Schoten by rounds: the deal, the trumps, the first leader, and the points of whole games."""

from itertools import pairwise
from typing import Any

import pytest

from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.cards import ONE_OF, PREDICTIONS, prediction_points
from engine.games.scharfe_schoten.game import Result
from engine.games.scharfe_schoten.view import SchotenViewBuilder
from tests.engine.games.scharfe_schoten_table import seen

DECK = [f"{colour}{number}" for colour in "RYGK" for number in range(1, 13)]


@pytest.mark.parametrize(("seats", "size", "rack"), [(3, 12, 12), (4, 10, 8)])
def test_three_get_twelve_cards_and_four_get_ten_and_the_rest_is_the_rack(seats: int, size: int, rack: int) -> None:
    game = ScharfeSchoten(seats, {}, Chance(b"x"))
    assert [len(game.hand(seat)) for seat in range(seats)] == [size] * seats
    assert sum(seen(game)["rack"].values()) == rack
    deal: dict[str, Any] = game.deal_data()[0]
    assert sorted([*deal["rack"], *(code for hand in deal["hands"] for code in hand)]) == sorted(DECK)


def test_trumps_are_one_for_each_colour_with_distinct_numbers_highest_first() -> None:
    for number in range(50):
        trumps = seen(ScharfeSchoten(4, {}, Chance(bytes([number]))))["trumps"]
        assert sorted(code[0] for code in trumps) == sorted("RYGK")
        assert all(int(one[1:]) > int(two[1:]) for one, two in pairwise(trumps))


@pytest.mark.parametrize(
    "trumps",
    [
        ["G10", "K9", "R2"],
        ["G10", "K9", "R2", "Y2"],
        ["K9", "G10", "R2", "Y1"],
        ["G10", "G9", "R2", "Y1"],
        ["G10", "K9", "R2", "Y1", "Y1"],
        [],
        ["G13", "K9", "R2", "Y1"],
        "G10",
        None,
    ],
)
def test_malformed_trumps_are_a_bad_record(trumps: object) -> None:
    with pytest.raises(BadRecord, match="deal 1, trumps"):
        ScharfeSchoten(4, {}, Chance(b"x", {}, [{"trumps": trumps}]))


def test_rack_is_the_rest_of_fixed_hands() -> None:
    deal: dict[str, Any] = ScharfeSchoten(4, {}, Chance(b"x")).deal_data()[0]
    again = ScharfeSchoten(4, {}, Chance(b"y", {}, [{"hands": deal["hands"]}]))
    assert again.deal_data()[0]["rack"] == deal["rack"]


@pytest.mark.parametrize(
    ("prediction", "counts", "points"),
    [
        ("R Y", {"R": 6, "Y": 0, "G": 3, "K": 0}, (5, 3, 6)),
        ("R Y", {"R": 4, "Y": 1, "G": 1, "K": 5}, (0, 3, 0)),
        ("K G", {"R": 2, "Y": 1, "G": 3, "K": 6}, (5, 0, 0)),
        ("R Y", {"R": 0, "Y": 0, "G": 0, "K": 0}, (3, 3, 0)),
        ("R Y", {"R": 4, "Y": 1, "G": 2, "K": 3}, (5, 5, 3)),
        ("R Y", {"R": 4, "Y": 1, "G": 2, "K": 4}, (3, 5, 3)),
        ("R Y", {"R": 4, "Y": 4, "G": 4, "K": 4}, (3, 3, 0)),
        ("R Y", {"R": 3, "Y": 2, "G": 2, "K": 2}, (5, 3, 1)),
        ("R Y", {"R": 1, "Y": 5, "G": 2, "K": 2}, (0, 0, 0)),
    ],
)
def test_prediction_scores_five_three_if_tied_and_the_difference_if_both_are_right(
    prediction: str, counts: dict[str, int], points: tuple[int, int, int]
) -> None:
    most, fewest = ("RYGK".index(letter) for letter in prediction.split())
    assert prediction_points(most, fewest, [counts[letter] for letter in "RYGK"]) == points


def test_wrong_prediction_names_the_right_colours() -> None:
    game = ScharfeSchoten(3, {}, Chance(b"x"))
    captured = 2 * ONE_OF[0] + 4 * ONE_OF[1] + ONE_OF[2] + 2 * ONE_OF[3]
    game.results = [Result((PREDICTIONS.index((0, 3)),) * 3, (captured,) * 3)]
    said = [str(text) for text, _ in SchotenViewBuilder().sheet(game, 1)[0]]
    assert said == ["most red (2): wrong, Y4", "fewest black (2): wrong, G1"]


def test_tied_prediction_names_the_tied_colours() -> None:
    game = ScharfeSchoten(3, {}, Chance(b"x"))
    captured = 4 * ONE_OF[0] + 4 * ONE_OF[1] + 2 * ONE_OF[2]
    game.results = [Result((PREDICTIONS.index((0, 3)),) * 3, (captured,) * 3)]
    said = [str(text) for text, _ in SchotenViewBuilder().sheet(game, 1)[0]]
    assert said[:2] == ["most red (4): right, level with Y4", "fewest black (0): right, alone"]
