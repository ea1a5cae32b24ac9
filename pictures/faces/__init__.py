"""One module a game: how its table is drawn from a view. A new game is a new module and its line in `FACES`."""

from typing import Any

from pictures.faces import saizen, scharfe_schoten, tennos_square, tezuma
from pictures.faces.face import Face

FACES: dict[str, Face[Any]] = {
    "saizen": saizen.FACE,
    "scharfe-schoten": scharfe_schoten.FACE,
    "tennos-square": tennos_square.FACE,
    **tezuma.FACES,
}
"""By game id: the face takes the view that the game's own views are typed as."""

__all__ = ["FACES", "Face"]
