"""What the face of a game can draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pictures.canvas import Canvas
from pictures.paints import Paints

V = TypeVar("V")


@dataclass(frozen=True)
class Face(Generic[V]):
    """How one game is drawn, from its views, which are of type `V`."""

    paints: Paints
    emblem: str
    """A drawing that says what the game is about, for its cover."""
    table: Callable[[V], Canvas]
    """From the public view."""
    sheet: Callable[[V, int], Canvas] | None = None
    """From the public view and a finished round's number (1-based)."""
