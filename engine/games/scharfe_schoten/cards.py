"""Scharfe Schoten: cards, moves, strengths and the points for a prediction.

A card is 12 * colour + number - 1. Captured cards are four counts in one int, four bits each, because a colour has
twelve cards.
"""

from collections.abc import Sequence
from itertools import permutations

from engine.cards import read_cards, subset_tuples
from engine.errors import BadRecord

COLOURS = "RYGK"
CODES = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, 13))
INDEX = {code: card for card, code in enumerate(CODES)}
SETS = tuple(1 << card for card in range(48))
"""Each card as a set; the set of several different cards is the sum of their sets."""


def prediction_points(most: int, fewest: int, counts: Sequence[int]) -> tuple[int, int, int]:
    """Return the points for "most", for "fewest", and for both right, from the numbers of captured cards by colour."""
    high, low = max(counts), min(counts)
    for_most = (5 if counts.count(high) == 1 else 3) if counts[most] == high else 0
    for_fewest = (5 if counts.count(low) == 1 else 3) if counts[fewest] == low else 0
    return for_most, for_fewest, counts[most] - counts[fewest] if for_most and for_fewest else 0


CARDS = tuple(subset_tuples(12, 12 * colour) for colour in range(4))
"""`CARDS[colour][mask]`: the cards of a colour that are in a mask of twelve bits, lowest card first."""


def cards_of(hand: int) -> tuple[int, ...]:
    """Return the cards of a hand, which is a mask, in the order of colours and then of numbers."""
    reds, yellows, greens, blacks = CARDS
    return reds[hand & 0xFFF] + yellows[hand >> 12 & 0xFFF] + greens[hand >> 24 & 0xFFF] + blacks[hand >> 36]


ONE_OF = tuple(1 << 4 * colour for colour in range(4))
"""One captured card of each colour, as packed counts with four bits for each colour (see `counts`)."""
CAPTURED = 0xFFFF
"""The low bits of a card's strength, which count this card as one captured card of its colour."""


def counts(captured: int) -> tuple[int, ...]:
    """Return the number of captured cards of each colour."""
    return captured & 15, captured >> 4 & 15, captured >> 8 & 15, captured >> 12


def power_table(trumps: Sequence[int]) -> tuple[int, ...]:
    """Return the strength of each card; the strongest card wins a trick. `trumps` begins with the strongest trump.

    The low bits (`CAPTURED`) count the card by colour, so that one lookup per card serves both to find the winner of a
    trick and to count the captured cards.
    """
    colours = [trump // 12 for trump in trumps]
    power = [12 * (3 - colours.index(card // 12)) + card % 12 << 16 | ONE_OF[card // 12] for card in range(48)]
    for rank, trump in enumerate(trumps):
        power[trump] = 103 - rank << 16 | ONE_OF[trump // 12]
    return tuple(power)


def read_trumps(data: object, where: str) -> list[int]:
    """Read trumps from a record, strongest first; raise `BadRecord` if they are wrong."""
    trumps = read_cards(data, INDEX, 4, f"{where}, trumps")
    numbers = [card % 12 for card in trumps]
    if sorted(card // 12 for card in trumps) != [0, 1, 2, 3] or sorted(set(numbers), reverse=True) != numbers:
        raise BadRecord(f"{where}, trumps: must be one card a colour, of different numbers, highest first")
    return trumps


TAKE, PREDICT, END = 48, 52, 64

PREDICTIONS = tuple(permutations(range(4), 2))
"""The predictions by number, each as its colour for "most" and its colour for "fewest"."""


def takes(rack: Sequence[int]) -> tuple[int, ...]:
    """Return the moves that take a card from the rack, given the number of the rack's cards by colour."""
    return tuple([TAKE + colour for colour, count in enumerate(rack) if count])


MOVES = (
    *(f"play {code}" for code in CODES),
    *(f"take {colour}" for colour in COLOURS),
    *(f"predict {COLOURS[most]} {COLOURS[fewest]}" for most, fewest in PREDICTIONS),
)
"""Every move in notation."""
