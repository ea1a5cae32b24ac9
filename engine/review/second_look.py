"""A second valuation of moves: after each of them, all seats play on as computer players from their own views.

The first valuation (`engine.review.valuation`) plays on by rules of thumb, which look at no later turn. So it blames a
move that pays only by a plan. Players of the *normal* level find such plans, but each game takes far more time.
"""

from collections.abc import Callable, Iterable
from random import Random

from engine.contract.view import View
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.players.levels import USUAL, choose
from engine.review.valuation import Difference, difference, trial_of


def _quiet() -> None:
    """Report nothing."""


class SecondLook:
    """Moves of one decision, valued in games that agree with the view of the seat that decides."""

    def __init__(self, view: View, moves: Iterable[int], seed: str, budget: ThinkingBudget, level: str = USUAL) -> None:
        """Begin without games.

        Args:
            view: the view of the seat that decides.
            moves: the moves that are compared. The caller may delete a move from `values`, to compare it no longer.
            seed: the seed of the games.
            budget: the budget of each later decision of every seat.
            level: the level of the players.
        """
        self._trial = trial_of(view, seed)
        self._budget = budget
        self._level = level
        self.values: dict[int, list[float]] = {move: [] for move in moves}
        """The utility of each move for the seat that decides, in each game, in the order of the games."""

    def look(self, on: Callable[[], None] = _quiet) -> None:
        """Play one more game to the end of its round after each of the moves; `on` is called after each, and may raise.

        If it raises, the moves differ in their number of values, so no more looks are possible.
        """
        trial = self._trial
        game, chance = trial.draw(trial.random), trial.random.getrandbits(64)
        game.last_round = game.round
        for move, values in self.values.items():
            after = game.copy()
            after.apply(trial.seat, move)
            self._play_on(after, Random(chance))
            values.append(trial.utility(after)[trial.seat])
            on()

    def lead(self, one: int, other: int) -> Difference:
        """Return by how much the move `one` is worth more than `other`, in the games of all looks."""
        return difference(self.values[one], self.values[other])

    def _play_on(self, game: Game, random: Random) -> None:
        while game.to_act:
            seat = game.to_act[0]
            moves = game.legal_moves(seat)
            if len(moves) == 1:
                game.apply(seat, moves[0])
            else:
                text = choose(game.view(seat), self._level, random.getrandbits(64), self._budget)
                game.apply(seat, game.parse(text))
