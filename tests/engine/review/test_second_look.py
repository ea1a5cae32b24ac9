"""The second valuation of moves."""

import pytest

from engine.game import Game
from engine.players import ThinkingBudget
from engine.review.second_look import SecondLook
from tests.engine.kit.cases import cases_of, every_kind

BUDGET = ThinkingBudget(playouts=4)


def look(kind: type[Game], seed: str, games: int = 1) -> SecondLook:
    """Return two legal moves of the first decision with a choice, looked at in some games."""
    game = cases_of(kind)[0].start(0)
    seat = next(one for one in game.to_act if len(game.legal_moves(one)) > 1)
    second = SecondLook(game.view(seat), game.legal_moves(seat)[:2], seed, BUDGET)
    for _ in range(games):
        second.look()
    return second


@every_kind
def test_second_look_depends_on_the_seed_alone_and_tries_each_move_in_each_game(kind: type[Game]) -> None:
    one, other, another = look(kind, "a"), look(kind, "a"), look(kind, "b")
    assert one.values == other.values
    assert one.values != another.values
    assert {len(values) for values in one.values.values()} == {1}
    first, second = one.values
    assert one.lead(first, second).mean == pytest.approx(one.values[first][0] - one.values[second][0])


def test_caller_hears_of_each_game_and_can_end_the_look() -> None:
    second, heard = look(Game.games["scharfe-schoten"], "a", games=0), []

    def end() -> None:
        heard.append(1)
        raise InterruptedError

    with pytest.raises(InterruptedError):
        second.look(end)
    assert heard == [1]


def test_level_of_the_players_can_be_chosen() -> None:
    game = cases_of(Game.games["scharfe-schoten"])[0].start(0)
    seat, levels = game.to_act[0], ("normal", "random")
    normal, random = (SecondLook(game.view(seat), game.legal_moves(seat)[:2], "a", BUDGET, level) for level in levels)
    for _ in range(4):
        normal.look()
        random.look()
    assert normal.values != random.values


@every_kind
def test_players_make_a_limited_number_of_choices_and_rules_of_thumb_end_the_round(kind: type[Game]) -> None:
    game = cases_of(kind)[0].start(0)
    seat = next(one for one in game.to_act if len(game.legal_moves(one)) > 1)
    moves = game.legal_moves(seat)[:2]
    second = SecondLook(game.view(seat), moves, "a", BUDGET, turns=3)
    second.look()
    assert second.choices == 3 * len(moves)
    assert all(len(values) == 1 for values in second.values.values())
