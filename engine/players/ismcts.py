"""Information set Monte Carlo tree search (ISMCTS), with which the arena compares the players' own search.

One tree serves all games that agree with a seat's view. Each drawn game is played down the tree, where every seat
chooses for itself, and then by a playout to the end of the round. The choices of a move (`GameInfo.path`) are steps of
the tree: a card first, then its slot. A step's visits are weighed against the number of games in which it was
available, because other games have other cards. The tree ends at simultaneous choices, which nobody sees; they are
random.

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search" (2012), single observer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, log, sqrt

from engine.game import Game
from engine.players.budget import ThinkingMeter
from engine.players.search import FEWEST, Candidate, SearchTask

CURIOSITY = 0.7
"""The weight of exploration for values between 0 and 1, as in the source."""


class _Node:
    """The node after a step."""

    __slots__ = ("available", "steps", "visits", "worth")

    def __init__(self) -> None:
        self.steps: dict[str, _Node] = {}
        self.available = 0
        self.visits = 0
        self.worth = 0.0
        """The sum over all visits of the value for the seat that takes the step."""


class _Tree:
    """The search tree."""

    def __init__(self) -> None:
        self.root = _Node()
        self._low, self._high = inf, -inf

    def learn(self, trail: Sequence[tuple[_Node, int]], worths: Sequence[float]) -> None:
        """Add the result of a playout (its value by seat) to the nodes of its steps."""
        self._low, self._high = min(self._low, *worths), max(self._high, *worths)
        for node, seat in trail:
            node.visits += 1
            node.worth += worths[seat]

    def descend(self, game: Game, seat: int, moves: Sequence[int]) -> tuple[int, list[tuple[_Node, int]]]:
        """Play a game down to a new node, and return the first move and all steps."""
        trail: list[tuple[_Node, int]] = []
        made: list[int] = []
        node = self.root
        while not trail or trail[-1][0].visits:
            made.append(self._move(game, node, seat, moves, trail))
            node = trail[-1][0]
            game.apply(seat, made[-1])
            if len(game.to_act) != 1:
                break
            seat = game.to_act[0]
            moves = game.legal_moves(seat)
        return made[0], trail

    def _move(self, game: Game, node: _Node, seat: int, moves: Sequence[int], trail: list[tuple[_Node, int]]) -> int:
        """Choose a move step by step."""
        paths = {move: game.path(move) for move in moves}
        depth = 0
        while depth < len(paths[moves[0]]):
            ways: dict[str, list[int]] = {}
            for move in moves:
                ways.setdefault(paths[move][depth], []).append(move)
            step = self._step(node, ways)
            node, moves, depth = node.steps[step], ways[step], depth + 1
            trail.append((node, seat))
        return moves[0]

    def _step(self, node: _Node, steps: Iterable[str]) -> str:
        """Return the first step without a visit, or the most promising step."""
        for step in steps:
            if step not in node.steps:
                node.steps[step] = _Node()
            node.steps[step].available += 1
        return max(steps, key=lambda step: self._promise(node.steps[step]))

    def _promise(self, node: _Node) -> float:
        if not node.visits:
            return inf
        spread = self._high - self._low or 1.0
        known = (node.worth / node.visits - self._low) / spread
        return known + CURIOSITY * sqrt(log(node.available) / node.visits)


def ismcts(task: SearchTask, meter: ThinkingMeter) -> list[Candidate]:
    """Return the tried moves, most visits first."""
    tree, tried = _Tree(), {move: Candidate(move) for move in task.moves}
    while meter.playouts < FEWEST * len(tried) or meter.spent < 1:
        world = next(task.worlds, None)
        if world is None:
            break
        game, ways = world
        game.last_round = game.round
        for _ in range(ways):
            trial = game.copy()
            move, trail = tree.descend(trial, task.seat, task.moves)
            worths = task.worth(trial, task.random.random)
            tree.learn(trail, worths)
            tried[move].values.append(worths[task.seat])
            meter.playouts += 1
    found = [one for one in tried.values() if one.values]
    return sorted(found, key=lambda one: (len(one.values), one.mean), reverse=True)
