"""The games' rules of thumb: legal, sound, and of use."""

from __future__ import annotations

from random import Random

import pytest

from engine.chance import Chance
from engine.game import Game
from engine.games.tennos_square.game import TennosSquare
from engine.players.aim import aim_of
from engine.players.arena import Match, play, read_sides, report
from engine.players.endgame import Solver
from engine.players.policy import Policy, policy_of
from tests.engine.kit.cases import Case, every_plain_case, some_states

with_rules = pytest.mark.parametrize("name", Policy.of)


@every_plain_case
def test_what_they_say_of_a_position_is_legal(case: Case) -> None:
    policy, random = policy_of(case.kind), Random(1)
    for game in some_states(case, 12):
        seat = random.choice(game.to_act)
        drawn = game.sampler(game.view(seat))(random)
        legal = game.legal_moves(seat)
        assert policy.pick(drawn, seat, random) in legal
        sound = policy.sound(drawn, seat, legal)
        assert sound
        assert set(sound) <= set(legal)
        for move in legal:
            assert move not in policy.plainer(drawn, seat, move)
            assert set(policy.plainer(drawn, seat, move)) <= set(legal)


@every_plain_case
def test_they_play_a_round_out_to_its_end(case: Case) -> None:
    for game in some_states(case, 4):
        drawn = game.sampler(game.view(game.to_act[0]))(Random(2))
        drawn.last_round = drawn.round
        policy_of(case.kind).run(drawn, Random(3))
        assert drawn.over
        assert len(drawn.rounds) == game.round


@with_rules
def test_they_are_better_than_chance_by_themselves(name: str) -> None:
    match = Match(Game.games[name], read_sides("thumb,random,thumb,random"), {}, "tests")
    assert report(match, play(match, 20))["levels"]["thumb"]["points_low"] > 0


@pytest.mark.parametrize("name", ["saizen"])
def test_what_they_leave_out_of_an_end_is_no_better_than_what_they_keep(name: str) -> None:
    kind, found = Game.games[name], 0
    for number in range(60):
        random = Random(number)
        game = kind(random.choice(kind.seat_counts[:3]), {}, Chance(random.randbytes(16)))
        game.last_round = game.round
        solver = Solver(aim_of(kind, game.seats, last=False), game.teams, policy_of(kind))
        while game.to_act:
            seat = game.to_act[0]
            legal = game.legal_moves(seat)
            kept = set(policy_of(kind).sound(game, seat, legal))
            if game.tricks_left is not None and game.tricks_left <= 2 and kept != set(legal):
                found += 1
                worth = {move: solver.worth(_after(game, seat, move))[seat] for move in legal}
                assert max(worth[move] for move in kept) == max(worth.values())
            game.play(seat, random.choice(legal))
    assert found


def _after(game: Game, seat: int, move: int) -> Game:
    after = game.copy()
    after.apply(seat, move)
    return after


@pytest.mark.parametrize(
    ("row", "rank", "slot"),
    [
        ("■ ■ ■ ■ ■ ■ ■ ■ ■", 1, 1),
        ("■ ■ ■ ■ ■ ■ ■ ■ ■", 10, 9),
        ("■ ■ ■ ■ 5 ■ ■ ■ ■", 7, 7),
        ("2 ■ ■ 5 ■ ■ ■ ■ 10", 3, 2),
        ("2 ■ ■ 5 ■ ■ ■ ■ 10", 9, 8),
        ("■ 3 ■ 6 7 8 9 9 10", 1, 1),
        ("■ 3 ■ 6 7 8 9 9 10", 5, 3),
    ],
)
def test_a_card_of_tennos_square_goes_where_its_rank_is_expected(row: str, rank: int, slot: int) -> None:
    game = TennosSquare(4, None, Chance(b"\1"))
    for seat in range(4):
        game.apply(seat, game.legal_moves(seat)[0])
    seat = game.to_act[0]
    for place, code in enumerate(row.split()):
        if code != "■":
            game.row[9 * seat + place] = int(code) - 1
            game.down[seat] ^= 1 << place
    game.hands[seat] = (rank - 1,)
    assert game.text(policy_of(TennosSquare).pick(game, seat, Random(1))).split()[-1] == str(slot)
