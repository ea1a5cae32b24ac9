"""The search: how it distributes its budget over the moves, and when it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any, cast

import pytest

from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.players.policy import Luck
from engine.players.search import FEWEST, Candidate, SearchTask, flat, halving, lead

Search = Callable[..., list[Candidate]]
both = pytest.mark.parametrize("search", [halving, flat])


class Toss:
    """A stand-in for a game: each move has its value in `worth`, and the deal adds the same `luck` to every move."""

    round = last_round = 1

    def __init__(self, worth: dict[int, float], luck: float) -> None:
        self.worth, self.luck, self.move = worth, luck, -1

    def copy(self) -> Toss:
        return Toss(self.worth, self.luck)

    def apply(self, _seat: int, move: int) -> None:
        self.move = move


def task(
    worth: dict[int, float], *, spread: float = 1.0, worlds: int | None = None, each: Callable[[], None] = lambda: None
) -> SearchTask:
    """Return a task with moves of these values; each playout adds a random value of standard deviation `spread`."""
    random = Random(1)

    def games() -> Iterator[tuple[Game, int]]:
        for _ in count() if worlds is None else range(worlds):
            yield cast("Game", Toss(worth, random.gauss(0, 100))), 1

    def played_out(game: Any, _luck: Luck) -> list[float]:
        each()
        return [float(game.worth[game.move] + game.luck + random.gauss(0, spread))]

    return SearchTask(0, list(worth), games(), played_out, Random(3))


@both
def test_best_move_is_found_in_spite_of_luck(search: Search) -> None:
    found = search(task({1: 0.0, 2: 1.0, 3: 0.5, 4: -2.0}), ThinkingBudget(playouts=2000).meter())
    assert found[0].move == 2
    assert sorted(one.move for one in found) == [1, 2, 3, 4]


def test_close_moves_get_most_of_the_budget() -> None:
    worth = dict.fromkeys(range(8), 0.0) | {1: 3.0, 2: 2.9}
    found = halving(task(worth), ThinkingBudget(playouts=3000).meter())
    tried = {one.move: len(one.values) for one in found}
    assert {one.move for one in found[:2]} == {1, 2}
    assert tried[1] == tried[2] == max(tried.values())
    assert sorted(tried.values())[3] < tried[1] / 4


@both
def test_budget_of_playouts_is_exceeded_by_at_most_one_game(search: Search) -> None:
    meter = ThinkingBudget(playouts=500).meter()
    search(task(dict.fromkeys(range(5), 0.0)), meter)
    assert 500 <= meter.playouts < 505


def test_every_move_is_tried_on_the_smallest_budget() -> None:
    found = halving(task(dict.fromkeys(range(9), 0.0)), ThinkingBudget(playouts=1).meter())
    assert [len(one.values) for one in found] == [FEWEST] * 9


def test_search_ends_when_the_time_is_over() -> None:
    now = [0.0]

    def tick() -> None:
        now[0] += 0.001

    halving(task(dict.fromkeys(range(4), 0.0), each=tick), ThinkingBudget(seconds=0.1, clock=lambda: now[0]).meter())
    assert 0.1 <= now[0] < 0.105


@both
def test_search_ends_after_the_last_game(search: Search) -> None:
    found = search(task(dict.fromkeys(range(4), 0.0), worlds=50), ThinkingBudget(playouts=10_000).meter())
    assert [len(one.values) for one in found] == [50] * 4


def test_search_ends_early_on_a_certain_lead() -> None:
    meter = ThinkingBudget(playouts=10_000).meter()
    assert halving(task({1: 0.0, 2: 50.0}), meter)[0].move == 2
    assert meter.playouts < 100


def test_flat_search_never_ends_early() -> None:
    found = flat(task({1: 0.0, 2: 50.0}, worlds=200), ThinkingBudget(playouts=10_000).meter())
    assert [len(one.values) for one in found] == [200, 200]


def test_every_move_is_tried_in_the_same_games() -> None:
    found = halving(task({1: 0.0, 2: 0.0}, spread=0.0), ThinkingBudget(playouts=200).meter())
    assert found[0].values == found[1].values
    assert len(set(found[0].values)) > 1


def test_means_are_exact_so_that_every_python_chooses_alike() -> None:
    assert Candidate(1, [0.1] * 10).mean == 0.1
    assert Candidate(1, [1.0, 1e100, 1.0, -1e100] * 1_000).mean == 0.5
    assert lead(Candidate(1, [0.1] * 10), Candidate(2, [0.1] * 9 + [0.0])) == pytest.approx(1.0)


def lucky(search: Search) -> set[float]:
    """Search two moves to whose worth random numbers are added, and return the better move's leads over the other move.

    There is a single lead if both moves get the same random numbers in each game.
    """

    def worth(game: Any, luck: Luck) -> list[float]:
        return [game.worth[game.move] + luck() + luck()]

    asked = task({1: 0.0, 2: 1.0})
    one, other = search(replace(asked, worth=worth), ThinkingBudget(playouts=40).meter())
    return {round(mine - yours, 6) for mine, yours in zip(one.values, other.values, strict=True)}


def test_halving_uses_the_same_random_numbers_for_every_move() -> None:
    assert lucky(halving) == {1.0}
    assert len(lucky(flat)) > 10
