"""Ratings: everybody gets what is due, whoever sits with them; nobody gains by what a computer player did for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.game import Game
from engine.players import LEVELS
from host.house import House
from host.play import _own_parts
from host.ratings import COMPUTERS, Sat, rerate, shown
from host.ratings import rated as rate
from host.table import Occupant, Table
from storage import MoveRow, RatingRow
from tests.host.conftest import AKI
from tests.host.seating import PEOPLE, game_of, play_out, started

MU, SIGMA = 25.0, 25 / 3
SEATS = range(4)
SCHOTEN = Game.games["scharfe-schoten"]


@pytest.fixture
async def over(house: House) -> Table:
    """A finished game of four people."""
    return await play_out(house, await started(house), Random(6))


def rated(table: Table, own: float) -> list[RatingRow]:
    """By seat the new ratings of people without one, who have made that part of their moves."""
    rows = {row.user_id: row for row in rerate(table, game_of(table), dict.fromkeys(SEATS, own), {})}
    return [rows[person.id] for person in PEOPLE]


async def test_of_a_gain_each_keeps_the_part_that_they_played_themselves_and_a_loss_is_theirs(over: Table) -> None:
    gained = lost = 0
    for whole, half, none in zip(*(rated(over, own) for own in (1.0, 0.5, 0.0)), strict=True):
        gain = whole.mu - MU
        gained += gain > 0
        lost += gain < 0
        assert half.mu == pytest.approx(MU + gain / 2 if gain > 0 else whole.mu)
        assert none.mu == min(MU, whole.mu)
        assert half.sigma == pytest.approx((whole.sigma + SIGMA) / 2)
        assert (whole.sigma < SIGMA, none.sigma) == (True, SIGMA)
        assert whole.games == half.games == none.games == 1
    assert gained
    assert lost


async def test_whoever_has_left_is_rated_like_everybody_else(over: Table) -> None:
    left = replace(over, occupants=(Occupant(computer="normal", left_by=AKI.id), *over.occupants[1:]))
    assert rated(left, 1.0) == rated(over, 1.0)


async def test_computers_sit_in_and_are_not_rated(over: Table) -> None:
    own, changes = dict.fromkeys(SEATS, 1.0), {}
    for level in LEVELS:
        computer = replace(over, occupants=(Occupant(computer=level), *over.occupants[1:]))
        rows = {row.user_id: row for row in rerate(computer, game_of(over), own, {})}
        assert set(rows) == {one.id for one in PEOPLE[1:]}
        changes[level] = sum(row.mu for row in rows.values())
    assert changes["easy"] < changes["normal"] < changes["hard"]  # the better it is, the less it takes from the others


def sat(*places: int, people: Sequence[int | None] = (1, 2, 3, 4)) -> list[Sat]:
    return [Sat(person, "normal", 1.0, place) for person, place in zip(people, places, strict=True)]


def test_one_person_with_a_computer_wins_half_of_the_games_against_two_and_stays_where_they_were() -> None:
    ratings: dict[int, RatingRow] = {}
    for number in range(100):
        places = (1, 3, 1, 3) if number % 2 else (3, 1, 3, 1)
        found = rate(Game.games["tennos-square"], sat(*places, people=(1, 2, None, 3)), ratings)
        ratings.update({row.user_id: row for row in found})
    assert [abs(row.mu - MU) < 1 for row in ratings.values()] == [True] * 3


def test_whoever_shares_a_win_is_not_below_who_came_after_them() -> None:
    first, second, third, fourth = (row.mu for row in rate(SCHOTEN, sat(1, 1, 3, 4), {}))
    assert first == second > MU > third > fourth


def test_a_sole_win_lowers_nothing_that_is_shown_and_nobody_grows_less_sure() -> None:
    random = Random(1)
    ratings = {1: RatingRow(1, 40.0, 0.9, 90), 2: RatingRow(2, 10.0, 8.0, 1), 3: RatingRow(3, 25.0, 0.5, 900)}
    for _ in range(300):
        places = random.sample([1, 2, 3, 4], 4)
        for row, place in zip(rate(SCHOTEN, sat(*places), ratings), places, strict=True):
            old = ratings.get(row.user_id, RatingRow(0, MU, SIGMA, 0))
            assert row.sigma <= old.sigma
            assert place > 1 or shown(row.mu, row.sigma) >= shown(old.mu, old.sigma)
            ratings[row.user_id] = row


def test_a_game_is_not_rated_by_what_was_rated_before() -> None:
    before = rate(SCHOTEN, sat(1, 2, 3, 4), {})
    rate(SCHOTEN, sat(4, 3, 2, 1), {row.user_id: row for row in before})
    assert rate(SCHOTEN, sat(1, 2, 3, 4), {}) == before


@pytest.mark.parametrize("people", [(None, None, None, None), (1, None, None, None)])
def test_a_game_of_fewer_than_two_people_changes_nothing(people: tuple[int | None, ...]) -> None:
    assert rate(SCHOTEN, sat(1, 2, 3, 4, people=people), {}) == []


def test_every_level_of_every_game_is_worth_something_the_better_the_more() -> None:
    assert set(COMPUTERS) == set(Game.games)
    for levels in COMPUTERS.values():
        assert list(levels) == list(LEVELS)
        assert sorted(levels.values()) == list(levels.values())


async def test_who_has_played_what_is_counted_in_moves_and_who_has_left_has_played_nothing(over: Table) -> None:
    computers: list[list[str | None]] = [[None] * 4, [None, "easy", "easy", "hard"], ["hard"] * 4, [None] * 4]
    moves = [MoveRow(0, seat, "", 0, computer=one) for seat, made in enumerate(computers) for one in made]
    left = replace(over, occupants=(*over.occupants[:3], Occupant(computer="normal", left_by=PEOPLE[3].id)))
    assert _own_parts(left, moves) == {0: 1.0, 1: 0.25, 2: 0.0, 3: 0.0}
