"""What the face of a game can draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.game import View
from pictures.canvas import Canvas
from pictures.paints import Paints


class Face(NamedTuple):
    """How one game is drawn, from plain views."""

    paints: Paints
    table: Callable[[View], Canvas]
    """From the public view."""
    panel: Callable[[View], Canvas] | None = None
    """From a seat's view: what buttons cannot show."""
    sheet: Callable[[View, int], Canvas] | None = None
    """From the public view and a finished round's number (1-based)."""
