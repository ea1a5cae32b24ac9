"""Strips, the pictures of players' panels: one module for each game.

A strip and the buttons together show everything that a decision needs.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pictures.canvas import Canvas
from pictures.strips import saizen, scharfe_schoten, tennos_square, tezuma

STRIPS: Mapping[str, Callable[[Any], Canvas]] = {
    "saizen": saizen.strip,
    "scharfe-schoten": scharfe_schoten.strip,
    "tennos-square": tennos_square.strip,
    "tezuma-trick": tezuma.strip,
    "tezumashi": tezuma.strip,
}
"""The strip functions by game id; each draws a seat's view."""
