"""Computer players. They get a seat's view and the sampler of its game; they never see the game itself."""

from engine.players.monte_carlo import PLAYOUTS, choose

__all__ = ["PLAYOUTS", "choose"]
