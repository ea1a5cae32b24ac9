"""Tezuma: the cards laid out for the draft: fixed by a record, or drawn from the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.chance import Chance
from engine.errors import BadRecord
from engine.games.tezuma.abilities import ABILITIES, NUMBERS

T = TypeVar("T", int, str)
Piles = tuple[tuple[tuple[int, ...], int], ...]
"""From each pile (card numbers) so many cards are shown."""


def bids_shown(fixed: Mapping[str, object], piles: Piles, chance: Chance, label: str, where: str) -> tuple[int, ...]:
    """The numbers of the bid cards on display, sorted; `where` and `label` name the place and the draw.

    Raises:
        BadRecord: what is fixed is no such display, or there is nothing to draw from.
    """
    if "bids" not in fixed:
        return _draw(piles, chance, label)
    numbers = list(range(1, 9))
    return _read(fixed["bids"], dict(zip(numbers, numbers, strict=True)), piles, f'{where}, "bids"')


def abilities_shown(
    fixed: Mapping[str, object], piles: Piles, chance: Chance, label: str, where: str
) -> tuple[int, ...]:
    """The numbers of the abilities on display, sorted; raises as `bids_shown` does."""
    if "abilities" not in fixed:
        return _draw(piles, chance, label)
    return _read(fixed["abilities"], NUMBERS, piles, f'{where}, "abilities"')


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
