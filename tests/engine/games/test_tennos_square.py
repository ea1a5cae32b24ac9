"""Tennos Square: the examples of the printed rules on scores, starters, the market and the winners.

`test_tennos_square_reference` compares legal moves, turns, rows and points in random games.
"""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.chance import Chance
from engine.contract.options import describe
from engine.errors import BadRecord
from engine.games.tennos_square import TennosSquare
from engine.games.tennos_square.cards import CODES, FACE_DOWN, row_points, runs
from engine.games.tennos_square.game import Result
from tests.engine.games.tennos_square_table import (
    SIZE,
    exchange_game,
    full_deal,
    legal,
    new_game,
    opened,
    play,
    refused,
    row,
    view_of,
)

# --- Scoring


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ("A A 3 5 6 7 8 9 10", [81]),
        ("x 2 2 3 x 5 6 7 x", [36]),
        ("A 2 5 6 6 7 6 10 3", [36, 4, 1]),
    ],
)
def test_printed_example_rows_score_their_printed_points(ranks: str, points: list[int]) -> None:
    cards = row(ranks)
    assert [len(run) ** 2 for run in runs(cards)] == points
    assert row_points(cards) == sum(points)


@pytest.mark.parametrize(
    ("ranks", "points"), [("x x x x x x x x x", 0), ("10 9 8 x x x x x x", 3), ("10 A x 10 x 10 x x A", 1 + 9 + 1)]
)
def test_lower_rank_starts_a_new_run_and_face_down_cards_are_skipped(ranks: str, points: int) -> None:
    assert row_points(row(ranks)) == points


@given(st.lists(st.integers(FACE_DOWN, 59), max_size=9))
def test_runs_contain_the_face_up_cards_in_order_and_never_go_down(cards: list[int]) -> None:
    found = runs(cards)
    assert [card for run in found for card in run] == [card for card in cards if card != FACE_DOWN]
    assert all([card % 10 for card in run] == sorted(card % 10 for card in run) for run in found)
    assert all(one[-1] % 10 > other[0] % 10 for one, other in pairwise(found))
    assert row_points(cards) == sum(len(run) ** 2 for run in found)


def test_score_sheet_names_the_bonus_and_each_run_with_its_cards() -> None:
    deal = full_deal(3, hands=["S2 S3 S10"], rows=["HA H4 H5 H6 H7 H8 H9 H10"])
    game = play(opened(new_game(3, dealer=2, deals=[deal])))
    assert game.hand(0) == ["S3", "S10"]
    lines = ["S3 2", "S10 5", "H4 1", "H7 3", "HA 4", "H5 6", "H6 7", "H8 8"]
    for line in lines:
        game.to_act = (0,)
        play(game, f"0 play {line}")
    assert [(str(text), points) for text, points in game.sheet(1)[0]] == [
        ("first to turn the whole row", 15),
        ("run of 1: H4", 1),
        ("run of 2: S3, H7", 4),
        ("run of 2: HA, S10", 4),
        ("run of 3: H5, H6, H8", 9),
    ]
    assert game.rounds[0] == (33, 0, 0)


# --- Whose turn it is


def test_with_four_seats_slots_four_and_six_pass_to_the_partner_and_five_keeps_the_turn() -> None:
    for slot, following in ((4, 3), (6, 3), (5, 1), (3, 2), (7, 0)):
        game = opened(new_game(4, dealer=0))
        play(game, f"1 play {game.hand(1)[0]} {slot}")
        assert game.to_act == (following,)
        assert game.log is not None
        assert f"seat {following} is next" in str(game.log[-1])
        assert f"slot {slot}" in str(game.phase.name(game))


def test_turn_passes_from_the_last_player_and_an_exchange_does_not_end_it() -> None:
    game = opened(new_game(4, dealer=3))
    play(game, f"0 play {game.hand(0)[0]} 7", "3 exchange stock")
    assert game.to_act == (3,)
    assert str(game.phase.name(game)) == "seat 3 has exchanged and must now play that card"
    play(game, f"3 play {game.hand(3)[0]} 5")
    play(game, f"3 play {game.hand(3)[0]} 4")
    assert game.to_act == (1,)


def test_in_the_first_deal_the_dealers_left_neighbour_starts() -> None:
    for dealer in range(4):
        game = opened(new_game(4, dealer=dealer))
        assert game.to_act == ((dealer + 1) % 4,)
        assert str(game.phase.name(game)) == f"seat {(dealer + 1) % 4} starts, on the left of the dealer"


@pytest.mark.parametrize(
    ("scores", "starter"), [([9, 3, 5, 4], 1), ([3, 9, 9, 3], 3), ([3, 9, 3, 9], 2), ([1, 1, 1, 1], 2)]
)
def test_lowest_total_starts_later_deals_with_ties_from_the_dealers_left(scores: list[int], starter: int) -> None:
    game = new_game(4, dealer=0)
    game.scores = scores
    game._next_round()
    assert game.dealer == 1
    opened(game)
    assert game.to_act == (starter,)


@pytest.mark.parametrize(
    ("scores", "why"),
    [
        ([9, 3, 5, 4], "seat 1 starts, with the lowest total so far"),
        ([3, 9, 9, 3], "seat 3 starts, of those with the lowest total the first from the dealer's left"),
    ],
)
def test_log_explains_the_starter_of_later_deals(scores: list[int], why: str) -> None:
    game = new_game(4, dealer=0)
    game.scores = scores
    game._next_round()
    assert str(opened(game).phase.name(game)) == why


def test_first_dealer_is_drawn_from_the_seed() -> None:
    assert {TennosSquare(4, {}, Chance(bytes([seed]))).dealer for seed in range(40)} == {0, 1, 2, 3}


# --- The deal and the market


@pytest.mark.parametrize(("seats", "stock"), [(3, 27), (4, 12)])
def test_every_card_is_dealt_once_and_the_stock_has_the_rest(seats: int, stock: int) -> None:
    game = new_game(seats)
    deal: dict[str, Any] = game.deal_data()[0]
    dealt = [code for key in ("rows", "hands") for pile in deal[key] for code in pile]
    assert sorted([*dealt, *deal["stock"]]) == sorted(CODES)
    assert len(deal["stock"]) == stock == view_of(game)["stock"]
    assert [len(one) for one in deal["rows"]] == [SIZE[seats]] * seats


def test_discards_are_simultaneous_and_secret_until_the_last() -> None:
    game = new_game(3, deals=[full_deal(3, hands=["S2 S3 S4", "H2 H3 H4", "X2 X3 X4"])])
    assert list(game.to_act) == [0, 1, 2]
    play(game, "2 discard X3", "0 discard S2")
    assert list(game.to_act) == [1]
    assert view_of(game, 1)["market"] == []
    assert view_of(game, 1)["laid"] == [True, False, True]
    assert view_of(game, 0)["discard"] == "S2"
    assert view_of(game, 1)["discards"] is None
    assert "S2" not in json.dumps(game.view(1))
    assert "S2" not in json.dumps(game.view())
    play(game, "1 discard H4")
    assert view_of(game)["market"] == ["S2", "H4", "X3"]
    assert view_of(game)["discards"] == ["S2", "H4", "X3"]
    assert [game.hand(seat) for seat in range(3)] == [["S3", "S4"], ["H2", "H3"], ["X2", "X4"]]
    assert game.log is not None
    assert [str(line) for line in game.log[-6:]] == [
        "seat 2 has laid a card",
        "seat 0 has laid a card",
        "seat 1 lays H4 in the market",
        "seat 0 lays S2 in the market",
        "seat 2 lays X3 in the market",
        "seat 1 starts, on the left of the dealer",
    ]


def test_exchange_lays_both_hand_cards_in_the_market_and_leaves_one() -> None:
    game = play(exchange_game(), "1 exchange X2")
    assert view_of(game)["market"] == ["S2", "H2", "L2", "H3", "H4"]
    assert game.hand(1) == ["X2"]
    assert view_of(game, 0)["shown_hands"] == [[], ["X2"], [], []]
    assert legal(game, 1) == [f"play X2 {slot}" for slot in range(1, 10)]


def test_log_of_a_card_taken_back_names_the_other_card() -> None:
    for taken, left in (("H3", "H4"), ("H4", "H3")):
        game = play(exchange_game(), f"1 exchange {taken}")
        assert game.log is not None
        assert str(game.log[-1]) == f"seat 1 leaves {left} in the market in an exchange and takes {taken} back"


def test_stock_card_is_known_only_to_its_taker() -> None:
    game = play(exchange_game(), "1 exchange stock")
    assert game.hand(1) == ["D10"]
    assert view_of(game)["stock"] == 11
    assert view_of(game, 0)["shown_hands"] == [[], [], [], []]
    assert "D10" not in json.dumps(game.view(0))
    assert game.log is not None
    assert str(game.log[-1]) == "seat 1 exchanges H3, H4 for the top of the stock"


def test_picked_up_card_comes_from_the_slot_and_is_known_only_to_its_owner() -> None:
    game = play(exchange_game(), "1 play H3 4")
    assert game.hand(1) == ["H4", "C8"]
    assert view_of(game)["rows"][1] == [None, None, None, "H3", None, None, None, None, None]
    for other in (0, 2, 3, None):
        assert "C8" not in json.dumps(game.view(other))


def test_no_seat_can_exchange_twice_in_a_deal() -> None:
    game = play(exchange_game(), "1 exchange stock", "1 play D10 5")
    assert game.to_act == (1,)
    assert all(text.startswith("play C9 ") for text in legal(game, 1))
    assert refused(game, 1, "exchange stock") == "an exchange comes before playing and needs two cards in hand"


# --- Victory


def ended(seats: int, totals: Iterable[int], finisher: int, *, split: bool = False) -> TennosSquare:
    """Return a finished game with these totals, in which `finisher` has ended the last round."""
    game = new_game(seats, split=split)
    game.scores = list(totals)
    game.results.append(Result(finisher, ()))
    game.to_act = ()
    return game


def test_partners_add_up_their_totals_and_both_seats_win() -> None:
    assert ended(4, [50, 30, 0, 10], finisher=1).winners == [0, 2]
    assert ended(4, [50, 30, 0, 30], finisher=0).ranking() == [[1, 3], [0, 2]]
    assert new_game(4).teams == ((0, 2), (1, 3))


@pytest.mark.parametrize("finisher", range(4))
def test_team_that_finished_the_last_deal_wins_a_tie(finisher: int) -> None:
    team = [finisher % 2, finisher % 2 + 2]
    assert ended(4, [40, 30, 10, 20], finisher).winners == team
    assert ended(4, [40, 30, 10, 20], finisher).ranking()[0] == team


def test_teams_with_equal_sums_share_a_place_before_the_end() -> None:
    game = opened(new_game(4))
    game.scores = [40, 30, 10, 20]
    assert game.ranking() == [[0, 1, 2, 3]]


def test_three_seats_play_alone_and_share_ties() -> None:
    assert ended(3, [5, 7, 6], finisher=0).winners == [1]
    assert ended(3, [7, 5, 7], finisher=1).ranking() == [[0, 2], [1]]
    assert new_game(3).teams == ((0,), (1,), (2,))


def test_with_split_partnership_the_left_neighbours_total_is_added_at_the_end() -> None:
    game = ended(3, [40, 0, 30], finisher=0, split=True)
    assert game.ranking() == [[2], [0], [1]]
    assert game.scores == [40, 0, 30]
    assert ended(3, [40, 0, 30], finisher=0).winners == [0]
    assert ended(3, [20, 20, 20], finisher=0, split=True).winners == [0, 1, 2]


def test_split_partnership_is_an_option_for_three_seats_only() -> None:
    assert [info.name for info in describe(TennosSquare.Options, 3)] == ["split_partnership"]
    assert describe(TennosSquare.Options, 4) == ()
    with pytest.raises(BadRecord, match=r'option "split_partnership": not for 4 seats'):
        new_game(4, split=True)
