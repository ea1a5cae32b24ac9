"""The last tricks, with all cards known and without: solved as a plain solver of our own does, which skips nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.chance import Chance
from engine.game import Game
from engine.players import Effort, choose, endgame
from engine.players.aim import aim_of
from engine.players.levels import LEVELS, Seated, play_as
from tests.engine.kit.cases import KINDS, Case, cases_of

FEW, MANY = 8, 500
"""Positions of each game: in every run, and in a soak."""
DEPTH = LEVELS["hard"].exact
every_amount = pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
every_trick_game = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind(4, None, Chance(b"\1")).tricks_left is not None], ids=lambda kind: kind.id
)
UNHURRIED = Effort(playouts=10**9)
EQUAL = 1e-9
"""Means of fractions that differ by less are equal."""


def judged(game: Game) -> list[float]:
    """What a position is worth to each seat where all play for themselves: every way to play on is looked at.

    Of moves that are equal for who chooses the first one is played. In the last round places count first: twenty
    points from the last to the first.
    """
    if game.to_act:
        seat = game.to_act[0]
        return max((judged(after(game, seat, move)) for move in game.legal_moves(seat)), key=lambda worth: worth[seat])
    worth = []
    for seat in range(game.seats):
        team = next(team for team in game.teams if seat in team)
        others = [one for one in range(game.seats) if one not in team]
        own, against = ([game.rounds[-1][one] for one in side] for side in (team, others))
        worth.append(sum(own) / len(own) - sum(against) / len(against))
        if game.round == game.round_count:
            place = next(place for place, group in enumerate(game.ranking()) if seat in group)
            worth[seat] -= 20 / len(others) * sum(map(len, game.ranking()[:place]))
    return worth


def after(game: Game, seat: int, move: int) -> Game:
    """The game after a move; the round is taken to be the last one."""
    other = game.copy()
    other.log = None
    other.last_round = other.round
    other.apply(seat, move)
    return other


def ends(kind: type[Game], count: int) -> Iterator[tuple[Game, int]]:
    """So many positions of random games: a seat has a choice, few tricks are left, every other time in all rounds."""
    random, cases = Random(f"ends {kind.id}"), cases_of(kind)
    while count:
        found = list(_ends(random.choice(cases), random, last=random.random() < 0.5))
        if found:
            yield random.choice(found)
            count -= 1


def _ends(case: Case, random: Random, *, last: bool) -> Iterator[tuple[Game, int]]:
    game = case.start(random.getrandbits(32))
    while game.to_act and (last or game.round == 1):
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        few = game.tricks_left is not None and game.tricks_left <= DEPTH
        if few and len(moves) > 1 and last == (game.round == game.round_count):
            yield game.copy(), seat
        game.play(seat, random.choice(moves))


def seeing(game: Game, seat: int, random: Random) -> Seated:
    """The seat, with all cards open to it."""
    bare = game.copy()
    bare.log = None
    moves = game.legal_moves(seat)
    return Seated(game.view(seat), seat, moves, lambda _: bare.copy(), lambda _: iter([(bare.copy(), 1)]), random)


def is_best(worths: Sequence[float], moves: Sequence[int], move: int) -> bool:
    return worths[moves.index(move)] > max(worths) - EQUAL


@every_amount
@every_trick_game
def test_with_all_cards_known_no_better_move_is_missed(kind: type[Game], count: int) -> None:
    for number, (game, seat) in enumerate(ends(kind, count)):
        moves = game.legal_moves(seat)
        worths = [judged(after(game, seat, move))[seat] for move in moves]
        assert is_best(worths, moves, play_as("hard", seeing(game, seat, Random(number)), UNHURRIED))


@every_amount
@every_trick_game
def test_every_seat_gets_what_it_gets_where_all_play_for_themselves(kind: type[Game], count: int) -> None:
    """Whatever was solved before: one solver is asked for all moves."""
    for game, seat in ends(kind, count):
        solver = endgame.Solver(aim_of(kind, game.seats, last=game.round == game.round_count))
        for move in game.legal_moves(seat):
            assert solver.worth(after(game, seat, move)) == pytest.approx(judged(after(game, seat, move)))


@every_amount
@every_trick_game
def test_with_hidden_cards_no_move_is_missed_that_is_better_on_the_mean_of_all_worlds(
    kind: type[Game], count: int
) -> None:
    for number, (game, seat) in enumerate(ends(kind, count)):
        view, moves = game.view(seat), game.legal_moves(seat)
        worlds = list(endgame.every_world(view, Random(number)))
        worths = [0.0] * len(moves)
        for world, ways in worlds:
            for place, move in enumerate(moves):
                worths[place] += ways * judged(after(world, seat, move))[seat] / len(worlds)
        if worlds:
            assert is_best(worths, moves, game.parse(choose(view, "hard", number, UNHURRIED)))
