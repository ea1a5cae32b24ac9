"""A game can be made to end after any round, because AI players search a single round."""

from random import Random

from tests.engine.kit.cases import Case, every_plain_case, random_move


@every_plain_case
def test_game_ended_early_has_the_same_points_and_deals_no_next_round(case: Case) -> None:
    game = case.start(0)
    game.log = None
    random = Random(1)
    while game.round < game.round_count - 1:
        game.apply(*random_move(game, random))
    short = game.copy()
    short.last_round = short.round
    while short.to_act:
        seat, move = random_move(short, random)
        short.apply(seat, move)
        game.apply(seat, move)
    assert short.rounds == game.rounds
    assert len(short.rounds) == short.round == short.last_round
    assert not game.over
    assert game.round == short.round + 1
