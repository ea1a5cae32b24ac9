"""The computer players that people can choose, and those that these are measured against.

Each gets a seat's view and a seed, nothing else, and answers with one of the view's legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from engine.game import Game
from engine.players import policies  # noqa: F401  fills Policy.of
from engine.players.aim import aim_of
from engine.players.effort import Effort, Meter
from engine.players.policy import RANDOM, Policy, policy_of
from engine.players.search import Candidate, Question, flat, halving, lead
from engine.view import View


@dataclass(frozen=True, kw_only=True)
class Thinker:
    """A player put together from the parts that there are.

    Attributes:
        effort: what a decision costs unless somebody says otherwise.
        search: which of its moves is best.
        thumb: whether it knows the game's rules of thumb: how rounds are played out, what is worth a thought.
        plain: whether it takes the plainest of the moves that it cannot tell apart.
        slips: how often it takes what it thinks second best.
    """

    effort: Effort
    search: Callable[[Question, Meter, Random], list[Candidate]] = halving
    thumb: bool = True
    plain: bool = True
    slips: float = 0.0

    def choose(self, question: Question, random: Random) -> int:
        """One of the question's moves."""
        policy, game = question.policy, question.draw(random)
        if not self.thumb:
            question = replace(question, policy=RANDOM)
        elif len(sound := policy.sound(game, question.seat, question.moves)) > 1:
            question = replace(question, moves=sound)
        else:
            return sound[0]
        found = self.search(question, self.effort.meter(), random)
        if random.random() < self.slips and len(found) > 1:
            del found[0]
        if self.plain:
            by_move = {one.move: one for one in found}
            for move in policy.plainer(game, question.seat, found[0].move):
                if move in by_move and lead(found[0], by_move[move]) < DOUBT:
                    return move
        return found[0].move


@dataclass(frozen=True, kw_only=True)
class Reflex:
    """A player that does not search: by rules of thumb, or by chance."""

    effort: Effort
    thumb: bool

    def choose(self, question: Question, random: Random) -> int:
        """One of the question's moves."""
        if self.thumb:
            return question.policy.pick(question.draw(random), question.seat, random)
        return random.choice(question.moves)


NONE = Effort(playouts=1)
QUICK = 0.015
"""Seconds that a quick decision takes: under twenty milliseconds with all that goes with it."""
DOUBT = 1.0
"""Standard errors: by so much a move must be better than a plainer one."""
LEVELS: Mapping[str, Thinker] = MappingProxyType(
    {
        "easy": Thinker(effort=Effort(playouts=30, seconds=QUICK), slips=0.3),
        "normal": Thinker(effort=Effort(playouts=100, seconds=QUICK)),
        "hard": Thinker(effort=Effort(seconds=1.0)),
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
        "flat": Thinker(effort=Effort(playouts=400), search=flat, thumb=False, plain=False),
        "halving": Thinker(effort=Effort(playouts=400), thumb=False, plain=False),
        "flat-thumb": Thinker(effort=Effort(playouts=400), search=flat, plain=False),
    }
)
"""By name, those that only the arena knows too."""


def choose(view: View, level: str, seed: int | bytes, effort: Effort | None = None) -> str:
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
    return kind.text(play_as(level, view, moves, kind.sampler(view), Random(seed), effort))


def play_as(
    level: str, view: View, moves: list[int], draw: Callable[[Random], Game], random: Random, effort: Effort | None
) -> int:
    """The same from games drawn otherwise: a seat that sees all cards is the ceiling of what search can reach."""
    kind, seat = Game.games[view["game"]], view["seat"]
    assert seat is not None  # noqa: S101  `choose` has looked
    aim = aim_of(kind, view["seats"], seat, last=view["round"] == view["round_count"])
    player: Thinker | Reflex = PLAYERS[level]
    if effort is not None:
        player = replace(player, effort=effort)
    policy: Policy[Game] = policy_of(kind)
    return player.choose(Question(seat, moves, draw, aim, policy), random)
