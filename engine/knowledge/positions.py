"""The positions that a game has gone through, and how far each is."""

from collections.abc import Iterator

from engine.contract.options import write_options
from engine.game import Game


def positions(game: Game) -> Iterator[Game]:
    """The game before its first move, then after each move so far; each time the same object, which the next changes.

    The game itself stays as it is.
    """
    again = type(game)(game.seats, write_options(game.options, game.seats), game.chance)
    yield again
    for seat, move in game.history:
        again.play(seat, move)
        yield again


def position_after(game: Game, moves: int) -> Game:
    """The game as it was after its first `moves` moves, of which it has as many."""
    return next(again for again in positions(game) if len(again.history) == moves)


def finished_tricks(game: Game) -> int | None:
    """How many tricks of the round are finished; None: the game has no tricks."""
    if type(game).tricks is Game.tricks:
        return None
    every = game.tricks()
    return len(every) - (bool(every) and every[-1][2] is None)
