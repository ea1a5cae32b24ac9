"""Faces of the games: one module each, which draws the table from a view. A new game adds its line to `FACES`."""

from pictures.faces import saizen, scharfe_schoten, tennos_square, tezuma
from pictures.faces.face import Face

FACES: dict[str, Face] = {
    "saizen": saizen.FACE,
    "scharfe-schoten": scharfe_schoten.FACE,
    "tennos-square": tennos_square.FACE,
    **tezuma.FACES,
}
"""The faces by game id."""
