"""Tezuma: a round's deal: who has which cards, and what lies open for the draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.cards import check_no_more_than, read_hands
from engine.chance import Chance
from engine.games.tezuma.displays import ability_ids
from engine.games.tezuma.moves import FIELD, TRUMP, UNIT, WIDTH

HAND = 12
DECKS = {
    4: {card: 3 if card % 10 == TRUMP else 1 for card in range(40)},
    3: {card: 2 if card % 10 == TRUMP else 1 for card in range(40) if card % 10 not in (0, 8)},
}
"""By seats: how often each card is in play."""
_UNITS = {
    seats: tuple(UNIT[card] for card, copies in deck.items() for _ in range(copies)) for seats, deck in DECKS.items()
}
"""By seats: every card in play as a hand of one; a hand of several is their sum."""


class Deal(NamedTuple):
    """What a round started with."""

    hands: tuple[int, ...]
    bids: tuple[int, ...]
    abilities: tuple[int, ...]

    def data(self, codes: Sequence[str], *, displays: bool) -> dict[str, object]:
        """The deal as a record spells it."""
        data: dict[str, object] = {"hands": [[codes[card] for card in hand_cards(hand)] for hand in self.hands]}
        return {**data, **display_data(self.bids, self.abilities)} if displays else data


def display_data(bids: Sequence[int], abilities: Sequence[int]) -> dict[str, object]:
    """The displays as a record spells them."""
    return {"bids": list(bids), "abilities": ability_ids(abilities)}


def hand_cards(hand: int) -> list[int]:
    """The cards of a hand in suit order; equal trumps stand several times."""
    cards: list[int] = []
    for suit in range(4):
        field = hand >> WIDTH * suit & FIELD
        cards += [10 * suit + rank for rank in range(TRUMP) if field >> rank & 1]
        cards += [10 * suit + TRUMP] * (field >> TRUMP)
    return cards


def held(hand: int, card: int) -> int:
    """How many copies of a card a hand has."""
    field = hand >> WIDTH * (card // 10) & FIELD
    return field >> TRUMP if card % 10 == TRUMP else field >> card % 10 & 1


def deal_hands(
    fixed: Mapping[str, object], index: Mapping[str, int], seats: int, chance: Chance, label: str
) -> tuple[int, ...]:
    """The hands, as ints; raises `BadRecord` for fixed ones that are no deal of this deck."""
    if "hands" not in fixed:
        order = chance.shuffle(label, _UNITS[seats])
        return tuple([sum(order[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)])
    hands = read_hands(fixed["hands"], index, [HAND] * seats, f"{label}, hands")
    check_no_more_than(DECKS[seats], hands, list(index), label)
    return tuple(sum(UNIT[card] for card in hand) for hand in hands)
