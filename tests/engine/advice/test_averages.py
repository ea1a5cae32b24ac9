"""The averages that advice tells: every hand has them, and counting again gives about the same."""

from itertools import product
from math import sqrt

import pytest

from engine.game import Game
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.learning import averages as schoten
from engine.games.tezuma.learning import averages as tezuma
from engine.knowledge.averages import averages
from tests.engine.advice.averages import OPTIONS, counted

ENOUGH = 20
"""The least number of rounds of a compared average."""
PACKAGES = {kind: (schoten if kind is ScharfeSchoten else tezuma).__package__ for kind in OPTIONS}


@pytest.mark.parametrize("seats", ScharfeSchoten.seat_counts)
@pytest.mark.parametrize("name", ["most", "fewest"])
def test_every_hand_has_averages_of_its_predictions(seats: int, name: str) -> None:
    places, cards, strong = range(4), range(schoten.MOST_CARDS + 1), range(schoten.MOST_STRONG + 1)
    every = {key for key in product(places, cards, strong) if key[2] <= key[1]}
    assert averages(schoten.__package__, ScharfeSchoten.id, seats, name).keys() == every


@pytest.mark.slow
@pytest.mark.parametrize("kind", OPTIONS, ids=lambda kind: kind.id)
def test_averages_are_about_the_same_when_counted_again(kind: type[Game]) -> None:
    compared = 0
    for seats in kind.seat_counts:
        for (name, key), sums in counted(kind, seats, 1200, "again").items():
            if sums.rounds >= ENOUGH:
                told = averages(PACKAGES[kind], kind.id, seats, name)[key]
                compared += 1
                error = told.error * sqrt(1 + told.rounds / sums.rounds)
                assert abs(sums.mean - told.mean) < 5 * error, (seats, name, key)
    assert compared > 20
