"""The games' own rules of thumb; importing this package makes them known to `Policy.of`."""

from engine.players.policies import tennos_square

__all__ = ["tennos_square"]
