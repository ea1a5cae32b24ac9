"""The interface of a game's face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pictures.canvas import Canvas
from pictures.paints import Paints

V = TypeVar("V")


@dataclass(frozen=True)
class Face(Generic[V]):
    """The drawing functions of one game, for its view type `V`."""

    paints: Paints
    emblem: str
    """The drawing in the middle of the cover."""
    table: Callable[[V], Canvas]
    """Draws the table from the public view."""
    sheet: Callable[[V, int], Canvas] | None = None
    """Draws the score sheet from the public view and a finished round's number (1-based)."""
