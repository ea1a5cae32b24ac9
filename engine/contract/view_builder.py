"""What a game shows of itself beside the decision that is open: stateless, one object a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from engine.contract.view import Points
from engine.text import Text

G_contra = TypeVar("G_contra", contravariant=True)


class ViewBuilder(ABC, Generic[G_contra]):
    """How a game is shown; built up from what is allowed, never stripped down from everything."""

    @abstractmethod
    def public(self, game: G_contra) -> Mapping[str, object]:
        """The game's own part of every view: what the whole table knows, as plain data; a `TypedDict`."""

    def private(self, game: G_contra, seat: int) -> Mapping[str, object]:
        """The game's own part of the seat's view: what only that seat knows beyond its hand; a `TypedDict`."""
        return {}

    def goal(self, game: G_contra, seat: int) -> Text | None:
        """What a seat is after this round against what it has, in one line for itself; None: nothing yet."""
        return None

    def table_lines(self, game: G_contra) -> list[Text]:
        """What lies on the table for all to see, as sentences."""
        return []

    @abstractmethod
    def seat_lines(self, game: G_contra, seat: int) -> list[Text]:
        """What everybody can see of one seat, as short sentences."""

    @abstractmethod
    def sheet(self, game: G_contra, round_number: int) -> list[Points]:
        """Why each point of a finished round (1-based): lines by seat, which add up to its points."""
