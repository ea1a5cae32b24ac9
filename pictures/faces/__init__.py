"""One module a game: how its table is drawn from a view, by the game's id."""

from pictures.faces import saizen, scharfe_schoten, tennos_square, tezuma
from pictures.faces.face import Face

FACES: dict[str, Face] = {
    "saizen": saizen.FACE,
    "scharfe-schoten": scharfe_schoten.FACE,
    "tennos-square": tennos_square.FACE,
    **tezuma.FACES,
}

__all__ = ["FACES", "Face"]
