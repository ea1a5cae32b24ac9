"""Tezuma: a round's deal: who has which cards, and what lies open for the draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import check_no_more_than, read_hands
from engine.chance import Chance
from engine.games.tezuma.cards import DECKS, HAND, UNIT, hand_cards
from engine.games.tezuma.displays import Displays
from engine.games.tezuma.editions import Edition

_UNITS = {
    seats: tuple(UNIT[card] for card, copies in deck.items() for _ in range(copies)) for seats, deck in DECKS.items()
}
"""By seats: every card in play as a hand of one."""


class Deal(NamedTuple):
    """What a round started with."""

    hands: tuple[int, ...]
    displays: Displays

    def data(self, edition: Edition, *, redrawn: bool) -> dict[str, object]:
        """The deal as a record spells it; the displays belong to it where they are drawn anew every round."""
        hands = {"hands": [[edition.codes[card] for card in hand_cards(hand)] for hand in self.hands]}
        return {**hands, **self.displays.data()} if redrawn else {**hands}


def draw_hands(
    edition: Edition, chance: Chance, round_number: int, seats: int, fixed: Mapping[str, object]
) -> tuple[int, ...]:
    """A round's hands: those that `fixed` has, or as the seed gives them.

    Raises:
        BadRecord: what is fixed is no deal of this deck, or there is no seed.
    """
    where = f"deal {round_number}"
    if "hands" not in fixed:
        order = chance.shuffle(where, _UNITS[seats], HAND)
        return tuple([sum(order[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)])
    hands = read_hands(fixed["hands"], edition.index, [HAND] * seats, f"{where}, hands")
    check_no_more_than(DECKS[seats], hands, edition.codes, where)
    return tuple(sum(UNIT[card] for card in hand) for hand in hands)
