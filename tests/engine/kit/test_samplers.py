"""Samplers: games drawn from a view alone, which agree with it, can be played on, and can be the true one."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from engine.game import Game
from tests.engine.kit.cases import Case, every_case, finished, frozen, play_on, random_move, some_states, walk

DRAWS = 400


def without_log(view: dict[str, Any]) -> str:
    """A view as text; a drawn game has no log."""
    return json.dumps({key: value for key, value in view.items() if key != "log"})


def drawing(game: Game, seat: int | None) -> Callable[[Random], Game]:
    """The sampler of a seat's view, as it comes out of JSON."""
    return type(game).sampler(json.loads(json.dumps(game.view(seat))))


@every_case
def test_games_drawn_from_a_view_agree_with_it_and_can_be_played_to_the_end(case: Case) -> None:
    for game in some_states(case, 4):
        for seat in (None, *range(case.seats)):
            view = game.view(seat)
            drawn = type(game).sampler(view)(Random(1))
            assert type(drawn) is type(game)
            assert drawn.log is None
            assert drawn.history == []
            assert without_log(drawn.view(seat)) == without_log(view)
            play_on(drawn, Random(2))
            assert drawn.over
            assert len(drawn.rounds) == drawn.round_count


@every_case
def test_a_view_that_went_through_json_draws_the_same_games(case: Case) -> None:
    for game in some_states(case, 2, 1):
        for seat in (None, 0, case.seats - 1):
            direct = type(game).sampler(game.view(seat))(Random(3))
            other = drawing(game, seat)(Random(3))
            assert json.dumps(other.past_sheets) == json.dumps(direct.past_sheets)
            assert {**other.state(), "past_sheets": []} == {**direct.state(), "past_sheets": []}


@every_case
def test_drawn_games_are_independent_of_each_other_and_of_the_view(case: Case) -> None:
    for game in some_states(case, 2, 2):
        seat = game.to_act[0]
        view = game.view(seat)
        text = without_log(view)
        draw = type(game).sampler(view)
        one, other = draw(Random(4)), draw(Random(5))
        before = frozen(other)
        play_on(one, Random(6))
        assert other.state() == before
        assert without_log(view) == text
        assert without_log(draw(Random(7)).view(seat)) == text


@every_case
def test_the_same_random_numbers_draw_the_same_game(case: Case) -> None:
    game = some_states(case, 2, 3)[1]
    draw = drawing(game, game.to_act[0])
    assert draw(Random(8)).state() == draw(Random(8)).state()


@every_case
def test_a_finished_game_can_be_drawn_too(case: Case) -> None:
    game = finished(case)
    drawn = type(game).sampler(game.view(0))(Random(9))
    assert drawn.over
    assert without_log(drawn.view(0)) == without_log(game.view(0))


@every_case
def test_every_hidden_hand_card_is_drawn_into_the_hand_that_truly_holds_it(case: Case) -> None:
    game = some_states(case, 2, 4)[1]
    seat = game.to_act[0]
    draw, random = drawing(game, seat), Random(10)
    missing = {(other, code) for other in range(case.seats) for code in game.hand(other)}
    for _ in range(DRAWS):
        drawn = draw(random)
        missing -= {(other, code) for other in range(case.seats) for code in drawn.hand(other)}
        if not missing:
            break
    assert not missing


@every_case
def test_where_few_deals_are_possible_the_true_one_is_drawn(case: Case) -> None:
    game = _late(case)
    for seat in game.to_act[:1]:
        draw, random = drawing(game, seat), Random(11)
        truth = _hands(game)
        found = set()
        for _ in range(DRAWS):
            found.add(_hands(draw(random)))
        assert truth in found or len(found) > DRAWS // 8


def _late(case: Case) -> Game:
    """A state of the first round with few hidden cards: as few as there are while more than one hand has any."""
    first = [game.copy() for game in walk(case, 5) if game.round == 1]
    held = [(sum(len(game.hand(seat)) for seat in range(case.seats)), number) for number, game in enumerate(first)]
    return first[max(number for size, number in held if size >= min(case.seats, max(held)[0]))]


def _hands(game: Game) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(game.hand(seat)) for seat in range(game.seats))


@every_case
def test_a_choice_still_secret_is_drawn_at_random(case: Case) -> None:
    """After one of several simultaneous choices the others still see a game in which any choice may have been made."""
    game = case.start(6)
    if len(game.to_act) < 2:
        return
    seat, move = random_move(game, Random(12))
    game.play(seat, move)
    other = next(one for one in range(case.seats) if one != seat)
    draw, random = drawing(game, other), Random(13)
    states = {repr(draw(random).state()) for _ in range(20)}
    assert len(states) > 1
