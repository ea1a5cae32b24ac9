"""A simple sensible player for every game: flat Monte Carlo.

It draws games that agree with what its seat may know, tries each of its legal moves in each of them, plays the round to
its end at random, and takes the move whose points for its own team, less the others' mean, were best on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.game import Game
from engine.view import View

PLAYOUTS = 400
"""Playouts a decision, shared among the legal moves, unless somebody says otherwise."""


def choose(view: View, random: Random, playouts: int = PLAYOUTS) -> str:
    """The move that a seat to act makes.

    Args:
        view: that seat's view; it must be to act.
        random: the player's own chance.
        playouts: how many rounds it may play out in all, though each move is tried once at the least.

    Returns:
        One of `view["legal"]`, in notation.

    Raises:
        ValueError: it is nobody's view.
    """
    kind = Game.games[view["game"]]
    seat = view["seat"]
    if seat is None:
        raise ValueError("an onlooker makes no move")
    moves = [kind.parse(text) for text in view["legal"]]
    if len(moves) == 1:
        return kind.text(moves[0])
    draw = kind.sampler(view)
    team = next(team for team in kind.teams_of(view["seats"]) if seat in team)
    totals = [0.0] * len(moves)
    for _ in range(sample_count(len(moves), playouts)):
        sample = draw(random)
        sample.last_round = view["round"]
        for place, move in enumerate(moves):
            trial = sample.copy()
            trial.apply(seat, move)
            totals[place] += play_out(trial, team, random)
    return kind.text(moves[max(range(len(moves)), key=totals.__getitem__)])


def sample_count(moves: int, playouts: int = PLAYOUTS) -> int:
    """How many games are drawn to choose among so many moves."""
    return max(1, playouts // moves)


def play_out(game: Game, team: Sequence[int], random: Random) -> float:
    """Play the game to its end at random; the last round's points of `team` a seat, less the mean of the others'."""
    chance, legal, apply = random.random, game.legal_moves, game.apply
    while to_act := game.to_act:
        actor = to_act[0]
        moves = legal(actor)
        apply(actor, moves[int(chance() * len(moves))])
    points = game.rounds[-1]
    own = sum([points[one] for one in team])
    return own / len(team) - (sum(points) - own) / (len(points) - len(team))
