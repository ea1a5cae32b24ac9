"""Tezuma: cards and hands as small ints, and the bid cards, read from `bids.toml` beside this module.

Number n of suit s is card 10 * s + n - 1; the trump of suit s is card 10 * s + 9. A hand is an int with 11 bits for
each suit: nine bits for the numbers 1-9, then a two-bit count of the suit's trumps. To play a card, its `UNIT` is
subtracted.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

TRUMP = 9
"""The rank of trumps; numbers have the ranks 0-8."""
WIDTH, FIELD = 11, 0x7FF
UNIT = tuple(1 << WIDTH * (card // 10) + card % 10 for card in range(40))
"""Each card as a hand; a hand of several cards is the sum of their units."""
TRUMPS = sum(3 << WIDTH * suit + TRUMP for suit in range(4))
"""The bits with the trump counts of a hand."""
_TRUMP_COUNTS = tuple(WIDTH * suit + TRUMP for suit in range(4))
HAND = TRICKS = 12
"""The number of cards of a hand, and of tricks of a round."""
DECKS = {
    4: {card: 3 if card % 10 == TRUMP else 1 for card in range(40)},
    3: {card: 2 if card % 10 == TRUMP else 1 for card in range(40) if card % 10 not in (0, 8)},
}
"""By number of seats: the copies of each card in play."""


def hand_cards(hand: int) -> list[int]:
    """Return the cards of a hand in suit order, with equal trumps repeated."""
    cards: list[int] = []
    for suit in range(4):
        field = hand >> WIDTH * suit & FIELD
        cards += [10 * suit + rank for rank in range(TRUMP) if field >> rank & 1]
        cards += [10 * suit + TRUMP] * (field >> TRUMP)
    return cards


def hand_size(hand: int) -> int:
    """Return the number of cards in a hand."""
    return (hand & ~TRUMPS).bit_count() + sum([hand >> place & 3 for place in _TRUMP_COUNTS])


def suit_size(hand: int, suit: int) -> int:
    """Return the number of cards of a suit in a hand."""
    field = hand >> WIDTH * suit & FIELD
    return (field & (1 << TRUMP) - 1).bit_count() + (field >> TRUMP)


def held(hand: int, card: int) -> int:
    """Return the number of copies of a card in a hand."""
    field = hand >> WIDTH * (card // 10) & FIELD
    return field >> TRUMP if card % 10 == TRUMP else field >> card % 10 & 1


# --- Bid cards


class Cell(NamedTuple):
    """One cell of a printed bid card."""

    tricks: int
    more: bool
    """True if the cell also holds for every higher number of tricks."""
    points: int

    def holds(self, won: int) -> bool:
        """Tell whether the cell holds for this number of tricks."""
        return won >= self.tricks if self.more else won == self.tricks


class BidCard(NamedTuple):
    """A bid card: the points for the number of tricks that a seat wins."""

    number: int
    points: tuple[int, ...]
    """The points for 0 … 12 tricks."""
    cells: tuple[Cell, ...]
    """The same points as printed; numbers of tricks without a cell score nothing."""
    table: str
    """The cells as text: `4:8 5:5 6+:3`."""
    arrows: str
    """The cells as text for a goal: `4→8 5→5 6+→3`."""
    known: bool
    """True if the printed rules show this card; False: we designed it."""


def read_bid(data: Mapping[str, Any]) -> BidCard:
    """Read one bid card of the data file."""
    if "exact" in data:
        cells = [Cell(int(tricks), more=False, points=points) for tricks, points in data["exact"].items()]
    else:
        last = len(data["from_zero"]) - 1
        listed = enumerate(data["from_zero"])
        cells = [Cell(tricks, more=tricks == last, points=points) for tricks, points in listed if points]
    points = tuple(sum(cell.points for cell in cells if cell.holds(won)) for won in range(TRICKS + 1))
    table = " ".join(f"{cell.tricks}{'+' * cell.more}:{cell.points}" for cell in cells)
    return BidCard(
        data["number"], points, tuple(cells), table, table.replace(":", "→"), known=data["source"] == "known"
    )


def read_bids(edition: str) -> tuple[BidCard, ...]:
    """Read the eight bid cards of an edition (its game id), by number."""
    data = tomllib.loads(files(__package__).joinpath("bids.toml").read_text(encoding="utf-8"))
    return tuple(read_bid(card) for card in data[edition])
