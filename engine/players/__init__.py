"""Computer players. They get a seat's view and the sampler of its game; they never see the game itself."""

from engine.players.monte_carlo import choose

__all__ = ["choose"]
