"""Saizen: legal cards by the duties to follow and to win, play-offs, and jokers.

`test_saizen_reference` plays random games with all combinations of rules. `test_saizen_trick_winner` tests the winners.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.engine.games.saizen_table import FREE, PLAYOFF, answers, last, legal, play, refused, seen, table

MUST: Mapping[str, str] = {}
MAY = {"follow": "may"}
LOW = {"rank": "low"}
MATCH = {**PLAYOFF, **MAY}

DUTIES: Mapping[str, tuple[str, str, Mapping[str, str], str]] = {
    "can win, so must": ("H9 H3 S2", "H7", MUST, "H9"),
    "cannot win, follows with any card": ("H3 H2 SK", "H7", MUST, "H3 H2"),
    "cannot follow, plays any card": ("SK D2 C7", "H7", MUST, "SK D2 C7"),
    "cannot beat a later card": ("H9 H3", "H7 H10", MUST, "H9 H3"),
    "free to lose, but must follow": ("H9 H3 S2", "H7", {"win": "free"}, "H9 H3"),
    "free to follow, but must win": ("H9 H3 SK", "H7", MAY, "H9"),
    "free to follow, cannot win": ("H3 SK", "H7", MAY, "H3 SK"),
    "free of both": ("H9 H3 SK", "H7", {**MAY, "win": "free"}, "H9 H3 SK"),
    "the ace is strongest": ("HA HK", "H2", LOW, "HA"),
    "wins without a match": ("HK S7 C2", "H7", MATCH, "HK"),
    "cannot win outright, so must match": ("H3 S7 C2", "H7", MATCH, "S7"),
    "would match the second card": ("H9 HK C2", "H7 SK", MATCH, "H9"),
    "only the match would win": ("HK H3 C2", "H7 SK", MATCH, "HK"),
    "matches any card on the table": ("S7 C2 D3", "H7 S2", MATCH, "S7 C2"),
    "follows before it matches": ("H3 H2 S7", "H7", PLAYOFF, "H3 H2"),
    "follows with a match": ("H3 H2 S7", "H7 S2", PLAYOFF, "H2"),
    "makes a stronger match": ("SK DQ C7 HA", "H7 S7 HK", MATCH, "SK"),
    "free to make a stronger match": ("SK C7 HA", "HK H7 S7", {**MATCH, "win": "free"}, "SK C7 HA"),
    "joins the strongest match": ("C7 HK D2", "H7 S7 H2", MATCH, "C7"),
    "joins the strongest of several": ("D7 D9 C2", "H7 S7 H9 S9", MATCH, "D9"),
    "plays freely without a match": ("HK D5 C3", "H7 S7 H2", MATCH, "HK D5 C3"),
    "a joker follows": ("X1 S2 S3", "H7", {"win": "free"}, "X1"),
    "a joker wins": ("X1 H3 H9", "HK", MUST, "X1"),
    "a joker wins under low": ("X1 H3 H9", "HA", LOW, "X1"),
    "the later joker wins": ("X2 H3", "X1 as H", MUST, "X2"),
    "the later joker loses under earlier": ("X2 H3", "X1 as H", {"order": "earlier"}, "X2 H3"),
    "a joker wins outright": ("X1 S7 H9", "H7", MATCH, "X1 H9"),
    "a joker is no match": ("X1 D2", "H7 S7", MATCH, "X1 D2"),
    "a joker matches the other": ("X2 H7", "X1 as H", PLAYOFF, "X2"),
}
"""A hand, the cards on the table, the sides of the hearts rule card by row, and the legal cards. Hearts are led."""


@pytest.mark.parametrize("name", DUTIES)
def test_duties_allow_these_cards(name: str) -> None:
    hand, cards, rows, allowed = DUTIES[name]
    led = [cards] if " as " in cards else cards.split()
    assert answers(hand, *led, hearts=rows) == set(allowed.split())


PLAYOFF_DUTIES: Mapping[str, tuple[str, str, Mapping[str, str], str]] = {
    "the leader must follow": ("H7 S2 H3, S7 S4 S5", "H7 S7", {**PLAYOFF, "win": "free"}, "H3"),
    "the next seat cannot follow": ("H7 S2 H3, S7 S4 S5", "H7 S7 H3", {**PLAYOFF, "win": "free"}, "S4 S5"),
    "the first card need not win": ("H7 S2 H3, S7 S4 S5", "H7 S7", MATCH, "S2 H3"),
    "the first card may be a joker": ("H7 X1 H9, S7 S2 S4", "H7 S7", PLAYOFF, "X1 H9"),
    "only cards of the play-off must be beaten": ("H7 S2 H3, S7 S4 HA H4, HK D2", "H7 S7 HK H3", MATCH, "H4"),
    "a follower beats others": ("H7 SK S3, S7 S4 HA", "H7 S7 SK", MATCH, "HA"),
    "cannot win, so must match": ("H7 HK S3, S7 S4 DK", "H7 S7 HK", MATCH, "DK"),
    "a joker does not win": ("H7 H5 H9, S7 S2 S3, D7 X1 H6 H2", "H7 S7 D7 H5 S2", MATCH, "H6"),
}
"""The hands, the cards played so far, the sides of the hearts rule card by row, and the legal cards."""


@pytest.mark.parametrize("name", PLAYOFF_DUTIES)
def test_duties_in_a_play_off_allow_these_cards(name: str) -> None:
    hands, cards, rows, allowed = PLAYOFF_DUTIES[name]
    assert legal(play(table(hands.split(", "), rows), *cards.split())) == set(allowed.split())


PLAYING_OFF: Mapping[str, tuple[str, str, Mapping[str, str], Mapping[str, Any], int, list[int]]] = {
    "equal ranks": ("H7 S2 S3, S7 SA D2, HK DK", "H7 S7 HK", FREE, {}, 1, [0, 1]),
    "the strongest equal ranks": ("H7 S2 S3, HK SA D2, S7 DJ, SK DQ", "H7 HK S7 SK", FREE, {}, 1, [1, 3]),
    "the lower rank under low": ("H7 S2 S3, HK SA, S7 DJ, SK DQ", "H7 HK S7 SK", FREE | LOW, {}, 1, [0, 2]),
    "not the leader": ("S7 D2 D3, H7 D4 D5, HK DJ, S9 DQ", "HK S9 S7 H7", FREE, {"first": 2}, 1, [0, 1]),
    "those who match again": ("H7 S2 S3, S7 D2 S4, D7 HA S5, HK DQ", "H7 S7 D7 HK S2 D2 HA", FREE, {}, 2, [0, 1]),
    "those who have a card": ("H7, S7 S2 S3, D7 S4 S5", "H7 S7 D7", FREE, {}, 1, [1, 2]),
    "any suit counts": ("H7 S2, S7 S3, H2 S4", "H7 S7 H2", FREE, {"equals": "any-suit"}, 1, [0, 1]),
    "two jokers": ("HK S3 S4, SK S2, X1 D2 D3, X2 D4 D5", "HK SK X1 X2", FREE, {}, 1, [2, 3]),
    "not a single joker": ("H7 S3 S4, S7 S2 D3, X1 D2", "H7 S7 X1", FREE, {}, 1, [0, 1]),
    "two jokers again": ("H7 X1 S3, S7 X2 S4, D7 HK S5", "H7 S7 D7 X1 X2 HK", FREE, {}, 2, [0, 1]),
}
"""The hands, the cards played so far, the sides of the hearts rule card by row, other options, the number of the
play-off, and its seats.
"""


@pytest.mark.parametrize("name", PLAYING_OFF)
def test_these_seats_play_off(name: str) -> None:
    hands, cards, rows, options, number, seats = PLAYING_OFF[name]
    game = play(table(hands.split(", "), rows, **options), *cards.split())
    assert seen(game)["playoff"] == {"number": number, "seats": seats}
    assert game.to_act == (seats[0],)


def test_nobody_wins_if_all_run_out_of_cards_and_the_leader_stays() -> None:
    game = play(table(["H9 D3", "S7", "H7"], FREE, first=2), "H7", "H9", "S7")
    assert last(game) == (2, [(2, "H7"), (0, "H9"), (1, "S7")], None)
    assert game.rounds == [(0, 0, 0)]
    assert (game.round, game.leader, game.to_act) == (2, 2, (2,))


def test_nobody_wins_if_all_run_out_of_cards_in_the_play_off() -> None:
    game = play(table(["H7 S2", "S7 D2", "HK DJ"], FREE), "H7", "S7", "HK", "S2", "D2")
    assert last(game)[2] is None
    assert (game.round, game.leader) == (2, 0)


def test_only_a_led_joker_names_its_suit() -> None:
    game = table(["X1 H2 S3", "H7 S2 S4"])
    assert legal(game) == {"H2", "S3", "X1 as S", "X1 as H", "X1 as D", "X1 as C"}
    assert refused(game, "play X1") == "name the suit that X1 leads"
    game = play(table(["H7 S2", "X1 H2"]), "H7")
    assert refused(game, "play X1 as H") == "a joker names a suit only when it leads a trick"
