"""Saizen: why a card wins a trick, or nobody does yet: under the rule card of the led suit, jokers included."""

from __future__ import annotations

from collections.abc import Iterator

from engine import phrases
from engine.cards import mask_of
from engine.games.saizen import words
from engine.games.saizen.cards import CODES, FOLLOWING, JOKERS, RANK_OF, RANKS, SAME
from engine.games.saizen.moves import CARD_OF
from engine.games.saizen.rows import LOW
from engine.games.saizen.words import SUITS
from engine.text import Text, card_text
from engine.tricks import Plays


def stages(plays: Plays, seats: int) -> Iterator[Plays]:
    """The plays of a trick before any play-off, then those of each play-off: every time clockwise from the leader."""
    leader, first, last = plays[0][0], 0, -1
    for number, (seat, _) in enumerate(plays):
        place = (seat - leader) % seats
        if place <= last:
            yield plays[first:number]
            first = number
        last = place
    yield plays[first:]


def why(stage: Plays, led: int, rule: int, best: int, *, any_suit: bool) -> Text:
    """Why the card `best` is winning a stage of a trick in which no equal ranks are to play off.

    Args:
        stage: its plays.
        led: the led suit.
        rule: the sides in force for it.
        best: one of the cards played.
        any_suit: whether cards of the strongest follower's rank are its equals in every suit.
    """
    if len(stage) == 1:
        return phrases.ONLY_CARD()
    cards = mask_of(CARD_OF[move] for _, move in stage)
    card = card_text(CODES[best])
    equals = cards & SAME[best] & (-1 if any_suit else FOLLOWING[led])
    if equals.bit_count() > 1:
        later = best == next(CARD_OF[move] for _, move in reversed(stage) if equals >> CARD_OF[move] & 1)
        return (words.WHY_LATER if later else words.WHY_EARLIER)(card=card)
    if 1 << best & JOKERS:
        return words.WHY_JOKER()
    if FOLLOWING[led] >> best & 1:
        return words.WHY_AMONG[rule & LOW](suit=SUITS[led].name, card=card)
    return words.WHY_RANK[rule & LOW](card=card)


def why_matched(card: int, winner: int | None, *, in_progress: bool) -> Text:
    """Why equal ranks, of which `card` is one, have given a trick to `winner`, or (None) to nobody."""
    phrase = words.WHY_ALONE if winner is not None else words.WHY_MATCHED if in_progress else words.WHY_NOBODY
    return phrase(rank=rank_name(card))


def rank_name(card: int) -> str:
    """The rank of a card, in a sentence."""
    return "🃏" if 1 << card & JOKERS else RANKS[RANK_OF[card]]
