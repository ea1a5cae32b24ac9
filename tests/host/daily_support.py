"""Helpers of tests of the day's deal."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.daily import deal as daily_deal
from engine.daily import plan
from engine.daily.puzzles import Puzzle
from engine.game import Game, Path
from host.ai.review_pool import Progress, ReviewThread
from host.daily.deals import Attempt
from host.services import Services


class ScriptedPool(ReviewThread):
    """Workers that prepare the day's deals at once, with fixed results, and raise the errors that the test sets."""

    def __init__(self, puzzle: Puzzle | None = None) -> None:
        super().__init__()
        self.asked: list[Mapping[str, Any]] = []
        """The requests for deals and references."""
        self.failures: list[Exception] = []
        """The errors of the next requests for deals and references."""
        self.puzzles_asked: list[Mapping[str, Any]] = []
        self.puzzle = puzzle
        """The answers to all requests for puzzles."""
        self.no_puzzles: list[Exception | None] = []
        """The errors of the next requests for puzzles; None: the request is answered with None."""

    async def prepare(self, request: Mapping[str, Any], progress: Progress) -> Any:
        if "puzzle" in request:
            return self._puzzle(request)
        self.asked.append(request)
        await progress(1)
        if self.failures:
            raise self.failures.pop(0)
        if "deal" in request:
            return {"reference": [1, 2, 3], "level_points": {"hard": [3]}, "best": []}
        secret = bytes.fromhex(request["secret"])
        numbers = range(40, 40 + daily_deal.DEALS)
        found = [plan.candidate(secret, request["day"], request["game"], request["options"], one) for one in numbers]
        return [{"deal": one.as_data(), "signal": 1.5} for one in found]

    def _puzzle(self, request: Mapping[str, Any]) -> Puzzle | None:
        self.puzzles_asked.append(request)
        if not self.no_puzzles:
            return self.puzzle
        failure = self.no_puzzles.pop(0)
        if failure is not None:
            raise failure
        return None


async def prepare_today(services: Services) -> None:
    """Plan today and the coming week. Today's deals are its first candidates; they have no plays to compare with."""
    await services.daily_preparation.plan()


def some_path(game: Game, seat: int, random: Random) -> Path:
    """Return the path of a random legal move."""
    return game.path(random.choice(game.legal_moves(seat)))


async def step(services: Services, user_id: int, now: Attempt, random: Random) -> Attempt:
    """Make a random move in an attempt or practice `now`, and return the attempt after it."""
    path = some_path(now.game, now.deal.seat, random)
    return await services.daily.move(user_id, now.day, now.decision, path, sure=True, practice=now.practice)


async def play_on(services: Services, user_id: int, now: Attempt, seed: int = 1) -> Attempt:
    """Play an attempt or practice to its end with random moves."""
    random = Random(seed)
    while now.points is None:
        now = await step(services, user_id, now, random)
    return now


async def play_daily(services: Services, user_id: int, seed: int = 1) -> Attempt:
    """Play a person's attempt at today's deal to its end with random moves."""
    return await play_on(services, user_id, await services.daily.open(user_id), seed)
