"""Saizen: the deal, drawn from the seed or fixed by a record. It lasts for the whole game."""

from collections.abc import Mapping

from engine.cards import check_no_more_than, mask_of, read_hands
from engine.contract.chance import Chance
from engine.games.saizen.cards import CODES, INDEX
from engine.games.saizen.moves import BIT_OF


def deal_sets(chance: Chance, first: int, seats: int, jokers: int, fixed: Mapping[str, object]) -> list[int]:
    """Return the sets of cards by seat. Cards that are left over go to `first` and the seats after it, one to each.

    Raises:
        BadRecord: the fixed deal is wrong, or there is no seed.
    """
    cards = 52 + jokers
    if "hands" in fixed:
        sizes = [(cards + seats - 1 - (seat - first) % seats) // seats for seat in range(seats)]
        hands = read_hands(fixed["hands"], INDEX, sizes, "deal 1, hands")
        check_no_more_than(dict.fromkeys(range(cards), 1), hands, CODES, "deal 1")
        return [mask_of(hand) for hand in hands]
    order = chance.shuffle("deal 1", BIT_OF[:cards])
    return [sum(order[(seat - first) % seats :: seats]) for seat in range(seats)]
