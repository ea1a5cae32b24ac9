"""Ratings: nobody gains by what a computer player did for them, and a loss is theirs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from host.house import House
from host.play import _own_parts
from host.ratings import rerate
from host.table import Occupant, Table
from storage import MoveRow, RatingRow
from tests.host.conftest import AKI
from tests.host.seating import PEOPLE, game_of, play_out, started

MU, SIGMA = 25.0, 25 / 3
SEATS = range(4)


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


async def test_whoever_has_left_is_rated_like_everybody_else_and_computers_are_not(over: Table) -> None:
    left = replace(over, occupants=(Occupant(computer="normal", left_by=AKI.id), *over.occupants[1:]))
    assert rated(left, 1.0) == rated(over, 1.0)
    computer = replace(over, occupants=(Occupant(computer="normal"), *over.occupants[1:]))
    own = dict.fromkeys(SEATS, 1.0)
    assert {row.user_id for row in rerate(computer, game_of(over), own, {})} == {one.id for one in PEOPLE[1:]}


async def test_who_has_played_what_is_counted_in_moves_and_who_has_left_has_played_nothing(over: Table) -> None:
    computers: list[list[str | None]] = [[None] * 4, [None, "easy", "easy", "hard"], ["hard"] * 4, [None] * 4]
    moves = [MoveRow(0, seat, "", 0, computer=one) for seat, made in enumerate(computers) for one in made]
    left = replace(over, occupants=(*over.occupants[:3], Occupant(computer="normal", left_by=PEOPLE[3].id)))
    assert _own_parts(left, moves) == {0: 1.0, 1: 0.25, 2: 0.0, 3: 0.0}
