"""Valuation of the moves of one decision, in games that agree with the view of the seat that decides.

All moves are tried in the same games with the same random numbers, as in a search. The best move is chosen in one half
of the games and its lead is measured in the other half, because the best of several estimates is too high by chance.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle
from math import sqrt
from random import Random
from typing import Any

from engine.contract.view import View
from engine.game import Game
from engine.players import endgame
from engine.players.budget import ThinkingMeter
from engine.players.policy import Policy, policy_of
from engine.players.search import FEWEST, TURNS
from engine.players.utility import Utility, margins, utility_of
from engine.review.contrast import SURE_ERRORS
from engine.text import Text

EXACT_TRICKS = 3
"""The round is solved once at most this many tricks are left and all games that agree with the view can be listed."""


@dataclass(slots=True)
class Tried:
    """Results of a move in each game in which it was tried, in the order of the games."""

    utility: list[float] = field(default_factory=list)
    """The utility for the seat that decides: points, and in the last round the place."""
    points: list[Sequence[float]] = field(default_factory=list)
    """The points of each seat's team, minus the mean points of the others."""
    reached: list[list[Text]] = field(default_factory=list)
    """The outcomes that the seat reached in each game; empty if the move was not watched."""
    rounds: list[Sequence[int]] = field(default_factory=list)
    """The points of the round by seat, in each game."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between two moves: the mean over all games, and the standard error of this mean."""

    mean: float
    error: float

    @property
    def certain(self) -> bool:
        """True if the mean is above `SURE_ERRORS` standard errors."""
        return self.mean > SURE_ERRORS * self.error


ROUNDING = 9
"""The decimal places of exact values; rounding errors of sums are smaller."""


def difference(one: Sequence[float], other: Sequence[float]) -> Difference:
    """Compare the values of two moves in the same games."""
    apart = [mine - yours for mine, yours in zip(one, other, strict=True)]
    count = len(apart)
    middle = sum(apart) / count
    squares = sum([(each - middle) ** 2 for each in apart])
    return Difference(middle, sqrt(squares / count / (count - 1)) if count > 1 else 0.0)


class Trial:
    """The games that agree with one view, and the moves that are tried in them."""

    def __init__(self, view: View, random: Random) -> None:
        """Prepare the games of a view; raise `ValueError` if it is a spectator's."""
        kind, seat = Game.games[view["game"]], view["seat"]
        if seat is None:
            raise ValueError("a spectator makes no decision")
        self.seat = seat
        self.kind = kind
        self.random = random
        self.view = view
        self.policy: Policy[Any] = policy_of(kind)
        self.teams = kind.teams_of(view["seats"])
        self.team = next(team for team in self.teams if seat in team)
        """The seats of the team that decides."""
        self.utility: Utility = utility_of(kind, view["seats"], last=view["round"] == view["round_count"])
        self.draw: Callable[[Random], Game] = kind.sampler(view)
        self.solver: endgame.Solver | None = None
        """The solver; None until the rest of the round is solved."""
        self.legal = [kind.parse(text) for text in view["legal"]]

    def candidates(self, *played: int) -> list[int]:
        """Return the moves that are worth a trial, and the moves that were played."""
        moves = self.policy.candidates(self.draw(self.random), self.seat, self.legal)
        return list(dict.fromkeys([*moves, *played]))

    def try_out(
        self,
        moves: Iterable[int | None],
        meter: ThinkingMeter,
        until: float,
        *,
        watched: Sequence[int | None] = (),
        kept: list[Game] | None = None,
    ) -> dict[int | None, Tried]:
        """Try moves in new games until the share `until` of the budget is spent.

        The move None stands for the move that rules of thumb play. For `watched` moves, the results contain the
        outcomes that the seat reached. Each game is added to `kept` as it was before the moves.
        """
        tried: dict[int | None, Tried] = {move: Tried() for move in moves}
        games = 0
        while games < FEWEST or meter.spent < until:
            game = self.draw(self.random)
            game.last_round = game.round
            numbers = [self.random.random() for _ in range(TURNS)]
            if kept is not None:
                kept.append(game)
            for move, found in tried.items():
                self._play(game.copy(), move, numbers, found, watched=move in watched)
            meter.playouts += len(tried)
            games += 1
        return tried

    def _play(self, game: Game, move: int | None, numbers: list[float], found: Tried, *, watched: bool) -> None:
        luck: Iterator[float] = cycle(numbers)
        if move is None:
            # This choice uses the last number, so that the later turns use the same numbers as after other moves.
            luck = chain(numbers[-1:], luck)
        else:
            game.apply(self.seat, move)
        self.policy.playout(game, luck.__next__)
        self._add(game, found, watched=watched)

    def _add(self, game: Game, found: Tried, *, watched: bool) -> None:
        """Add the results of a game whose round has ended."""
        found.utility.append(self.utility(game)[self.seat])
        found.points.append(margins(game.rounds[-1], self.teams))
        found.rounds.append(game.rounds[-1])
        if watched:
            found.reached.append(game.outcomes(self.view))

    def exact_leads(self, games: Sequence[Game], best: int, other: int) -> list[float]:
        """Return, for each of these games, the exact value of `best` minus that of `other`; call `solve` first."""
        if self.solver is None:
            raise ValueError("the rest of the round is not solved")
        leads = []
        for game in games:
            after, otherwise = game.copy(), game.copy()
            after.apply(self.seat, best)
            otherwise.apply(self.seat, other)
            leads.append(self.solver.worth(after)[self.seat] - self.solver.worth(otherwise)[self.seat])
        return leads

    def exact_ends(self, games: Sequence[Game], move: int) -> Tried:
        """Return the results of a move in these games if all seats then play their best moves; call `solve` first."""
        if self.solver is None:
            raise ValueError("the rest of the round is not solved")
        found = Tried()
        for game in games:
            after = game.copy()
            after.apply(self.seat, move)
            self.solver.finish(after)
            self._add(after, found, watched=True)
        return found

    def usual(self, games: Iterable[Game]) -> int:
        """Return the move that rules of thumb choose most often in these games."""
        picks = Counter(self.policy.pick(game.copy(), self.seat, self.random.random) for game in games)
        return picks.most_common(1)[0][0]

    def solve(self) -> dict[int, float] | None:
        """Return the exact utility of each move; None if the rest of the round cannot be solved (`EXACT_TRICKS`)."""
        tricks_left = self.draw(self.random).tricks_left
        if tricks_left is None or tricks_left > EXACT_TRICKS:
            return None
        worlds = endgame.every_world(self.view, self.random)
        if not worlds:
            return None
        self.solver = solver = endgame.Solver(self.utility, self.teams, self.policy)
        total = dict.fromkeys(self.legal, 0.0)
        for game, ways in worlds:
            game.last_round = game.round
            for move in self.legal:
                after = game.copy()
                after.apply(self.seat, move)
                total[move] += ways * solver.worth(after)[self.seat]
        count = sum(ways for _, ways in worlds)
        return {move: round(value / count, ROUNDING) for move, value in total.items()}


def trial_of(view: View, seed: str) -> Trial:
    """Return the trial of a view. Its random numbers depend only on the seed and on what the seat sees."""
    seen = json.dumps([seed, view], sort_keys=True, ensure_ascii=False)
    return Trial(view, Random(hashlib.sha256(seen.encode()).digest()))
