"""Earlier positions of a game, and the number of its finished tricks."""

from collections.abc import Iterator

from engine.contract.options import write_options
from engine.game import Game


def positions(game: Game) -> Iterator[Game]:
    """Yield the game before its first move and after each move: always the same object, changed by the next step.

    The given game does not change.
    """
    again = type(game)(game.seats, write_options(game.options, game.seats), game.chance)
    yield again
    for seat, move in game.history:
        again.play(seat, move)
        yield again


def position_after(game: Game, moves: int) -> Game:
    """Return the game after its first `moves` moves; the game must have made that many."""
    return next(again for again in positions(game) if len(again.history) == moves)


def finished_tricks(game: Game) -> int | None:
    """Return the number of finished tricks of the round; None: the game has no tricks."""
    if type(game).tricks is Game.tricks:
        return None
    every = game.tricks()
    return len(every) - (bool(every) and every[-1][2] is None)
