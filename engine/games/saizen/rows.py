"""Saizen: the four rule cards. Twenty rows with two sides each are 20 bits: row r of suit s is bit 5 * s + r.

A clear bit is the side on which the printed rules start; a set bit is the other side.
"""

from collections.abc import Mapping

from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.games.saizen.cards import SUIT_LETTERS

ROWS = ("rank", "order", "match", "follow", "win")
SIDES = (("high", "low"), ("later", "earlier"), ("ignore", "playoff"), ("must", "may"), ("must", "free"))
"""For each row in `ROWS`: the names of its two sides, first for a clear bit, then for a set bit."""

LOW, EARLIER, PLAYOFF, MAY, FREE = 1, 2, 4, 8, 16
"""One bit for each of a suit's five rows. A bit has the name of the side that is in force while the bit is set."""

EVERY_CHIP = (1 << 20) - 1
_PLACES = {(letter, name): 5 * suit + row for suit, letter in enumerate(SUIT_LETTERS) for row, name in enumerate(ROWS)}
"""By suit and row: the number of the row's bit."""


def start_sides(chance: Chance, *, drawn: bool) -> int:
    """Return the start side of each row.

    A side that the set-up does not fix is drawn from the seed if `drawn` is True. Otherwise it is the side on which the
    printed rules start.

    Raises:
        BadRecord: the set-up's `rules` are unreadable, or there is no seed.
    """
    fixed = _read(chance.setup.get("rules", {}))
    sides = 0
    for (letter, name), place in _PLACES.items():
        side = fixed.get((letter, name), 0)
        if drawn and (letter, name) not in fixed:
            side = chance.shuffle(f"rules {letter} {name}", range(2))[0]
        sides |= side << place
    return sides


def _read(data: object) -> dict[tuple[str, str], int]:
    fixed: dict[tuple[str, str], int] = {}
    where = 'setup, "rules"'
    if not isinstance(data, dict):
        raise BadRecord(f"{where}: must be a JSON object")
    for letter, rows in data.items():
        if letter not in tuple(SUIT_LETTERS):
            raise BadRecord(f"{where}: {letter!r} is no suit (suits: {', '.join(SUIT_LETTERS)})")
        if not isinstance(rows, dict):
            raise BadRecord(f"{where}, {letter}: must be a JSON object")
        for name, side in rows.items():
            if name not in ROWS:
                raise BadRecord(f"{where}, {letter}: {name!r} is no row (rows: {', '.join(ROWS)})")
            sides = SIDES[ROWS.index(name)]
            if side not in sides:
                raise BadRecord(f"{where}, {letter}, {name}: {side!r} is not one of {', '.join(sides)}")
            fixed[letter, name] = sides.index(side)
    return fixed


def sides_data(sides: int) -> dict[str, dict[str, str]]:
    """Return all rows in the form of a record's `setup.rules`."""
    return {
        letter: {name: SIDES[row][sides >> 5 * suit + row & 1] for row, name in enumerate(ROWS)}
        for suit, letter in enumerate(SUIT_LETTERS)
    }


def read_sides(data: Mapping[str, Mapping[str, str]]) -> int:
    """Read the data that `sides_data` writes."""
    return sum(SIDES[place % 5].index(data[letter][name]) << place for (letter, name), place in _PLACES.items())


def chips_data(chips: int) -> dict[str, list[str]]:
    """Return by suit the names of the rows whose bit in `chips` is set."""
    return {letter: [name for name in ROWS if chips >> _PLACES[letter, name] & 1] for letter in SUIT_LETTERS}


def read_chips(data: Mapping[str, list[str]]) -> int:
    """Read the data that `chips_data` writes."""
    return sum(1 << _PLACES[letter, name] for letter, names in data.items() for name in names)
