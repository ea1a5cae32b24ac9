"""Search for the best move by playouts in games that agree with a seat's view.

All candidates are tried in the same games and with the same random numbers in the playouts, because the deal explains
far more of a result than the move does. As the budget is spent, the worse half of the candidates is dropped again and
again (sequential halving). So moves that are hard to tell apart get most of the budget.

Sums are exact (`fsum`): before Python 3.12, `sum` rounds differently, and the same search might choose another move.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from math import ceil, copysign, fsum, inf, log2, sqrt
from random import Random
from typing import TypeAlias

from engine.game import Game
from engine.players.budget import ThinkingMeter
from engine.players.policy import Luck

Worth: TypeAlias = Callable[[Game, Luck], Sequence[float]]
"""A function that returns the value of a game by seat. It may use the random numbers and play the game on."""

TURNS = 64
"""The number of random numbers for a game. Later turns of a round start again with the first number."""
FEWEST = 4
"""The least number of games in which every move is tried, however small the budget is."""
CHECK_INTERVAL = 16
"""The number of games between two checks of the lead."""
CERTAIN = 4.0
"""The lead, in standard errors, with which the last stage ends early."""


@dataclass(slots=True)
class Candidate:
    """A move and its value in each game in which it was tried, in the order of the games."""

    move: int
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean value."""
        return fsum(self.values) / len(self.values) if self.values else 0.0


@dataclass(frozen=True, slots=True)
class SearchTask:
    """A decision.

    Attributes:
        seat: the seat that decides.
        moves: its candidate moves.
        worlds: games that agree with the seat's view, each with the number of games that it represents. A finite
            iterator yields all of them.
        worth: returns the value of a game, by seat, after one of the moves. The game must end with this round.
        random: the random generator for the playouts.
    """

    seat: int
    moves: Sequence[int]
    worlds: Iterator[tuple[Game, int]]
    worth: Worth
    random: Random


def halving(task: SearchTask, meter: ThinkingMeter) -> list[Candidate]:
    """Search by sequential halving. Return all moves, best first; moves that were dropped earlier are further back."""
    left = [Candidate(move) for move in task.moves]
    dropped: list[Candidate] = []
    stages = ceil(log2(len(left))) if len(left) > 1 else 0
    for stage in range(1, stages + 1):
        _try_out(task, left, meter, stage / stages)
        left.sort(key=lambda one: one.mean, reverse=True)
        keep = 1 if stage == stages else (len(left) + 1) // 2
        dropped = left[keep:] + dropped
        left = left[:keep]
    return left + dropped


def flat(task: SearchTask, meter: ThinkingMeter) -> list[Candidate]:
    """Try every move in the same games, each move with random numbers of its own; return all moves, best first."""
    every = [Candidate(move) for move in task.moves]
    _try_out(task, every, meter, 1.0, alike=False)
    return sorted(every, key=lambda one: one.mean, reverse=True)


def _try_out(
    task: SearchTask,
    left: Sequence[Candidate],
    meter: ThinkingMeter,
    until: float,
    *,
    alike: bool = True,
) -> None:
    """Try these moves in new games until the share `until` of the budget is spent.

    If `alike` is True, all moves use the same random numbers in a game, so that differences come from the moves. Then a
    trial of only two moves ends as soon as one of them leads by more than `CERTAIN` standard errors.
    """
    seat, worth, first, chance = task.seat, task.worth, left[0].values, task.random.random
    while len(first) < FEWEST or meter.spent < until:
        world = next(task.worlds, None)
        if world is None:
            return
        game, ways = world
        game.last_round = game.round
        numbers = [chance() for _ in range(TURNS)] if alike else ()
        for one in left:
            trial = game.copy()
            trial.apply(seat, one.move)
            value = worth(trial, cycle(numbers).__next__ if alike else chance)[seat]
            one.values += [value] * ways
        meter.playouts += len(left)
        if alike and len(left) == 2 and len(first) % CHECK_INTERVAL == 0 and abs(lead(*left)) > CERTAIN:
            return


def lead(one: Candidate, other: Candidate) -> float:
    """Return by how many standard errors one move is better than another, from the games in which both were tried."""
    apart = [
        mine - yours for mine, yours in zip(one.values, other.values, strict=False)
    ]  # the shorter list ends first: a dropped move has fewer values
    count = len(apart)
    middle = fsum(apart) / count
    spread = sqrt(fsum([(each - middle) ** 2 for each in apart]) / count / (count - 1)) if count > 1 else 0.0
    return middle / spread if spread else copysign(inf, middle) if middle else 0.0
