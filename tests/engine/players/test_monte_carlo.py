"""The computer player: what it chooses is better than chance, in every game there is."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import mean, stdev

from engine.chance import Chance
from engine.game import Game
from engine.players import choose
from tests.engine.kit.cases import every_kind

SEATS, ROUNDS, PLAYOUTS = 4, 10, 40


@every_kind
def test_a_computer_player_beats_those_who_play_at_random(kind: type[Game]) -> None:
    margins = [_margin(kind, number) for number in range(ROUNDS)]
    assert mean(margins) > stdev(margins) / sqrt(ROUNDS), "no further ahead than chance may be"


@every_kind
def test_a_computer_player_chooses_the_same_by_the_same_chance(kind: type[Game]) -> None:
    game = _start(kind, 0)
    view = game.view(game.to_act[0])
    assert choose(view, Random(1), PLAYOUTS) == choose(view, Random(1), PLAYOUTS)


def _start(kind: type[Game], number: int) -> Game:
    return kind(SEATS, None, Chance(Random(f"{kind.id} {number}").randbytes(16)))


def _margin(kind: type[Game], number: int) -> float:
    """By how many points a seat one team, of computer players, is ahead of the others after a round."""
    game, random = _start(kind, number), Random(number)
    game.last_round = game.round
    team = game.teams[number % len(game.teams)]
    while game.to_act:
        seat = game.to_act[0]
        if seat in team:
            move = game.parse(choose(game.view(seat), random, PLAYOUTS))
        else:
            move = random.choice(game.legal_moves(seat))
        game.play(seat, move)
    points = game.rounds[-1]
    return mean(points[seat] for seat in team) - mean(points[seat] for seat in range(SEATS) if seat not in team)
