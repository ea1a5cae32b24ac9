"""Scharfe Schoten: a deal, drawn from the seed or fixed by a record."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import bits, check_no_more_than, mask_of, read_cards, read_hands
from engine.contract.chance import Chance
from engine.games.scharfe_schoten.cards import CODES, INDEX, SETS, read_trumps

HAND = {3: 12, 4: 10}
"""By number of seats: the number of cards in a hand. All other cards are the rack."""

_ALL = (1 << 48) - 1
_DECK = dict.fromkeys(range(48), 1)


class Deal(NamedTuple):
    """The deal of a round; hands and rack are sets of cards."""

    hands: tuple[int, ...]
    rack: int
    trumps: tuple[int, ...]
    """The trumps, strongest first."""

    def data(self) -> dict[str, object]:
        """Return the deal in the form of a record."""
        return {
            "hands": [_codes(hand) for hand in self.hands],
            "rack": _codes(self.rack),
            "trumps": [CODES[card] for card in self.trumps],
        }


def draw(chance: Chance, round_number: int, seats: int, fixed: Mapping[str, object]) -> Deal:
    """Return a round's deal: the parts that `fixed` has, and the rest drawn from the seed.

    The seed fills the hands first, then the rack.

    Raises:
        BadRecord: the fixed part is wrong, or there is no seed for the rest.
    """
    where = f"deal {round_number}"
    size = HAND[seats]
    if "hands" in fixed or "rack" in fixed:
        hands, rack = _read_piles(chance, where, [size] * seats, fixed)
    else:
        order = chance.shuffle(where, SETS, size)
        hands = tuple([sum(order[size * seat : size * (seat + 1)]) for seat in range(seats)])
        rack = _ALL - sum(hands)
    trumps = read_trumps(fixed["trumps"], where) if "trumps" in fixed else _draw_trumps(chance, round_number)
    return Deal(hands, rack, tuple(trumps))


def _read_piles(
    chance: Chance, where: str, sizes: list[int], fixed: Mapping[str, object]
) -> tuple[tuple[int, ...], int]:
    """Read the hands, the rack or both from a record, draw the rest, and check that no card occurs twice."""
    rest = len(_DECK) - sum(sizes)
    rack = read_cards(fixed["rack"], INDEX, rest, f"{where}, rack") if "rack" in fixed else None
    if "hands" in fixed:
        hands = read_hands(fixed["hands"], INDEX, sizes, f"{where}, hands")
    else:
        order = chance.shuffle(where, [card for card in range(48) if card not in (rack or ())])
        hands = [order[size * seat : size * (seat + 1)] for seat, size in enumerate(sizes)]
    if rack is None:
        rack = [card for card in range(48) if not any(card in hand for hand in hands)]
    check_no_more_than(_DECK, [*hands, rack], CODES, where)
    return tuple(mask_of(hand) for hand in hands), mask_of(rack)


def _draw_trumps(chance: Chance, round_number: int) -> list[int]:
    numbers = chance.shuffle(f"trumps {round_number}", range(12))[:4]
    return [12 * colour + number for number, colour in sorted(zip(numbers, range(4), strict=True), reverse=True)]


def _codes(cards: int) -> list[str]:
    return [CODES[card] for card in bits(cards)]
