"""The solver for the last tricks of a round: every seat plays its best move, and all cards are known (max^n).

If several moves are equally good for a seat, the solver plays the first of them in `Game.legal_moves`. A seat favours
nobody but its partner. With two teams, one team loses what the other wins, so alpha-beta skips moves that cannot
matter.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from math import inf
from random import Random
from typing import Any

from engine.contract.view import View
from engine.game import Game
from engine.players.policy import Policy
from engine.players.utility import Utility

MOST_WORLDS = 1_000
"""The greatest number of games to solve. If more games agree with a view, the player searches by playouts instead."""
MOST_POSITIONS = 50_000
"""The greatest number of cached positions for a decision. Each takes half a kilobyte, and one second of search fills
the cache.
"""

UNKNOWN: tuple[Sequence[float], float, float] = (), -inf, inf
"""The values and bounds of a position that is not cached."""


class Solver:
    """A solver for the positions of one round. Its cache of positions serves all games of the round."""

    def __init__(self, utility: Utility, teams: Sequence[Sequence[int]], policy: Policy[Any]) -> None:
        """Create a solver with an empty cache.

        Args:
            utility: the value of the end of a round.
            teams: the seats of each team.
            policy: chooses the move that a search for two teams tries first; the result does not depend on it.
        """
        self._utility = utility
        self._one = teams[0] if len(teams) == 2 else ()
        """The seats of the first of two teams; empty with more teams."""
        self._policy = policy
        self._luck = Random(0).random
        self._known: dict[Hashable, tuple[Sequence[float], float, float]] = {}
        """For each position: its values by seat, and the bounds of the first team's value."""

    def worth(self, game: Game, low: float = -inf, high: float = inf) -> Sequence[float]:
        """Return the value of a position by seat.

        With two teams, the value is exact if the first team's value is between `low` and `high`. Otherwise the first
        team's returned value and its exact value are both at most `low`, or both at least `high`.

        This round must be the game's last one. The solver may make moves in `game`.
        """
        known, met = self._known, []
        while to_act := game.to_act:
            position = game.position
            if position is not None:
                value, least, most = known.get(position, UNKNOWN)
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
            value = self._utility(game)
        if len(known) < MOST_POSITIONS:
            mine = value[self._one[0]] if self._one else 0.0
            for position in met:
                known[position] = value, mine if mine > low else -inf, mine if mine < high else inf
        return value

    def finish(self, game: Game) -> None:
        """Play the best moves until the round ends; of equal moves the first. `worth` tells when values are exact."""
        while to_act := game.to_act:
            seat, moves = to_act[0], game.legal_moves(to_act[0])
            worth = []
            for move in moves if len(moves) > 1 else ():
                after = game.copy()
                after.apply(seat, move)
                worth.append(self.worth(after)[seat])
            game.apply(seat, moves[worth.index(max(worth))] if worth else moves[0])

    def _best(self, game: Game, seat: int, moves: Sequence[int]) -> Sequence[float]:
        """Return the values by seat after the best move of a seat that plays for itself."""
        best: Sequence[float] = ()
        for move, after in _each(game, moves):
            after.apply(seat, move)
            value = self.worth(after)
            if not best or value[seat] > best[seat]:
                best = value
        return best

    def _of_two(self, game: Game, seat: int, moves: Sequence[int], low: float, high: float) -> Sequence[float]:
        """Return the values by seat after the best move of `seat`, with two teams; for `low` and `high` see `worth`."""
        first, one = self._policy.pick(game, seat, self._luck), self._one
        best: Sequence[float] = ()
        for move, after in _each(game, (first, *[move for move in moves if move != first])):
            after.apply(seat, move)
            value = self.worth(after, low, high)
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
    """Yield each move with a copy of the game in which to make it; the last move gets the game itself."""
    for move in moves[:-1]:
        yield move, game.copy()
    yield moves[-1], game


def every_world(view: View, random: Random) -> Sequence[tuple[Game, int]]:
    """Return, in random order, all games that agree with a view, each with the number of games that it represents.

    The result is empty if there are more than `MOST_WORLDS` games, or if the game cannot list them.
    """
    kind = Game.games[view["game"]]
    found = list(islice(kind.every_game_weighted(view), MOST_WORLDS + 1))
    random.shuffle(found)
    return found if sum(ways for _, ways in found) <= MOST_WORLDS else ()
