"""Saizen: cards and sets of cards.

A card is 13 * suit + rank, with rank 0 for an ace and 12 for a king. 52 and 53 are the jokers, which have their own
rank. A set of cards is a mask of 54 bits.
"""

from collections.abc import Mapping, Sequence

from engine.cards import bits, mask_of

SUIT_LETTERS = "SHDC"
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K", "X")
"""The names of the ranks, the jokers' last."""
CODES = (*(f"{suit}{rank}" for suit in SUIT_LETTERS for rank in RANKS[:13]), "X1", "X2")
INDEX = {code: card for card, code in enumerate(CODES)}

ALL = (1 << 54) - 1
JOKERS = 3 << 52
RANK_OF = tuple(card % 13 if card < 52 else 13 for card in range(54))

SUIT = tuple(0x1FFF << 13 * suit for suit in range(4))
"""By suit: its cards."""
RANK = (*(1 << rank | 1 << rank + 13 | 1 << rank + 26 | 1 << rank + 39 for rank in range(13)), JOKERS)
"""By rank: its cards."""
FOLLOWING = tuple(mask | JOKERS for mask in SUIT)
"""By the led suit: the cards that follow. Jokers follow every suit."""
SAME = tuple(RANK[rank] for rank in RANK_OF)
"""By card: the cards of its rank, with the card itself."""


def codes(cards: int) -> list[str]:
    """Return the codes of a set of cards, sorted."""
    return [CODES[card] for card in bits(cards)]


def read_ranks(data: Mapping[str, Sequence[str]]) -> int:
    """Convert the ranks by suit in a view to a set of cards."""
    return mask_of(INDEX[suit + rank] for suit, ranks in data.items() for rank in ranks)
