"""A simple sensible player for every game: flat Monte Carlo.

It draws games that agree with what its seat may know, tries each of its legal moves in each of them, plays the round to
its end at random, and takes the move whose points for its own team, less the others' mean, were best on average.
"""

from __future__ import annotations

from random import Random

from engine.game import Game, View

PLAYOUTS = 200
"""Playouts a decision, shared among the legal moves."""
LEAST_SAMPLES = 4


def choose(view: View, random: Random, playouts: int = PLAYOUTS) -> str:
    """The move that a seat to act makes.

    Args:
        view: that seat's view; it must be to act.
        random: the player's own chance.
        playouts: how many rounds it may play out in all.

    Returns:
        One of `view["legal"]`, in notation.
    """
    kind = Game.games[view["game"]]
    seat = view["seat"]
    moves = [kind.parse(text) for text in view["legal"]]
    if len(moves) == 1:
        return kind.text(moves[0])
    draw = kind.sampler(view)
    totals = [0.0] * len(moves)
    for _ in range(max(LEAST_SAMPLES, playouts // len(moves))):
        sample = draw(random)
        for place, move in enumerate(moves):
            trial = sample.copy()
            trial.apply(seat, move)
            totals[place] += play_out(trial, view["round"], seat, random)
    return kind.text(moves[max(range(len(moves)), key=totals.__getitem__)])


def play_out(game: Game, round_number: int, seat: int, random: Random) -> float:
    """Play the round to its end at random; the points of `seat`'s team a seat, less the mean of the others'."""
    chance, legal, apply = random.random, game.legal_moves, game.apply
    rounds = game.rounds
    while len(rounds) < round_number:
        actor = game.to_act[0]
        moves = legal(actor)
        apply(actor, moves[int(chance() * len(moves))])
    points = rounds[round_number - 1]
    team = next(team for team in game.teams if seat in team)
    own = sum(points[one] for one in team)
    return own / len(team) - (sum(points) - own) / (game.seats - len(team))
