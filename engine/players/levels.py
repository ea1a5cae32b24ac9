"""The levels of AI players that people can choose, and further players with which the arena compares the levels.

A player gets a seat's view and a seed, and answers with one of the view's legal moves.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any

from engine.contract.view import View
from engine.game import Game
from engine.players import endgame, policies  # noqa: F401  policies fills Policy.of
from engine.players.budget import ThinkingBudget, ThinkingMeter
from engine.players.policy import RANDOM, Luck, Policy, policy_of
from engine.players.search import Candidate, SearchTask, Worth, flat, halving, lead
from engine.players.utility import Utility, utility_of


@dataclass(frozen=True)
class DecidingSeat:
    """A seat that must decide.

    Attributes:
        view: the seat's view.
        seat: the seat.
        moves: its legal moves, at least two.
        draw: draws a game that agrees with the view.
        every_game: returns all games that agree with the view; none if there are too many, see `endgame.every_world`.
        random: the player's random generator.
    """

    view: View
    seat: int
    moves: Sequence[int]
    draw: Callable[[Random], Game]
    every_game: Callable[[Random], Sequence[tuple[Game, int]]]
    random: Random

    @property
    def policy(self) -> Policy[Any]:
        """The game's policy."""
        return policy_of(Game.games[self.view["game"]])

    @property
    def utility(self) -> Utility:
        """The utility of the end of the round."""
        view = self.view
        return utility_of(Game.games[view["game"]], view["seats"], last=view["round"] == view["round_count"])

    def solving(self) -> Worth:
        """Return a function that values a game by solving the rest of its round."""
        solver = endgame.Solver(self.utility, Game.games[self.view["game"]].teams_of(self.view["seats"]), self.policy)
        return lambda game, _: solver.worth(game)

    def playing_out(self, *, uses_policy: bool) -> Worth:
        """Return a function that values a game by a playout, with the policy if `uses_policy`, otherwise at random."""
        policy, utility = self.policy if uses_policy else RANDOM, self.utility

        def worth(game: Game, luck: Luck) -> Sequence[float]:
            policy.playout(game, luck)
            return utility(game)

        return worth


@dataclass(frozen=True, kw_only=True)
class SearchPlayer:
    """A player that searches.

    Attributes:
        budget: the default budget of a decision.
        search: the search for the best move.
        uses_policy: True to use the game's policy for playouts and for the choice of moves to search.
        exact: the player solves the round once at most this many tricks are left, if all games that agree with its
            view can be listed; 0: never.
        plain: True to play the plainest of the moves that the search cannot tell apart.
        slips: the probability of playing the second best move, if that move is plausible.
    """

    budget: ThinkingBudget
    search: Callable[[SearchTask, ThinkingMeter], list[Candidate]] = halving
    uses_policy: bool = True
    exact: int = 2
    plain: bool = True
    slips: float = 0.0

    def choose(self, at: DecidingSeat) -> int:
        """Choose one of the seat's moves."""
        policy, random, seat, known = at.policy, at.random, at.seat, at.draw(at.random)
        meter, doubt = self.budget.meter(), DOUBT
        ends = known.tricks_left is not None and known.tricks_left <= self.exact
        worlds = at.every_game(random) if ends else ()
        if worlds:
            found = flat(SearchTask(seat, at.moves, iter(worlds), at.solving(), random), meter)
            if len(found[0].values) == sum(ways for _, ways in worlds):
                doubt = EQUAL
        else:
            moves = policy.candidates(known, seat, at.moves) if self.uses_policy else at.moves
            if len(moves) == 1:
                return moves[0]
            found = self.search(
                SearchTask(seat, moves, _drawn(at), at.playing_out(uses_policy=self.uses_policy), random), meter
            )
        if random.random() < self.slips and lead(found[0], found[1]) < PLAUSIBLE:
            del found[0]
        if self.plain:
            by_move = {one.move: one for one in found}
            for move in policy.plainer(known, seat, found[0].move):
                if move in by_move and lead(found[0], by_move[move]) < doubt:
                    return move
        return found[0].move


def _drawn(at: DecidingSeat) -> Iterator[tuple[Game, int]]:
    while True:
        yield at.draw(at.random), 1


@dataclass(frozen=True, kw_only=True)
class PolicyPlayer:
    """A player that does not search, but follows the game's policy or plays at random."""

    budget: ThinkingBudget
    uses_policy: bool

    def choose(self, at: DecidingSeat) -> int:
        """Choose one of the seat's moves."""
        if self.uses_policy:
            return at.policy.pick(at.draw(at.random), at.seat, at.random.random)
        return at.random.choice(at.moves)


NONE = ThinkingBudget(playouts=1)
QUICK = 0.015
"""Limit in seconds of a quick decision; with overhead, the decision takes less than 20 ms."""
DOUBT = 1.0
"""A plainer move is played if the best move leads it by less than this many standard errors."""
EQUAL = 1e-9
"""The lead that is used instead of `DOUBT` if every game was solved. It is greater than rounding errors."""
PLAUSIBLE = 3.0
"""If the best move leads by this many standard errors, playing the second best move would be an implausible blunder."""
LEVELS: Mapping[str, SearchPlayer] = MappingProxyType(
    {
        "easy": SearchPlayer(budget=ThinkingBudget(playouts=30, seconds=QUICK), slips=0.65),
        "normal": SearchPlayer(budget=ThinkingBudget(playouts=100, seconds=QUICK)),
        "hard": SearchPlayer(budget=ThinkingBudget(seconds=1.0), exact=3),
    }
)
"""The levels that people choose from, weakest first."""
USUAL = "normal"
"""The default level of an AI player."""
PLAYERS: Mapping[str, SearchPlayer | PolicyPlayer] = MappingProxyType(
    {
        **LEVELS,
        "random": PolicyPlayer(budget=NONE, uses_policy=False),
        "thumb": PolicyPlayer(budget=NONE, uses_policy=True),
        "flat": SearchPlayer(budget=ThinkingBudget(playouts=400), search=flat, uses_policy=False, exact=0, plain=False),
        "halving": SearchPlayer(budget=ThinkingBudget(playouts=400), uses_policy=False, exact=0, plain=False),
        "flat-thumb": SearchPlayer(budget=ThinkingBudget(playouts=400), search=flat, plain=False),
        "inexact": SearchPlayer(budget=ThinkingBudget(seconds=1.0), exact=0),
    }
)
"""All players by name: the levels, and the players that only the arena uses."""


def choose(view: View, level: str, seed: int | bytes, budget: ThinkingBudget | None = None) -> str:
    """Return the move of an AI player.

    Args:
        view: the view of a seat that must act.
        level: one of `LEVELS`, or of `PLAYERS` in the arena.
        seed: the seed of the player's choices. The same view and seed give the same move if the budget counts only
            playouts.
        budget: the budget of the decision; None: the level's own.

    Returns:
        One of `view["legal"]`, in notation.

    Raises:
        ValueError: the view is a spectator's, its seat must not act, or the player does not exist.
    """
    kind, seat = Game.games[view["game"]], view["seat"]
    if seat is None or not view["legal"]:
        raise ValueError("this seat makes no move now")
    if level not in PLAYERS:
        raise ValueError(f"there is no computer player {level!r} (there are: {', '.join(PLAYERS)})")
    if len(view["legal"]) == 1:
        return view["legal"][0]
    moves = [kind.parse(text) for text in view["legal"]]
    at = DecidingSeat(view, seat, moves, kind.sampler(view), partial(endgame.every_world, view), Random(seed))
    return kind.text(play_as(level, at, budget))


def play_as(level: str, at: DecidingSeat, budget: ThinkingBudget | None) -> int:
    """Choose a move for a seat.

    The arena also calls this for a seat that sees all cards. The results of such a seat are an upper bound for
    every search.
    """
    player: SearchPlayer | PolicyPlayer = PLAYERS[level]
    return (player if budget is None else replace(player, budget=budget)).choose(at)
