"""One module a game: the strip of a seat's panel, all that a decision needs beside the cards on its buttons."""

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
"""By game id: what draws it from a seat's view."""

__all__ = ["STRIPS"]
