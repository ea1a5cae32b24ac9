"""The games' own rules of thumb; importing this package makes them known to `Policy.of`."""

from engine.players.policies import tennos_square, tezuma

__all__ = ["tennos_square", "tezuma"]
