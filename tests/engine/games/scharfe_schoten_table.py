"""Views of Scharfe Schoten, typed as this game's own."""

from typing import cast

from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.view import SchotenView


def seen(game: ScharfeSchoten, seat: int | None = None) -> SchotenView:
    """Return the view of a seat, or the public view."""
    return cast("SchotenView", game.view(seat))
