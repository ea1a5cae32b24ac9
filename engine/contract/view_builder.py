"""View builders: a view builder makes the part of a view that only one game has. It leaves the open decision out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from engine.contract.view import Points
from engine.text import Text

G_contra = TypeVar("G_contra", contravariant=True)


class ViewBuilder(ABC, Generic[G_contra]):
    """The view builder of one game. It adds only what a seat may know and never filters a complete state."""

    @abstractmethod
    def public(self, game: G_contra) -> Mapping[str, object]:
        """Return the public keys that only this game adds to views, a `TypedDict`: what the whole table knows."""

    def private(self, game: G_contra, seat: int) -> Mapping[str, object]:
        """Return the keys that only this game adds to a seat's view: what the seat alone knows, without its hand."""
        return {}

    def goal(self, game: G_contra, seat: int) -> Text | None:
        """Return one line with the seat's aim for this round and its progress; None: no aim yet."""
        return None

    def table_lines(self, game: G_contra) -> list[Text]:
        """Return sentences about the open cards and counters on the table."""
        return []

    @abstractmethod
    def seat_lines(self, game: G_contra, seat: int) -> list[Text]:
        """Return short sentences about one seat, for everybody."""

    @abstractmethod
    def sheet(self, game: G_contra, round_number: int) -> list[Points]:
        """Return the score sheet of a finished round (the first is 1): by seat the lines that add up to its points."""
