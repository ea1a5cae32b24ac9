"""Saizen: the deal, the rule chips, and the rounds.

`test_saizen_reference` plays random games.
"""

from random import Random
from typing import Any

import pytest

from engine import record
from engine.contract.chance import Chance
from engine.contract.options import describe
from engine.errors import BadRecord
from engine.games.saizen import Saizen
from engine.games.saizen.cards import CODES
from engine.games.saizen.phases import LEAD, MOVE_CHIP
from tests.engine.games.saizen_table import chip_game, refused, seen

# --- The deal


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_whole_deck_is_dealt_with_extra_cards_from_the_first_seat_on(seats: int, jokers: int) -> None:
    game = Saizen(seats, {"jokers": jokers}, Chance(b"1", {"first": seats - 1}))
    hands = [game.hand((seats - 1 + place) % seats) for place in range(seats)]
    assert sorted(code for hand in hands for code in hand) == sorted(CODES[: 52 + jokers])
    small, extra = divmod(52 + jokers, seats)
    assert [len(hand) for hand in hands] == [small + 1] * extra + [small] * (seats - extra)


def test_card_codes_name_ace_and_faces() -> None:
    assert CODES[:13] == ("SA", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "SJ", "SQ", "SK")
    assert CODES[13] == "HA"
    assert CODES[-2:] == ("X1", "X2")


def test_all_rows_start_on_the_first_side() -> None:
    row = {"rank": "high", "order": "later", "match": "ignore", "follow": "must", "win": "must"}
    assert seen(Saizen(2, {}, Chance(b"1")))["sides"] == dict.fromkeys("SHDC", row)


def test_setup_fixes_rows_and_leaves_the_others_as_printed() -> None:
    rules = seen(Saizen(2, {}, Chance(b"1", {"rules": {"H": {"rank": "low"}}})))["sides"]
    assert rules["H"] == {"rank": "low", "order": "later", "match": "ignore", "follow": "must", "win": "must"}
    assert rules["S"]["rank"] == "high"


def test_random_start_rules_are_drawn_from_the_seed_except_where_the_setup_fixes_them() -> None:
    fixed = {"H": {"rank": "low", "win": "free"}}
    starts = [
        Saizen(2, {"start_rules": "random"}, Chance(bytes([number]), {"rules": fixed})).setup_data()["rules"]
        for number in range(20)
    ]
    assert len({str(start) for start in starts}) == 20
    for start in starts:
        assert isinstance(start, dict)
        assert (start["H"]["rank"], start["H"]["win"]) == ("low", "free")


def test_full_record_lists_all_twenty_rows() -> None:
    for start_rules in ("printed", "random"):
        full: Any = record.write(Saizen(3, {"start_rules": start_rules}, Chance(b"7")))
        assert sum(len(rows) for rows in full["setup"]["rules"].values()) == 20


@pytest.mark.parametrize(
    "rules",
    [
        [],
        {"Z": {}},
        {"SH": {}},
        {"H": []},
        {"H": {"colour": "high"}},
        {"H": {"rank": "later"}},
        {"H": {"rank": None}},
        {"H": {"rank": ["low"]}},
    ],
)
def test_malformed_start_rules_are_a_bad_record(rules: object) -> None:
    with pytest.raises(BadRecord, match='setup, "rules"'):
        Saizen(2, {}, Chance(b"1", {"rules": rules}))


def test_only_one_deal_can_be_fixed() -> None:
    full: Any = record.write(Saizen(2, {}, Chance(b"1")))
    full["deals"] *= 2
    with pytest.raises(BadRecord, match="deals"):
        record.read(full).replay()


def test_fixed_deal_with_a_joker_that_is_not_in_play_is_a_bad_record() -> None:
    full: Any = record.write(Saizen(2, {}, Chance(b"1")))
    full["deals"][0]["hands"][0][0] = "X1"
    with pytest.raises(BadRecord, match="X1 is not in play with these seats and options"):
        record.read(full).replay()


def test_options_describe_themselves() -> None:
    infos = describe(Saizen.Options, 4)
    assert [(info.name, info.default, info.allowed) for info in infos] == [
        ("jokers", 0, (0, 1, 2)),
        ("start_rules", "printed", ("printed", "random")),
        ("equals", "followers", ("followers", "any-suit")),
    ]


# --- Rule chips


def test_at_the_start_of_a_round_each_seat_from_the_leader_on_moves_a_chip_or_passes() -> None:
    game = chip_game()
    assert len(game.legal_moves(1)) == 21
    for seat, move in [(1, "chip H follow"), (2, "pass"), (0, "chip H win")]:
        assert game.to_act == (seat,)
        game.play(seat, game.parse(move))
    assert seen(game)["sides"]["H"] == {
        "rank": "high",
        "order": "later",
        "match": "ignore",
        "follow": "may",
        "win": "free",
    }
    assert seen(game)["moved"] == {"S": [], "H": ["follow", "win"], "D": [], "C": []}
    assert game.to_act == (1,)
    assert game.phase is LEAD


def test_chip_moves_once_in_the_game() -> None:
    game = chip_game()
    game.play(1, game.parse("chip H follow"))
    assert refused(game, "chip H follow") == "this chip has moved already"
    for seat in (2, 0):
        game.play(seat, game.parse("pass"))
    random = Random(1)
    while game.round == 1:
        game.play(game.to_act[0], random.choice(game.legal_moves(game.to_act[0])))
    assert game.phase is MOVE_CHIP
    assert refused(game, "chip H follow") == "this chip has moved already"


def test_chip_moves_back_from_a_second_start_side() -> None:
    game = Saizen(2, {}, Chance(b"1", {"first": 0, "rules": {"C": {"rank": "low"}}}))
    game.play(0, game.parse("chip C rank"))
    assert seen(game)["sides"]["C"]["rank"] == "high"
    assert str(game.log and game.log[-1]) == "seat 0 moves a chip of clubs: low → high"


def test_no_card_is_played_while_chips_move_and_no_chip_moves_later() -> None:
    game = chip_game()
    assert refused(game, f"play {game.hand(1)[0]}").startswith("that cannot be done now: rule chips")
    for seat in (1, 2, 0):
        game.play(seat, game.parse("pass"))
    assert refused(game, "chip S rank") == refused(game, "pass") == "that cannot be done now: trick 1"
