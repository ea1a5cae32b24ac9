"""Tennos Square: a deal, drawn from the seed or fixed by a record."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import check_no_more_than, read_cards, read_hands
from engine.contract.chance import Chance
from engine.games.tennos_square.cards import CODES, INDEX, STEPS, codes

HAND = 3
"""The cards dealt to each hand, one of which goes to the market."""
_DECK = tuple(range(60))


class Deal(NamedTuple):
    """All 60 cards of a deal. The rows of all seats are one tuple, and so are the hands; seat 0 comes first."""

    rows: tuple[int, ...]
    hands: tuple[int, ...]
    stock: tuple[int, ...]
    """The stock, top card first."""

    def data(self, seats: int) -> dict[str, object]:
        """Return the deal in the form of a record."""
        size = len(STEPS[seats])
        return {
            "rows": [codes(self.rows[size * seat : size * (seat + 1)]) for seat in range(seats)],
            "hands": [codes(self.hands[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)],
            "stock": codes(self.stock),
        }


def draw(chance: Chance, round_number: int, seats: int, fixed: Mapping[str, object]) -> Deal:
    """Return a round's deal: the parts that `fixed` has, and the rest drawn from the seed.

    The seed fills rows first, then hands, then the stock.

    Raises:
        BadRecord: the fixed part is wrong, or there is no seed for the rest.
    """
    where = f"deal {round_number}"
    size = len(STEPS[seats])
    in_rows, in_hands = size * seats, HAND * seats
    if not fixed:
        cards = tuple(chance.shuffle(where, _DECK))
        return Deal(cards[:in_rows], cards[in_rows : in_rows + in_hands], cards[in_rows + in_hands :])
    piles = _read(fixed, where, seats)
    taken = {card for pile in piles.values() for card in pile}
    rest: tuple[int, ...] = ()
    if len(taken) < len(_DECK):
        rest = tuple(chance.shuffle(where, [card for card in _DECK if card not in taken]))
    rows, hands = piles.get("rows"), piles.get("hands")
    if rows is None:
        rows, rest = rest[:in_rows], rest[in_rows:]
    if hands is None:
        hands, rest = rest[:in_hands], rest[in_hands:]
    return Deal(rows, hands, piles.get("stock", rest))


def _read(fixed: Mapping[str, object], where: str, seats: int) -> dict[str, tuple[int, ...]]:
    """Read the fixed piles, and check that no card occurs twice."""
    piles: dict[str, tuple[int, ...]] = {}
    for key, size in (("rows", len(STEPS[seats])), ("hands", HAND)):
        if key in fixed:
            dealt = read_hands(fixed[key], INDEX, [size] * seats, f"{where}, {key}")
            piles[key] = tuple(card for cards in dealt for card in cards)
    if "stock" in fixed:
        size = len(_DECK) - (len(STEPS[seats]) + HAND) * seats
        piles["stock"] = tuple(read_cards(fixed["stock"], INDEX, size, f"{where}, stock"))
    check_no_more_than(dict.fromkeys(_DECK, 1), piles.values(), CODES, where)
    return piles
