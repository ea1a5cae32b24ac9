"""Saizen: cards, and which card beats which, as bit masks.

Inside, a card is 13 * suit + rank, with rank 0 for an ace and 12 for a king; 52 and 53 are the jokers, of a rank of
their own. A set of cards is a mask of 54 bits.
"""

SUIT_LETTERS = "SHDC"
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K", "X")
"""The names of the ranks, the jokers' last."""
CODES = (*(f"{suit}{rank}" for suit in SUIT_LETTERS for rank in RANKS[:13]), "X1", "X2")
INDEX = {code: card for card, code in enumerate(CODES)}

ALL = (1 << 54) - 1
JOKERS = 3 << 52
RANK_OF = tuple(card % 13 if card < 52 else 13 for card in range(54))

_SUIT = tuple(0x1FFF << 13 * suit for suit in range(4))
_RANK = (*(1 << rank | 1 << rank + 13 | 1 << rank + 26 | 1 << rank + 39 for rank in range(13)), JOKERS)

FOLLOWING = tuple(mask | JOKERS for mask in _SUIT)
"""By the led suit: the cards that follow. Jokers follow every suit."""
SAME = tuple(_RANK[rank] for rank in RANK_OF)
"""By card: the cards of its rank, itself too."""


def deck(jokers: int) -> int:
    """All cards in play."""
    return (1 << 52 + jokers) - 1


def _stronger(*, low: bool) -> tuple[int, ...]:
    """By card: the cards of a stronger rank, whatever their suit."""
    masks = [0] * 54
    above = JOKERS
    for rank in range(13) if low else range(12, -1, -1):
        for suit in range(4):
            masks[13 * suit + rank] = above
        above |= _RANK[rank]
    return tuple(masks)


STRONGER = (_stronger(low=False), _stronger(low=True))
"""By the `rank` row (0 high, 1 low), then by card: the cards of a stronger rank, whatever their suit."""


def trick_beats(led: int, *, low: bool, later: bool, any_suit: bool) -> tuple[int, ...]:
    """By the card that is winning a trick: the cards that would take the lead from it.

    The last entry (index -1) is for an empty table: every card would be winning.

    Args:
        led: the led suit.
        low: whether the ace is strongest.
        later: whether the later of equal cards wins.
        any_suit: whether cards of the strongest follower's rank are its equals in every suit.
    """
    follow = FOLLOWING[led]
    equals = (ALL if any_suit else follow) if later else 0
    stronger = STRONGER[low]
    return (*(stronger[card] & follow | SAME[card] & equals for card in range(54)), ALL)


def playoff_beats(led: int, *, low: bool) -> tuple[int, ...]:
    """The same for a play-off: a follower beats a non-follower, and anything beats a joker."""
    suit = _SUIT[led]
    stronger = STRONGER[low]
    plain = ALL & ~JOKERS
    return (
        *(stronger[card] & suit if suit >> card & 1 else stronger[card] & plain | suit for card in range(52)),
        plain,
        plain,
        ALL,
    )
