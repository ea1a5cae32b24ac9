"""The plan of the days: which game each day has, and what follows from a day's secret.

A day is a number: the days since 1970-01-01 UTC. All deals of a day follow from its game and its secret. The commitment
is public before the day, and the secret is public after it.
"""

import hmac
import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from engine.contract.options import OptionValue
from engine.daily.deal import DEALS, DailyDeal
from engine.fairness import day_chain
from engine.fairness.deal_commitment import VERSION, hashed
from engine.fairness.shuffle import below, words
from engine.game import Game

OLD_SECRET_BYTES = 16
"""The size of the secret of a day that belongs to no chain, of version `ichiza/1`."""
FAVOURITE, SURPRISE = 5, 6
"""The weekdays of the favourite game (Saturday) and of the surprise game (Sunday); Monday is 0."""


class WeeklyPlan(NamedTuple):
    """The games of all days from a day on, and until the next plan begins."""

    day: int
    """The first day."""
    week: Sequence[str]
    """The games from Monday to Friday."""
    sunday: Mapping[str, Mapping[str, Sequence[OptionValue]]]
    """The games from which Sunday's is drawn, each with the values from which its options are drawn."""


def _read_plans() -> tuple[WeeklyPlan, ...]:
    """Read the plans of `games.toml`, the earliest first."""
    data = tomllib.loads(files(__package__).joinpath("games.toml").read_text(encoding="utf-8"))
    return tuple(WeeklyPlan(**one) for one in data["plan"])


PLANS = _read_plans()


def weekday(day: int) -> int:
    """Return the weekday of a day; Monday is 0."""
    return (day + 3) % 7  # 1970-01-01 was a Thursday


def game_of(day: int, favourite: str) -> tuple[str, dict[str, OptionValue]]:
    """Return the game of a day, and its options.

    From Monday to Friday the games take turns, and Saturday has the favourite, all with their default options. On
    Sunday, both the game and the options are drawn from the number of the day.

    Args:
        day: the day.
        favourite: the id of the most played game.
    """
    place, plan = weekday(day), PLANS[bisect_right(PLANS, day, key=lambda one: one.day) - 1]
    if place == FAVOURITE:
        return favourite, {}
    if place != SURPRISE:
        return plan.week[place], {}
    drawn, games = words(VERSION.encode(), f"surprise {day}"), [*plan.sunday]
    game = games[below(drawn, len(games))]
    return game, {name: values[below(drawn, len(values))] for name, values in plan.sunday[game].items()}


def is_of_chain(secret: bytes) -> bool:
    """Tell whether a day with this secret belongs to a chain of days; else it has a commitment of its own."""
    return len(secret) == day_chain.SECRET_BYTES


def commitment(secret: bytes, day: int) -> str:
    """Return the hash that fixes a day's secret.

    For a day of a chain this is the value of the day before, which comes out when the day opens. Else it is public a
    week before the day.
    """
    if is_of_chain(secret):
        return day_chain.value_before(secret, day).hex()
    return hashed([VERSION, f"day {day}", secret.hex()])


def candidate(secret: bytes, day: int, game: str, options: Mapping[str, OptionValue], number: int) -> DailyDeal:
    """Return one of the candidates from which the deals of a day are chosen.

    Args:
        secret: the secret of the day.
        day: the day.
        game: the id of the game.
        options: the options of the game.
        number: the number of the candidate, from 0.
    """
    seats, drawn = Game.games[game].usual_seats(), day_chain.drawn(secret, day, number)
    return DailyDeal(game, seats, dict(options), drawn[: day_chain.SEED_BYTES], drawn[day_chain.SEED_BYTES] % seats)


def deal_number(secret: bytes, day: int, user_id: int) -> int:
    """Return the number of the deal that a person gets, from 0. Without the secret nobody can predict it."""
    return int.from_bytes(_keyed(secret, f"{day} {user_id}"), "big") % DEALS


def deleted_try(secret: bytes, day: int, user_id: int) -> str:
    """Return the text that is stored once a person has deleted their attempt at a day's deal.

    The text prevents a second attempt on the same day. Without the secret it does not tell whose attempt it was.
    """
    return _keyed(secret, f"deleted {day} {user_id}").hex()


def deleted_answer(secret: bytes, day: int, user_id: int) -> str:
    """Return the text that is stored once a person has deleted their answer to a day's puzzle.

    It prevents a second answer. A puzzle can be answered until the end of the next day, so `secret` is that of the next
    day, which is not public before.
    """
    return _keyed(secret, f"deleted puzzle {day} {user_id}").hex()


def _keyed(secret: bytes, text: str) -> bytes:
    return hmac.digest(secret, text.encode(), "sha256")
