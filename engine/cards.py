"""Cards and sets of cards, as several games use them: small ints inside, codes such as `R9` at the edge.

A set of cards is a bit mask: bit i stands for card i of a deck. `SUIT_TUPLES` style tables turn masks into ready
tuples of card numbers without a loop.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.errors import BadRecord
from engine.text import Text

MOST_SUITS = 8_192
"""Ways in which hands share a suit that are remembered, of 200 bytes each: a search meets the same ones again."""


class Suit(NamedTuple):
    """One suit of a game: its letter in notation, its name, and one character that stands for it in plain text."""

    letter: str
    name: Text
    symbol: str


def bits(mask: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """The set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def without_gaps(hands: Sequence[int], width: int, apart: int) -> tuple[Hashable, ...]:
    """What several hands are where of most cards only the order within their suit counts.

    Args:
        hands: of four suits, each `width` bits in each hand.
        width: see there.
        apart: the bits that stand for more than their place in that order, which are kept as they are.
    """
    whole = (1 << width) - 1
    return (
        *[hand & apart for hand in hands],
        *[_owners(*[(hand & ~apart) >> shift & whole for hand in hands]) for shift in range(0, 4 * width, width)],
    )


@lru_cache(MOST_SUITS)
def _owners(*suits: int) -> tuple[int, ...]:
    """By place in a suit, lowest first, which of several sets has that card."""
    return tuple([seat for card in bits(sum(suits)) for seat, cards in enumerate(suits) if cards >> card & 1])


def subset_tuples(width: int, offset: int) -> list[tuple[int, ...]]:
    """For each mask of `width` bits the tuple of its bit numbers, lowest first, `offset` added: 2^width tuples."""
    table: list[tuple[int, ...]] = [()]
    for bit in range(width):
        last = (bit + offset,)  # one number for the whole table: tuples that share their numbers stay in the cache
        table += [cards + last for cards in table]
    return table


def read_cards(data: object, index: Mapping[str, int], where: str) -> list[int]:
    """Card numbers from a list of codes.

    Raises:
        BadRecord: not a list, or a code that is no card of this game.
    """
    if not isinstance(data, list):
        raise BadRecord(f"{where}: must be a list of cards")
    for code in data:
        if not isinstance(code, str) or code not in index:
            raise BadRecord(f"{where}: {code!r} is no card of this game")
    return [index[code] for code in data]


def read_hands(data: object, index: Mapping[str, int], sizes: Sequence[int], where: str) -> list[list[int]]:
    """One list of cards a seat, of the sizes given.

    Raises:
        BadRecord: not one list a seat, a wrong hand size, or an unknown card.
    """
    if not isinstance(data, list) or len(data) != len(sizes):
        raise BadRecord(f"{where}: must be a list of {len(sizes)} hands")
    hands = [read_cards(hand, index, f"{where}, seat {seat}") for seat, hand in enumerate(data)]
    for seat, (hand, size) in enumerate(zip(hands, sizes, strict=True)):
        if len(hand) != size:
            raise BadRecord(f"{where}, seat {seat}: {len(hand)} cards, but it must have {size}")
    return hands


def check_no_more_than(
    deck: Mapping[int, int], piles: Iterable[Iterable[int]], codes: Sequence[str], where: str
) -> None:
    """Refuse piles that hold a card more often than the deck (card -> copies) does.

    Raises:
        BadRecord: names the card.
    """
    left = dict(deck)
    for pile in piles:
        for card in pile:
            left[card] = left.get(card, 0) - 1
            if left[card] < 0:
                if card not in deck:
                    raise BadRecord(f"{where}: {codes[card]} is not in play with these seats and options")
                often = "once" if deck[card] == 1 else f"{deck[card]} times"
                raise BadRecord(f"{where}: {codes[card]} is dealt more than {often}")
