"""Saizen: who can know which card lies in which set.

Nothing is shuffled between rounds: a set of cards wanders from seat to seat to the right. So what the table learnt of a
set in an earlier round holds good for whoever has it now. Everybody knows

- every card that was played: it belongs to the set it was played from;
- what a play has ruled out: who had to choose among certain cards (to follow, to win) if they had one, and did not,
  has none of them;
- how large each set is, and what follows from all that.

A seat knows besides, card by card, every set that it has held.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.saizen.game import Saizen, SaizenOptions
from engine.games.saizen.moves import BIT_OF, CARD_OF
from engine.tricks import Trick

ROUNDS = 256
"""So many are kept as they were learnt from last, half a MB: a game's rounds are asked for again and again."""


class Knowledge(NamedTuple):
    """By seat, of the set that it has this round (played or not): two masks of cards."""

    certain: list[int]
    """The cards that are known to belong to it."""
    possible: list[int]
    """The cards that may belong to it; the certain ones among them."""


def knowledge(game: Saizen, viewer: int | None) -> Knowledge:
    """What `viewer` (None: everybody) can know of the sets."""
    certain, ruled_out = _learnt(game)
    if viewer is not None:
        for back in range(min(game.round, game.seats)):
            holder = (viewer - back) % game.seats
            certain[holder] = game.sets[holder]
    possible = [game.deck & ~out | known for out, known in zip(ruled_out, certain, strict=True)]
    _conclude(certain, possible, [cards.bit_count() for cards in game.sets])
    return Knowledge(certain, possible)


def _learnt(game: Saizen) -> tuple[list[int], list[int]]:
    """From the play of all rounds, by the seat that has the set now: the cards shown, and the cards ruled out."""
    seats = game.seats
    shown = [0] * seats
    ruled_out = [0] * seats
    rounds = [*game.past, (game.sides, tuple(game.tricks()))]
    for number, (sides, tricks) in enumerate(rounds, start=1):
        holders = [(seat - (game.round - number)) % seats for seat in range(seats)]
        sets = tuple([game.sets[holder] for holder in holders])
        for holder, cards, others in zip(holders, *_learnt_in(game.options, sides, sets, tricks), strict=True):
            shown[holder] |= cards
            ruled_out[holder] |= others
    return shown, ruled_out


@lru_cache(maxsize=ROUNDS)
def _learnt_in(
    options: SaizenOptions, sides: int, sets: tuple[int, ...], tricks: tuple[Trick, ...]
) -> tuple[list[int], list[int]]:
    """The same from one round, by the seat that had the set then."""
    table = object.__new__(Saizen)
    table.options, table.seats = options, len(sets)
    table.start, table.moved = sides, 0
    table.hands = list(sets)
    shown = [0] * len(sets)
    ruled_out = [0] * len(sets)
    for leader, plays, _ in tricks:
        table.leader = leader
        table.open_trick()
        for seat, move in plays:
            if table.trick:
                ruled_out[seat] |= _declined(table.wants(), CARD_OF[move])
            shown[seat] |= BIT_OF[move]
            table.repeat(seat, move)
    return shown, ruled_out


def _declined(wants: Sequence[int], card: int) -> int:
    """The cards that a hand cannot have held when `card` was legally played from it."""
    left = ~0
    none = 0
    for wanted in wants:
        if wanted >> card & 1:
            left &= wanted
        else:
            none |= left & wanted
    return none


def _conclude(certain: list[int], possible: list[int], sizes: Sequence[int]) -> None:
    """Draw the plain conclusions: full sets, sets that need all they may have, cards with one place left."""
    before: list[int] = []
    while before != [*certain, *possible]:
        before = [*certain, *possible]
        placed = once = twice = 0
        for cards in certain:
            placed |= cards
        for seat, size in enumerate(sizes):
            possible[seat] &= certain[seat] | ~placed
            if certain[seat].bit_count() == size:
                possible[seat] = certain[seat]
            elif possible[seat].bit_count() == size:
                certain[seat] = possible[seat]
            twice |= once & possible[seat]
            once |= possible[seat]
        for seat in range(len(sizes)):
            certain[seat] |= possible[seat] & ~twice
