"""Which move is best, by playing rounds out in games that agree with what a seat knows.

Every move that is still in question is tried in the same games (the deal explains far more of a result than the move)
with the same luck in playing them out, and as the effort is spent the worse half is given up, again and again:
sequential halving. So the moves that are hard to tell apart get most of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from math import ceil, copysign, inf, log2, sqrt
from random import Random
from typing import TypeAlias

from engine.game import Game
from engine.players.budget import ThinkingMeter
from engine.players.policy import Luck

Worth: TypeAlias = Callable[[Game, Luck], Sequence[float]]
"""What a game comes to with some luck, by seat; it may be played on."""

TURNS = 64
"""How many numbers the luck of a game has; a round has few more turns, which take the first ones again."""
FEWEST = 4
"""Games in which every move is tried, however little the effort is."""
GLANCE = 16
"""Games after which the lead is looked at again."""
CERTAIN = 4.0
"""Standard errors: who leads all others by so much in the last stage has won it."""


@dataclass(slots=True)
class Candidate:
    """A move, and what it came to in each game in which it was tried, the first game first."""

    move: int
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What it came to on average."""
        return sum(self.values) / len(self.values) if self.values else 0.0


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be decided.

    Attributes:
        seat: who decides.
        moves: what it may do.
        worlds: games that agree with all that the seat knows, each with the number of ways that it stands for; where
            they come to an end, they are all that there are.
        worth: of a game after its move, in which this round is the last one.
        random: makes the luck of what is played out.
    """

    seat: int
    moves: Sequence[int]
    worlds: Iterator[tuple[Game, int]]
    worth: Worth
    random: Random


def halving(question: Question, meter: ThinkingMeter) -> list[Candidate]:
    """All moves, best first: those that were given up early stand behind those that were kept longer."""
    left = [Candidate(move) for move in question.moves]
    given_up: list[Candidate] = []
    stages = ceil(log2(len(left))) if len(left) > 1 else 0
    for stage in range(1, stages + 1):
        _try_out(question, left, meter, stage / stages)
        left.sort(key=lambda one: one.mean, reverse=True)
        keep = 1 if stage == stages else (len(left) + 1) // 2
        given_up = left[keep:] + given_up
        left = left[:keep]
    return left + given_up


def flat(question: Question, meter: ThinkingMeter) -> list[Candidate]:
    """The same with equal shares for all moves, each with luck of its own: none is given up, no lead ends it early."""
    every = [Candidate(move) for move in question.moves]
    _try_out(question, every, meter, 1.0, certain=inf, alike=False)
    return sorted(every, key=lambda one: one.mean, reverse=True)


def _try_out(
    question: Question,
    left: Sequence[Candidate],
    meter: ThinkingMeter,
    until: float,
    *,
    certain: float = CERTAIN,
    alike: bool = True,
) -> None:
    """Try these moves in ever new games until so much of the effort is spent, or one of two leads by so much.

    Where they are `alike` all have the same luck in a game: what differs then comes from the move.
    """
    seat, worth, first, chance = question.seat, question.worth, left[0].values, question.random.random
    while len(first) < FEWEST or meter.spent < until:
        world = next(question.worlds, None)
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
        if len(left) == 2 and len(first) % GLANCE == 0 and abs(_lead(first, left[1].values)) > certain:
            return


def lead(one: Candidate, other: Candidate) -> float:
    """By how many standard errors one move is better than another one, in the games in which both were tried."""
    return _lead(one.values, other.values)


def _lead(one: Sequence[float], other: Sequence[float]) -> float:
    apart = [mine - yours for mine, yours in zip(one, other, strict=False)]  # one may have been given up
    count = len(apart)
    middle = sum(apart) / count
    spread = sqrt(sum([(each - middle) ** 2 for each in apart]) / count / (count - 1)) if count > 1 else 0.0
    return middle / spread if spread else copysign(inf, middle) if middle else 0.0
