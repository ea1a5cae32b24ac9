"""Data that is equal in many games is kept in memory only once, so that each table is small."""

import gc
import tracemalloc

import pytest

from engine.game import Game
from engine.intern import shared
from tests.engine.kit.cases import Case, every_kind, finished

GAMES = 3
MOST = 20_000
"""The greatest size in bytes of a game near its end. Without sharing, such a game takes 250 kB. The game is the
greatest part of a table, which takes 30 kB.
"""


def end_of(case: Case, number: int) -> Game:
    """Return a random game in its last round, a few moves before its end."""
    game = case.start(number)
    for seat, move in finished(case, number).history[:-8]:
        game.play(seat, move)
    return game


@pytest.mark.drawn(1)
@every_kind
def test_game_whose_lines_have_been_told_before_is_small(kind: type[Game]) -> None:
    case = Case(kind, kind.usual_seats(), {})
    told, taken = [], []
    tracemalloc.start()
    for _ in range(2):
        told += [end_of(case, number) for number in range(GAMES)]
        gc.collect()
        taken.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert (taken[1] - taken[0]) / GAMES < MOST


@every_kind
def test_two_games_tell_the_same_in_the_same_objects(kind: type[Game]) -> None:
    case = Case(kind, kind.usual_seats(), {})
    one, other = end_of(case, 0), end_of(case, 0)
    assert one.log is not other.log
    for own, its in ((one.log, other.log), (one.history, other.history), (one.forced_moves, other.forced_moves)):
        assert own
        assert all(mine is theirs for mine, theirs in zip(own, its or (), strict=True))


def test_what_is_shared_is_equal_to_what_was_given() -> None:
    values = [(number, number + 1) for number in range(300)]
    assert [shared(value) for value in values] == values
    assert shared((1000, 2000)) is shared((1000, 1000 + len(range(1000))))
