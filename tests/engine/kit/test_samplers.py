"""Samplers: sampled games agree with the view, can be played on, and include the true game."""

import json
import re
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine import record
from engine.game import Game, View
from tests.engine.kit.cases import (
    Case,
    fewer_cases,
    finished,
    frozen,
    play_on,
    random_move,
    some_states,
    walk,
)
from tests.engine.kit.piles import hidden_keys

DRAWS = 400


def without_log(view: View) -> str:
    """Return a view as text without its log, because a sampled game has no log."""
    return json.dumps({key: value for key, value in view.items() if key not in {"log", "highlights"}})


def drawing(game: Game, seat: int | None) -> Callable[[Random], Game]:
    """Return the sampler of a seat's view after a round trip through JSON."""
    return type(game).sampler(json.loads(json.dumps(game.view(seat))))


@fewer_cases
def test_drawn_games_agree_with_the_view_and_can_be_played_to_the_end(case: Case) -> None:
    for game in some_states(case, 3):
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


@fewer_cases
def test_view_from_json_draws_the_same_games(case: Case) -> None:
    for game in some_states(case, 2, 1):
        for seat in (None, 0, case.seats - 1):
            direct = type(game).sampler(game.view(seat))(Random(3))
            other = drawing(game, seat)(Random(3))
            assert {**other.state(), "past_sheets": []} == {**direct.state(), "past_sheets": []}


@fewer_cases
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


@fewer_cases
def test_same_random_numbers_draw_the_same_game(case: Case) -> None:
    game = some_states(case, 2, 3)[1]
    draw = drawing(game, game.to_act[0])
    assert draw(Random(8)).state() == draw(Random(8)).state()


@fewer_cases
def test_finished_game_can_be_drawn_too(case: Case) -> None:
    game = finished(case)
    drawn = type(game).sampler(game.view(0))(Random(9))
    assert drawn.over
    assert without_log(drawn.view(0)) == without_log(game.view(0))


@pytest.mark.drawn(1)
@fewer_cases
def test_listed_games_agree_with_the_view(case: Case) -> None:
    for game in [copy.copy() for copy in walk(case, 8)][-12:-1:3]:
        for seat in (None, game.to_act[0]):
            view = game.view(seat)
            for listed in islice(type(game).every_game(json.loads(json.dumps(view))), 3):
                assert without_log(listed.view(seat)) == without_log(view)
                play_on(listed, Random(16))
                assert listed.over


@fewer_cases
def test_every_hidden_card_is_sometimes_drawn_into_its_true_hand(case: Case) -> None:
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


@fewer_cases
def test_true_deal_is_drawn_when_few_deals_are_possible(case: Case) -> None:
    game = _late(case)
    for seat in game.to_act[:1]:
        draw, random = drawing(game, seat), Random(11)
        truth = _hands(game)
        found = set()
        for _ in range(DRAWS):
            found.add(_hands(draw(random)))
        assert truth in found or len(found) > DRAWS // 4


def _late(case: Case) -> Game:
    """Return a state near the end of the first round, with one card for each seat, so that few deals are possible."""
    states = (game.copy() for game in walk(case, 5) if game.round == 1)
    return [game for game in states if sum(map(len, _hands(game))) >= case.seats][-1]


def _hands(game: Game) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(game.hand(seat)) for seat in range(game.seats))


@fewer_cases
def test_secret_choice_is_drawn_at_random(case: Case) -> None:
    """Check that sampled games do not all have the same secret choice.

    One of several seats has made its simultaneous choice, and the games are drawn for another seat.
    """
    game = case.start(6)
    if len(game.to_act) < 2:
        return
    seat, move = random_move(game, Random(12))
    game.play(seat, move)
    other = next(one for one in range(case.seats) if one != seat)
    draw, random = drawing(game, other), Random(13)
    states = {repr(draw(random).state()) for _ in range(20)}
    assert len(states) > 1


@pytest.mark.drawn(1)
@fewer_cases
def test_earlier_moves_are_legal_in_a_drawn_game(case: Case) -> None:
    """Check that sampled hands, with the played cards put back, are a deal in which all moves so far are legal."""
    states = [game.copy() for game in walk(case, 7) if game.round == 1]
    for game in Random(14).sample(states, 6):
        for seat in (None, game.to_act[0]):
            draw, random = drawing(game, seat), Random(15)
            for _ in range(4):
                data = _as_dealt(game, draw(random))
                if data is not None:
                    assert record.read(data).replay().history == game.history


def _as_dealt(game: Game, drawn: Game) -> dict[str, Any] | None:
    """Return the record of `game` as if the hands of `drawn` had been dealt; None if a hand got cards later."""
    full: dict[str, Any] = record.write(game)
    deal = full["deals"][0]
    if "hands" not in deal:
        return None
    codes = {code for hand in deal["hands"] for code in hand}
    hands = [drawn.hand(seat) for seat in range(game.seats)]
    for seat, move in game.history:
        hands[seat] += [word for word in re.findall(r"\w+", game.text(move)) if word in codes]
    if [len(hand) for hand in hands] != [len(hand) for hand in deal["hands"]]:
        return None
    open_keys = {key: value for key, value in deal.items() if key not in hidden_keys(game)}
    return {**full, "deals": [{**open_keys, "hands": hands}]}
