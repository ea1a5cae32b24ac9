"""Ratings: the better a person's place, the more they gain; partners gain alike, computer players nothing."""

from itertools import pairwise
from random import Random

import pytest

from host.house import House
from tests.host.conftest import AKI, BEN, CHIE, DAI, GUILD
from tests.host.seating import game_of, play_out, started

PEOPLE = (AKI, BEN, CHIE, DAI)
BEGINNER = 25.0
"""What openskill begins with."""


@pytest.fixture(autouse=True)
def _dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deal in every run: nothing hangs on a tie."""
    monkeypatch.setattr("secrets.token_bytes", bytes)


async def finished(house: House, game: str, people: int = 4) -> tuple[list[list[int]], dict[int, float]]:
    """A game that was played at random: who came in which place, and what each then is rated by user id."""
    table = await started(house, game, people)
    await play_out(house, table, Random(5))
    ratings = await house.store.ratings(GUILD, game, PEOPLE)
    places = [[PEOPLE[seat] for seat in group if seat < people] for group in game_of(table).ranking()]
    return [group for group in places if group], {user: row.mu for user, row in ratings.items()}


@pytest.mark.parametrize("game", ["scharfe-schoten", "tennos-square"])
async def test_a_better_place_makes_a_better_rating(house: House, game: str) -> None:
    places, ratings = await finished(house, game)
    assert len(places) > 1
    for better, worse in pairwise(places):
        assert min(ratings[user] for user in better) > max(ratings[user] for user in worse)


async def test_the_winner_is_rated_above_a_beginner_and_the_last_below(house: House) -> None:
    places, ratings = await finished(house, "scharfe-schoten")
    assert ratings[places[-1][0]] < BEGINNER < ratings[places[0][0]]


async def test_partners_are_rated_alike(house: House) -> None:
    _, ratings = await finished(house, "tennos-square")
    assert (ratings[AKI], ratings[BEN]) == (ratings[CHIE], ratings[DAI])


async def test_two_people_win_and_lose_alike_whatever_computer_players_do_beside_them(house: House) -> None:
    _, ratings = await finished(house, "scharfe-schoten", people=2)
    assert ratings.keys() == {AKI, BEN}
    assert sum(ratings.values()) == pytest.approx(2 * BEGINNER)


async def test_a_second_game_goes_on_from_the_ratings_of_the_first(house: House) -> None:
    places, first = await finished(house, "scharfe-schoten")
    same_places, second = await finished(house, "scharfe-schoten")
    assert same_places == places
    assert second[places[0][0]] > first[places[0][0]]
