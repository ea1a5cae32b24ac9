"""Scharfe Schoten for tests: views with their own type."""

from __future__ import annotations

from typing import cast

from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.view import SchotenView


def seen(game: ScharfeSchoten, seat: int | None = None) -> SchotenView:
    """What a seat, or everybody, may know."""
    return cast("SchotenView", game.view(seat))
