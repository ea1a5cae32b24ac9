"""The plan of the days: each day's game, and the deals and the commitment that a day's secret determines."""

import hashlib
from collections import Counter
from datetime import UTC, datetime

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.contract.options import read_options
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


def test_six_years_have_the_games_that_were_promised() -> None:
    """The hash is of the days as they were drawn from the registered games, before the plan was data."""
    days = [(day, *plan.game_of(day, "saizen")) for day in range(MONDAY - 3 * 366, MONDAY + 3 * 366)]
    assert (
        hashlib.sha256(repr(days).encode()).hexdigest()
        == "ba284e71021e92bc36e4a4472a56dc0b4304f3fd106e79d2b3ede7e01f7193a5"
    )


def test_new_games_and_values_change_no_planned_day(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = [plan.game_of(day, "saizen") for day in range(MONDAY, MONDAY + 70)]
    monkeypatch.setattr(Game, "games", {"another-game": Game.games["saizen"], **Game.games})
    assert [plan.game_of(day, "saizen") for day in range(MONDAY, MONDAY + 70)] == planned


def test_plan_holds_from_its_day_on(monkeypatch: pytest.MonkeyPatch) -> None:
    later = plan.PLANS[0]._replace(day=MONDAY + 7, week=["tezumashi"] * 5)
    monkeypatch.setattr(plan, "PLANS", (plan.PLANS[0], later))
    assert plan.game_of(MONDAY, "") == ("saizen", {})
    assert plan.game_of(MONDAY + 7, "") == ("tezumashi", {})


def test_plans_name_games_and_values_that_exist() -> None:
    for one in plan.PLANS:
        assert len(one.week) == 5
        for game, options in one.sunday.items():
            kind = Game.games[game]
            for name, values in options.items():
                for value in values:
                    assert getattr(read_options(kind.Options, {name: value}, kind.usual_seats()), name) == value


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
