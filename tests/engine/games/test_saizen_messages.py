"""Saizen: reasons, choices and sentences."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from engine.contract.chance import Chance
from engine.games.saizen import Saizen, messages
from engine.text import seat_text
from tests.engine.games.saizen_table import FREE, PLAYOFF, chip_game, play, refused, table
from tests.engine.kit.cases import Case, walk

CASE = Case(Saizen, 4, {})
SUIT_NAMES = {"spades", "hearts", "diamonds", "clubs"}


def test_reasons_name_the_rule() -> None:
    may = {**PLAYOFF, "follow": "may"}
    game = play(table(["H7 S2", "H9 HK S3"]), "H7")
    assert refused(game, "play S3") == "S3 cannot go: you must follow hearts: H9, HK"
    game = play(table(["H7 S3", "X1 S2"], {"win": "free"}), "H7")
    assert refused(game, "play S2") == "S2 cannot go: you must follow hearts, and a joker follows every suit: X1"
    game = play(table(["H7 S2", "H9 HK H3"]), "H7")
    assert refused(game, "play H3") == "H3 cannot go: you can win, so you must: H9, HK"
    assert refused(play(table(["H7 S2", "H3 S7 D7"], may), "H7"), "play H3") == (
        "H3 cannot go: you cannot win outright, so you must match: S7, D7"
    )
    game = play(table(["H7 S2", "S7 S3", "HK S4", "SK C7"], may), "H7", "S7", "HK")
    assert refused(game, "play C7") == "C7 cannot go: you can make a stronger match, so you must: SK"
    game = play(table(["H7 S2", "S7 S3", "H9 S4", "SK C7"], may), "H7", "S7", "H9")
    assert refused(game, "play SK") == "SK cannot go: you must join the match: C7"
    assert refused(game, "play DA") == "DA is not in the hand"


def test_prompt_names_the_duty() -> None:
    assert str(play(table(["H7 S2", "H9 HK H3"]), "H7").prompt(1, ())) == "you can win, so you must: H9, HK"
    assert str(play(table(["H7 S2", "H2 H3"]), "H7").prompt(1, ())) == "Follow hearts: 2 of your cards can"
    assert str(play(table(["H7 S2", "S5 S3"]), "H7").prompt(1, ())) == "You have no hearts: play any card"
    assert str(play(table(["H7 S2", "S5 S3"], {"follow": "may"}), "H7").prompt(1, ())) == "Play any card"
    assert str(play(table(["H7 S2", "H9 HK"]), "H7").prompt(1, ())) == "Play any card", "a duty that forbids no card"


def test_card_is_one_choice_and_a_led_joker_asks_for_the_suit() -> None:
    game = table(["X1 H2 S3", "H7 S2 S4"])
    assert [choice.token for choice in game.choices(0)] == ["S3", "H2", "X1"]
    assert [choice.token for choice in game.choices(0, ("X1",))] == ["S", "H", "D", "C"]
    assert game.move_of_path(0, ("X1",)) is None
    assert game.move_of_path(0, ("X1", "H")) == game.parse("play X1 as H")
    assert game.move_of_path(0, ("H2",)) == game.parse("play H2")


def test_joker_that_follows_is_one_choice() -> None:
    game = play(table(["H7 S3", "X1 S2"]), "H7")
    assert game.move_of_path(1, ("X1",)) == game.parse("play X1")


def test_chips_are_chosen_by_suit_then_row() -> None:
    game = chip_game()
    assert [choice.token for choice in game.choices(1)] == ["S", "H", "D", "C", "pass"]
    assert [choice.token for choice in game.choices(1, ("H",))] == ["H-rank", "H-match", "H-follow", "H-win", "H-order"]
    assert game.move_of_path(1, ("H", "H-follow")) == game.parse("chip H follow")
    assert game.move_of_path(1, ("pass",)) == game.parse("pass")


def chips_of_hearts(hearts: Mapping[str, str] | None = None, **options: object) -> list[tuple[str, str]]:
    """Return the row and label of each chip of hearts that a panel offers, in order."""
    game = Saizen(3, {"jokers": 2, **options}, Chance(b"1", {"first": 0, "rules": {"H": dict(hearts or {})}}))
    return [(choice.token.removeprefix("H-"), str(choice.label)) for choice in game.choices(0, ("H",))]


def test_chip_that_changes_nothing_is_marked_and_comes_last() -> None:
    asleep = ("order", "later to earlier (no effect)")
    assert chips_of_hearts(jokers=1)[-1] == chips_of_hearts(jokers=0)[-1] == asleep
    assert chips_of_hearts({"match": "playoff"})[-1] == asleep
    awake = ("order", "later to earlier")
    assert chips_of_hearts()[1] == chips_of_hearts(jokers=0, equals="any-suit")[1] == awake


def test_chip_that_changes_nothing_stays_legal() -> None:
    game = chip_game()
    game.play(1, game.parse("chip H order"))
    assert [choice.token for choice in game.choices(2, ("H",)) if choice.reason is not None] == ["H-order"]


def test_moved_chip_is_not_marked_as_one_that_changes_nothing() -> None:
    game = chip_game()
    game.play(1, game.parse("chip H order"))
    assert str(game.label(2, "H-order")) == "later to earlier"


@pytest.mark.parametrize(
    ("options", "idle"),
    [({"jokers": 1}, "SHDC"), ({"jokers": 2}, "H"), ({"jokers": 0, "equals": "any-suit"}, "H")],
    ids=["no equals", "two jokers", "any suit"],
)
def test_view_lists_suits_whose_order_row_has_no_effect(options: dict[str, Any], idle: str) -> None:
    game = table(["H7 S2", "SK S3"], {"match": "playoff"}, **options)
    assert game.public()["idle_order"] == list(idle)


def test_table_lines_have_all_twenty_rows_and_moved_chips() -> None:
    game = chip_game()
    game.play(1, game.parse("chip H win"))
    lines = [str(line) for line in game.table_lines()]
    assert lines[0] == "spades: high, later, equals ignored, must follow, must win"
    assert lines[1] == "hearts: high, later, equals ignored, must follow, now win or not"
    assert len(lines) == 4


def test_table_lines_have_the_state_of_trick_and_play_off() -> None:
    game = play(table(["H7 S2 S3", "S7 SA D2", "HK DK"], FREE), "H7")
    assert [str(line) for line in game.table_lines()[4:]] == ["hearts led", "seat 0 is winning the trick"]
    play(game, "S7")
    assert [str(line) for line in game.table_lines()[4:]] == ["hearts led", "the strongest match is of rank 7"]
    play(game, "HK")
    assert [str(line) for line in game.table_lines()[4:]] == ["hearts led", "In the play-off: seat 0, seat 1"]
    assert str(game.phase.name(game)) == "trick 1, play-off 1"


def test_led_joker_is_described_with_its_suit() -> None:
    assert str(Saizen.played_cards(Saizen.parse("play X1 as H")).text) == "X1 as hearts"
    assert str(Saizen.played_cards(Saizen.parse("play X1")).text) == "X1"
    assert str(Saizen.played_cards(Saizen.parse("play H10")).text) == "H10"


@pytest.mark.parametrize("joker", ["X1", "X2"])
def test_led_joker_is_named_and_logged_with_its_suit(joker: str) -> None:
    for letter, suit in {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}.items():
        game = table([f"{joker} H2", "H7 S2"])
        assert str(game.move_name(0, game.parse(f"play {joker} as {letter}"))) == f"{joker} as {suit}"
        play(game, f"{joker} as {letter}")
        assert game.log is not None
        assert str(game.log[-1]) == f"seat 0 leads {joker} as {suit}"


def test_view_has_the_common_keys_and_its_own() -> None:
    game = chip_game()
    view = game.view(1)
    assert view["rules"] == Saizen.rules
    assert not set(game.public()) & {"game", "rules", "seats", "options", "seat", "round", "phase", "scores", "tricks"}


def test_hint_of_a_new_round_names_the_previous_holder() -> None:
    game = chip_game()
    assert "A chip changes one rule" in str(game.hint(1))
    while game.round == 1:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    seat = game.to_act[0]
    giver, taker = (seat + 1) % game.seats, (seat - 1) % game.seats
    said = f"You hold what seat {giver} had last round, and seat {taker} holds what you had."
    assert str(game.hint(seat)) == said


def test_hint_for_followers_has_the_rules_in_words() -> None:
    game = play(table(["H7 S2", "H9 HK H3"], PLAYOFF), "H7")
    assert str(game.hint(1)) == "This trick goes by hearts: high, later, equals play off, must follow, must win"


def test_players_of_equal_cards_are_said_to_have_no_card_left_exactly_if_they_have_none() -> None:
    seen = Counter[bool]()
    for number in range(6):
        lines, cards = 0, [0] * CASE.seats
        for game in walk(CASE, number):
            news = (game.log or [])[lines:]
            if game.history:
                cards[game.history[-1][0]] -= 1
            for matched in (line for line in news if line.key == messages.MATCHED.key):
                for seat in (seat for seat in range(CASE.seats) if f"seat {seat}" in str(matched)):
                    said = messages.OUT_OF_CARDS(seat=seat_text(seat)) in news
                    assert said == (cards[seat] == 0)
                    seen[said] += 1
            lines, cards = len(game.log or []), [len(game.hand(seat)) for seat in range(CASE.seats)]
    assert min(seen[True], seen[False]) > 0


def test_cards_named_as_seen_before_are_in_the_hand() -> None:
    named = 0
    for game in walk(CASE):
        for seat, lines in enumerate(game.view(None)["by_seat"]):
            ranks = {code[1:] for code in game.hand(seat)}
            for line in (str(one) for one in lines if one.key == messages.SEEN_BEFORE.key):
                shown = [word for word in re.findall(r"\w+", line.partition(":")[2]) if word not in SUIT_NAMES]
                assert set(shown) <= ranks
                named += len(shown)
    assert named
