"""Advice in positions of Scharfe Schoten that were judged by hand, with the rules and without the engine.

Seat 0 is to act. Unless a position says otherwise, four play, the trumps are G10 K9 R2 Y1 (so green is the strongest
colour, then black, red and yellow), and seat 0 has predicted most red and fewest yellow.
"""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from engine.cards import mask_of
from engine.contract.chance import Chance
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.cards import COLOURS, INDEX, ONE_OF, PREDICTIONS, power_table, takes
from engine.games.scharfe_schoten.deal import Deal
from engine.games.scharfe_schoten.phases import TAKE_FROM_RACK, TRICK
from engine.text import Phrase
from tests.engine.advice.claims_scharfe_schoten import CLAIMS

ONE_EACH = ("R4 Y4 G4 K4", "R5 Y5 G5 K5", "R6 Y6 G6 K6")
"""Hands of the others with a card of each colour."""


class Place(NamedTuple):
    """A position and the advice that it must get."""

    hand: str
    advice: Sequence[str]
    trick: str = ""
    others: Sequence[str] = ONE_EACH
    """The hands of the other seats, clockwise."""
    goal: str = "RY"
    captured: Sequence[str] = ("0 0 0 0",)
    """The captured cards of seat 0 and the next seats, by colour in the order red, yellow, green, black."""
    rack: str = "1 1 1 1"
    phase: str = "trick"

    def game(self) -> ScharfeSchoten:
        """Return the game in this position."""
        game = ScharfeSchoten(1 + len(self.others), {}, Chance(b"advice", {"first": 0}))
        trumps = cards("G10 K9 R2 Y1")
        game.deals = [Deal((), 0, tuple(trumps))]
        game.power = power_table(trumps)
        game.hands = [mask_of(cards(hand)) for hand in (self.hand, *self.others)]
        if self.phase != "predict":
            game.predictions = [PREDICTIONS.index((COLOURS.index(self.goal[0]), COLOURS.index(self.goal[1])))] * 4
            game.phase = TRICK if self.phase == "trick" else TAKE_FROM_RACK
            game.to_act = (0,)
        game.rack = [int(count) for count in self.rack.split()]
        game.takes = takes(game.rack)
        game.trick = cards(self.trick)
        game.leader = -len(game.trick) % game.seats
        game.follow = game.trick[0] // 12 if game.trick else -1
        for seat, counts in enumerate(self.captured):
            game.captured[seat] = sum(int(count) * ONE_OF[colour] for colour, count in enumerate(counts.split()))
        return game


def cards(codes: str) -> list[int]:
    return [INDEX[code] for code in codes.split()]


POSITIONS = {
    "predict: strong in green with the strongest trump, short in yellow": Place(
        "R3 R4 Y7 Y9 G4 G5 G10 K2 K3 K5",
        [
            "In test rounds with hands like yours, most green and fewest black came true most often.",
            "You hold 3 cards in green. Among the ten strongest cards of all: G10.",
            "7 black cards elsewhere can beat all your black: K2, K3, K5.",
        ],
        phase="predict",
    ),
    "predict: the weakest trump is a strong card of its colour": Place(
        "R3 R4 R5 Y1 Y5 Y6 G1 G2 K1 K2",
        [
            "In test rounds with hands like yours, most yellow and fewest red came true most often.",
            "You hold 3 cards in yellow. Among the ten strongest cards of all: Y1.",
            "8 red cards elsewhere can beat all your red: R3, R4, R5.",
        ],
        phase="predict",
    ),
    "predict: no strong card at all": Place(
        "R3 R4 R5 R6 R7 Y9 G2 K2 K3 K5",
        [
            "In test rounds with hands like yours, most yellow and fewest red came true most often.",
            "6 red cards elsewhere can beat all your red: R3, R4, R5, R6, R7.",
        ],
        phase="predict",
    ),
    "predict: a long colour without a strong card": Place(
        "R3 R4 R5 R6 R7 R8 Y9 G10 K2 K3",
        [
            "In test rounds with hands like yours, most green and fewest red came true most often.",
            "You hold 1 card in green. Among the ten strongest cards of all: G10.",
            "5 red cards elsewhere can beat all your red: R3, R4, R5, R6, R7, R8.",
        ],
        phase="predict",
    ),
    "predict: void in yellow": Place(
        "R3 R4 R5 G2 G11 G12 K1 K2 K3 K4",
        [
            "In test rounds with hands like yours, most green and fewest red came true most often.",
            "You hold 3 cards in green. Among the ten strongest cards of all: G11, G12.",
            "8 red cards elsewhere can beat all your red: R3, R4, R5.",
        ],
        others=("Y1 Y2 Y3 R7", "Y4 Y5 R8 R9", "Y6 Y7 G1 G4"),
        phase="predict",
    ),
    "predict: only the trump beats the only yellow": Place(
        "R3 R4 R5 Y12 G3 G9 G10 K1 K2 K3",
        [
            "In test rounds with hands like yours, most yellow and fewest red came true most often.",
            "8 red cards elsewhere can beat all your red: R3, R4, R5.",
        ],
        phase="predict",
    ),
    "predict: void in green, the strongest colour": Place(
        "R3 R10 R11 R12 Y1 Y9 Y10 K9 K11 K12",
        [
            "In test rounds with hands like yours, most black and fewest green came true most often.",
            "You hold 3 cards in black. Among the ten strongest cards of all: K9.",
        ],
        others=("Y11 Y2 Y3 R7", "Y4 G5 R8 R9", "Y6 G2 G1 G4"),
        phase="predict",
    ),
    "last: the trump among the cards that follow": Place(
        "R2 R3 G5",
        [
            "R2 will win the trick; no other card that you may play will.",
            "You predicted most red, and this trick holds 2.",
        ],
        trick="R9 K8 R11",
    ),
    "last: a stronger trump has been played": Place(
        "R2 R3", ["You cannot win this trick. R3 is the weakest card that you may play."], trick="R9 K9 R11"
    ),
    "last: void, and green beats black": Place(
        "R4 G5",
        [
            "G5 will win the trick; no other card that you may play will.",
            "With R4 you would give red, your most, to another player.",
            "You predicted fewest yellow, and this trick holds 2.",
        ],
        trick="Y12 K4 Y7",
    ),
    "last: void, and every colour beats the weakest one": Place(
        "R4 K5",
        [
            "Every card that you may play will win the trick.",
            "With R4 you would capture red, your fewest, yourself.",
            "The winner may also take black, your most, from the rack.",
        ],
        trick="Y12 Y3 Y7",
        goal="KR",
    ),
    "last: void, and one of the winning cards is wanted": Place(
        "R4 K5",
        [
            "Every card that you may play will win the trick.",
            "With R4 you would capture more red, your most.",
            "The winner may also take red, your most, from the rack.",
        ],
        trick="Y12 Y3 Y7",
        goal="RG",
    ),
    "last: void, and a card that loses is not wanted": Place(
        "Y4 K2 G12",
        [
            "G12 will win the trick; no other card that you may play will.",
            "With Y4 you give yellow, your fewest, to another player.",
            "The winner may also take black, your most, from the rack.",
        ],
        trick="R5 G3 R7",
        goal="KY",
    ),
    "last: void, and black is to be kept": Place(
        "R4 K4 K5",
        ["You cannot win this trick. R4 is your weakest card that is not black, your most."],
        trick="Y3 G11 Y5",
        goal="KG",
    ),
    "last: void, and what is not wanted can go": Place(
        "Y4 Y12 K2",
        ["You cannot win this trick. With Y12 you get rid of yellow, your fewest."],
        trick="R5 G3 R7",
        goal="KY",
    ),
    "last: both predicted colours": Place(
        "R1 R12",
        [
            "R12 will win the trick; no other card that you may play will.",
            "The trick holds 2 red (your most) and 1 yellow (your fewest).",
        ],
        trick="R9 Y3 R4",
    ),
    "last: only the lowest card loses": Place(
        "R3 R10 R11",
        [
            "Of the cards that you may play, only R3 will lose the trick.",
            "You predicted fewest red, and this trick holds 3.",
        ],
        trick="R9 R4 R5",
        goal="KR",
    ),
    "second: both others must follow, so the trump of the colour is safe": Place(
        "R2 R3 R9",
        ["R2 will win for sure: no later player can beat that.", "You predicted most red, and this trick holds 1."],
        trick="R5",
        others=("R10 Y4", "R11 Y5", "Y6 Y7"),
    ),
    "second: the same cards, but red is not wanted": Place(
        "R2 R3 R9",
        ["R3 will lose for sure.", "You predicted fewest red, and this trick holds 1."],
        trick="R5",
        others=("R10 Y4", "R11 Y5", "Y6 Y7"),
        goal="KR",
    ),
    "second: a wanted trick that is not safe": Place(
        "K2 K8",
        [
            "Of your cards only K8 can still win, and a later player may beat it.",
            "You predicted most black, and this trick holds 1.",
        ],
        trick="K5",
        goal="KR",
    ),
    "second: an unwanted trick": Place(
        "K2 K8",
        [
            "Only K2 will lose for sure; your other cards would win for now.",
            "You predicted fewest black, and this trick holds 1.",
        ],
        trick="K5",
        goal="GK",
    ),
    "second: every card would win now, and red is in the rack": Place(
        "K7 K8",
        [
            "Every card that you may play would win now, but may still be beaten.",
            "The winner may also take red, your most, from the rack.",
        ],
        trick="K1",
    ),
    "second: nothing of the prediction is in sight": Place(
        "K7 K8",
        [
            "Every card that you may play would win now, but may still be beaten.",
            "The trick holds no red (your most) and no yellow (your fewest) so far.",
        ],
        trick="K1",
        rack="0 1 1 1",
    ),
    "second: two must follow, and no black is lower than the 2": Place(
        "K2 K12",
        [
            "Of your cards only K12 can still win, and a later player may beat it.",
            "You predicted most black, and this trick holds 1.",
        ],
        trick="K1",
        goal="KY",
    ),
    "lost: red cannot catch up with black": Place(
        "R2 R3",
        ["red can no longer be your most.", "You cannot win this trick. R3 is the weakest card that you may play."],
        trick="R9 K9 R11",
        captured=("0 0 0 9", "8 0 0 0"),
    ),
    "lost: green cannot catch up with yellow": Place(
        "R2 R3",
        [
            "yellow can no longer be your fewest.",
            "R2 will win the trick; no other card that you may play will.",
            "You predicted most red, and this trick holds 2.",
        ],
        trick="R9 K8 R11",
        captured=("0 5 0 0", "0 0 10 0"),
    ),
    "lost: both": Place(
        "R2 R3",
        ["Neither of your predictions can come true any more."],
        trick="R9 K8 R11",
        captured=("0 9 0 9", "8 0 8 0"),
    ),
    "lead: the strongest card and a yellow that nobody can stay below": Place(
        "R9 Y2 G10",
        [
            "G10 will win for sure and bring you at least 4 green cards.",
            "Y2 will lose for sure: another player captures at least 4 yellow cards.",
        ],
        goal="GY",
    ),
    "lead: nothing wins for sure": Place(
        "R9 R12 Y3",
        [
            "Y3 will lose for sure.",
        ],
        goal="RK",
    ),
    "lead: two cards may beat the strongest one": Place(
        "G12 Y3",
        [
            "G12 is your strongest card; at most 2 cards still out can beat it.",  # Y1, G10
            "Y3 will lose for sure.",
        ],
        others=("Y4 Y8", "Y5 Y9", "Y6 G3"),
        goal="RK",
    ),
    "lead: nobody must follow the strongest trump": Place(
        "G10 Y2",
        ["G10 will win for sure, so you keep that card of green, your most.", "Y2 will lose for sure."],
        others=("Y4 Y5", "Y6 R5", "K4 K5"),
        goal="GR",
    ),
    "lead: the trump of a colour that all must follow": Place(
        "R6 Y2 K9",
        ["K9 will win for sure: no later player can beat that.", "Y2 will lose for sure."],
        goal="RG",
    ),
    "lead: the lowest two of a colour that all must follow": Place(
        "Y2 Y3",
        ["Y2, Y3 will lose for sure: another player captures at least 4 yellow cards."],
    ),
    "lead: three seats, and both others must follow green": Place(
        "G10 G12",
        [
            "Every card that you may play will win the trick.",
            "G10, G12 will win for sure and bring you at least 3 green cards.",
        ],
        others=ONE_EACH[:2],
        goal="GY",
    ),
    "take: red is ahead": Place(
        "R9", ["red makes 3, 2 more than any other colour."], captured=("2 0 1 1",), phase="take"
    ),
    "take: red catches up": Place("R9", ["red makes 2, level with green, black."], captured=("1 0 2 2",), phase="take"),
    "take: red stays behind": Place(
        "R9", ["red makes 1, still 2 fewer than green."], captured=("0 1 3 0",), phase="take"
    ),
    "take: a green card would leave yellow alone": Place(
        "R9",
        [
            "red makes 4, 3 more than any other colour.",
            "With green you would have fewer yellow (your fewest) than any other colour.",
        ],
        captured=("3 0 0 1",),
        phase="take",
    ),
    "take: the rack has no red": Place(
        "R9",
        [
            "Take one of these, and red stays your most: green.",
        ],
        captured=("3 0 1 2",),
        rack="0 1 1 1",
        phase="take",
    ),
    "take: no card stays below the colour predicted most": Place(
        "R9",
        ["Taking one of these would only tie with red, your most: yellow, green."],
        captured=("2 1 1 0",),
        rack="0 1 1 1",
        goal="RK",
        phase="take",
    ),
    "take: the colour predicted fewest would catch up with the one predicted most": Place(
        "R9",
        [
            "Take one of these, and red stays your most: green, black.",
        ],
        captured=("2 1 0 0",),
        rack="0 1 1 1",
        phase="take",
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_advice_in_a_position_judged_by_hand(name: str) -> None:
    position = POSITIONS[name]
    assert [str(text) for text in ScharfeSchoten.advice(position.game().view(0))] == list(position.advice)


def test_positions_have_every_sentence_of_advice() -> None:
    said = {text.key for position in POSITIONS.values() for text in ScharfeSchoten.advice(position.game().view(0))}
    assert CLAIMS.keys() - said == set()
    assert said <= Phrase.all.keys()
