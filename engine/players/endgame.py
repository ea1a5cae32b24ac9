"""The last tricks of a round, solved: every seat plays the best move for itself, and all know all cards (max^n).

Of moves that are equal for whoever chooses, the first one of `Game.legal_moves` is taken to be played: seats have no
friends but their partners, and no grudges.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from random import Random

from engine.game import Game
from engine.players.aim import Aim
from engine.view import View

MOST_WORLDS = 1_000
"""Where no more games than so many agree with a view, each is looked at, and none is drawn."""
MOST_POSITIONS = 50_000
"""Positions that are remembered for a decision, of half a kilobyte each: a second meets about as many."""


class Solver:
    """What positions of one round are worth; it remembers those that it has met, whatever game they were met in."""

    def __init__(self, aim: Aim) -> None:
        """`aim` says what the end of the round is worth."""
        self._aim = aim
        self._known: dict[Hashable, Sequence[float]] = {}

    def worth(self, game: Game) -> Sequence[float]:
        """What a position is worth, by seat.

        Args:
            game: any position in which this round is the last one; it may be played on.
        """
        known, met = self._known, []
        while to_act := game.to_act:
            position = game.position
            if position is not None:
                value = known.get(position)
                if value is not None:
                    break
                met.append(position)
            seat = to_act[0]
            moves = game.legal_moves(seat)
            if len(moves) > 1:
                value = self._best(game, seat, moves)
                break
            game.apply(seat, moves[0])
        else:
            value = self._aim(game)
        if len(known) < MOST_POSITIONS:
            for position in met:
                known[position] = value
        return value

    def _best(self, game: Game, seat: int, moves: Sequence[int]) -> Sequence[float]:
        best: Sequence[float] = ()
        for move in moves:
            after = game.copy()
            after.apply(seat, move)
            value = self.worth(after)
            if not best or value[seat] > best[seat]:
                best = value
        return best


def every_world(view: View, random: Random) -> Iterator[tuple[Game, int]]:
    """All games that agree with a view, in any order, each with the number of ways that it stands for.

    None at all: there are more than `MOST_WORLDS`, or the game cannot say.
    """
    kind = Game.games[view["game"]]
    found = list(islice(kind.every_counted(view), MOST_WORLDS + 1))
    random.shuffle(found)
    return iter(found if sum(ways for _, ways in found) <= MOST_WORLDS else ())
