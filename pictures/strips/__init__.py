"""Strips of the games' panels: one module each. A strip holds everything that a decision needs beside the buttons."""

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
