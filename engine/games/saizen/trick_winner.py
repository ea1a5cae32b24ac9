"""Saizen: the winner of a trick under the rule card of the led suit, and the reason."""

from collections.abc import Iterator

from engine import phrases
from engine.cards import mask_of
from engine.games.saizen import messages
from engine.games.saizen.cards import ALL, CODES, FOLLOWING, JOKERS, RANK, RANK_OF, RANKS, SAME, SUIT
from engine.games.saizen.messages import SUITS
from engine.games.saizen.moves import CARD_OF
from engine.games.saizen.rows import EARLIER, LOW, PLAYOFF
from engine.text import Text, card_text
from engine.tricks import Plays


def stages(plays: Plays, seats: int) -> Iterator[Plays]:
    """Yield the plays of a trick before any play-off, then the plays of each play-off.

    The plays of each stage go clockwise from the trick's leader. A play that does not go on clockwise begins the next
    stage.
    """
    leader, first, last = plays[0][0], 0, -1
    for number, (seat, _) in enumerate(plays):
        place = (seat - leader) % seats
        if place <= last:
            yield plays[first:number]
            first = number
        last = place
    yield plays[first:]


def why(stage: Plays, led: int, rule: int, best: int, *, any_suit: bool) -> Text:
    """Return the reason why the card `best` wins the last stage of a trick.

    Args:
        stage: the plays of the last play-off, or of the trick if there is no play-off.
        led: the led suit.
        rule: the sides in force for the led suit.
        best: the winning card, which is one of the played cards.
        any_suit: True if a card of any suit ties with the winning card of the same rank; if False, only jokers tie.
    """
    if len(stage) == 1:
        return phrases.ONLY_CARD()
    cards = mask_of(CARD_OF[move] for _, move in stage)
    card = card_text(CODES[best])
    equals = cards & SAME[best] & (-1 if any_suit else FOLLOWING[led])
    if equals.bit_count() > 1:
        later = best == next(CARD_OF[move] for _, move in reversed(stage) if equals >> CARD_OF[move] & 1)
        return (messages.WHY_LATER if later else messages.WHY_EARLIER)(card=card)
    if 1 << best & JOKERS:
        return messages.WHY_JOKER()
    if FOLLOWING[led] >> best & 1:
        return messages.WHY_AMONG[rule & LOW](suit=SUITS[led].name, card=card)
    return messages.WHY_RANK[rule & LOW](card=card)


def why_matched(card: int, winner: int | None, *, in_progress: bool) -> Text:
    """Return the reason why `winner` (None: nobody) wins a trick with equal ranks; `card` is one of the equal cards."""
    phrase = messages.WHY_ALONE if winner is not None else messages.WHY_MATCHED if in_progress else messages.WHY_NOBODY
    return phrase(rank=rank_name(card))


def rank_name(card: int) -> str:
    """Return the rank of a card for a sentence."""
    return "🃏" if 1 << card & JOKERS else RANKS[RANK_OF[card]]


def _stronger(*, low: bool) -> tuple[int, ...]:
    """Return for each card the cards of all suits that have a stronger rank; `low` is True if the ace is strongest."""
    masks = [0] * 54
    above = JOKERS
    for rank in range(13) if low else range(12, -1, -1):
        for suit in range(4):
            masks[13 * suit + rank] = above
        above |= RANK[rank]
    return tuple(masks)


STRONGER = (_stronger(low=False), _stronger(low=True))
"""The cards of a stronger rank in any suit. The first index is the side of the row `rank` (0 high, 1 low), the second
the card.
"""


def trick_beats(led: int, *, low: bool, later: bool, any_suit: bool) -> tuple[int, ...]:
    """Return, for each card that may be winning a trick, the set of cards that beat it.

    Args:
        led: the led suit.
        low: True if the ace is strongest.
        later: True if the later of equal cards wins.
        any_suit: True if a card of any suit ties with the winning card of the same rank; if False, only jokers tie.
    """
    follow = FOLLOWING[led]
    equals = (ALL if any_suit else follow) if later else 0
    stronger = STRONGER[low]
    return tuple(stronger[card] & follow | SAME[card] & equals for card in range(54))


def playoff_beats(led: int, *, low: bool) -> tuple[int, ...]:
    """Return, for each card that may be winning a play-off, the set of cards that beat it.

    A card that follows beats a card that does not, and any card beats a joker. The last entry (index -1) has all cards.
    It is used before the first card of the play-off, because any first card is winning.
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
"""For each value of the option `equals`, a list of pairs. The index of a pair is 8 * led suit + the bits of the rows
`rank`, `order` and `match`. The first part of a pair is the result of `trick_beats`. The second part is explained at
`Saizen.equals_matter`.
"""
PLAY_OFFS = tuple(playoff_beats(led, low=bool(low)) for led in range(4) for low in range(2))
"""The results of `playoff_beats`. The index is 2 * led suit + the side of the row `rank` (0 high, 1 low)."""
