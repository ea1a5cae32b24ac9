"""Tennos Square: the worked examples of the printed rules, and what else its rules promise."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import record
from engine.chance import Chance
from engine.errors import BadRecord, IllegalMove
from engine.games.tennos_square import TennosSquare
from engine.games.tennos_square.cards import CODES, FACE_DOWN, RANKS, row_points, row_text, runs
from engine.games.tennos_square.play import EXCHANGE, STOCK
from engine.options import describe

SIZE = {3: 8, 4: 9}
LEFT, SAME, OPPOSITE, RIGHT = 1, 0, 2, -1
BY_SLOT = {
    3: (LEFT, LEFT, LEFT, SAME, SAME, RIGHT, RIGHT, RIGHT),
    4: (LEFT, LEFT, LEFT, OPPOSITE, SAME, OPPOSITE, RIGHT, RIGHT, RIGHT),
}


def row(ranks: str) -> list[int]:
    """A row from its ranks, `x` for face down; equal ranks get different suits."""
    used: dict[str, int] = {}
    cards = []
    for rank in ranks.split():
        suit = used[rank] = used.get(rank, -1) + 1
        cards.append(FACE_DOWN if rank == "x" else 10 * suit + RANKS.index(rank))
    return cards


def full_deal(seats: int, hands: Sequence[str] = (), stock: str = "", rows: Sequence[str] = ()) -> dict[str, Any]:
    """A deal with these cards first in their piles, the rest in the order of the deck."""
    named = {code for pile in (*hands, stock, *rows) for code in pile.split()}
    rest = iter(code for code in CODES if code not in named)

    def fill(given_: Sequence[str], seat: int, size: int) -> list[str]:
        codes = given_[seat].split() if seat < len(given_) else []
        return codes + [next(rest) for _ in range(size - len(codes))]

    return {
        "rows": [fill(rows, seat, SIZE[seats]) for seat in range(seats)],
        "hands": [fill(hands, seat, 3) for seat in range(seats)],
        "stock": fill([stock], 0, 60 - seats * (SIZE[seats] + 3)),
    }


def new_game(
    seats: int = 4, dealer: int = 0, deals: Sequence[Mapping[str, object]] = (), *, split: bool = False
) -> TennosSquare:
    options = {"split_partnership": True} if split else {}
    return TennosSquare(seats, options, Chance(b"test", {"dealer": dealer}, deals))


def play(game: TennosSquare, *lines: str) -> TennosSquare:
    """Play moves written as in a record."""
    for line in lines:
        seat, text = line.split(" ", 1)
        game.play(int(seat), game.parse(text))
    return game


def opened(game: TennosSquare) -> TennosSquare:
    """The game once every seat has laid the lowest card of its hand."""
    for seat in game.to_act:
        game.play(seat, game.legal_moves(seat)[0])
    return game


def refused(game: TennosSquare, seat: int, text: str) -> str:
    """Why a move is refused."""
    before = game.copy()
    with pytest.raises(IllegalMove) as caught:
        game.play(seat, game.parse(text))
    assert game.state() == before.state()
    return str(caught.value)


def legal(game: TennosSquare, seat: int) -> list[str]:
    return [game.text(move) for move in game.legal_moves(seat)]


def tokens(game: TennosSquare, seat: int, *path: str) -> dict[str, str | None]:
    """What can be chosen next, each with the reason why not."""
    return {choice.token: None if choice.reason is None else str(choice.reason) for choice in game.choices(seat, path)}


def played(seats: int, seed: int, options: Mapping[str, object] | None = None) -> TennosSquare:
    """A random game, to its end."""
    game = TennosSquare(seats, options, Chance(seed.to_bytes(4, "big")))
    random = Random(seed)
    while not game.over:
        seat = random.choice(game.to_act)
        game.play(seat, random.choice(game.legal_moves(seat)))
    return game


def finish_row(game: TennosSquare, seat: int) -> None:
    """Let one seat fill its row slot by slot, whoever is next, until the deal ends."""
    number = game.round
    while game.round == number and not game.over:
        slot = next(slot for slot in range(game.size) if game.down[seat] >> slot & 1)
        game.to_act = (seat,)
        game.play(seat, 9 * game.hands[seat][0] + slot)


# --- Scoring


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ("A A 3 5 6 7 8 9 10", [81]),
        ("x 2 2 3 x 5 6 7 x", [36]),
        ("A 2 5 6 6 7 6 10 3", [36, 4, 1]),
    ],
)
def test_the_rows_of_the_printed_examples_score_what_they_say(ranks: str, points: list[int]) -> None:
    cards = row(ranks)
    assert [len(run) ** 2 for run in runs(cards)] == points
    assert row_points(cards) == sum(points)


@pytest.mark.parametrize(
    ("ranks", "points"), [("x x x x x x x x x", 0), ("10 9 8 x x x x x x", 3), ("10 A x 10 x 10 x x A", 1 + 9 + 1)]
)
def test_equal_ranks_go_on_a_lower_one_starts_a_new_run_and_face_down_cards_are_left_out(
    ranks: str, points: int
) -> None:
    assert row_points(row(ranks)) == points


@given(st.lists(st.integers(FACE_DOWN, 59), max_size=9))
def test_runs_hold_the_face_up_cards_in_order_and_never_go_down(cards: list[int]) -> None:
    found = runs(cards)
    assert [card for run in found for card in run] == [card for card in cards if card != FACE_DOWN]
    assert all([card % 10 for card in run] == sorted(card % 10 for card in run) for run in found)
    assert all(one[-1] % 10 > other[0] % 10 for one, other in pairwise(found))
    assert row_points(cards) == sum(len(run) ** 2 for run in found)


@pytest.mark.parametrize(("seats", "bonus"), [(3, 15), (4, 20)])
def test_the_first_to_turn_the_whole_row_gets_five_points_a_seat_and_the_deal_ends_at_once(
    seats: int, bonus: int
) -> None:
    game = opened(new_game(seats))
    finish_row(game, 1)
    _, rows = game.results[0]
    assert game.round == 2
    assert game.rounds[0][1] == bonus + row_points(rows[SIZE[seats] : 2 * SIZE[seats]])
    assert [game.rounds[0][seat] for seat in range(seats) if seat != 1] == [0] * (seats - 1)


def test_the_score_sheet_names_the_bonus_and_each_run_with_its_cards() -> None:
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


@pytest.mark.parametrize("seats", [3, 4])
def test_the_slot_just_filled_decides_who_is_next(seats: int) -> None:
    for seat in range(seats):
        for slot, step in enumerate(BY_SLOT[seats], start=1):
            game = opened(new_game(seats, dealer=(seat - 1) % seats))
            play(game, f"{seat} play {game.hand(seat)[0]} {slot}")
            assert game.to_act == ((seat + step) % seats,)


def test_with_four_seats_slots_four_and_six_pass_to_the_partner_and_five_keeps_the_turn() -> None:
    for slot, following in ((4, 3), (6, 3), (5, 1), (3, 2), (7, 0)):
        game = opened(new_game(4, dealer=0))
        play(game, f"1 play {game.hand(1)[0]} {slot}")
        assert game.to_act == (following,)
        assert game.log is not None
        assert f"seat {following} is next" in str(game.log[-1])
        assert f"slot {slot}" in str(game.phase())


def test_the_turn_goes_on_from_the_seat_that_played_last_and_an_exchange_does_not_end_it() -> None:
    game = opened(new_game(4, dealer=3))
    play(game, f"0 play {game.hand(0)[0]} 7", "3 exchange stock")
    assert game.to_act == (3,)
    assert str(game.phase()) == "seat 3 has exchanged and must now play that card"
    play(game, f"3 play {game.hand(3)[0]} 5")
    play(game, f"3 play {game.hand(3)[0]} 4")
    assert game.to_act == (1,)


def test_in_the_first_deal_the_dealers_left_neighbour_starts() -> None:
    for dealer in range(4):
        game = opened(new_game(4, dealer=dealer))
        assert game.to_act == ((dealer + 1) % 4,)
        assert str(game.phase()) == f"seat {(dealer + 1) % 4} starts, on the left of the dealer"


@pytest.mark.parametrize(
    ("scores", "starter"), [([9, 3, 5, 4], 1), ([3, 9, 9, 3], 3), ([3, 9, 3, 9], 2), ([1, 1, 1, 1], 2)]
)
def test_later_the_lowest_total_starts_and_of_several_the_first_from_the_new_dealers_left(
    scores: list[int], starter: int
) -> None:
    game = new_game(4, dealer=0)
    game.scores = scores
    game._deal()
    assert game.dealer == 1
    opened(game)
    assert game.to_act == (starter,)
    assert str(game.phase()) == f"seat {starter} starts, with the lowest total so far"


@pytest.mark.parametrize("seats", [3, 4])
def test_the_dealer_moves_clockwise_and_there_are_as_many_deals_as_seats(seats: int) -> None:
    game = new_game(seats, dealer=seats - 1)
    dealers = []
    while not game.over:
        dealers.append(game.dealer)
        finish_row(opened(game), 0)
    assert dealers == [(seats - 1 + number) % seats for number in range(seats)]
    assert len(game.rounds) == seats


def test_the_first_dealer_is_drawn_from_the_seed() -> None:
    assert {TennosSquare(4, {}, Chance(bytes([seed]))).dealer for seed in range(40)} == {0, 1, 2, 3}


# --- The deal and the market


@pytest.mark.parametrize(("seats", "stock"), [(3, 27), (4, 12)])
def test_every_card_is_dealt_once_and_the_stock_has_the_rest(seats: int, stock: int) -> None:
    game = new_game(seats)
    deal: dict[str, Any] = game.deal_data()[0]
    dealt = [code for key in ("rows", "hands") for pile in deal[key] for code in pile]
    assert sorted([*dealt, *deal["stock"]]) == sorted(CODES)
    assert len(deal["stock"]) == stock == game.view()["stock"]
    assert [len(one) for one in deal["rows"]] == [SIZE[seats]] * seats


def test_all_lay_one_of_three_cards_at_once_and_none_is_seen_before_the_last_lies() -> None:
    game = new_game(3, deals=[full_deal(3, hands=["S2 S3 S4", "H2 H3 H4", "X2 X3 X4"])])
    assert list(game.to_act) == [0, 1, 2]
    play(game, "2 discard X3", "0 discard S2")
    assert list(game.to_act) == [1]
    assert game.view(1)["market"] == []
    assert game.view(1)["laid"] == [True, False, True]
    assert game.view(0)["discard"] == "S2"
    assert game.view(1)["discards"] is None
    assert "S2" not in json.dumps(game.view(1))
    assert "S2" not in json.dumps(game.view())
    play(game, "1 discard H4")
    assert game.view()["market"] == ["S2", "H4", "X3"]
    assert game.view()["discards"] == ["S2", "H4", "X3"]
    assert [game.hand(seat) for seat in range(3)] == [["S3", "S4"], ["H2", "H3"], ["X2", "X4"]]
    assert game.log is not None
    assert [str(line) for line in game.log[-4:]] == [
        "seat 0 lays S2 in the market",
        "seat 1 lays H4 in the market",
        "seat 2 lays X3 in the market",
        "seat 1 starts, on the left of the dealer",
    ]


def exchange_game() -> TennosSquare:
    """Four seats; seat 1 is to act with H3 and H4; S2 H2 X2 L2 lie in the market, D10 on top of the stock."""
    hands = ["S2 S3 S4", "H2 H3 H4", "X2 X3 X4", "L2 L3 L4"]
    rows = ["", "C5 C6 C7 C8 C9 C10 CA C2 C3"]
    return opened(new_game(4, deals=[full_deal(4, hands, "D10 D9", rows)]))


def test_one_may_play_at_once_or_exchange_for_the_stock_a_market_card_or_ones_own() -> None:
    game = exchange_game()
    plays = {f"play {code} {slot}" for code in ("H3", "H4") for slot in range(1, 10)}
    takes = {f"exchange {what}" for what in ("stock", "S2", "H2", "X2", "L2", "H3", "H4")}
    assert set(legal(game, 1)) == plays | takes
    assert len(legal(game, 1)) == len(plays | takes)


def test_an_exchange_lays_both_hand_cards_in_the_market_and_leaves_one() -> None:
    game = play(exchange_game(), "1 exchange X2")
    assert game.view()["market"] == ["S2", "H2", "L2", "H3", "H4"]
    assert game.hand(1) == ["X2"]
    assert game.view(0)["shown_hands"] == [[], ["X2"], [], []]
    assert legal(game, 1) == [f"play X2 {slot}" for slot in range(1, 10)]


def test_a_card_just_laid_down_may_be_taken_back() -> None:
    game = play(exchange_game(), "1 exchange H4")
    assert game.view()["market"] == ["S2", "H2", "X2", "L2", "H3"]
    assert game.hand(1) == ["H4"]


def test_the_top_of_the_stock_is_known_to_its_taker_alone() -> None:
    game = play(exchange_game(), "1 exchange stock")
    assert game.hand(1) == ["D10"]
    assert game.view()["stock"] == 11
    assert game.view(0)["shown_hands"] == [[], [], [], []]
    assert "D10" not in json.dumps(game.view(0))
    assert game.log is not None
    assert str(game.log[-1]) == "seat 1 exchanges H3, H4 for the top of the stock"


def test_the_card_picked_up_is_the_one_that_lay_there_and_is_seen_by_its_owner_alone() -> None:
    game = play(exchange_game(), "1 play H3 4")
    assert game.hand(1) == ["H4", "C8"]
    assert game.view()["rows"][1] == [None, None, None, "H3", None, None, None, None, None]
    for other in (0, 2, 3, None):
        assert "C8" not in json.dumps(game.view(other))


def test_no_seat_can_exchange_twice_in_a_deal() -> None:
    game = play(exchange_game(), "1 exchange stock", "1 play D10 5")
    assert game.to_act == (1,)
    assert all(text.startswith("play C9 ") for text in legal(game, 1))
    assert refused(game, 1, "exchange stock") == "an exchange comes before playing and needs two cards in hand"


def test_one_may_exchange_in_a_later_turn_while_two_cards_are_in_hand() -> None:
    game = play(exchange_game(), "1 play H3 5", "1 exchange X2")
    assert game.hand(1) == ["X2"]
    assert game.view()["market"] == ["S2", "H2", "L2", "H4", "C9"]


# --- Refusals and choices


def test_refusals_name_the_rule() -> None:
    game = new_game(3, deals=[full_deal(3, hands=["S2 S3 S4", "H2 H3 H4", "X2 X3 X4"])])
    assert refused(game, 0, "play S2 1") == "that cannot be done now: everybody lays one card in the market"
    assert refused(game, 0, "discard H2") == "H2 is not in the hand"
    play(game, "0 discard S2")
    assert refused(game, 0, "discard S3") == "it is not this seat's turn"
    play(game, "1 discard H2", "2 discard X2")
    assert refused(game, 1, "discard H3").startswith("that cannot be done now: seat 1 starts")
    assert refused(game, 1, "play S3 1") == "S3 is not in the hand"
    assert refused(game, 1, "play H3 9") == "a row has only 8 slots here"
    assert refused(game, 1, "exchange S3") == "S3 is not in the market"
    assert refused(game, 2, "play X3 1") == "it is not this seat's turn"
    play(game, "1 play H3 4")
    assert refused(game, 1, "play H4 4") == "slot 4 is face up already"


def test_a_discard_is_one_choice_and_a_turn_a_card_and_a_slot_or_what_is_taken() -> None:
    game = new_game(4, deals=[full_deal(4, ["S2 S3 S4", "H2 H3 H4", "X2 X3 X4", "L2 L3 L4"])])
    assert list(tokens(game, 1)) == ["H2", "H3", "H4"]
    assert game.chosen(1, ("H2",)) == game.parse("discard H2")
    play(opened(game), "1 play H3 5")
    drawn = next(code for code in game.hand(1) if code != "H4")
    assert set(tokens(game, 1)) == {"H4", drawn, "exchange"}
    assert tokens(game, 1, "H4") == {
        str(slot): "slot 5 is face up already" if slot == 5 else None for slot in range(1, 10)
    }
    assert list(tokens(game, 1, "exchange"))[:5] == ["stock", "S2", "H2", "X2", "L2"]
    assert game.chosen(1, ("H4", "4")) == game.parse("play H4 4")
    assert game.chosen(1, ("exchange", "stock")) == game.parse("exchange stock")
    assert [str(game.label(token)) for token in ("4", "stock", "exchange", "H4")] == [
        "slot 4",
        "top of the stock",
        "exchange",
        "H4",
    ]
    assert [str(game.prompt(1, path)) for path in ((), ("H4",), ("exchange",))] == [
        "Play a card on one of your face-down slots, or exchange first",
        "H4: on which slot?",
        "Both your cards go to the market: which one card do you take?",
    ]


def test_a_panel_shows_the_exchange_with_the_reason_once_one_card_is_left() -> None:
    game = play(exchange_game(), "1 exchange stock")
    assert tokens(game, 1) == {"D10": None, "exchange": "an exchange comes before playing and needs two cards in hand"}


def test_only_the_last_slot_with_one_card_in_hand_is_forced() -> None:
    game = play(exchange_game(), "1 exchange stock")
    for slot in range(1, 10):
        game.to_act = (1,)
        move = game.parse(f"play {game.hand(1)[0]} {slot}")
        assert game.forced(1) == (move if slot == 9 else None)
        game.play(1, move)
    game = exchange_game()
    for slot in range(1, 9):
        game.to_act = (1,)
        assert game.forced(1) is None
        play(game, f"1 play {game.hand(1)[0]} {slot}")
    game.to_act = (1,)
    assert game.forced(1) is None
    assert game.forced(0) is None


def test_a_seat_shows_its_row_in_groups_its_hand_and_its_totals() -> None:
    assert row_text(row("A x 3 5 x 7 8 9 x"), 4) == "A · 3 | 5 · 7 | 8 9 ·"
    assert row_text(row("A x 3 5 x 7 8 10"), 3) == "A · 3 | 5 · | 7 8 10"
    game = play(exchange_game(), "1 exchange X2")
    game.scores = [1, 2, 3, 4]
    assert [str(line) for line in game.seat_lines(1)] == [
        "· · · | · · · | · · · (runs now worth 0)",
        "holds X2",
        "team with seat 3: 6",
    ]
    split = new_game(3, split=True)
    split.scores = [1, 2, 4]
    assert [str(line) for line in split.seat_lines(2)][-1:] == ["with the points of seat 0, on the left: 5"]


# --- Victory


def ended(seats: int, totals: Iterable[int], finisher: int, *, split: bool = False) -> TennosSquare:
    """A game that is over with these totals, its last deal ended by `finisher`."""
    game = new_game(seats, split=split)
    game.scores = list(totals)
    game.results.append((finisher, tuple(game.row)))
    game.to_act = ()
    return game


def test_partners_add_up_their_totals_and_both_seats_win() -> None:
    assert ended(4, [50, 30, 0, 10], finisher=1).winners == [0, 2]
    assert ended(4, [50, 30, 0, 30], finisher=0).ranking() == [[1, 3], [0, 2]]
    assert new_game(4).teams == ((0, 2), (1, 3))


@pytest.mark.parametrize("finisher", range(4))
def test_a_tie_of_the_teams_goes_to_the_one_that_finished_the_last_deal(finisher: int) -> None:
    team = [finisher % 2, finisher % 2 + 2]
    assert ended(4, [40, 30, 10, 20], finisher).winners == team
    assert ended(4, [40, 30, 10, 20], finisher).ranking()[0] == team


def test_before_the_end_teams_with_equal_sums_stand_level() -> None:
    game = opened(new_game(4))
    game.scores = [40, 30, 10, 20]
    assert game.ranking() == [[0, 1, 2, 3]]


def test_three_play_for_themselves_and_ties_share() -> None:
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
def test_a_wrong_deal_is_a_bad_record(deal: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRecord, match=f"deal 1.*{reason}"):
        new_game(4, deals=[deal])


@pytest.mark.parametrize("setup", [{"dealer": 4}, {"dealer": "0"}, {"first": 0}])
def test_a_wrong_setup_is_a_bad_record(setup: dict[str, object]) -> None:
    with pytest.raises(BadRecord, match="setup"):
        TennosSquare(4, {}, Chance(b"x", setup))


@pytest.mark.parametrize("left_out", [["stock"], ["rows"], ["hands"], ["rows", "stock"], ["hands", "stock"]])
def test_what_a_fixed_deal_leaves_out_is_the_rest_shuffled_by_the_seed(left_out: list[str]) -> None:
    full = full_deal(4)
    fixed = {key: value for key, value in full.items() if key not in left_out}
    deal: dict[str, Any] = new_game(4, deals=[fixed]).deal_data()[0]
    assert {key: deal[key] for key in fixed} == fixed
    assert sorted(code for pile in (*deal["rows"], *deal["hands"], deal["stock"]) for code in pile) == sorted(CODES)
    assert deal != full
    assert new_game(4, deals=[fixed]).deal_data() == [deal]
    with pytest.raises(BadRecord, match="no seed"):
        TennosSquare(4, {}, Chance(None, {"dealer": 0}, [fixed]))


def test_a_deal_fixed_in_full_needs_no_seed() -> None:
    assert TennosSquare(4, {}, Chance(None, {"dealer": 0}, [full_deal(4)])).deal_data() == [full_deal(4)]


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (3, {"split_partnership": True}), (4, {})])
def test_random_games_end_and_replay_alike_from_the_seed_or_from_setup_and_deals(
    seats: int, options: dict[str, bool]
) -> None:
    for seed in range(5):
        game = played(seats, seed, options)
        full = json.loads(json.dumps(record.write(game)))
        assert len(game.rounds) == seats
        traces = [
            [
                record.position(one)
                for one in record.read({k: v for k, v in full.items() if k not in without}).positions()
            ]
            for without in ({"setup", "deals"}, {"seed"})
        ]
        assert traces[0] == traces[1]
        assert traces[0][-1] == record.position(game)
        assert traces[0][-1]["tricks"] == []
        for number, points in enumerate(game.rounds, start=1):
            assert tuple(sum(one for _, one in lines) for lines in game.sheet(number)) == points


# --- What a seat may know


def dealt_anew(
    full: dict[str, Any], known: list[set[str]], secret: Mapping[int, int], random: Random
) -> dict[str, Any]:
    """The record with all cards that are not `known`, deal by deal, changed about, and in the `secret` moves too."""
    twin: dict[str, Any] = json.loads(json.dumps(full))
    mapping: dict[str, str] = {}
    for deal, seen in zip(twin["deals"], known, strict=True):
        unknown = [code for code in CODES if code not in seen]
        mapping = dict(zip(unknown, random.sample(unknown, len(unknown)), strict=True))
        for pile in (*deal["rows"], *deal["hands"], deal["stock"]):
            pile[:] = [mapping.get(code, code) for code in pile]
    for place, who in secret.items():
        code = twin["moves"][place].split()[-1]
        twin["moves"][place] = f"{who} discard {mapping.get(code, code)}"
    return twin


@pytest.mark.parametrize("seats", [3, 4])
def test_a_view_is_the_same_whatever_the_cards_are_that_the_seat_cannot_know(seats: int) -> None:
    random = Random(seats)
    full = json.loads(json.dumps(record.write(played(seats, 7))))
    for viewer in (None, *range(seats)):
        game = record.read({**full, "moves": []}).start()
        known: list[set[str]] = [set(game.hand(viewer)) if viewer is not None else set()]
        secret: dict[int, int] = {}
        laid: set[str] = set()
        for place, line in enumerate(full["moves"]):
            seat, text = int(line.split()[0]), line.split(" ", 1)[1]
            named = {code for code in text.split() if code in CODES}
            if text.startswith("exchange"):
                named.update(game.hand(seat))
            if text.startswith("discard"):
                secret[place] = seat
                laid |= named
                named = laid if len(secret) == seats else set()
            known[-1] |= named
            if len(secret) == seats:
                secret, laid = {}, set()
            game.play(seat, game.parse(text))
            if game.round > len(known):
                known.append(set())
            if viewer is not None:
                known[-1].update(game.hand(viewer))
            if place % 9 < 3 or secret:
                cut = {**full, "deals": full["deals"][: len(known)], "moves": full["moves"][: place + 1]}
                twin = record.read(dealt_anew(cut, known, secret, random)).replay()
                assert json.dumps(twin.view(viewer)) == json.dumps(game.view(viewer))


@pytest.mark.parametrize("seats", [3, 4])
def test_games_drawn_from_a_view_agree_with_it_differ_in_the_unseen_and_play_on(seats: int) -> None:
    random = Random(seats)
    game = TennosSquare(seats, {}, Chance(b"sampler"))
    while not game.over:
        seat = random.choice(game.to_act)
        game.play(seat, random.choice(game.legal_moves(seat)))
        for viewer in (None, *range(seats)):
            view = game.view(viewer)
            drawn = TennosSquare.sampler(view)(random)
            assert {**drawn.view(viewer), "log": 0} == {**view, "log": 0}
            everything = [
                *drawn.row,
                *(card for hand in drawn.hands for card in hand),
                *drawn.stock[drawn.drawn :],
                *(move - EXCHANGE for move in drawn.market if move != STOCK),
                *(drawn.discards if view["discards"] is None else ()),
            ]
            assert sorted(card for card in everything if card != FACE_DOWN) == list(range(60))
            if random.random() < 0.05:
                while not drawn.over:
                    drawn.apply(drawn.to_act[0], random.choice(drawn.legal_moves(drawn.to_act[0])))
                assert len(drawn.rounds) == seats


def test_a_card_seen_taken_from_the_market_is_in_every_drawn_hand_and_one_from_the_stock_is_not() -> None:
    random = Random(3)
    game = play(exchange_game(), "1 exchange X2")
    draw = TennosSquare.sampler(game.view(0))
    assert {draw(random).hand(1)[0] for _ in range(20)} == {"X2"}
    game = play(exchange_game(), "1 exchange stock")
    draw = TennosSquare.sampler(game.view(0))
    assert len({draw(random).hand(1)[0] for _ in range(100)}) > 10
