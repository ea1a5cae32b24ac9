"""Tezuma: a round's deal: who has which cards, and what lies open for the draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import NamedTuple, TypeVar

from engine.cards import check_no_more_than, read_hands
from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.games.tezuma.abilities import ABILITIES, NUMBERS
from engine.games.tezuma.cards import DECKS, HAND, UNIT, hand_cards
from engine.games.tezuma.editions import Edition, Piles

_UNITS = {
    seats: tuple(UNIT[card] for card, copies in deck.items() for _ in range(copies)) for seats, deck in DECKS.items()
}
"""By seats: every card in play as a hand of one."""


class Displays(NamedTuple):
    """What lies open for the draft beside the four pain suits: card numbers, sorted."""

    bids: tuple[int, ...]
    abilities: tuple[int, ...]
    """None where the game is played without."""

    def letter(self, bid: int) -> str:
        """By which a bid card goes for the whole draft, whatever has been taken."""
        return ascii_uppercase[self.bids.index(bid)]

    def data(self) -> dict[str, object]:
        """As a record spells them."""
        return {"bids": list(self.bids), "abilities": ability_ids(self.abilities)}


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


T = TypeVar("T", int, str)

_BIDS = {number: number for number in range(1, 9)}


def draw_displays(
    bids: Piles, abilities: Piles, chance: Chance, fixed: Mapping[str, object], where: str, label: str = ""
) -> Displays:
    """The displays from these piles: what `fixed` has of them, and the rest as the seed gives it.

    Args:
        bids: what the bids shown come from.
        abilities: what the abilities shown come from.
        chance: has the seed.
        fixed: the place in a record where displays may stand.
        where: the name of that place.
        label: tells this draw from others.

    Raises:
        BadRecord: what is fixed is no such display, or there is no seed.
    """
    return Displays(
        _read(fixed["bids"], _BIDS, bids, f'{where}, "bids"')
        if "bids" in fixed
        else _draw(bids, chance, f"bids{label}"),
        _read(fixed["abilities"], NUMBERS, abilities, f'{where}, "abilities"')
        if "abilities" in fixed
        else _draw(abilities, chance, f"abilities{label}"),
    )


def refuse_displays(fixed: Mapping[str, object], where: str, reason: str) -> None:
    """Raise `BadRecord`, with the reason, for displays that a record fixes where they do not belong."""
    for key in Displays._fields:
        if key in fixed:
            raise BadRecord(f'{where}, "{key}": the displays stand in {reason} the option redraw')


def ability_ids(numbers: Sequence[int]) -> list[str]:
    """The ids of these abilities, as records spell them."""
    return [ABILITIES[number].id for number in numbers]


def _draw(piles: Piles, chance: Chance, label: str) -> tuple[int, ...]:
    shown: list[int] = []
    for place, (pile, count) in enumerate(piles, start=1):
        shown += pile if count == len(pile) else chance.shuffle(f"{label}, pile {place}", pile)[:count]
    return tuple(sorted(shown))


def _read(data: object, numbers: Mapping[T, int], piles: Piles, where: str) -> tuple[int, ...]:
    if not isinstance(data, list):
        raise BadRecord(f"{where}: must be a list")
    for one in data:
        if isinstance(one, bool) or not isinstance(one, int | str) or one not in numbers:
            raise BadRecord(f"{where}: {one!r} is not one of {', '.join(map(str, numbers))}")
    shown = sorted(numbers[one] for one in data)
    names = {number: name for name, number in numbers.items()}
    if len(set(shown)) < len(shown):
        raise BadRecord(f"{where}: a card stands twice")
    for pile, count in piles:
        if len(set(pile) & set(shown)) != count:
            raise BadRecord(f"{where}: must have {count} of {', '.join(str(names[one]) for one in pile)}")
    if len(shown) != sum(count for _, count in piles):
        raise BadRecord(f"{where}: has a card that these options and seats do not show")
    return tuple(shown)
