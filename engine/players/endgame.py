"""The last tricks of a round, solved: every seat plays the best move for itself, and all know all cards (max^n).

Of moves that are equal for whoever chooses, the first one of `Game.legal_moves` is taken to be played: seats have no
friends but their partners, and no grudges. Of two teams the one loses what the other wins; there a move that cannot
matter any more is not looked at (alpha-beta).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from math import inf
from random import Random
from typing import Any

from engine.contract.view import View
from engine.game import Game
from engine.players.policy import Policy
from engine.players.utility import Aim

MOST_WORLDS = 1_000
"""Where no more games than so many agree with a view, each is looked at, and none is drawn."""
MOST_POSITIONS = 50_000
"""Positions that are remembered for a decision, of half a kilobyte each: a second meets about as many."""


class Solver:
    """What positions of one round are worth; it remembers those that it has met, whatever game they were met in."""

    def __init__(self, aim: Aim, teams: Sequence[Sequence[int]], policy: Policy[Any]) -> None:
        """A solver that knows no position yet.

        Args:
            aim: what the end of the round is worth.
            teams: who plays with whom.
            policy: which move of two teams is looked at first; what is found does not hang on it.
        """
        self._aim = aim
        self._one = teams[0] if len(teams) == 2 else ()
        """The seats of the one of two teams; where there are more, none."""
        self._policy = policy
        self._luck = Random(0).random
        self._known: dict[Hashable, tuple[Sequence[float], float, float]] = {}
        """By position what it is worth, and between which bounds that lies for the one team."""

    def worth(self, game: Game) -> Sequence[float]:
        """What a position is worth, by seat.

        Args:
            game: any position in which this round is the last one; it may be played on.
        """
        return self._between(game, -inf, inf)

    def _between(self, game: Game, low: float, high: float) -> Sequence[float]:
        """The same if it lies between these bounds for the one team; else anything that is no nearer to them."""
        known, met = self._known, []
        while to_act := game.to_act:
            position = game.position
            if position is not None:
                found = known.get(position)
                if found is not None:
                    value, least, most = found
                    if least == most or least >= high or most <= low:
                        break
                met.append(position)
            seat = to_act[0]
            moves = game.legal_moves(seat)
            if len(moves) > 1:
                value = self._of_two(game, seat, moves, low, high) if self._one else self._best(game, seat, moves)
                break
            game.apply(seat, moves[0])
        else:
            value = self._aim(game)
        if len(known) < MOST_POSITIONS:
            mine = value[self._one[0]] if self._one else 0.0
            for position in met:
                known[position] = value, mine if mine > low else -inf, mine if mine < high else inf
        return value

    def _best(self, game: Game, seat: int, moves: Sequence[int]) -> Sequence[float]:
        """What is best for a seat that plays for itself."""
        best: Sequence[float] = ()
        for move, after in _each(game, moves):
            after.apply(seat, move)
            value = self._between(after, -inf, inf)
            if not best or value[seat] > best[seat]:
                best = value
        return best

    def _of_two(self, game: Game, seat: int, moves: Sequence[int], low: float, high: float) -> Sequence[float]:
        """What is best for a seat's team, of two, as far as it lies between bounds."""
        first, one = self._policy.pick(game, seat, self._luck), self._one
        best: Sequence[float] = ()
        for move, after in _each(game, (first, *[move for move in moves if move != first])):
            after.apply(seat, move)
            value = self._between(after, low, high)
            if not best or value[seat] > best[seat]:
                best = value
                if seat in one:
                    low = max(low, value[one[0]])
                else:
                    high = min(high, value[one[0]])
                if low >= high:
                    break
        return best


def _each(game: Game, moves: Sequence[int]) -> Iterator[tuple[int, Game]]:
    """Each move with a game to make it in; the last one gets the game itself."""
    for move in moves[:-1]:
        yield move, game.copy()
    yield moves[-1], game


def every_world(view: View, random: Random) -> Sequence[tuple[Game, int]]:
    """All games that agree with a view, in any order, each with the number of ways that it stands for.

    None at all: there are more than `MOST_WORLDS`, or the game cannot say.
    """
    kind = Game.games[view["game"]]
    found = list(islice(kind.every_counted(view), MOST_WORLDS + 1))
    random.shuffle(found)
    return found if sum(ways for _, ways in found) <= MOST_WORLDS else ()
