"""Advice in positions of Tennos Square that were judged by hand, with the rules and without the engine.

Seat 0 is to act. Unless a position says otherwise, four play, and the other seats' rows are face down.
"""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from engine.games.tennos_square import TennosSquare
from engine.games.tennos_square.cards import EXCHANGE, FACE_DOWN, INDEX, STOCK
from engine.games.tennos_square.phases import TURN
from tests.engine.advice.claims_tennos_square import CLAIMS
from tests.engine.games.tennos_square_table import new_game, row

EMPTY = " ".join("x" * 9)
GAP_OF_FIVE = "A 2 3 4 x 6 7 8 9"
"""A row in which only the fifth slot is face down."""


class Place(NamedTuple):
    """A position and the advice that it must get."""

    hand: str
    advice: Sequence[str]
    row: str = EMPTY
    market: str = ""
    down: Sequence[int] = (9, 9, 9)
    """The numbers of face-down slots of the other seats, clockwise."""
    start: int | None = None
    """The seat with the first turn, if all seats must lay a card in this position; None: it is seat 0's turn."""

    def game(self) -> TennosSquare:
        """Return the game in this position."""
        seats = 1 + len(self.down)
        game = new_game(seats, dealer=((self.start or 0) - 1) % seats)
        game.hands[0] = tuple(sorted(INDEX[code] for code in self.hand.split()))
        if self.start is not None:
            return game
        cards = row(self.row)
        game.row[: game.size] = cards
        game.down = [sum(1 << slot for slot, card in enumerate(cards) if card == FACE_DOWN)]
        game.down += [(1 << count) - 1 for count in self.down]
        game.market = (STOCK, *(EXCHANGE + INDEX[code] for code in self.market.split()))
        game.discards = [0] * seats
        game.phase = TURN
        game.to_act = (0,)
        return game


POSITIONS = {
    "discard: low, middle and high": Place(
        "S2 H5 D10",
        [],
        start=0,
    ),
    "discard: somebody else starts": Place(
        "SA H6 X8",
        [
            "seat 1 has the first turn, and may take the card that you lay down.",
        ],
        start=1,
    ),
    "discard: two equal cards": Place(
        "S4 H4 D9",
        [
            "S4, H4 are equal: next to each other they make a run.",
        ],
        start=0,
    ),
    "discard: three seats have eight slots": Place(
        "S3 H4 D8",
        [],
        down=(8, 8),
        start=0,
    ),
    "discard: three equal cards": Place(
        "S7 H7 X7",
        [
            "S7, H7, X7 are equal: next to each other they make a run.",
            "seat 2 has the first turn, and may take the card that you lay down.",
        ],
        start=2,
    ),
    "empty row": Place("C2 D9", ["To spread your cards evenly: C2 near slot 2, D9 near slot 8."]),
    "empty row and two equal cards": Place("C9 D9", ["To spread your cards evenly: C9 near slot 8, D9 near slot 9."]),
    "empty row and two tens": Place("C10 D10", ["To spread your cards evenly: C10 near slot 8, D10 near slot 9."]),
    "empty row after an exchange, three seats": Place(
        "C5", ["To spread your cards evenly: C5 near slot 4."], row=EMPTY[2:], down=(8, 8)
    ),
    "right of the only card": Place(
        "C7",
        ["C7 fits best on slot 7: your row is then worth 4 so far."],
        row="x x x x 5 x x x x",
    ),
    "between two cards": Place(
        "C5 D8",
        [
            "C5 fits best on slot 4: your row is then worth 9 so far.",
            "D8 fits best on slot 7: your row is then worth 9 so far.",
            "With C5 on slot 5 you play again at once.",
        ],
        row="3 x x x x x x x 9",
    ),
    "two equal cards": Place(
        "C7 D7",
        ["C7 fits best on slot 7: your row is then worth 4 so far."],
        row="x x x x 5 x x x x",
    ),
    "the longer of two runs": Place(
        "C4", ["C4 fits best on slot 2: your row is then worth 10 so far."], row="3 x 5 4 x x x x x"
    ),
    "left of a run": Place(
        "C2",
        [
            "C2 fits best on slot 2: your row is then worth 16 so far.",
            "With C2 on slot 5 you play again at once.",
        ],
        row="x x x x x x 8 9 10",
    ),
    "several gaps": Place(
        "C6",
        [
            "C6 fits best on slot 1: your row is then worth 5 so far.",
            "With C6 on slot 5 you play again at once.",
        ],
        row="x 6 x 3 x x x x x",
    ),
    "a gap that takes one rank only": Place(
        "C5", ["C5 fits best on slots 2–3: your row is then worth 64 so far."], row="5 x x 5 6 7 8 9 10"
    ),
    "equal cards in two gaps": Place(
        "C5",
        [
            "C5 fits best on slots 2–3: your row is then worth 9 so far.",
            "With C5 on slot 5 you play again at once.",
        ],
        row="5 x x 5 x x x x x",
    ),
    "no fit with one card": Place(
        "C2",
        ["No card of yours fits. Least harm: C2 on slots 3–9, row then worth 3."],
        row="9 8 x x x x x x x",
        market="D9",
    ),
    "no fit, but one in the market": Place(
        "C2 D3",
        [
            "No card of yours fits. Least harm: C2 on slots 3–9, row then worth 3.",
            "In an exchange you could take a card that fits: D9.",
        ],
        row="9 8 x x x x x x x",
        market="D9 H4",
    ),
    "no fit, and none in the market": Place(
        "C2 D3",
        [
            "No card of yours fits. Least harm: C2 on slots 3–9, row then worth 3.",
            "No face-up card in the market fits either.",
        ],
        row="9 8 x x x x x x x",
        market="H4",
    ),
    "the left neighbour has one slot left": Place(
        "C7",
        [
            "After slots 1–2, seat 1 is next and ends the round.",
            "C7 fits best on slot 6: your row is then worth 4 so far.",
            "With C7 on slot 5 you play again at once.",
        ],
        row="x x 5 x x x x x x",
        down=(1, 9, 9),
    ),
    "both neighbours have one slot left": Place(
        "C7",
        [
            "After slots 1–2, seat 1 is next and ends the round.",
            "C7 fits best on slot 6: your row is then worth 4 so far.",
            "After slots 7–9, seat 3 is next and ends the round.",
        ],
        row="x x 5 x x x x x x",
        down=(1, 9, 1),
    ),
    "the partner has one slot left": Place(
        "C7",
        [
            "After slots 4, 6, seat 2 is next and ends the round.",
            "C7 fits best on slot 6: your row is then worth 4 so far.",
            "With C7 on slot 5 you play again at once.",
        ],
        row="x x 5 x x x x x x",
        down=(9, 1, 9),
    ),
    "two slots left, and one of them keeps the turn": Place(
        "C5",
        [
            "After slot 5 you play again and end the round: bonus 20.",
            "C5 fits best on slot 5: your row is then worth 64 so far.",
        ],
        row="A 2 3 4 x 6 7 8 x",
    ),
    "last slot with one card": Place(
        "C5", ["You end the round. With C5 your row scores 81, and the bonus 20."], row=GAP_OF_FIVE
    ),
    "last slot with two cards": Place(
        "C5 D10",
        [
            "You end the round. With C5 your row scores 81, and the bonus 20.",
            "With D10 your row would score only 41.",
        ],
        row=GAP_OF_FIVE,
    ),
    "last slot, and the cards score alike": Place(
        "D9 D10",
        ["You end the round. With either card your row scores 41, and the bonus 20."],
        row=GAP_OF_FIVE,
    ),
    "last slot, and a better card lies in the market": Place(
        "D9 D10",
        [
            "You end the round. With either card your row scores 41, and the bonus 20.",
            "With C5 from the market your row would score 81.",
        ],
        row=GAP_OF_FIVE,
        market="C10 C5",
    ),
    "last slot of three seats": Place(
        "C5",
        ["You end the round. With C5 your row scores 64, and the bonus 15."],
        row="A 2 3 x 6 7 8 9",
        down=(8, 8),
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_advice_in_a_position_judged_by_hand(name: str) -> None:
    position = POSITIONS[name]
    assert [str(text) for text in TennosSquare.advice(position.game().view(0))] == list(position.advice)


def test_positions_have_every_sentence_of_advice() -> None:
    said = {text.key for position in POSITIONS.values() for text in TennosSquare.advice(position.game().view(0))}
    assert CLAIMS.keys() - said == set()
