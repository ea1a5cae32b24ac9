"""Earlier positions of a game, the number of finished tricks of its round, and the team that is ahead."""

from collections.abc import Iterator

from engine.contract.options import write_options
from engine.game import Game


def positions(game: Game) -> Iterator[Game]:
    """Yield the game before its first move and after each move.

    All yielded games are one object, which changes at each step. The given game does not change.
    """
    again = type(game)(game.seats, write_options(game.options, game.seats), game.chance)
    again.last_round = game.last_round
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


def leading_team(game: Game) -> tuple[int, ...] | None:
    """Return the seats of the team that would be ahead if the round ended now; None: several teams would tie.

    Only points that everybody can know are counted.
    """
    ended = game.copy()
    if not game.over:
        ended.scores = [total + now for total, now in zip(game.scores, game.points_now(), strict=True)]
    first = tuple(ended.ranking()[0])
    return first if first in game.teams else None
