"""Saizen: all moves, and prepared tuples of moves.

Moves 0-53 play a card, 54-61 lead a joker as a suit, 62 passes, 63-82 move a rule chip.
"""

from engine.cards import subset_tuples
from engine.games.saizen.cards import CODES, SUIT_LETTERS
from engine.games.saizen.rows import EVERY_CHIP, ROWS

NAMED, PASS, CHIP, END = 54, 62, 63, 83

MOVES = (
    *(f"play {code}" for code in CODES),
    *(f"play {code} as {suit}" for code in CODES[52:] for suit in SUIT_LETTERS),
    "pass",
    *(f"chip {suit} {row}" for suit in SUIT_LETTERS for row in ROWS),
)
CARD_OF = (*range(54), 52, 52, 52, 52, 53, 53, 53, 53)
"""The card of each move."""
BIT_OF = tuple(1 << card for card in CARD_OF)
"""The card of each move, as a set."""
LED_BY = (*(card // 13 for card in range(54)), 0, 1, 2, 3, 0, 1, 2, 3)
"""The suit that each move leads. The value has no meaning for a joker without a suit, which cannot lead."""

_SUITS = tuple(subset_tuples(13, 13 * suit) for suit in range(4))
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = _SUITS
_JOKERS = subset_tuples(2, 52)
_LED_JOKERS = ((), (54, 55, 56, 57), (58, 59, 60, 61), (54, 55, 56, 57, 58, 59, 60, 61))
_CHIPS = tuple(subset_tuples(5, CHIP + 5 * suit) for suit in range(4))
_PASS = (PASS,)


def card_moves(cards: int) -> tuple[int, ...]:
    """Return the moves that play one of these cards."""
    return (
        _SPADES[cards & 8191]
        + _HEARTS[cards >> 13 & 8191]
        + _DIAMONDS[cards >> 26 & 8191]
        + _CLUBS[cards >> 39 & 8191]
        + _JOKERS[cards >> 52]
    )


def follow_moves(suit: int, cards: int) -> tuple[int, ...]:
    """Return the moves that play one of these cards, all of which follow `suit`."""
    return _SUITS[suit][cards >> 13 * suit & 8191] + _JOKERS[cards >> 52]


def lead_moves(cards: int) -> tuple[int, ...]:
    """Return the moves that lead one of these cards."""
    return (
        _SPADES[cards & 8191]
        + _HEARTS[cards >> 13 & 8191]
        + _DIAMONDS[cards >> 26 & 8191]
        + _CLUBS[cards >> 39 & 8191]
        + _LED_JOKERS[cards >> 52]
    )


def chip_moves(moved: int) -> tuple[int, ...]:
    """Return the moves of the chips that have not moved, and the pass."""
    left = EVERY_CHIP & ~moved
    spades, hearts, diamonds, clubs = _CHIPS
    return spades[left & 31] + hearts[left >> 5 & 31] + diamonds[left >> 10 & 31] + clubs[left >> 15] + _PASS
