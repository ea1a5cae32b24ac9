"""The games. Importing this package fills `Game.games`; a new game adds its line here and nowhere else."""

from engine.games import scharfe_schoten

__all__ = ["scharfe_schoten"]
