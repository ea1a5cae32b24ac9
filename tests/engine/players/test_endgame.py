"""The last tricks: solved as a plain solver of our own does, with all cards known and without."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.chance import Chance
from engine.game import Game, View
from engine.players import Effort, choose, endgame
from engine.players.aim import margin
from engine.players.levels import Seated, play_as
from tests.engine.kit.cases import KINDS

POSITIONS = 500 if os.environ.get("ICHIZA_SOAK") == "1" else 12
UNHURRIED = Effort(playouts=10**9)

in_tricks = [kind for kind in KINDS if kind(4, None, Chance(b"\1")).tricks_left is not None]
every_trick_game = pytest.mark.parametrize("kind", in_tricks, ids=lambda kind: kind.id)


def ends(kind: type[Game], count: int) -> Iterator[tuple[Game, int]]:
    """So many positions of random rounds, in which a seat has a choice and few tricks are left."""
    random = Random(f"ends {kind.id}")
    found = 0
    while found < count:
        seats = random.choice([seats for seats in kind.seat_counts if seats > 2])
        game = kind(seats, None, Chance(random.randbytes(16)))
        game.last_round = game.round
        steps = []
        while game.to_act:
            seat = random.choice(game.to_act)
            if (game.tricks_left or 0) <= endgame.TRICKS and len(game.legal_moves(seat)) > 1:
                steps.append((game.copy(), seat))
            game.play(seat, random.choice(game.legal_moves(seat)))
        if steps:
            found += 1
            yield random.choice(steps)


def by_hand(game: Game) -> list[float]:
    """What a position is worth to each seat where all play for themselves: every way to play on looked at."""
    if not game.to_act:
        points = game.rounds[-1]
        return [margin(points, next(team for team in game.teams if seat in team)) for seat in range(game.seats)]
    seat = game.to_act[0]
    return max((by_hand(after(game, seat, move)) for move in game.legal_moves(seat)), key=lambda worth: worth[seat])


def after(game: Game, seat: int, move: int) -> Game:
    other = game.copy()
    other.apply(seat, move)
    return other


def seeing(game: Game, view: View, seat: int, random: Random) -> Seated:
    """The seat, with all cards open to it."""
    return Seated(view, seat, game.legal_moves(seat), lambda _: game.copy(), lambda _: iter([(game.copy(), 1)]), random)


def misses(worths: Sequence[float], moves: Sequence[int], move: int) -> bool:
    return worths[moves.index(move)] < max(worths) - 1e-9


@every_trick_game
def test_with_all_cards_known_no_better_move_is_missed(kind: type[Game]) -> None:
    for number, (game, seat) in enumerate(ends(kind, POSITIONS)):
        bare = game.copy()
        bare.log = None
        moves = bare.legal_moves(seat)
        worths = [by_hand(after(bare, seat, move))[seat] for move in moves]
        at = seeing(bare, game.view(seat), seat, Random(number))
        assert not misses(worths, moves, play_as("hard", at, UNHURRIED))


@every_trick_game
def test_with_hidden_cards_no_move_is_missed_that_is_better_on_the_mean_of_all_worlds(kind: type[Game]) -> None:
    seen = 0
    for number, (game, seat) in enumerate(ends(kind, POSITIONS)):
        view, moves = game.view(seat), game.legal_moves(seat)
        worlds = list(endgame.every_world(view, Random(number)))
        seen += bool(worlds)
        worths = [0.0] * len(moves)
        for world, ways in worlds:
            world.last_round = world.round
            for place, move in enumerate(moves):
                worths[place] += ways * by_hand(after(world, seat, move))[seat]
        if worlds:
            assert not misses(worths, moves, game.parse(choose(view, "hard", number, UNHURRIED)))
    assert seen > POSITIONS / 2
