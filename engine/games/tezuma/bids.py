"""Tezuma: the bid cards, read from `bids.toml` beside this module."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from engine.games.tezuma.cards import TRICKS


class Cell(NamedTuple):
    """One cell of a printed bid card."""

    tricks: int
    more: bool
    """True if the cell also holds for every higher number of tricks."""
    points: int

    def holds(self, won: int) -> bool:
        """Tell whether the cell holds for this number of tricks."""
        return won >= self.tricks if self.more else won == self.tricks


class BidCard(NamedTuple):
    """A bid card: the points for the number of tricks that a seat wins."""

    number: int
    points: tuple[int, ...]
    """The points for 0 … 12 tricks."""
    cells: tuple[Cell, ...]
    """The same points as printed; numbers of tricks without a cell score nothing."""
    table: str
    """The cells as text: `4:8 5:5 6+:3`."""
    arrows: str
    """The cells as text for a goal: `4→8 5→5 6+→3`."""
    known: bool
    """True if the printed rules show this card; False: we designed it."""


def read_bid(data: Mapping[str, Any]) -> BidCard:
    """Read one bid card of the data file."""
    if "exact" in data:
        cells = [Cell(int(tricks), more=False, points=points) for tricks, points in data["exact"].items()]
    else:
        last = len(data["from_zero"]) - 1
        listed = enumerate(data["from_zero"])
        cells = [Cell(tricks, more=tricks == last, points=points) for tricks, points in listed if points]
    points = tuple(sum(cell.points for cell in cells if cell.holds(won)) for won in range(TRICKS + 1))
    table = " ".join(f"{cell.tricks}{'+' * cell.more}:{cell.points}" for cell in cells)
    return BidCard(
        data["number"], points, tuple(cells), table, table.replace(":", "→"), known=data["source"] == "known"
    )


def read_bids(edition: str) -> tuple[BidCard, ...]:
    """Read the eight bid cards of an edition (its game id), by number."""
    data = tomllib.loads(files(__package__).joinpath("bids.toml").read_text(encoding="utf-8"))
    return tuple(read_bid(card) for card in data[edition])
