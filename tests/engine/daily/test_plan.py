"""The plan of the days: each day's game, and the deals and the commitment that a day's secret determines."""

from collections import Counter
from datetime import UTC, datetime

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.daily import plan
from engine.daily.deal import DEALS
from engine.game import Game

MONDAY = 20_787
SECRET, OTHER = bytes(16), bytes([1]) * 16


def test_week_begins_on_monday() -> None:
    for day in range(MONDAY, MONDAY + 7):
        assert plan.weekday(day) == datetime.fromtimestamp(day * 86_400, UTC).weekday() == day - MONDAY


def test_each_game_has_its_day_and_saturday_the_favourite() -> None:
    week = [plan.game_of(MONDAY + place, "tennos-square") for place in range(6)]
    assert sorted(game for game, _ in week[:5]) == sorted(Game.games)
    assert week[5] == ("tennos-square", {})
    assert all(options == {} for _, options in week)


def test_sundays_surprise_with_every_game_and_several_options() -> None:
    drawn = [plan.game_of(MONDAY + 6 + 7 * week, "saizen") for week in range(200)]
    assert {game for game, _ in drawn} == set(Game.games)
    for game, options in drawn:
        plan.candidate(SECRET, MONDAY, game, options, 0).start()
    assert len({str(one) for one in drawn}) > 2 * len(Game.games)


def test_everything_of_a_day_follows_from_its_secret() -> None:
    one = plan.candidate(SECRET, MONDAY, "saizen", {}, 0)
    assert one == plan.candidate(SECRET, MONDAY, "saizen", {}, 0)
    others = [
        plan.candidate(OTHER, MONDAY, "saizen", {}, 0),
        plan.candidate(SECRET, MONDAY + 1, "saizen", {}, 0),
        plan.candidate(SECRET, MONDAY, "saizen", {}, 1),
    ]
    assert len({deal.seed for deal in (one, *others)}) == 4


def test_commitment_is_the_hash_that_sha256sum_prints() -> None:
    # printf 'ichiza/1\nday 20784\n000102030405060708090a0b0c0d0e0f\n' | sha256sum
    expected = "ca5f8bb0140a73d2f818fbe3839fc3e3d1982b9299fa33278ab7223ce9d00dc9"
    assert plan.commitment(bytes(range(16)), 20_784) == expected
    assert len({plan.commitment(secret, day) for secret in (SECRET, OTHER) for day in (1, 2)}) == 4


@pytest.mark.parametrize("day", [MONDAY, MONDAY + 1])
def test_people_are_spread_over_the_deals(day: int) -> None:
    given = [plan.deal_number(SECRET, day, user_id) for user_id in range(4_000)]
    assert set(given) == set(range(DEALS))
    assert min(Counter(given).values()) > 900
    assert given != [plan.deal_number(OTHER, day, user_id) for user_id in range(4_000)]
    assert given != [plan.deal_number(SECRET, day + 2, user_id) for user_id in range(4_000)]
