"""A view is plain data for people: JSON, complete sentences, and no object shared with the game."""

import json
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Any

import pytest

from engine import record
from engine.contract.view import PlayedTrick
from engine.game import Game
from engine.text import Phrase, Text
from tests.engine.kit.cases import Case, fewer_cases, finished, frozen, some_states, walk


def texts(data: Any) -> Iterator[Text]:
    """Yield every text in plain data, and fail for anything that is not plain data."""
    if isinstance(data, Text):
        yield data
        for arg in data.args.values():
            yield from texts(arg)
    elif isinstance(data, dict):
        assert all(type(key) is str for key in data)
        for value in data.values():
            yield from texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value)
    else:
        assert data is None or type(data) in {bool, int, str}, f"{data!r} is no plain data"


@cache
def fields(key: str) -> set[str]:
    """Return the arguments of a phrase."""
    return {name for _, name, _, _ in Formatter().parse(Phrase.all[key].english) if name is not None}


def clear(data: Any) -> None:
    """Empty every list and dict of plain data."""
    for value in list(data.values() if isinstance(data, dict) else data):
        if isinstance(value, dict | list):
            clear(value)
    data.clear()


@pytest.mark.drawn(1)
@fewer_cases
def test_every_view_is_plain_data_with_known_sentences(case: Case) -> None:
    for game in [*some_states(case, 2), finished(case)]:
        for seat in (None, *range(case.seats)):
            view = dict(game.view(seat))
            json.dumps(view)
            if seat is not None:
                assert view.pop("log") == game.log  # the log is public
            for text in texts(view):
                assert text.key in Phrase.all
                assert fields(text.key) <= set(text.args), text
                assert str(text)


@fewer_cases
def test_only_a_seats_own_view_has_a_hand(case: Case) -> None:
    for game in some_states(case, 2):
        public = game.view()
        assert public["seat"] is None
        assert not {"hand", "legal", "prompt"} & set(public)
        for seat in range(case.seats):
            view = game.view(seat)
            assert view["seat"] == seat
            assert view["hand"] == game.hand(seat)
            legal = [case.kind.text(move) for move in game.legal_moves(seat)] if seat in game.to_act else []
            assert view["legal"] == legal
            assert (view["prompt"] is not None) == (seat in game.to_act)


@fewer_cases
def test_previous_tricks_are_those_at_the_end_of_their_round(case: Case) -> None:
    before: Game | None = None
    shown: list[PlayedTrick] = []
    for game in walk(case):
        if before is not None and game.round > before.round:
            before.last_round = before.round  # then no next round is dealt, and this round's tricks stay on the table
            before.play(*game.history[-1])
            shown = before.view()["tricks"]
            assert bool(shown) == (case.kind.tricks is not Game.tricks)
        if before is None or game.round > before.round:
            assert game.tricks_data(game.previous_tricks) == shown
        before = game.copy()
    assert finished(case).tricks_data(finished(case).previous_tricks) == shown, "the tricks of the last round stay"


@fewer_cases
def test_replayed_game_has_the_same_previous_tricks(case: Case) -> None:
    for game in some_states(case, 3):
        replayed = record.read(record.write(game)).replay()
        assert replayed.tricks_data(replayed.previous_tricks) == game.tricks_data(game.previous_tricks)


@fewer_cases
def test_view_shares_no_object_with_the_game(case: Case) -> None:
    for game in some_states(case, 2, 1):
        before = frozen(game)
        for seat in (None, *range(case.seats)):
            clear(game.view(seat))
        assert game.state() == before


@fewer_cases
def test_view_does_not_change_the_game(case: Case) -> None:
    for game in some_states(case, 2, 2):
        before = frozen(game)
        for seat in (None, *range(case.seats)):
            assert json.dumps(game.view(seat)) == json.dumps(game.view(seat))
            game.choices(seat or 0)
        assert game.state() == before
