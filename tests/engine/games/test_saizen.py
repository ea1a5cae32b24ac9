"""Saizen: the worked examples of its rules, and what else they promise. Random play: `test_saizen_reference`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from engine import record
from engine.cards import mask_of
from engine.chance import Chance
from engine.errors import BadRecord, IllegalMove
from engine.games.saizen import Saizen
from engine.games.saizen.cards import CODES, INDEX
from engine.options import describe

PLAYOFF = {"match": "playoff"}
FREE = {"match": "playoff", "win": "free", "follow": "may"}


def table(
    hands: Sequence[str], hearts: Mapping[str, str] | None = None, *, first: int = 0, **options: object
) -> Saizen:
    """A game at the first lead of its first round, in which the seats hold just these cards."""
    seats = len(hands)
    game = Saizen(seats, {"jokers": 2, **options}, Chance(b"0", {"first": first, "rules": {"H": dict(hearts or {})}}))
    for place in range(seats):
        game.play((first + place) % seats, game.parse("pass"))
    game.sets = [mask_of(INDEX[code] for code in hand.split()) for hand in hands]
    game.hands = game.sets[:]
    return game


def play(game: Saizen, *cards: str) -> Saizen:
    """The next seats play these, "X1 as H" for a led joker."""
    for card in cards:
        game.play(game.to_act[0], game.parse(f"play {card}"))
    return game


def legal(game: Saizen) -> set[str]:
    """The cards that the seat to act may play."""
    return {game.text(move).removeprefix("play ") for move in game.legal_moves(game.to_act[0])}


def refused(game: Saizen, move: str) -> str:
    """Why the seat to act may not make this move."""
    with pytest.raises(IllegalMove) as caught:
        game.play(game.to_act[0], game.parse(move))
    return str(caught.value.reason)


def last(game: Saizen) -> tuple[int, list[tuple[int, str]], int | None]:
    """The newest finished trick: its leader, its plays, its winner."""
    leader, plays, winner = game.finished[-1] if game.finished else game.past[-1][1][-1]
    return leader, [(seat, game.text(move).removeprefix("play ")) for seat, move in plays], winner


def answers(hand: str, *cards: str, hearts: Mapping[str, str] | None = None) -> set[str]:
    """What a hand may play to these cards, the first of which is led."""
    others = [f"{card.split()[0]} SA" for card in cards]
    return legal(play(table([*others, hand], hearts), *cards))


# --- The deal


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_the_whole_deck_is_dealt_and_the_seats_from_the_first_on_hold_the_extra_cards(seats: int, jokers: int) -> None:
    game = Saizen(seats, {"jokers": jokers}, Chance(b"1", {"first": seats - 1}))
    hands = [game.hand((seats - 1 + place) % seats) for place in range(seats)]
    assert sorted(code for hand in hands for code in hand) == sorted(CODES[: 52 + jokers])
    small, extra = divmod(52 + jokers, seats)
    assert [len(hand) for hand in hands] == [small + 1] * extra + [small] * (seats - extra)


def test_cards_are_written_with_faces() -> None:
    assert CODES[:13] == ("SA", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "SJ", "SQ", "SK")
    assert CODES[13] == "HA"
    assert CODES[-2:] == ("X1", "X2")


def test_all_rows_start_on_the_first_side() -> None:
    row = {"rank": "high", "order": "later", "match": "ignore", "follow": "must", "win": "must"}
    assert Saizen(2, {}, Chance(b"1")).view()["sides"] == dict.fromkeys("SHDC", row)


def test_the_setup_fixes_rows_and_leaves_the_others_as_printed() -> None:
    rules = Saizen(2, {}, Chance(b"1", {"rules": {"H": {"rank": "low"}}})).view()["sides"]
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


def test_a_full_record_lists_all_twenty_rows() -> None:
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
def test_start_rules_that_cannot_be_read_are_a_bad_record(rules: object) -> None:
    with pytest.raises(BadRecord, match='setup, "rules"'):
        Saizen(2, {}, Chance(b"1", {"rules": rules}))


def test_only_one_deal_can_be_fixed() -> None:
    full: Any = record.write(Saizen(2, {}, Chance(b"1")))
    full["deals"] *= 2
    with pytest.raises(BadRecord, match="deals"):
        record.read(full).replay()


def test_a_fixed_deal_with_a_joker_that_is_not_in_play_is_a_bad_record() -> None:
    full: Any = record.write(Saizen(2, {}, Chance(b"1")))
    full["deals"][0]["hands"][0][0] = "X1"
    with pytest.raises(BadRecord, match="X1 is not in play with these seats and options"):
        record.read(full).replay()


def test_the_options_describe_themselves() -> None:
    infos = describe(Saizen.Options, 4)
    assert [(info.name, info.default, info.allowed) for info in infos] == [
        ("jokers", 0, (0, 1, 2)),
        ("start_rules", "printed", ("printed", "random")),
        ("equals", "followers", ("followers", "any-suit")),
    ]


# --- Rule chips


def chip_game(first: int = 1) -> Saizen:
    return Saizen(3, {}, Chance(b"1", {"first": first}))


def test_at_the_start_of_a_round_each_seat_from_the_leader_on_moves_a_chip_or_passes() -> None:
    game = chip_game()
    assert len(game.legal_moves(1)) == 21
    for seat, move in [(1, "chip H follow"), (2, "pass"), (0, "chip H win")]:
        assert game.to_act == (seat,)
        game.play(seat, game.parse(move))
    assert game.view()["sides"]["H"] == {
        "rank": "high",
        "order": "later",
        "match": "ignore",
        "follow": "may",
        "win": "free",
    }
    assert game.view()["moved"] == {"S": [], "H": ["follow", "win"], "D": [], "C": []}
    assert game.to_act == (1,)
    assert not game.setting


def test_a_chip_moves_once_in_the_game() -> None:
    game = chip_game()
    game.play(1, game.parse("chip H follow"))
    assert refused(game, "chip H follow") == "this chip has moved already"
    for seat in (2, 0):
        game.play(seat, game.parse("pass"))
    random = Random(1)
    while game.round == 1:
        game.play(game.to_act[0], random.choice(game.legal_moves(game.to_act[0])))
    assert game.setting
    assert refused(game, "chip H follow") == "this chip has moved already"


def test_a_chip_moves_off_a_start_side_that_is_the_second_one_too() -> None:
    game = Saizen(2, {}, Chance(b"1", {"first": 0, "rules": {"C": {"rank": "low"}}}))
    game.play(0, game.parse("chip C rank"))
    assert game.view()["sides"]["C"]["rank"] == "high"
    assert str(game.log and game.log[-1]) == "seat 0 moves a chip of clubs: high wins"


def test_no_card_is_played_while_chips_move_and_no_chip_moves_later() -> None:
    game = chip_game()
    assert refused(game, f"play {game.hand(1)[0]}").startswith("that cannot be done now: rule chips")
    for seat in (1, 2, 0):
        game.play(seat, game.parse("pass"))
    assert refused(game, "chip S rank") == refused(game, "pass") == "that cannot be done now: trick 1"


def test_later_rounds_begin_with_the_chips_of_the_last_tricks_winner() -> None:
    game = play(table(["HA", "HK S2"]), "HA", "HK")
    assert (game.round, game.to_act, game.setting) == (2, (1,), True)


# --- Following and winning


def test_with_hearts_led_one_who_can_win_must() -> None:
    assert answers("H9 H3 S2", "H7") == {"H9"}


def test_one_who_cannot_win_follows_as_they_like() -> None:
    assert answers("H3 H2 SK", "H7") == {"H3", "H2"}


def test_one_who_cannot_follow_plays_any_card() -> None:
    assert answers("SK D2 C7", "H7") == {"SK", "D2", "C7"}


def test_who_wins_or_not_as_they_like_still_follows() -> None:
    assert answers("H9 H3 S2", "H7", hearts={"win": "free"}) == {"H9", "H3"}


def test_under_may_follow_a_winning_card_cannot_be_held_back() -> None:
    assert answers("H9 H3 SK", "H7", hearts={"follow": "may"}) == {"H9"}
    assert answers("H3 SK", "H7", hearts={"follow": "may"}) == {"H3", "SK"}


def test_may_follow_and_free_allow_everything() -> None:
    assert answers("H9 H3 SK", "H7", hearts={"follow": "may", "win": "free"}) == {"H9", "H3", "SK"}


def test_under_low_the_ace_is_strongest() -> None:
    assert answers("HA HK", "H2", hearts={"rank": "low"}) == {"HA"}
    assert last(play(table(["H2 S2", "HA S3", "HK S4"], {"rank": "low"}), "H2", "HA", "HK"))[2] == 1


def test_the_duty_looks_at_the_whole_table() -> None:
    assert answers("H9 H3", "H7", "H10") == {"H9", "H3"}


def test_the_strongest_card_that_follows_wins_and_its_player_leads() -> None:
    game = play(table(["H7 S2", "SK S3", "H9 S4"]), "H7")
    play(game, "SK", "H9")
    assert last(game) == (0, [(0, "H7"), (1, "SK"), (2, "H9")], 2)
    assert game.to_act == (2,)
    assert game.view()["taken"] == [0, 0, 1]


def test_the_rule_card_of_the_led_suit_counts_not_the_suits_that_are_played() -> None:
    game = table(["S7 C2", "HA H2", "SA C3"], {"rank": "low"})
    assert last(play(game, "S7", "HA", "SA"))[2] == 0


def test_without_play_offs_equal_ranks_mean_nothing() -> None:
    game = play(table(["H7 S2", "S7 S3", "H9 S4"]), "H7", "S7", "H9")
    assert last(game)[2] == 2


# --- Option "equals"


def test_any_suit_the_later_of_equal_ranks_wins() -> None:
    game = play(table(["H7 S2", "S7 S3", "D7 S4"], equals="any-suit"), "H7")
    assert legal(game) == {"S7"}
    assert last(play(game, "S7", "D7"))[2] == 2


def test_any_suit_the_earlier_of_equal_ranks_wins_also_if_its_rank_came_up_after_it() -> None:
    game = play(table(["H7 S2", "SK S3", "HK H2"], {"order": "earlier"}, equals="any-suit"), "H7", "SK")
    assert legal(game) == {"HK", "H2"}
    assert last(play(game, "HK"))[2] == 1


def test_any_suit_equals_of_a_rank_that_is_beaten_do_not_contend() -> None:
    assert last(play(table(["H7 S2", "H9 S3", "S7 S4"], equals="any-suit"), "H7", "H9", "S7"))[2] == 1


def test_any_suit_means_nothing_where_equal_ranks_play_off() -> None:
    game = play(table(["H7 S2", "S7 S3", "H2 S4"], PLAYOFF, equals="any-suit"), "H7", "S7", "H2")
    assert game.view()["playoff"] == {"number": 1, "seats": [0, 1]}


# --- Play-offs


def test_the_seats_of_equal_ranks_play_off_and_a_stronger_card_has_lost() -> None:
    game = play(table(["H7 S2 S3", "S7 SA D2", "HK DK"], {**PLAYOFF, "follow": "may", "win": "free"}), "H7", "S7", "HK")
    assert game.to_act == (0,)
    assert game.view()["playoff"] == {"number": 1, "seats": [0, 1]}
    assert last(play(game, "S3", "SA")) == (0, [(0, "H7"), (1, "S7"), (2, "HK"), (0, "S3"), (1, "SA")], 0)


def test_of_several_matches_only_the_strongest_plays_off() -> None:
    game = play(table(["H7 S2 S3", "HK SA D2", "S7 DJ", "SK DQ"], FREE), "H7", "HK", "S7", "SK")
    assert game.view()["playoff"] == {"number": 1, "seats": [1, 3]}


def test_under_low_the_match_of_the_lower_rank_is_stronger() -> None:
    game = play(table(["H7 S2 S3", "HK SA", "S7 DJ", "SK DQ"], {**FREE, "rank": "low"}), "H7", "HK", "S7", "SK")
    assert game.view()["playoff"] == {"number": 1, "seats": [0, 2]}


def test_a_play_off_goes_clockwise_from_the_leader_who_may_be_out_of_it() -> None:
    game = play(table(["S7 D2 D3", "H7 D4 D5", "HK DJ", "S9 DQ"], FREE, first=2), "HK", "S9", "S7", "H7")
    assert game.view()["playoff"] == {"number": 1, "seats": [0, 1]}
    assert game.to_act == (0,)


def test_a_play_off_is_repeated_among_those_who_match_again() -> None:
    game = play(table(["H7 S2 S3", "S7 D2 S4", "D7 HA S5", "HK DQ"], FREE), "H7", "S7", "D7", "HK")
    play(game, "S2", "D2", "HA")
    assert game.view()["playoff"] == {"number": 2, "seats": [0, 1]}
    assert game.to_act == (0,)
    assert last(play(game, "S3", "S4"))[2] == 1


def test_in_a_play_off_what_follows_beats_what_does_not() -> None:
    assert last(play(table(["H7 SK S3", "S7 H2 S4"], FREE), "H7", "S7", "SK", "H2"))[2] == 1


def test_where_no_play_off_card_follows_the_strongest_rank_wins() -> None:
    assert last(play(table(["H7 SK S3", "S7 DA S4"], FREE), "H7", "S7", "SK", "DA"))[2] == 0
    assert last(play(table(["H7 SK S3", "S7 DA S4"], {**FREE, "rank": "low"}), "H7", "S7", "SK", "DA"))[2] == 1


def test_who_has_no_card_left_for_a_play_off_has_lost_it() -> None:
    game = play(table(["H7", "S7 S2 S3", "D7 S4 S5"], FREE), "H7", "S7", "D7")
    assert game.view()["playoff"] == {"number": 1, "seats": [1, 2]}
    assert last(play(game, "S2", "S4"))[2] == 2
    assert game.round == 2


def test_the_only_one_left_with_cards_wins_without_playing() -> None:
    game = play(table(["H7", "S7 S2"], FREE), "H7", "S7")
    assert last(game) == (0, [(0, "H7"), (1, "S7")], 1)
    assert game.rounds == [(0, 1)]
    assert game.leader == 1


def test_if_all_run_out_at_once_nobody_wins_and_the_leader_stays() -> None:
    game = play(table(["H9 D3", "S7", "H7"], FREE, first=2), "H7", "H9", "S7")
    assert last(game) == (2, [(2, "H7"), (0, "H9"), (1, "S7")], None)
    assert game.rounds == [(0, 0, 0)]
    assert (game.round, game.leader, game.to_act) == (2, 2, (2,))


def test_nobody_wins_either_if_all_run_out_in_the_play_off() -> None:
    game = play(table(["H7 S2", "S7 D2", "HK DJ"], FREE), "H7", "S7", "HK", "S2", "D2")
    assert last(game)[2] is None
    assert (game.round, game.leader) == (2, 0)


def test_the_duty_to_follow_goes_on_in_a_play_off() -> None:
    game = play(table(["H7 S2 H3", "S7 S4 S5"], {**PLAYOFF, "win": "free"}), "H7", "S7")
    assert legal(game) == {"H3"}
    assert legal(play(game, "H3")) == {"S4", "S5"}


def test_the_first_card_of_a_play_off_is_free_of_the_duty_to_win() -> None:
    game = play(table(["H7 S2 H3", "S7 S4 S5"], {**PLAYOFF, "follow": "may"}), "H7", "S7")
    assert legal(game) == {"S2", "H3"}


def test_the_duty_to_win_in_a_play_off_looks_only_at_its_own_cards() -> None:
    game = play(table(["H7 S2 H3", "S7 S4 HA H4", "HK D2"], {**PLAYOFF, "follow": "may"}), "H7", "S7", "HK")
    assert legal(play(game, "H3")) == {"H4"}


def test_in_a_play_off_any_follower_wins_over_a_non_follower_so_it_must_be_played() -> None:
    game = play(table(["H7 SK S3", "S7 S4 HA"], {**PLAYOFF, "follow": "may"}), "H7", "S7", "SK")
    assert legal(game) == {"HA"}


def test_in_a_play_off_one_who_cannot_win_must_match() -> None:
    game = play(table(["H7 HK S3", "S7 S4 DK"], {**PLAYOFF, "follow": "may"}), "H7", "S7", "HK")
    assert legal(game) == {"DK"}


# --- The duty to win where equal ranks play off


def test_who_can_win_without_a_match_must() -> None:
    assert answers("HK S7 C2", "H7", hearts={**PLAYOFF, "follow": "may"}) == {"HK"}


def test_who_cannot_win_outright_must_match() -> None:
    assert answers("H3 S7 C2", "H7", hearts={**PLAYOFF, "follow": "may"}) == {"S7"}


def test_a_winning_card_that_would_make_a_match_is_not_winning_outright() -> None:
    hearts = {**PLAYOFF, "follow": "may"}
    assert answers("H9 HK C2", "H7", "SK", hearts=hearts) == {"H9"}
    assert answers("HK H3 C2", "H7", "SK", hearts=hearts) == {"HK"}


def test_matching_any_card_on_the_table_will_do() -> None:
    assert answers("S7 C2 D3", "H7", "S2", hearts={**PLAYOFF, "follow": "may"}) == {"S7", "C2"}


def test_the_duty_to_follow_narrows_the_hand_before_the_duty_to_win() -> None:
    assert answers("H3 H2 S7", "H7", hearts=PLAYOFF) == {"H3", "H2"}
    assert answers("H3 H2 S7", "H7", "S2", hearts=PLAYOFF) == {"H2"}


def test_with_a_match_on_the_table_a_stronger_one_must_be_made() -> None:
    hearts = {**PLAYOFF, "follow": "may"}
    assert answers("SK DQ C7 HA", "H7", "S7", "HK", hearts=hearts) == {"SK"}
    assert answers("SK C7 HA", "HK", "H7", "S7", hearts={**hearts, "win": "free"}) == {"SK", "C7", "HA"}


def test_who_can_make_no_stronger_match_joins_the_strongest() -> None:
    assert answers("C7 HK D2", "H7", "S7", "H2", hearts={**PLAYOFF, "follow": "may"}) == {"C7"}


def test_who_can_do_neither_plays_freely_even_a_card_stronger_than_all() -> None:
    assert answers("HK D5 C3", "H7", "S7", "H2", hearts={**PLAYOFF, "follow": "may"}) == {"HK", "D5", "C3"}


def test_joining_means_the_strongest_of_several_matches() -> None:
    game = table(["H7 S3", "S7 S3", "H9 S3", "S9 S3", "D7 D9 C2"], {**PLAYOFF, "follow": "may"})
    assert legal(play(game, "H7", "S7", "H9", "S9")) == {"D9"}


# --- Jokers


def test_a_led_joker_names_its_suit() -> None:
    game = table(["X1 H2 S3", "H7 S2 S4"])
    assert legal(game) == {"H2", "S3", "X1 as S", "X1 as H", "X1 as D", "X1 as C"}
    assert refused(game, "play X1") == "name the suit that X1 leads"
    assert legal(play(game, "X1 as H")) == {"H7"}


def test_a_joker_that_does_not_lead_names_no_suit() -> None:
    game = play(table(["H7 S2", "X1 H2"]), "H7")
    assert refused(game, "play X1 as H") == "a joker names a suit only when it leads a trick"


def test_a_joker_follows_every_suit_and_counts_for_the_duty_to_follow() -> None:
    assert answers("X1 S2 S3", "H7", hearts={"win": "free"}) == {"X1"}
    assert refused(play(table(["H7 S3", "X1 S2"], {"win": "free"}), "H7"), "play S2") == (
        "must follow hearts, and a joker follows every suit"
    )


@pytest.mark.parametrize("rank", ["high", "low"])
def test_a_joker_is_strongest_whatever_the_rank_row_and_counts_for_the_duty_to_win(rank: str) -> None:
    assert answers("X1 H3 H9", "HA" if rank == "low" else "HK", hearts={"rank": rank}) == {"X1"}
    game = play(table(["X1 S3", "HA S2", "HK S4"], {"rank": rank}), "X1 as H", "HA", "HK")
    assert last(game)[2] == 0


def test_of_two_jokers_the_order_row_decides() -> None:
    assert last(play(table(["X1 S3", "X2 S2"]), "X1 as H", "X2"))[2] == 1
    assert last(play(table(["X1 S3", "X2 S2"], {"order": "earlier"}), "X1 as H", "X2"))[2] == 0


def test_a_second_joker_must_win_where_the_later_wins_and_cannot_where_the_earlier_does() -> None:
    assert answers("X2 H3", "X1 as H") == {"X2"}
    assert answers("X2 H3", "X1 as H", hearts={"order": "earlier"}) == {"X2", "H3"}


def test_two_jokers_are_the_strongest_match() -> None:
    game = play(table(["HK S3 S4", "SK S2", "X1 D2 D3", "X2 D4 D5"], FREE), "HK", "SK", "X1", "X2")
    assert game.view()["playoff"] == {"number": 1, "seats": [2, 3]}
    assert game.view()["match"] is None


def test_a_joker_alone_is_no_match_and_loses_to_one() -> None:
    game = play(table(["H7 S3 S4", "S7 S2 D3", "X1 D2"], FREE), "H7", "S7", "X1")
    assert game.view()["playoff"] == {"number": 1, "seats": [0, 1]}


def test_a_lone_joker_has_no_duty_once_ranks_match() -> None:
    assert answers("X1 D2", "H7", "S7", hearts={**PLAYOFF, "follow": "may"}) == {"X1", "D2"}


def test_a_joker_wins_outright_while_no_ranks_match() -> None:
    assert answers("X1 S7 H9", "H7", hearts={**PLAYOFF, "follow": "may"}) == {"X1", "H9"}


def test_a_joker_on_the_table_is_matched_by_the_other() -> None:
    assert answers("X2 H7", "X1 as H", hearts=PLAYOFF) == {"X2"}


def test_any_card_beats_a_lone_joker_in_a_play_off() -> None:
    game = play(table(["H7 X1 S3", "S7 S2 S4"], FREE), "H7", "S7", "X1")
    assert game.view()["winning"] == 0
    assert last(play(game, "S2"))[2] == 1


def test_the_first_card_of_a_play_off_may_be_a_joker_even_under_must_win() -> None:
    game = play(table(["H7 X1 H9", "S7 S2 S4"], PLAYOFF), "H7", "S7")
    assert legal(game) == {"X1", "H9"}
    assert game.parse("play X1") in game.legal_moves(0)


def test_a_joker_cannot_win_a_play_off_so_another_card_that_can_must_be_played() -> None:
    game = table(["H7 H5 H9", "S7 S2 S3", "D7 X1 H6 H2"], {**PLAYOFF, "follow": "may"})
    assert legal(play(game, "H7", "S7", "D7", "H5", "S2")) == {"H6"}


def test_two_jokers_in_a_play_off_match_and_play_off_again() -> None:
    game = play(table(["H7 X1 S3", "S7 X2 S4", "D7 HK S5"], FREE), "H7", "S7", "D7", "X1", "X2", "HK")
    assert game.view()["playoff"] == {"number": 2, "seats": [0, 1]}


# --- Rounds


def test_a_round_ends_once_a_hand_runs_out_though_others_have_cards() -> None:
    game = play(table(["H7 H2", "H9", "H3 H4"]), "H7", "H9")
    play(game, "H3")
    assert game.rounds == [(0, 1, 0)]
    assert game.round == 2


def test_the_whole_set_goes_to_the_right_neighbour_played_or_not() -> None:
    game = play(table(["H7 H2", "H9", "H3 H4"]), "H7", "H9", "H3")
    assert [game.hand(seat) for seat in range(3)] == [["H9"], ["H3", "H4"], ["H2", "H7"]]


def test_the_record_of_a_later_round_still_has_the_one_deal() -> None:
    game = Saizen(3, {}, Chance(b"5"))
    deal = game.deal_data()
    random = Random(2)
    while game.to_act:
        assert game.deal_data() == deal
        assert len(deal) == 1
        game.play(game.to_act[0], random.choice(game.legal_moves(game.to_act[0])))
    assert game.round == len(game.rounds) == 3


def test_the_most_tricks_win_and_ties_share() -> None:
    game = Saizen(3, {}, Chance(b"5"))
    random = Random(3)
    while game.to_act:
        game.play(game.to_act[0], random.choice(game.legal_moves(game.to_act[0])))
    game.scores = [5, 9, 9]
    assert game.winners == [1, 2]


# --- Reasons, choices, sentences


def test_reasons_name_the_rule() -> None:
    may = {**PLAYOFF, "follow": "may"}
    assert refused(play(table(["H7 S2", "H9 HK S3"]), "H7"), "play S3") == "must follow hearts"
    assert refused(play(table(["H7 S2", "H9 HK H3"]), "H7"), "play H3") == "you can win, so you must: H9, HK"
    assert refused(play(table(["H7 S2", "H3 S7 D7"], may), "H7"), "play H3") == (
        "you cannot win outright, so you must match: S7, D7"
    )
    game = play(table(["H7 S2", "S7 S3", "HK S4", "SK C7"], may), "H7", "S7", "HK")
    assert refused(game, "play C7") == "you can make a stronger match, so you must: SK"
    game = play(table(["H7 S2", "S7 S3", "H9 S4", "SK C7"], may), "H7", "S7", "H9")
    assert refused(game, "play SK") == "you must join the match: C7"
    assert refused(game, "play DA") == "DA is not in the hand"


def test_the_prompt_says_which_duty_holds() -> None:
    assert str(play(table(["H7 S2", "H9 HK H3"]), "H7").prompt(1, ())) == "you can win, so you must: H9, HK"
    assert str(play(table(["H7 S2", "H2 H3"]), "H7").prompt(1, ())) == "Follow hearts: 2 of your cards can"
    assert str(play(table(["H7 S2", "S5 S3"]), "H7").prompt(1, ())) == "You have no hearts: play any card"
    assert str(play(table(["H7 S2", "S5 S3"], {"follow": "may"}), "H7").prompt(1, ())) == "Play any card"


def test_a_card_is_one_choice_and_a_led_joker_asks_for_the_suit() -> None:
    game = table(["X1 H2 S3", "H7 S2 S4"])
    assert [choice.token for choice in game.choices(0)] == ["S3", "H2", "X1"]
    assert [choice.token for choice in game.choices(0, ("X1",))] == ["S", "H", "D", "C"]
    assert game.chosen(0, ("X1",)) is None
    assert game.chosen(0, ("X1", "H")) == game.parse("play X1 as H")
    assert game.chosen(0, ("H2",)) == game.parse("play H2")


def test_a_joker_that_follows_is_one_choice() -> None:
    game = play(table(["H7 S3", "X1 S2"]), "H7")
    assert game.chosen(1, ("X1",)) == game.parse("play X1")


def test_chips_are_chosen_by_suit_then_row() -> None:
    game = chip_game()
    assert [choice.token for choice in game.choices(1)] == ["S", "H", "D", "C", "pass"]
    assert [choice.token for choice in game.choices(1, ("H",))] == ["rank", "order", "match", "follow", "win"]
    assert game.chosen(1, ("H", "follow")) == game.parse("chip H follow")
    assert game.chosen(1, ("pass",)) == game.parse("pass")


def test_the_table_says_all_twenty_rows_and_which_chips_have_moved() -> None:
    game = chip_game()
    game.play(1, game.parse("chip H win"))
    lines = [str(line) for line in game.table_lines()]
    assert lines[0] == "spades: high wins, later wins, equals ignored, must follow, must win"
    assert lines[1] == "hearts: high wins, later wins, equals ignored, must follow, win or not (moved)"
    assert len(lines) == 4


def test_the_table_says_how_a_trick_and_its_play_off_stand() -> None:
    game = play(table(["H7 S2 S3", "S7 SA D2", "HK DK"], FREE), "H7")
    assert [str(line) for line in game.table_lines()[4:]] == ["hearts led", "seat 0 is winning the trick"]
    play(game, "S7")
    assert [str(line) for line in game.table_lines()[4:]] == ["hearts led", "the strongest match is of rank 7"]
    play(game, "HK")
    assert [str(line) for line in game.table_lines()[4:]] == ["hearts led", "In the play-off: seat 0, seat 1"]
    assert str(game.phase()) == "trick 1, play-off 1"


def test_what_lies_on_the_table_after_a_led_joker_says_its_suit() -> None:
    assert str(Saizen.spoken("play X1 as H")) == "X1 as hearts"
    assert str(Saizen.spoken("play X1")) == "X1"
    assert str(Saizen.spoken("play H10")) == "H10"


def test_a_view_keeps_what_every_view_says_beside_its_own() -> None:
    game = chip_game()
    view = game.view(1)
    assert view["rules"] == Saizen.rules
    assert not set(game.public()) & {"game", "rules", "seats", "options", "seat", "round", "phase", "scores", "tricks"}
