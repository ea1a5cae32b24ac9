"""Saizen: who wins a trick so far and why, the effects of chips, and the goal of a seat."""

from collections.abc import Mapping

import pytest

from engine.contract.chance import Chance
from engine.games.saizen import Saizen
from tests.engine.games.saizen_table import PLAYOFF, play, seen, table

LOW = {"rank": "low"}


@pytest.mark.parametrize(
    ("cards", "rules", "winner", "why"),
    [
        ("H7", {}, 0, "the only card so far"),
        ("H7 H9 H3", {}, 1, "high wins among hearts: H9"),
        ("H7 H9 SK", {}, 1, "high wins among hearts: H9"),
        ("H7 H9 H3", LOW, 2, "low wins among hearts: H3"),
        ("H7 H9 SA", LOW, 0, "low wins among hearts: H7"),
        ("S7 HA SA", LOW, 0, "high wins among spades: S7"),
        ("H7 S7 H9", {}, 2, "high wins among hearts: H9"),
        ("H7 X1 HK", {}, 1, "a joker is strongest"),
        ("H2 X1 HA", LOW, 1, "a joker is strongest"),
        ("H7 X1 X2", {}, 2, "later of equals: X2"),
        ("H7 X1 X2", {"order": "earlier"}, 1, "earlier of equals: X1"),
        ("H7 S9 HK", PLAYOFF, 2, "high wins among hearts: HK"),
        ("H7 S7", PLAYOFF, None, "equals play off: 7"),
        ("H7 S7 HK", PLAYOFF, None, "equals play off: 7"),
        ("X1 X2", PLAYOFF, None, "equals play off: 🃏"),
        ("H7 S7 HK HA", PLAYOFF, 0, "play-off: the only card so far"),
        ("H7 S7 HK HA X1", PLAYOFF, 0, "play-off: high wins among hearts: HA"),
        ("H7 S7 HK D9 H2", PLAYOFF, 1, "play-off: high wins among hearts: H2"),
        ("H7 S7 HK D9 C9", PLAYOFF, None, "play-off: equals play off: 9"),
        ("H7 S7 HK D9 C9 C2", PLAYOFF, 0, "play-off: the only card so far"),
        ("H7 S7 HK D9 C9 C2 C4", PLAYOFF, 1, "play-off: high wins: C4"),
        ("H7 S7 HK D9 C4", {**PLAYOFF, **LOW}, 1, "play-off: low wins: C4"),
    ],
)
def test_trick_winner_has_the_right_reason(cards: str, rules: Mapping[str, str], winner: int | None, why: str) -> None:
    codes = cards.split()
    hands = ["", "", "", ""][: 2 if codes[0] == "X1" else 3]
    order = [0, 1, 2, 0, 1, 0, 1]
    for place, code in zip(order, codes, strict=False):
        hands[place] += f"{code} "
    spare = ["DA D2 D3", "D4 D5 D6", "DJ DQ DK"]
    free = {**rules, "win": "free", "follow": "may"}
    game = table([hand + more for hand, more in zip(hands, spare, strict=False)], free, jokers=2)
    play(game, *(f"{code} as H" if code == "X1" and not place else code for place, code in enumerate(codes)))
    seat, said = game.trick_winner(game.tricks()[0])
    assert (seat, str(said)) == (winner, why)


@pytest.mark.parametrize(
    ("cards", "order", "winner", "why"),
    [
        ("H9 H7 S9", "later", 2, "later of equals: S9"),
        ("H9 H7 S9", "earlier", 0, "earlier of equals: H9"),
        ("H7 SK HK", "earlier", 1, "earlier of equals: SK"),
        ("H7 H9 S7", "later", 1, "high wins among hearts: H9"),
    ],
)
def test_equals_of_any_suit_count_with_the_option(cards: str, order: str, winner: int, why: str) -> None:
    codes = cards.split()
    hands = [f"{code} {spare}" for code, spare in zip(codes, ("S2", "S3", "S4"), strict=True)]
    game = play(table(hands, {"order": order, "win": "free", "follow": "may"}, equals="any-suit"), *codes)
    seat, said = game.trick_winner(game.tricks()[0])
    assert (seat, str(said)) == (winner, why)


def test_seats_with_cards_left_decide_a_match() -> None:
    rules = {**PLAYOFF, "win": "free", "follow": "may"}
    game = table(["H7 D2", "S7", "HK D3"], rules)
    game.last_round = 1
    play(game, "H7", "S7", "HK")
    seat, said = game.trick_winner(game.tricks()[-1])
    assert (seat, str(said)) == (0, "equals on 7: the only one with a card left")
    game = table(["H7", "S7", "HK D3"], rules)
    game.last_round = 1
    play(game, "H7", "S7", "HK")
    nobody, said = game.trick_winner(game.tricks()[-1])
    assert (nobody, str(said)) == (None, "equals on 7: no card is left to play off with")


def chips(rules: Mapping[str, str] | None = None, **options: object) -> dict[str, str]:
    """Return the descriptions of the chips of hearts."""
    game = Saizen(3, options, Chance(b"1", {"first": 0, "rules": {"H": dict(rules or {})}}))
    tokens = [choice.token for choice in game.choices(0, ("H",))]
    return {token.partition("-")[2]: str(game.about(token)) for token in tokens}


def test_chip_describes_both_sides_and_the_effect() -> None:
    game = Saizen(3, {}, Chance(b"1", {"first": 0}))
    assert str(game.label(0, "H-rank")) == "high to low"
    assert chips()["rank"] == "high to low: where hearts are led, A is strongest and K weakest"
    assert chips(LOW)["rank"] == "low to high: where hearts are led, K is strongest and A weakest"


def test_order_chip_says_if_it_has_no_effect() -> None:
    idle = "later to earlier: does nothing while there are fewer than two jokers"
    assert chips()["order"] == chips(jokers=1)["order"] == idle
    works = "later to earlier: where hearts are led, the earlier of equal cards wins"
    assert chips(jokers=2)["order"] == chips(equals="any-suit")["order"] == works
    asleep = "later to earlier: does nothing while equals of hearts play off"
    assert chips(PLAYOFF, jokers=2)["order"] == asleep


def test_moved_chip_has_no_description() -> None:
    game = Saizen(3, {}, Chance(b"1", {"first": 0}))
    game.play(0, game.parse("chip H rank"))
    assert game.about("H-rank") is None
    assert game.about("S-rank") is not None


def test_goal_counts_the_tricks_of_the_round() -> None:
    game = table(["H7 S2", "H9 S3"])
    assert game.view(1)["goal"] is None
    play(game, "H7", "H9")
    assert game.view(0)["goal"] is None
    assert str(game.view(1)["goal"]) == "1 trick won: +1 point when the round ends"
    assert seen(game)["taken"] == [0, 1]
