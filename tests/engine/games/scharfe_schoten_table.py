"""Views of Scharfe Schoten, with the type of this game's views."""

from typing import cast

from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.view import SchotenView


def seen(game: ScharfeSchoten, seat: int | None = None) -> SchotenView:
    """Return the view of a seat, or the public view."""
    return cast("SchotenView", game.view(seat))
