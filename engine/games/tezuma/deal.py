"""Tezuma: the deal of a round, which is the hands and the displays of the draft."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple

from engine.cards import check_no_more_than, read_hands
from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.games.tezuma.abilities import ABILITIES, NUMBERS
from engine.games.tezuma.cards import DECKS, HAND, UNIT, hand_cards
from engine.games.tezuma.editions import Edition, Piles

_UNITS = {
    seats: tuple(UNIT[card] for card, copies in deck.items() for _ in range(copies)) for seats, deck in DECKS.items()
}
"""For each number of seats: all cards in play, each as a hand of one card."""


class Displays(NamedTuple):
    """The open cards of the draft apart from the four pain suits: card numbers, sorted."""

    bids: tuple[int, ...]
    abilities: tuple[int, ...]
    """Empty if the game is played without abilities."""

    def letter(self, bid: int) -> str:
        """Return the letter of a bid card. The letter stays the same while other cards are drafted."""
        return ascii_uppercase[self.bids.index(bid)]

    def data(self) -> dict[str, object]:
        """Return the displays in the form of a record."""
        return {"bids": list(self.bids), "abilities": ability_ids(self.abilities)}


class Deal(NamedTuple):
    """The deal of a round."""

    hands: tuple[int, ...]
    displays: Displays

    def data(self, edition: Edition, *, redrawn: bool) -> dict[str, object]:
        """Return the deal in the form of a record, with the displays if they are drawn anew every round."""
        hands = [[edition.codes[card] for card in hand_cards(hand)] for hand in self.hands]
        return {"hands": hands, **(self.displays.data() if redrawn else {})}


def draw_hands(
    edition: Edition, chance: Chance, round_number: int, seats: int, fixed: Mapping[str, object]
) -> tuple[int, ...]:
    """Return a round's hands: fixed by the record, or drawn from the seed.

    Raises:
        BadRecord: the fixed hands are no deal of this deck, or there is no seed.
    """
    where = f"deal {round_number}"
    if "hands" not in fixed:
        order = chance.shuffle(where, _UNITS[seats], HAND)
        return tuple([sum(order[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)])
    hands = read_hands(fixed["hands"], edition.index, [HAND] * seats, f"{where}, hands")
    check_no_more_than(DECKS[seats], hands, edition.codes, where)
    return tuple(sum(UNIT[card] for card in hand) for hand in hands)


_BIDS = {number: number for number in range(1, 9)}


def draw_displays(
    bids: Piles, abilities: Piles, chance: Chance, fixed: Mapping[str, object], where: str, label: str = ""
) -> Displays:
    """Return the displays from these piles: the parts that `fixed` has, and the rest drawn from the seed.

    Args:
        bids: the piles of bids, with the number of cards to draw from each.
        abilities: the piles of abilities, with the number of cards to draw from each.
        chance: the source of the seed.
        fixed: the part of a record that may fix displays.
        where: the name of that part.
        label: distinguishes this draw from others.

    Raises:
        BadRecord: the fixed cards cannot come from these piles, or there is no seed.
    """

    def display(key: str, numbers: Mapping[Any, int], piles: Piles) -> tuple[int, ...]:
        if key in fixed:
            return _read(fixed[key], numbers, piles, f'{where}, "{key}"')
        return _draw(piles, chance, f"{key}{label}")

    return Displays(display("bids", _BIDS, bids), display("abilities", NUMBERS, abilities))


def refuse_displays(fixed: Mapping[str, object], where: str, reason: str) -> None:
    """Raise `BadRecord` if a part of a record fixes displays that the record must fix elsewhere.

    `fixed` is the part, and `where` its name. `reason`, "each deal with" or "the setup without", is inserted in the
    error: "the displays stand in {reason} the option redraw".
    """
    for key in Displays._fields:
        if key in fixed:
            raise BadRecord(f'{where}, "{key}": the displays stand in {reason} the option redraw')


def ability_ids(numbers: Sequence[int]) -> list[str]:
    """Return the ids of these abilities in the form of a record."""
    return [ABILITIES[number].id for number in numbers]


def _draw(piles: Piles, chance: Chance, label: str) -> tuple[int, ...]:
    drawn: list[int] = []
    for place, (pile, count) in enumerate(piles, start=1):
        drawn += pile if count == len(pile) else chance.shuffle(f"{label}, pile {place}", pile)[:count]
    return tuple(sorted(drawn))


def _read(data: object, numbers: Mapping[Any, int], piles: Piles, where: str) -> tuple[int, ...]:
    if not isinstance(data, list):
        raise BadRecord(f"{where}: must be a list")
    for one in data:
        if isinstance(one, bool) or not isinstance(one, int | str) or one not in numbers:
            raise BadRecord(f"{where}: {one!r} is not one of {', '.join(map(str, numbers))}")
    displayed = sorted(numbers[one] for one in data)
    names = {number: name for name, number in numbers.items()}
    if len(set(displayed)) < len(displayed):
        raise BadRecord(f"{where}: a card stands twice")
    for pile, count in piles:
        if len(set(pile) & set(displayed)) != count:
            raise BadRecord(f"{where}: must have {count} of {', '.join(str(names[one]) for one in pile)}")
    if len(displayed) != sum(count for _, count in piles):
        raise BadRecord(f"{where}: has a card that these options and seats do not show")
    return tuple(displayed)
