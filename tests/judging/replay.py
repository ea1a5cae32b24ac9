"""Replays of stored moves by the engine alone, so that a judge needs no code of the bot."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract.chance import Chance
from engine.game import Game
from engine.record import read_seed


class Step(NamedTuple):
    """A stored move, with the facts that its position adds: the decision, the path and whether the move was forced."""

    seat: int
    decision: int
    """Number of the decision among all decisions of the seat."""
    path: str
    """The choices that lead to the move, joined by dots."""
    forced: bool
    """True if the rules allowed no other move."""


def deal(game: str, seats: int, options: Mapping[str, object], seed: str) -> Game:
    """Return a stored table's game before its first move."""
    return Game.games[game](seats, options, Chance(read_seed(seed)))


def forced_move(game: Game) -> tuple[int, int] | None:
    """Return the seat and the move that is forced next, or None."""
    return next(((seat, move) for seat in game.to_act if (move := game.forced(seat)) is not None), None)


def replay(game: Game, seat: int, text: str) -> Step:
    """Make a stored move in `game`, and return it as a `Step`; raises `IllegalMove` if it is illegal."""
    move = game.parse(text)
    step = Step(seat, game.moves_made(seat), ".".join(game.path(move)), forced_move(game) == (seat, move))
    game.play(seat, move)
    return step
