"""The interface of a game's face."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pictures.canvas import Canvas
from pictures.paints import Paints


@dataclass(frozen=True)
class Face:
    """The drawing functions of one game; they take this game's type of view."""

    paints: Paints
    emblem: str
    """The drawing in the middle of the cover."""
    table: Callable[[Any], Canvas]
    """Draws the table from the public view."""
    sheet: Callable[[Any, int], Canvas] | None = None
    """Draws the score sheet from the public view and a finished round's number (1-based)."""
