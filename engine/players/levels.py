"""The computer players that people can choose, and those that these are measured against.

Each gets a seat's view and a seed, nothing else, and answers with one of the view's legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any

from engine.contract.view import View
from engine.game import Game
from engine.players import endgame, policies  # noqa: F401  the latter fills Policy.of
from engine.players.budget import ThinkingBudget, ThinkingMeter
from engine.players.ismcts import ismcts
from engine.players.policy import RANDOM, Luck, Policy, policy_of
from engine.players.search import Candidate, Question, Worth, flat, halving, lead
from engine.players.utility import Aim, aim_of


@dataclass(frozen=True)
class Seated:
    """A seat at a decision.

    Attributes:
        view: all that it sees.
        seat: its number.
        moves: what it may do: two things at least.
        draw: gives a game that agrees with the view, each time another one.
        every: gives all games that agree with it, or none where they are too many, see `endgame.every_world`.
        random: its own chance.
    """

    view: View
    seat: int
    moves: Sequence[int]
    draw: Callable[[Random], Game]
    every: Callable[[Random], Sequence[tuple[Game, int]]]
    random: Random

    @property
    def policy(self) -> Policy[Any]:
        """The rules of thumb of the game."""
        return policy_of(Game.games[self.view["game"]])

    @property
    def aim(self) -> Aim:
        """What the end of the round is worth."""
        view = self.view
        return aim_of(Game.games[view["game"]], view["seats"], last=view["round"] == view["round_count"])

    def solving(self) -> Worth:
        """What a game of this round comes to where all play the rest as well as can be."""
        solver = endgame.Solver(self.aim, Game.games[self.view["game"]].teams_of(self.view["seats"]), self.policy)
        return lambda game, _: solver.worth(game)

    def playing_out(self, *, thumb: bool) -> Worth:
        """What a game of this round comes to where the rest is played by rules of thumb, or by chance."""
        policy, aim = self.policy if thumb else RANDOM, self.aim

        def worth(game: Game, luck: Luck) -> Sequence[float]:
            policy.run(game, luck)
            return aim(game)

        return worth


@dataclass(frozen=True, kw_only=True)
class Thinker:
    """A player put together from the parts that there are.

    Attributes:
        effort: what a decision costs unless somebody says otherwise.
        search: which of its moves is best.
        thumb: whether it knows the game's rules of thumb: how rounds are played out, what is worth a thought.
        exact: the number of tricks left from which on it solves the rest of the round, where it can look at all games
            that agree with what it sees; 0: it never does.
        plain: whether it takes the plainest of the moves that it cannot tell apart.
        slips: how often it takes what it thinks second best, where that is plausible.
    """

    effort: ThinkingBudget
    search: Callable[[Question, ThinkingMeter], list[Candidate]] = halving
    thumb: bool = True
    exact: int = 2
    plain: bool = True
    slips: float = 0.0

    def choose(self, at: Seated) -> int:
        """One of the seat's moves."""
        policy, random, seat, known = at.policy, at.random, at.seat, at.draw(at.random)
        meter, doubt = self.effort.meter(), DOUBT
        ends = known.tricks_left is not None and known.tricks_left <= self.exact
        worlds = at.every(random) if ends else ()
        if worlds:
            found = flat(Question(seat, at.moves, iter(worlds), at.solving(), random), meter)
            if len(found[0].values) == sum(ways for _, ways in worlds):
                doubt = EQUAL
        else:
            moves = policy.sound(known, seat, at.moves) if self.thumb else at.moves
            if len(moves) == 1:
                return moves[0]
            found = self.search(Question(seat, moves, _drawn(at), at.playing_out(thumb=self.thumb), random), meter)
        if random.random() < self.slips and lead(found[0], found[1]) < PLAUSIBLE:
            del found[0]
        if self.plain:
            by_move = {one.move: one for one in found}
            for move in policy.plainer(known, seat, found[0].move):
                if move in by_move and lead(found[0], by_move[move]) < doubt:
                    return move
        return found[0].move


def _drawn(at: Seated) -> Iterator[tuple[Game, int]]:
    while True:
        yield at.draw(at.random), 1


@dataclass(frozen=True, kw_only=True)
class Reflex:
    """A player that does not search: by rules of thumb, or by chance."""

    effort: ThinkingBudget
    thumb: bool

    def choose(self, at: Seated) -> int:
        """One of the seat's moves."""
        return (
            at.policy.pick(at.draw(at.random), at.seat, at.random.random) if self.thumb else at.random.choice(at.moves)
        )


NONE = ThinkingBudget(playouts=1)
QUICK = 0.015
"""Seconds that a quick decision takes: under twenty milliseconds with all that goes with it."""
DOUBT = 1.0
"""Standard errors: by so much a move must be better than a plainer one."""
EQUAL = 1e-9
"""The same where every world was looked at: sums of fractions differ by less."""
PLAUSIBLE = 3.0
"""Standard errors: a move that is behind by more is a blunder which nobody would believe."""
LEVELS: Mapping[str, Thinker] = MappingProxyType(
    {
        "easy": Thinker(effort=ThinkingBudget(playouts=30, seconds=QUICK), slips=0.65),
        "normal": Thinker(effort=ThinkingBudget(playouts=100, seconds=QUICK)),
        "hard": Thinker(effort=ThinkingBudget(seconds=1.0), exact=3),
    }
)
"""The levels that people choose from, the weakest first."""
USUAL = "normal"
"""The level of a computer player unless somebody has chosen another."""
PLAYERS: Mapping[str, Thinker | Reflex] = MappingProxyType(
    {
        **LEVELS,
        "random": Reflex(effort=NONE, thumb=False),
        "thumb": Reflex(effort=NONE, thumb=True),
        "flat": Thinker(effort=ThinkingBudget(playouts=400), search=flat, thumb=False, exact=0, plain=False),
        "halving": Thinker(effort=ThinkingBudget(playouts=400), thumb=False, exact=0, plain=False),
        "flat-thumb": Thinker(effort=ThinkingBudget(playouts=400), search=flat, plain=False),
        "ismcts": Thinker(effort=ThinkingBudget(seconds=1.0), search=ismcts, exact=3),
        "inexact": Thinker(effort=ThinkingBudget(seconds=1.0), exact=0),
    }
)
"""By name, those that only the arena knows too."""


def choose(view: View, level: str, seed: int | bytes, effort: ThinkingBudget | None = None) -> str:
    """The move that a computer player makes.

    Args:
        view: its seat's; it must be to act.
        level: one of `LEVELS`, or of `PLAYERS` in the arena.
        seed: its own chance; the same view and seed give the same move where `effort` counts playouts alone.
        effort: what the decision may cost; None: as the level has it.

    Returns:
        One of `view["legal"]`, in notation.

    Raises:
        ValueError: it is nobody's view, or its seat is not to act, or there is no such player.
    """
    kind, seat = Game.games[view["game"]], view["seat"]
    if seat is None or not view["legal"]:
        raise ValueError("this seat makes no move now")
    if level not in PLAYERS:
        raise ValueError(f"there is no computer player {level!r} (there are: {', '.join(PLAYERS)})")
    if len(view["legal"]) == 1:
        return view["legal"][0]
    moves = [kind.parse(text) for text in view["legal"]]
    at = Seated(view, seat, moves, kind.sampler(view), partial(endgame.every_world, view), Random(seed))
    return kind.text(play_as(level, at, effort))


def play_as(level: str, at: Seated, effort: ThinkingBudget | None) -> int:
    """The same of a seat that may get its games otherwise: one that sees all cards is the ceiling for a search."""
    player: Thinker | Reflex = PLAYERS[level]
    return (player if effort is None else replace(player, effort=effort)).choose(at)
