"""Ratings: computer players count as opponents, and a person gains nothing by a computer player's moves."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.game import Game
from engine.players import LEVELS
from host.__main__ import main
from host.people.ratings import COMPUTERS, bring_up_to_date, displayed, rate, work_out_anew
from host.play.moves import results_of
from host.services import Services
from host.tables.table import Occupant, Table
from storage import MoveRow, Rated, RatingRow, ResultRow, Store
from tests.storage.store_support import rewrite
from tests.tables import AKI, PEOPLE, SCHOTEN, finish, game_of, play_out, started

MU, SIGMA = 25.0, 25 / 3
SEATS = range(4)


def results(
    *places: int, people: Sequence[int | None] = (1, 2, 3, 4), own: float = 1.0, level: str | None = None
) -> list[ResultRow]:
    return [
        ResultRow(seat, person, 0, place, place == 1, None if person else level, own_share=own)
        for seat, (person, place) in enumerate(zip(people, places, strict=True))
    ]


def rated(found: Sequence[RatingRow]) -> dict[int, RatingRow]:
    """Return the ratings by user id."""
    return {row.of.user_id: row for row in found}


@pytest.fixture
async def over(services: Services) -> Table:
    """Return a finished game of four people."""
    return await play_out(services, await started(services), Random(6))


def test_gain_is_shared_by_moves_played_and_a_loss_is_the_persons() -> None:
    for whole, half, none in zip(
        *(rate(SCHOTEN, results(1, 2, 3, 4, own=own), {}) for own in (1.0, 0.5, 0.0)), strict=True
    ):
        gain = whole.mu - MU
        assert half.mu == pytest.approx(MU + gain / 2 if gain > 0 else whole.mu)
        assert none.mu == min(MU, whole.mu)
        assert half.sigma == pytest.approx((whole.sigma + SIGMA) / 2)
        assert (whole.sigma < SIGMA, none.sigma) == (True, SIGMA)
        assert whole.games == half.games == none.games == 1


def test_game_that_is_not_known_any_more_rates_nobody() -> None:
    assert rate("forgotten", results(1, 2, 3, 4), {}) == []


def test_person_who_has_left_is_rated_like_everybody_else() -> None:
    there = results(1, 2, 3, 4)
    left = [replace(there[0], user_id=None, left_by=1), *there[1:]]
    assert rate(SCHOTEN, left, {}) == rate(SCHOTEN, there, {})


def test_computer_players_count_as_opponents_but_are_not_rated() -> None:
    taken = {}
    for level in LEVELS:
        found = rate(SCHOTEN, results(1, 2, 3, 4, people=(None, 2, 3, 4), level=level), {})
        assert set(rated(found)) == {2, 3, 4}
        taken[level] = sum(MU - row.mu for row in found)
    assert taken["easy"] > taken["normal"] > taken["hard"]  # losing to a stronger player costs less


def test_game_of_one_person_against_computers_is_practice() -> None:
    before = {Rated(1): RatingRow(Rated(1), 30.0, 2.0, 9)}
    (found,) = rate(SCHOTEN, results(1, 2, 3, 4, people=(1, None, None, None), level="hard"), before)
    assert (found.of, found.games) == (Rated(1, practice=True), 1)
    assert rate(SCHOTEN, results(1, 2, 3, 4, people=(None,) * 4), {}) == []


def test_person_with_a_computer_partner_who_wins_half_of_the_games_keeps_their_rating() -> None:
    ratings: dict[Rated, RatingRow] = {}
    for number in range(100):
        places = (1, 3, 1, 3) if number % 2 else (3, 1, 3, 1)
        found = rate("tennos-square", results(*places, people=(1, 2, None, 3), level="normal"), ratings)
        ratings.update({row.of: row for row in found})
    assert [abs(row.mu - MU) < 1 for row in ratings.values()] == [True] * 3


def test_shared_winner_is_not_rated_below_those_they_beat() -> None:
    first, second, third, fourth = (row.mu for row in rate(SCHOTEN, results(1, 1, 3, 4), {}))
    assert first == second > MU > third > fourth


def test_sole_win_lowers_no_displayed_rating_and_no_certainty() -> None:
    random = Random(1)
    ratings = {
        Rated(one): RatingRow(Rated(one), mu, sigma, 1) for one, mu, sigma in [(1, 40, 0.9), (2, 10, 8), (3, 25, 0.5)]
    }
    for _ in range(300):
        places = random.sample([1, 2, 3, 4], 4)
        for row, place in zip(rate(SCHOTEN, results(*places), ratings), places, strict=True):
            old = ratings.get(row.of, RatingRow(row.of, MU, SIGMA, 0))
            assert row.sigma <= old.sigma
            assert place > 1 or displayed(row.mu, row.sigma) >= displayed(old.mu, old.sigma)
            ratings[row.of] = row


def test_rating_is_independent_of_earlier_calls() -> None:
    before = rate(SCHOTEN, results(1, 2, 3, 4), {})
    rate(SCHOTEN, results(4, 3, 2, 1), {row.of: row for row in before})
    assert rate(SCHOTEN, results(1, 2, 3, 4), {}) == before


def test_stronger_levels_of_each_game_have_higher_ratings() -> None:
    assert set(COMPUTERS) == set(Game.games)
    for levels in COMPUTERS.values():
        assert list(levels) == list(LEVELS)
        assert sorted(levels.values()) == list(levels.values())


async def test_share_is_counted_in_moves_and_a_person_who_left_has_none(over: Table) -> None:
    computers: list[list[str | None]] = [[None] * 4, [None, "easy", "easy", "hard"], ["hard"] * 4, [None] * 4]
    moves = [MoveRow(0, seat, "", 0, computer=one) for seat, made in enumerate(computers) for one in made]
    left = replace(over, occupants=(*over.occupants[:3], Occupant(computer="normal", left_by=PEOPLE[3].id)))
    found = results_of(left, game_of(left), moves)
    assert [(row.seat, row.own_share, row.left_by) for row in found] == [
        (0, 1.0, None),
        (1, 0.25, None),
        (2, 0.0, None),
        (3, 0.0, PEOPLE[3].id),
    ]


# --- Ratings computed anew from the stored results


async def everybody(store: Store) -> Mapping[tuple[object, ...], tuple[float, ...]]:
    rows = await store._database.read("SELECT place_id, game, user_id, practice, games, mu, sigma FROM ratings")
    return {row[:5]: row[5:] for row in rows}


@pytest.fixture
async def _played(services: Services) -> None:
    """Play five games. One game has a single person, and somebody leaves another game."""
    for number in range(2):
        await play_out(services, await started(services), Random(number))
    await finish(services, await started(services))
    await finish(services, await started(services, people=1))
    table = await started(services)
    await services.participation.leave(table.id, AKI, sure=True)
    await finish(services, table)


async def ratings_of_results(store: Store) -> list[tuple[object, ...]]:
    """Return the rating after each result, by table and seat."""
    rows = await store._database.read("SELECT table_id, seat, mu, sigma FROM results ORDER BY table_id, seat")
    return [tuple(row) for row in rows]


@pytest.mark.usefixtures("_played")
async def test_recomputed_ratings_equal_the_original_ones(store: Store) -> None:
    before, left_with = await everybody(store), await ratings_of_results(store)
    assert {practice for _, _, _, practice, _ in before} == {0, 1}
    assert any(mu is not None for _, _, mu, _ in left_with)
    await rewrite(store, "UPDATE results SET mu = 99, sigma = NULL")
    await work_out_anew(store)
    for row, old in zip(await ratings_of_results(store), left_with, strict=True):
        assert row == pytest.approx(old, abs=1e-9), "also with which rating each has left a game"
    after = await everybody(store)
    assert after.keys() == before.keys()
    for key, values in before.items():
        assert after[key] == pytest.approx(values, abs=1e-9)


@pytest.mark.usefixtures("_played")
async def test_ratings_of_another_model_are_recomputed_once(store: Store) -> None:
    before = await everybody(store)
    await rewrite(store, "UPDATE ratings SET mu = 99")
    assert await bring_up_to_date(store)
    assert await everybody(store) == before
    assert not await bring_up_to_date(store)


@pytest.mark.usefixtures("_played")
async def test_command_recomputes_ratings(
    store: Store, home: Path | str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = await everybody(store)
    await rewrite(store, "DELETE FROM ratings")
    if isinstance(home, Path):
        assert await in_thread(["ratings", str(home)]) == 1  # the bot holds the lock
        assert "is in use" in capsys.readouterr().err
    await store.close()
    assert await in_thread(["ratings", str(home)]) == 0
    assert await in_thread(["ratings", str(tmp_path / "none.sqlite3")]) == 1
    assert "no database" in capsys.readouterr().err
    async with await Store.open(home, record_write=None) as again:
        assert await everybody(again) == before


async def in_thread(arguments: list[str]) -> int:
    """Run the command in a thread, because the command has its own event loop."""
    return await asyncio.to_thread(main, arguments)
