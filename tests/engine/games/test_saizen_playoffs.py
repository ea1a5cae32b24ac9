"""Saizen: play-offs, the duty to win if equal ranks play off, and jokers."""

from __future__ import annotations

import pytest

from tests.engine.games.saizen_table import FREE, PLAYOFF, answers, last, legal, play, refused, seen, table

# --- Play-offs


def test_seats_of_equal_ranks_play_off_and_a_stronger_card_loses() -> None:
    game = play(table(["H7 S2 S3", "S7 SA D2", "HK DK"], {**PLAYOFF, "follow": "may", "win": "free"}), "H7", "S7", "HK")
    assert game.to_act == (0,)
    assert seen(game)["playoff"] == {"number": 1, "seats": [0, 1]}
    assert last(play(game, "S3", "SA")) == (0, [(0, "H7"), (1, "S7"), (2, "HK"), (0, "S3"), (1, "SA")], 0)


def test_only_the_strongest_equal_ranks_play_off() -> None:
    game = play(table(["H7 S2 S3", "HK SA D2", "S7 DJ", "SK DQ"], FREE), "H7", "HK", "S7", "SK")
    assert seen(game)["playoff"] == {"number": 1, "seats": [1, 3]}


def test_under_low_the_match_of_the_lower_rank_is_stronger() -> None:
    game = play(table(["H7 S2 S3", "HK SA", "S7 DJ", "SK DQ"], {**FREE, "rank": "low"}), "H7", "HK", "S7", "SK")
    assert seen(game)["playoff"] == {"number": 1, "seats": [0, 2]}


def test_play_off_goes_clockwise_from_the_leader_even_without_the_leader() -> None:
    game = play(table(["S7 D2 D3", "H7 D4 D5", "HK DJ", "S9 DQ"], FREE, first=2), "HK", "S9", "S7", "H7")
    assert seen(game)["playoff"] == {"number": 1, "seats": [0, 1]}
    assert game.to_act == (0,)


def test_play_off_is_repeated_between_seats_that_match_again() -> None:
    game = play(table(["H7 S2 S3", "S7 D2 S4", "D7 HA S5", "HK DQ"], FREE), "H7", "S7", "D7", "HK")
    play(game, "S2", "D2", "HA")
    assert seen(game)["playoff"] == {"number": 2, "seats": [0, 1]}
    assert game.to_act == (0,)
    assert last(play(game, "S3", "S4"))[2] == 1


def test_follower_beats_non_follower_in_a_play_off() -> None:
    assert last(play(table(["H7 SK S3", "S7 H2 S4"], FREE), "H7", "S7", "SK", "H2"))[2] == 1


def test_strongest_rank_wins_a_play_off_without_followers() -> None:
    assert last(play(table(["H7 SK S3", "S7 DA S4"], FREE), "H7", "S7", "SK", "DA"))[2] == 0
    assert last(play(table(["H7 SK S3", "S7 DA S4"], {**FREE, "rank": "low"}), "H7", "S7", "SK", "DA"))[2] == 1


def test_seat_without_a_card_loses_the_play_off() -> None:
    game = play(table(["H7", "S7 S2 S3", "D7 S4 S5"], FREE), "H7", "S7", "D7")
    assert seen(game)["playoff"] == {"number": 1, "seats": [1, 2]}
    assert last(play(game, "S2", "S4"))[2] == 2
    assert game.round == 2


def test_only_seat_with_cards_wins_the_play_off_at_once() -> None:
    game = play(table(["H7", "S7 S2"], FREE), "H7", "S7")
    assert last(game) == (0, [(0, "H7"), (1, "S7")], 1)
    assert game.rounds == [(0, 1)]
    assert game.leader == 1


def test_nobody_wins_if_all_run_out_of_cards_and_the_leader_stays() -> None:
    game = play(table(["H9 D3", "S7", "H7"], FREE, first=2), "H7", "H9", "S7")
    assert last(game) == (2, [(2, "H7"), (0, "H9"), (1, "S7")], None)
    assert game.rounds == [(0, 0, 0)]
    assert (game.round, game.leader, game.to_act) == (2, 2, (2,))


def test_nobody_wins_if_all_run_out_of_cards_in_the_play_off() -> None:
    game = play(table(["H7 S2", "S7 D2", "HK DJ"], FREE), "H7", "S7", "HK", "S2", "D2")
    assert last(game)[2] is None
    assert (game.round, game.leader) == (2, 0)


def test_duty_to_follow_holds_in_a_play_off() -> None:
    game = play(table(["H7 S2 H3", "S7 S4 S5"], {**PLAYOFF, "win": "free"}), "H7", "S7")
    assert legal(game) == {"H3"}
    assert legal(play(game, "H3")) == {"S4", "S5"}


def test_first_card_of_a_play_off_is_free_of_the_duty_to_win() -> None:
    game = play(table(["H7 S2 H3", "S7 S4 S5"], {**PLAYOFF, "follow": "may"}), "H7", "S7")
    assert legal(game) == {"S2", "H3"}


def test_duty_to_win_in_a_play_off_looks_only_at_its_own_cards() -> None:
    game = play(table(["H7 S2 H3", "S7 S4 HA H4", "HK D2"], {**PLAYOFF, "follow": "may"}), "H7", "S7", "HK")
    assert legal(play(game, "H3")) == {"H4"}


def test_follower_must_be_played_in_a_play_off_against_non_followers() -> None:
    game = play(table(["H7 SK S3", "S7 S4 HA"], {**PLAYOFF, "follow": "may"}), "H7", "S7", "SK")
    assert legal(game) == {"HA"}


def test_seat_that_cannot_win_a_play_off_must_match() -> None:
    game = play(table(["H7 HK S3", "S7 S4 DK"], {**PLAYOFF, "follow": "may"}), "H7", "S7", "HK")
    assert legal(game) == {"DK"}


# --- The duty to win if equal ranks play off


def test_seat_that_can_win_without_a_match_must_win() -> None:
    assert answers("HK S7 C2", "H7", hearts={**PLAYOFF, "follow": "may"}) == {"HK"}


def test_seat_that_cannot_win_outright_must_match() -> None:
    assert answers("H3 S7 C2", "H7", hearts={**PLAYOFF, "follow": "may"}) == {"S7"}


def test_winning_card_that_would_make_a_match_is_not_winning_outright() -> None:
    hearts = {**PLAYOFF, "follow": "may"}
    assert answers("H9 HK C2", "H7", "SK", hearts=hearts) == {"H9"}
    assert answers("HK H3 C2", "H7", "SK", hearts=hearts) == {"HK"}


def test_matching_any_card_on_the_table_fulfils_the_duty() -> None:
    assert answers("S7 C2 D3", "H7", "S2", hearts={**PLAYOFF, "follow": "may"}) == {"S7", "C2"}


def test_duty_to_follow_narrows_the_hand_before_the_duty_to_win() -> None:
    assert answers("H3 H2 S7", "H7", hearts=PLAYOFF) == {"H3", "H2"}
    assert answers("H3 H2 S7", "H7", "S2", hearts=PLAYOFF) == {"H2"}


def test_stronger_match_must_be_made_over_a_match() -> None:
    hearts = {**PLAYOFF, "follow": "may"}
    assert answers("SK DQ C7 HA", "H7", "S7", "HK", hearts=hearts) == {"SK"}
    assert answers("SK C7 HA", "HK", "H7", "S7", hearts={**hearts, "win": "free"}) == {"SK", "C7", "HA"}


def test_seat_without_a_stronger_match_must_join_the_strongest() -> None:
    assert answers("C7 HK D2", "H7", "S7", "H2", hearts={**PLAYOFF, "follow": "may"}) == {"C7"}


def test_seat_without_a_match_plays_freely_even_the_strongest_card() -> None:
    assert answers("HK D5 C3", "H7", "S7", "H2", hearts={**PLAYOFF, "follow": "may"}) == {"HK", "D5", "C3"}


def test_strongest_of_several_matches_must_be_joined() -> None:
    game = table(["H7 S3", "S7 S3", "H9 S3", "S9 S3", "D7 D9 C2"], {**PLAYOFF, "follow": "may"})
    assert legal(play(game, "H7", "S7", "H9", "S9")) == {"D9"}


# --- Jokers


def test_led_joker_names_its_suit() -> None:
    game = table(["X1 H2 S3", "H7 S2 S4"])
    assert legal(game) == {"H2", "S3", "X1 as S", "X1 as H", "X1 as D", "X1 as C"}
    assert refused(game, "play X1") == "name the suit that X1 leads"
    assert legal(play(game, "X1 as H")) == {"H7"}


def test_joker_that_does_not_lead_names_no_suit() -> None:
    game = play(table(["H7 S2", "X1 H2"]), "H7")
    assert refused(game, "play X1 as H") == "a joker names a suit only when it leads a trick"


def test_joker_follows_every_suit_and_counts_for_the_duty_to_follow() -> None:
    assert answers("X1 S2 S3", "H7", hearts={"win": "free"}) == {"X1"}
    assert refused(play(table(["H7 S3", "X1 S2"], {"win": "free"}), "H7"), "play S2") == (
        "S2 cannot go: you must follow hearts, and a joker follows every suit: X1"
    )


@pytest.mark.parametrize("rank", ["high", "low"])
def test_joker_is_strongest_under_every_rank_row_and_fulfils_the_duty_to_win(rank: str) -> None:
    assert answers("X1 H3 H9", "HA" if rank == "low" else "HK", hearts={"rank": rank}) == {"X1"}
    game = play(table(["X1 S3", "HA S2", "HK S4"], {"rank": rank}), "X1 as H", "HA", "HK")
    assert last(game)[2] == 0


def test_order_row_decides_between_two_jokers() -> None:
    assert last(play(table(["X1 S3", "X2 S2"]), "X1 as H", "X2"))[2] == 1
    assert last(play(table(["X1 S3", "X2 S2"], {"order": "earlier"}), "X1 as H", "X2"))[2] == 0


def test_second_joker_must_win_under_later_and_cannot_under_earlier() -> None:
    assert answers("X2 H3", "X1 as H") == {"X2"}
    assert answers("X2 H3", "X1 as H", hearts={"order": "earlier"}) == {"X2", "H3"}


def test_two_jokers_are_the_strongest_match() -> None:
    game = play(table(["HK S3 S4", "SK S2", "X1 D2 D3", "X2 D4 D5"], FREE), "HK", "SK", "X1", "X2")
    assert seen(game)["playoff"] == {"number": 1, "seats": [2, 3]}
    assert seen(game)["match"] is None


def test_single_joker_is_no_match_and_loses_to_one() -> None:
    game = play(table(["H7 S3 S4", "S7 S2 D3", "X1 D2"], FREE), "H7", "S7", "X1")
    assert seen(game)["playoff"] == {"number": 1, "seats": [0, 1]}


def test_single_joker_need_not_be_played_after_a_match() -> None:
    assert answers("X1 D2", "H7", "S7", hearts={**PLAYOFF, "follow": "may"}) == {"X1", "D2"}


def test_joker_wins_outright_while_no_ranks_match() -> None:
    assert answers("X1 S7 H9", "H7", hearts={**PLAYOFF, "follow": "may"}) == {"X1", "H9"}


def test_joker_on_the_table_is_matched_by_the_other() -> None:
    assert answers("X2 H7", "X1 as H", hearts=PLAYOFF) == {"X2"}


def test_any_card_beats_a_single_joker_in_a_play_off() -> None:
    game = play(table(["H7 X1 S3", "S7 S2 S4"], FREE), "H7", "S7", "X1")
    assert seen(game)["winning"] == 0
    assert last(play(game, "S2"))[2] == 1


def test_first_card_of_a_play_off_may_be_a_joker_even_under_must_win() -> None:
    game = play(table(["H7 X1 H9", "S7 S2 S4"], PLAYOFF), "H7", "S7")
    assert legal(game) == {"X1", "H9"}
    assert game.parse("play X1") in game.legal_moves(0)


def test_another_card_than_a_joker_must_win_a_play_off() -> None:
    game = table(["H7 H5 H9", "S7 S2 S3", "D7 X1 H6 H2"], {**PLAYOFF, "follow": "may"})
    assert legal(play(game, "H7", "S7", "D7", "H5", "S2")) == {"H6"}


def test_two_jokers_in_a_play_off_match_and_play_off_again() -> None:
    game = play(table(["H7 X1 S3", "S7 X2 S4", "D7 HK S5"], FREE), "H7", "S7", "D7", "X1", "X2", "HK")
    assert seen(game)["playoff"] == {"number": 2, "seats": [0, 1]}
