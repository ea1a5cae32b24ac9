"""Tezuma: the cards laid out for the draft: fixed by a record, or drawn from the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import NamedTuple, TypeVar

from engine.chance import Chance
from engine.errors import BadRecord
from engine.games.tezuma.abilities import ABILITIES, NUMBERS

T = TypeVar("T", int, str)
Piles = tuple[tuple[tuple[int, ...], int], ...]
"""From each pile (card numbers) so many cards are shown."""

_BIDS = {number: number for number in range(1, 9)}


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
