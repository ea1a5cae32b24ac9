"""One module a game: how its table is drawn from a view, by the game's id."""

from pictures.faces import scharfe_schoten, tezuma
from pictures.faces.face import Face

FACES: dict[str, Face] = {
    "scharfe-schoten": scharfe_schoten.FACE,
    **tezuma.FACES,
}

__all__ = ["FACES", "Face"]
