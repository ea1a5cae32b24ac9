"""Saizen: knowledge about the sets of cards from play.

Sets are not shuffled between rounds: each set moves from seat to seat to the right. So knowledge about a set from an
earlier round holds for the seat that has the set now. Everybody knows

- every played card: it belongs to the set from which it was played;
- the cards ruled out by a play: a player with a duty (to follow, to win) who played another card has no card that
  fulfils the duty;
- the size of each set, and all that follows from these facts.

A seat also knows every card of the sets that it has held.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.saizen.game import Saizen, SaizenOptions
from engine.games.saizen.moves import BIT_OF, CARD_OF
from engine.tricks import Trick

ROUNDS = 256
"""The greatest number of cached rounds, about 0.5 MB; a game asks for its rounds again and again."""


class Knowledge(NamedTuple):
    """Knowledge about each seat's set of this round: two lists, each with a mask for each seat.

    Cards already played count as cards of the set.
    """

    certain: list[int]
    """The cards certainly in the set."""
    possible: list[int]
    """The cards possibly in the set, including the cards certainly in it."""


def knowledge(game: Saizen, viewer: int | None) -> Knowledge:
    """Return the knowledge of `viewer` (None: everybody) about the sets."""
    certain, ruled_out = _learnt(game)
    if viewer is not None:
        for back in range(min(game.round, game.seats)):
            holder = (viewer - back) % game.seats
            certain[holder] = game.sets[holder]
    possible = [game.deck & ~out | known for out, known in zip(ruled_out, certain, strict=True)]
    _conclude(certain, possible, [cards.bit_count() for cards in game.sets])
    return Knowledge(certain, possible)


def _learnt(game: Saizen) -> tuple[list[int], list[int]]:
    """Return what all rounds reveal about the set that each seat has now.

    The first list has by seat the cards played from the set, the second list the cards that the set does not contain.
    """
    seats = game.seats
    played = [0] * seats
    ruled_out = [0] * seats
    rounds = [*game.past, (game.sides, tuple(game.tricks()))]
    for number, (sides, tricks) in enumerate(rounds, start=1):
        holders = [(seat - (game.round - number)) % seats for seat in range(seats)]
        sets = tuple([game.sets[holder] for holder in holders])
        for holder, cards, others in zip(holders, *_learnt_in(game.options, sides, sets, tricks), strict=True):
            played[holder] |= cards
            ruled_out[holder] |= others
    return played, ruled_out


# Without this cache, building the pages of a hand and its table takes 1.3 times as long in the last round.
@lru_cache(maxsize=ROUNDS)
def _learnt_in(
    options: SaizenOptions, sides: int, sets: tuple[int, ...], tricks: tuple[Trick, ...]
) -> tuple[list[int], list[int]]:
    """Return what one round reveals about the set that each seat had in that round.

    The first list has by seat the cards played from the set, the second list the cards that the set does not contain.
    """
    table = object.__new__(Saizen)
    table.options, table.seats = options, len(sets)
    table.start, table.moved = sides, 0
    table.hands = list(sets)
    played = [0] * len(sets)
    ruled_out = [0] * len(sets)
    for leader, plays, _ in tricks:
        table.leader = leader
        table.open_trick()
        for seat, move in plays:
            if table.trick:
                ruled_out[seat] |= _declined(table.duties(), CARD_OF[move])
            played[seat] |= BIT_OF[move]
            table.replay_card(seat, move)
    return played, ruled_out


def _declined(duties: Sequence[int], card: int) -> int:
    """Return the cards that a hand cannot have had: with any of them, a duty would have forbidden playing `card`."""
    left = ~0
    none = 0
    for duty in duties:
        if duty >> card & 1:
            left &= duty
        else:
            none |= left & duty
    return none


def _conclude(certain: list[int], possible: list[int], sizes: Sequence[int]) -> None:
    """Narrow the masks `certain` and `possible` in place, until nothing more follows.

    - A card that is certainly in one set is in no other set.
    - A set whose cards are all certain has no other possible cards.
    - A set that has exactly as many possible cards as its size contains all of them.
    - A card that is possible in one set only is in this set.
    """
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
