"""The games. Importing this package fills `Game.games`. A new game adds its line here and nowhere else."""

from engine.games import saizen, scharfe_schoten, tennos_square, tezuma

__all__ = ["saizen", "scharfe_schoten", "tennos_square", "tezuma"]
