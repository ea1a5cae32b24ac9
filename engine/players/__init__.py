"""Computer players. They get a seat's view and the sampler of its game; they never see the game itself."""

from engine.players.effort import Effort
from engine.players.levels import LEVELS, USUAL, choose

__all__ = ["LEVELS", "USUAL", "Effort", "choose"]
