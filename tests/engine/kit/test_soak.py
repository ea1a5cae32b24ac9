"""Ten thousand random games of each kind (`pytest -m soak tests/engine`), with a few cheap checks at every step."""

from random import Random

import pytest

from engine.game import Game
from tests.engine.kit.cases import cases_of, every_kind, random_move

GAMES = 10_000


@pytest.mark.soak
@every_kind
def test_ten_thousand_random_games_keep_the_contract(kind: type[Game]) -> None:
    cases = cases_of(kind)
    for number in range(GAMES):
        case = cases[number % len(cases)]
        game = case.start(number)
        random = Random(f"{case} {number} moves")
        while game.to_act:
            for seat in game.to_act:
                legal = game.legal_moves(seat)
                assert legal
                assert len(set(legal)) == len(legal)
                forced = game.forced(seat)
                assert forced is None or legal == (forced,)
            game.play(*random_move(game, random))
        assert len(game.rounds) == game.round_count
        assert game.scores == [sum(points) for points in zip(*game.rounds, strict=True)]
        for round_number, points in enumerate(game.rounds, start=1):
            assert [sum(point for _, point in lines) for lines in game.sheet(round_number)] == list(points)
        assert sorted(seat for group in game.ranking() for seat in group) == list(range(case.seats))
