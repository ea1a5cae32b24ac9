"""Cards and sets of cards for several games: small ints in the engine, codes such as `R9` outside.

A set of cards is a bit mask: bit i is card i of the deck.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.errors import BadRecord
from engine.text import Text

MOST_SUITS = 8_192
"""The greatest number of results that `_owners` caches, one for each way in which a suit is spread over the hands.

A result takes about 200 bytes, and a search often needs it again.
"""


class Suit(NamedTuple):
    """One suit of a game: its letter in notation, its name, and its symbol in plain text."""

    letter: str
    name: Text
    symbol: str


def bits(mask: int) -> Iterator[int]:
    """Yield the cards of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def relative_ranks(hands: Sequence[int], width: int, exact: int) -> tuple[Hashable, ...]:
    """Return a key for several hands; the key depends only on the order of the cards within each suit.

    Args:
        hands: each hand as four suits of `width` bits.
        width: the number of bits of a suit.
        exact: the cards whose exact identity matters, such as trumps; the key contains these cards unchanged.
    """
    whole = (1 << width) - 1
    return (
        *[hand & exact for hand in hands],
        *[_owners(*[(hand & ~exact) >> shift & whole for hand in hands]) for shift in range(0, 4 * width, width)],
    )


# Without this cache, a hard decision in the last three tricks of Scharfe Schoten takes 1.1 times as long.
@lru_cache(MOST_SUITS)
def _owners(*suits: int) -> tuple[int, ...]:
    """Return for each card of one suit the index of the hand that holds it, lowest card first.

    Args:
        suits: by hand, the cards of this suit as a mask. Cards in no hand are left out.
    """
    return tuple([seat for card in bits(sum(suits)) for seat, cards in enumerate(suits) if cards >> card & 1])


def subset_tuples(width: int, offset: int) -> list[tuple[int, ...]]:
    """Return a table of 2^width tuples, indexed by a mask of `width` bits.

    Each tuple has the numbers of the mask's set bits, lowest first, with `offset` added to each.
    """
    table: list[tuple[int, ...]] = [()]
    for bit in range(width):
        last = (bit + offset,)  # all tuples share one int object per number, so the table needs less CPU cache
        table += [cards + last for cards in table]
    return table


def read_cards(data: object, index: Mapping[str, int], size: int, where: str) -> list[int]:
    """Read card numbers from a list of codes.

    Raises:
        BadRecord: the data is not a list of `size` codes, or a code is not a card of this game.
    """
    if not isinstance(data, list):
        raise BadRecord(f"{where}: must be a list of cards")
    for code in data:
        if not isinstance(code, str) or code not in index:
            raise BadRecord(f"{where}: {code!r} is no card of this game")
    if len(data) != size:
        raise BadRecord(f"{where}: {len(data)} cards, but it must have {size}")
    return [index[code] for code in data]


def read_hands(data: object, index: Mapping[str, int], sizes: Sequence[int], where: str) -> list[list[int]]:
    """Read one list of cards for each seat; `sizes` has the number of cards by seat.

    Raises:
        BadRecord: there is not one list for each seat, a hand has the wrong size, or a card is unknown.
    """
    if not isinstance(data, list) or len(data) != len(sizes):
        raise BadRecord(f"{where}: must be a list of {len(sizes)} hands")
    hands = zip(data, sizes, strict=True)
    return [read_cards(hand, index, size, f"{where}, seat {seat}") for seat, (hand, size) in enumerate(hands)]


def check_no_more_than(
    deck: Mapping[int, int], piles: Iterable[Iterable[int]], codes: Sequence[str], where: str
) -> None:
    """Refuse piles that together hold more copies of a card than the deck. `deck` maps each card to its copies.

    Raises:
        BadRecord: a card occurs too often; the message names the card.
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
