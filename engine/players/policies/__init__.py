"""The policies of the games; importing this package adds them to `Policy.of`."""

from engine.players.policies import saizen, scharfe_schoten, tennos_square, tezuma

__all__ = ["saizen", "scharfe_schoten", "tennos_square", "tezuma"]
