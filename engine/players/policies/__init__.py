"""The games' own rules of thumb; importing this package makes them known to `Policy.of`."""

from engine.players.policies import saizen, scharfe_schoten, tennos_square, tezuma

__all__ = ["saizen", "scharfe_schoten", "tennos_square", "tezuma"]
