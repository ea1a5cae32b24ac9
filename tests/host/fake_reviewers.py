"""Workers of reviews and suggestions that give the answers that a test sets."""

import asyncio
from dataclasses import dataclass
from typing import Any

from engine import record
from engine.contract.view import View
from engine.review import Review, Suggestion
from host.ai.review_pool import Progress
from tests.tables import LONG


async def no_progress(_moves: int) -> None:
    """Raise an error, because a suggestion must not report progress."""
    raise AssertionError("a suggestion reports no progress")


@dataclass(eq=False)
class Job:
    """A review of a seat, or a suggestion for a view; the test sets its answer."""

    asked: Any
    """The seat, or the view."""
    progress: Progress
    answer: asyncio.Future[Any]


class FakeReviewers:
    """Workers that note each job and wait for the test's answer."""

    places = 1

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.arrived = asyncio.Event()
        self.cancelled = 0
        self.closed = False

    async def review(self, game_record: object, seat: int, _playouts: int, progress: Progress) -> Review:
        record.read(game_record).replay()
        review: Review = await self._answer(seat, progress)
        return review

    async def suggest(self, view: View, playouts: int) -> Suggestion:
        assert playouts == 2, "the limit of the services under test"
        suggestion: Suggestion = await self._answer(view, no_progress)
        return suggestion

    async def prepare(self, _request: object, _progress: Progress) -> Any:
        raise AssertionError("nothing is prepared")

    async def close(self) -> None:
        self.closed = True

    async def next(self) -> Job:
        """Wait until a new job has arrived, and return it."""
        async with asyncio.timeout(LONG):
            await self.arrived.wait()
        self.arrived.clear()
        return self.jobs[-1]

    async def _answer(self, asked: object, progress: Progress) -> Any:
        job = Job(asked, progress, asyncio.get_running_loop().create_future())
        self.jobs.append(job)
        self.arrived.set()
        try:
            return await job.answer
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
