"""A second valuation of moves: after each of them, all seats play on as computer players from their own views.

The first valuation (`engine.review.valuation`) plays on by rules of thumb, which look at no later turn. So it blames a
move that pays only by a plan. Players of the *normal* level find such plans, but each game takes far more time.
"""

from collections.abc import Callable, Iterable
from random import Random
from statistics import fmean

from engine.contract.view import View
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.players.levels import USUAL, choose
from engine.review.valuation import Difference, difference, trial_of

ENDINGS = 8
"""The number of playouts after the last choice of the players. They take less time than two such choices."""


def _quiet() -> None:
    """Report nothing."""


class SecondLook:
    """Moves of one decision, valued in games that agree with the view of the seat that decides."""

    def __init__(
        self,
        view: View,
        moves: Iterable[int],
        seed: str,
        budget: ThinkingBudget,
        level: str = USUAL,
        *,
        turns: int | None = None,
    ) -> None:
        """Begin without games.

        Args:
            view: the view of the seat that decides.
            moves: the moves that are compared. The caller may delete a move from `values`, to compare it no longer.
            seed: the seed of the games.
            budget: the budget of each later decision of every seat.
            level: the level of the players.
            turns: the number of choices that players make after a move. Then `ENDINGS` playouts by rules of thumb end
                the round, and their mean counts. None: players choose until the round ends.
        """
        self._trial = trial_of(view, seed)
        self._budget = budget
        self._level = level
        self.values: dict[int, list[float]] = {move: [] for move in moves}
        """The utility of each move for the seat that decides, in each game, in the order of the games."""
        self._turns = turns
        self.choices = 0
        """The number of choices that players have made in all looks."""

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
            values.append(self._worth(after, Random(chance)))
            on()

    def lead(self, one: int, other: int) -> Difference:
        """Return by how much the move `one` is worth more than `other`, in the games of all looks."""
        return difference(self.values[one], self.values[other])

    def _worth(self, game: Game, random: Random) -> float:
        """Play on, and return the utility for the seat that decides."""
        left = self._turns
        while (to_act := game.to_act) and left != 0:
            seat, moves = to_act[0], game.legal_moves(to_act[0])
            if len(moves) == 1:
                game.apply(seat, moves[0])
                continue
            text = choose(game.view(seat), self._level, random.getrandbits(64), self._budget)
            game.apply(seat, game.parse(text))
            self.choices += 1
            left = None if left is None else left - 1
        trial = self._trial
        endings = [game.copy() for _ in range(ENDINGS)] if game.to_act else [game]
        for ending in endings:
            trial.policy.playout(ending, random.random)
        return fmean(trial.utility(ending)[trial.seat] for ending in endings)
