"""Saizen: which card beats which, as sets of cards."""

from engine.games.saizen.cards import ALL, FOLLOWING, JOKERS, RANK, SAME, SUIT
from engine.games.saizen.rows import EARLIER, LOW, PLAYOFF


def _stronger(*, low: bool) -> tuple[int, ...]:
    """By card: the cards of a stronger rank, whatever their suit."""
    masks = [0] * 54
    above = JOKERS
    for rank in range(13) if low else range(12, -1, -1):
        for suit in range(4):
            masks[13 * suit + rank] = above
        above |= RANK[rank]
    return tuple(masks)


STRONGER = (_stronger(low=False), _stronger(low=True))
"""By the `rank` row (0 high, 1 low), then by card: the cards of a stronger rank, whatever their suit."""


def trick_beats(led: int, *, low: bool, later: bool, any_suit: bool) -> tuple[int, ...]:
    """By the card that is winning a trick: the cards that would take the lead from it.

    Args:
        led: the led suit.
        low: whether the ace is strongest.
        later: whether the later of equal cards wins.
        any_suit: whether cards of the strongest follower's rank are its equals in every suit.
    """
    follow = FOLLOWING[led]
    equals = (ALL if any_suit else follow) if later else 0
    stronger = STRONGER[low]
    return tuple(stronger[card] & follow | SAME[card] & equals for card in range(54))


def playoff_beats(led: int, *, low: bool) -> tuple[int, ...]:
    """The same for a play-off: a follower beats a non-follower, and anything beats a joker.

    The last entry (index -1) is for a play-off that is yet to open: every card would be winning.
    """
    suit = SUIT[led]
    stronger = STRONGER[low]
    plain = ALL & ~JOKERS
    return (
        *(stronger[card] & suit if suit >> card & 1 else stronger[card] & plain | suit for card in range(52)),
        plain,
        plain,
        ALL,
    )


def _tricks(*, any_suit: bool) -> tuple[tuple[tuple[int, ...], int], ...]:
    minding = PLAYOFF | EARLIER if any_suit else PLAYOFF
    return tuple(
        (
            trick_beats(led, low=bool(rows & LOW), later=not rows & (EARLIER | PLAYOFF), any_suit=any_suit),
            rows & minding,
        )
        for led in range(4)
        for rows in range(8)
    )


TRICKS = {"followers": _tricks(any_suit=False), "any-suit": _tricks(any_suit=True)}
"""By option `equals`, then by 8 * led suit + its rows `rank`, `order` and `match`: `trick_beats`, and those of
the sides by which equal ranks on the table matter."""
PLAY_OFFS = tuple(playoff_beats(led, low=bool(low)) for led in range(4) for low in range(2))
"""By 2 * led suit + its row `rank`."""
