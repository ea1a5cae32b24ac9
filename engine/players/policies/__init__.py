"""The games' own rules of thumb; importing this package makes them known to `Policy.of`."""

from engine.players.policies import saizen, tennos_square, tezuma

__all__ = ["saizen", "tennos_square", "tezuma"]
