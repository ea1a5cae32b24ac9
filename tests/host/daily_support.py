"""Helpers of tests of the day's deal."""

from random import Random

from engine.game import Game, Path
from host.daily.deals import Attempt
from host.services import Services


async def prepare_today(services: Services) -> None:
    """Plan today and the coming week, and give today deals without choice and reference."""
    await services.daily_preparation.plan()


def some_path(game: Game, seat: int, random: Random) -> Path:
    """Return the path of a random legal move."""
    return game.path(random.choice(game.legal_moves(seat)))


async def step(services: Services, user_id: int, now: Attempt, random: Random) -> Attempt:
    """Make a random move in a try or practice."""
    path = some_path(now.game, now.deal.seat, random)
    return await services.daily.move(user_id, now.day, now.decision, path, sure=True, practice=now.practice)


async def play_on(services: Services, user_id: int, now: Attempt, seed: int = 1) -> Attempt:
    """Play a try or practice to its end with random moves."""
    random = Random(seed)
    while now.points is None:
        now = await step(services, user_id, now, random)
    return now


async def play_daily(services: Services, user_id: int, seed: int = 1) -> Attempt:
    """Play today's try of a person to its end with random moves."""
    return await play_on(services, user_id, await services.daily.open(user_id), seed)
