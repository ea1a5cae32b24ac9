"""Tennos Square: deals in records, and sampled games."""

from random import Random
from typing import Any

import pytest

from engine import record
from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.games.tennos_square import TennosSquare
from engine.games.tennos_square.cards import CODES, EXCHANGE, FACE_DOWN, STOCK
from tests.engine.games.tennos_square_table import exchange_game, full_deal, new_game, play, view_of

# --- Records


def bad(**changes: object) -> dict[str, Any]:
    return {**full_deal(4), **changes}


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        (bad(stock=["SA"] * 12), "SA is dealt more than once"),
        (bad(stock=["S5"]), "stock: 1 cards, but it must have 12"),
        (bad(hands=[["SJ", "S2", "S3"]] * 4), "'SJ' is no card of this game"),
        (bad(hands=[["S2", "S3"]] * 4), "seat 0: 2 cards, but it must have 3"),
        (bad(rows=[["S2"] * 8] * 4), "seat 0: 8 cards, but it must have 9"),
        (bad(rows=[]), "must be a list of 4 hands"),
        (bad(trumps=[]), '"trumps": this game has no such key'),
    ],
)
def test_wrong_deal_is_a_bad_record(deal: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRecord, match=f"deal 1.*{reason}"):
        new_game(4, deals=[deal])


@pytest.mark.parametrize("setup", [{"dealer": 4}, {"dealer": "0"}, {"first": 0}])
def test_wrong_setup_is_a_bad_record(setup: dict[str, object]) -> None:
    with pytest.raises(BadRecord, match="setup"):
        TennosSquare(4, {}, Chance(b"x", setup))


@pytest.mark.parametrize("left_out", [["stock"], ["rows"], ["hands"], ["rows", "stock"], ["hands", "stock"]])
def test_seed_shuffles_the_rest_of_a_partly_fixed_deal(left_out: list[str]) -> None:
    full = full_deal(4)
    fixed = {key: value for key, value in full.items() if key not in left_out}
    deal: dict[str, Any] = new_game(4, deals=[fixed]).deal_data()[0]
    assert {key: deal[key] for key in fixed} == fixed
    assert sorted(code for pile in (*deal["rows"], *deal["hands"], deal["stock"]) for code in pile) == sorted(CODES)
    assert deal != full
    assert new_game(4, deals=[fixed]).deal_data() == [deal]
    with pytest.raises(BadRecord, match="no seed"):
        TennosSquare(4, {}, Chance(None, {"dealer": 0}, [fixed]))


def test_deal_fixed_in_full_needs_no_seed() -> None:
    assert TennosSquare(4, {}, Chance(None, {"dealer": 0}, [full_deal(4)])).deal_data() == [full_deal(4)]


def test_records_name_the_split_partnership_for_three_seats_only() -> None:
    assert record.write(new_game(3))["options"] == {"split_partnership": False}
    assert record.write(new_game(4))["options"] == new_game(4).view(None)["options"] == {}


# --- Sampled games


@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_drawn_games_agree_with_the_view_and_differ_in_hidden_cards(seats: int) -> None:
    random, untold = Random(seats), {"log": None, "highlights": None}
    game = TennosSquare(seats, {}, Chance(b"sampler"))
    while not game.over:
        seat = random.choice(game.to_act)
        game.play(seat, random.choice(game.legal_moves(seat)))
        for viewer in (None, *range(seats)):
            view = game.view(viewer)
            drawn = TennosSquare.sampler(view)(random)
            assert {**drawn.view(viewer), **untold} == {**view, **untold}
            everything = [
                *drawn.row,
                *(card for hand in drawn.hands for card in hand),
                *drawn.stock[drawn.drawn :],
                *(move - EXCHANGE for move in drawn.market if move != STOCK),
                *(drawn.discards if view_of(game, viewer)["discards"] is None else ()),
            ]
            assert sorted(card for card in everything if card != FACE_DOWN) == list(range(60))
            if random.random() < 0.05:
                while not drawn.over:
                    drawn.apply(drawn.to_act[0], random.choice(drawn.legal_moves(drawn.to_act[0])))
                assert len(drawn.rounds) == seats


def test_market_card_is_in_every_drawn_hand_but_a_stock_card_is_not() -> None:
    random = Random(3)
    game = play(exchange_game(), "1 exchange X2")
    draw = TennosSquare.sampler(game.view(0))
    assert {draw(random).hand(1)[0] for _ in range(20)} == {"X2"}
    game = play(exchange_game(), "1 exchange stock")
    draw = TennosSquare.sampler(game.view(0))
    assert len({draw(random).hand(1)[0] for _ in range(100)}) > 10
