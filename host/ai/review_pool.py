"""Workers that review games, suggest moves, and prepare the day's deals.

Each task has a process of its own, or a thread of this process.
"""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeAlias, cast

import limits
from engine import record
from engine.contract.view import View
from engine.review.review import OTHERS, OWN, THOUGHT, Review, Reviewer, Suggestion, review
from host.ai.daily_work import prepared
from host.ai.pool import PlayerFailed, WorkerDied, WorkerProcesses, exchange
from host.ai.scheduler import capped
from host.ai.worker import without_text

IDLE_SECONDS = 10.0
"""Longest wait, in seconds, for an answer of a process that runs only while a processor is idle. Then a process of low
priority replaces it. A decision takes some two seconds of an idle processor.
"""
OVERDUE_SECONDS = 600.0
"""Seconds without an answer after which a process counts as dead. On a busy machine a process may hardly run at all."""
SUGGESTION_SECONDS = 120.0
"""Seconds without an answer after which the process of a suggestion counts as dead. The person waits for it, and others
wait for their turn; it takes about a second of an idle processor.
"""
LOOK_SECONDS = 0.2
"""Seconds between two checks whether a review was cancelled, while its thread waits for `progress`."""

Progress: TypeAlias = Callable[[int], Awaitable[None]]
"""Function that gets the number of steps so far. The work goes on when the returned awaitable is done."""


class ReviewPool(Protocol):
    """Workers that review games, suggest moves, and prepare the day's deals."""

    places: int
    """The greatest number of reviews at a time; the callers keep to it."""

    async def review(self, game_record: object, seat: int, playouts: int, progress: Progress) -> Review:
        """Review a seat of a finished game. In the result each `Text` is a list, because a worker answers in JSON.

        Args:
            game_record: the record of the game, as `engine.record.write` returns it.
            seat: the seat.
            playouts: the greatest number of playouts for a decision; 0 for the usual number.
            progress: is called after each valued move. Cancelling the caller ends the work.

        Raises:
            PlayerFailed: the review has raised an error. `ReviewThread` raises the error itself.
            WorkerDied: the worker has ended without an answer.
        """

    async def suggest(self, view: View, playouts: int) -> Suggestion:
        """Suggest a move from a seat's view. In the result each `Text` is a list, because a worker answers in JSON.

        Args:
            view: the view of a seat that has at least two legal moves.
            playouts: the greatest number of playouts of each budget; 0 for the usual number.

        Raises:
            PlayerFailed: the work has raised an error. `ReviewThread` raises the error itself.
            WorkerDied: the worker has ended without an answer.
        """

    async def prepare(self, request: Mapping[str, Any], progress: Progress) -> Any:  # noqa: ANN401  any value of JSON
        """Do one piece of the work for a day's deals, and return its result.

        The work is to choose the deals, to make the reference of one deal (see `host.ai.daily_work.prepared`), or to
        make a puzzle. The result consists of JSON's types only, because a worker answers in JSON.

        Args:
            request: the work, in the form that `host.ai.daily_work.prepared` takes.
            progress: is called after each round. Cancelling the caller ends the work.

        Raises:
            PlayerFailed: the work has raised an error.
            WorkerDied: the worker has ended without an answer.
        """

    async def close(self) -> None:
        """End all work."""


class Overdue(WorkerDied):
    """A worker process has not answered in time."""


class ReviewProcesses(WorkerProcesses):
    """Processes of low priority, each for one task."""

    places = limits.REVIEW_WORKERS

    def __init__(self) -> None:
        super().__init__("host.ai.review_worker")

    async def review(self, game_record: object, seat: int, playouts: int, progress: Progress) -> Review:
        """Review a seat in a new process, which waits after each move until `progress` is done.

        The process runs only while a processor is idle, so that it delays no click. If it does not answer in time, the
        review begins again in a process of low priority, which gets a tenth of a busy processor.
        """
        request = {"record": game_record, "seat": seat, "playouts": playouts}
        try:
            answer = await self._answer({**request, "idle": True}, IDLE_SECONDS, progress)
        except Overdue:
            answer = await self._answer(request, OVERDUE_SECONDS, progress)
        return cast("Review", answer["review"])

    async def suggest(self, view: View, playouts: int) -> Suggestion:
        """Suggest a move in a new process."""
        answer = await self._answer({"view": view, "playouts": playouts}, SUGGESTION_SECONDS)
        return cast("Suggestion", answer["suggestion"])

    async def prepare(self, request: Mapping[str, Any], progress: Progress) -> Any:  # noqa: ANN401  any value of JSON
        """Do the requested work in a new process, which waits after each round until `progress` is done.

        The process runs only while a processor is idle. If it does not answer in time, the choice of deals fails with
        `Overdue`, and can be tried again later. All other work begins again in a process of low priority, which gets a
        tenth of a busy processor, because people may be waiting for this work.
        """
        asked = {"prepare": request}
        try:
            answer = await self._answer({**asked, "idle": True}, IDLE_SECONDS, progress)
        except Overdue:
            if not {"deal", "puzzle"} & request.keys():
                raise
            answer = await self._answer(asked, OVERDUE_SECONDS, progress)
        return answer["prepared"]

    async def _answer(
        self, request: Mapping[str, object], overdue: float, progress: Progress | None = None
    ) -> Mapping[str, Any]:
        """Return the last answer of a new process to a request.

        Raises `Overdue` if an answer takes more than `overdue` seconds; all other errors are those of `review`.
        """
        process = await self._start()
        try:
            line = json.dumps(request).encode()
            while True:
                async with asyncio.timeout(overdue):
                    answer = await exchange(process, line)
                if progress is None or "done" not in answer:
                    break
                await progress(answer["done"])
                line = b""
        except TimeoutError:
            raise Overdue("it does not answer") from None
        finally:
            self._end(process)
        if "failed" in answer:
            raise PlayerFailed(answer["failed"])
        return answer


class ReviewThread:
    """Threads of this process, for tests and machines with little memory: one for each kind of work."""

    places = 1

    def __init__(self) -> None:
        self._reviewing = ThreadPoolExecutor(self.places, thread_name_prefix="review")
        self._suggesting = ThreadPoolExecutor(1, thread_name_prefix="suggestion")
        self._preparing = ThreadPoolExecutor(1, thread_name_prefix="day's deal")

    async def review(self, game_record: object, seat: int, playouts: int, progress: Progress) -> Review:
        """Review a seat in a thread. If the caller is cancelled, the thread stops after its current move."""

        def work(on: Callable[[int, int], None]) -> Review:
            reviewer = Reviewer(capped(OWN, playouts), capped(OTHERS, playouts))
            return review(record.read(game_record), seat, reviewer, on)

        return cast("Review", await _in_steps(self._reviewing, work, progress))

    async def suggest(self, view: View, playouts: int) -> Suggestion:
        """Suggest a move in a thread, which goes on to its end if the caller is cancelled."""

        def work() -> Suggestion:
            made = Reviewer(capped(OWN, playouts)).suggest(view, capped(THOUGHT, playouts))
            return cast("Suggestion", json.loads(json.dumps(made)))

        return await asyncio.get_running_loop().run_in_executor(self._suggesting, work)

    async def prepare(self, request: Mapping[str, Any], progress: Progress) -> Any:  # noqa: ANN401  any value of JSON
        """Do the requested work in a thread. If the caller is cancelled, the thread stops after its current step."""
        try:
            return await _in_steps(self._preparing, partial(prepared, request), progress)
        except WorkerDied:
            raise
        except Exception as error:  # noqa: BLE001  a player may raise anything
            raise PlayerFailed(without_text(error)) from None

    async def close(self) -> None:
        """Start no more work."""
        for threads in (self._reviewing, self._suggesting, self._preparing):
            threads.shutdown(wait=False, cancel_futures=True)


async def _in_steps(
    threads: ThreadPoolExecutor, work: Callable[[Callable[[int, int], None]], object], progress: Progress
) -> Any:  # noqa: ANN401  any value of JSON
    """Run work in a thread, and return its result with the types that JSON gives back.

    Args:
        threads: the executor that runs the work.
        work: gets a callback, which it calls after each step with the number of steps done and the number of all steps.
            The callback waits until `progress` is done; it raises `WorkerDied` if the caller was cancelled.
        progress: called after each step with the number of steps done so far.
    """
    loop, cancelled, noted = asyncio.get_running_loop(), threading.Event(), threading.Event()
    noting: set[asyncio.Future[None]] = set()

    def note(done: int) -> None:
        task = asyncio.ensure_future(progress(done))
        noting.add(task)
        task.add_done_callback(lambda _task: noted.set())

    def on(done: int, _of: int) -> None:
        noted.clear()
        loop.call_soon_threadsafe(note, done)
        while not (noted.wait(LOOK_SECONDS) or cancelled.is_set()):
            pass
        if cancelled.is_set():
            raise WorkerDied("it was cancelled")
        noting.clear()

    try:
        return await loop.run_in_executor(threads, lambda: json.loads(json.dumps(work(on))))
    finally:
        cancelled.set()
        for task in noting:
            task.cancel()
