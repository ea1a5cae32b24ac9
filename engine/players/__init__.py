"""AI players. They get a seat's view and the sampler of its game, but never the game itself."""

from engine.players.budget import ThinkingBudget
from engine.players.levels import LEVELS, USUAL, choose

__all__ = ["LEVELS", "USUAL", "ThinkingBudget", "choose"]
