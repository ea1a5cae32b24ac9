"""Background tasks that repeat some work."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from storage import StoreError

log = logging.getLogger(__name__)

Sleep = Callable[[float], Awaitable[None]]
"""Function that waits for a number of seconds; tests replace it."""


class BackgroundTask:
    """Task that runs from `start` until `close`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._task: asyncio.Task[None] | None = None

    def start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start the task, unless it was started before."""
        if self._task is None:
            self._task = asyncio.create_task(work(), name=self._name)

    async def close(self) -> None:
        """Cancel the task and wait for its end."""
        if self._task is not None:
            await cancel_all([self._task])


async def cancel_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for their end. Their errors are dropped."""
    every = list(tasks)
    for task in every:
        task.cancel()
    await asyncio.gather(*every, return_exceptions=True)


async def run_every(
    seconds: float,
    work: Callable[[], Awaitable[object]],
    failure: str,
    *,
    sleep: Sleep = asyncio.sleep,
    first: float = 0.0,
) -> None:
    """Repeat some work until cancelled. A failure is logged, and the work is repeated after the usual interval.

    Args:
        seconds: the interval between the end of one run and the beginning of the next.
        work: the work.
        failure: text that is logged when the work fails.
        sleep: waits for seconds.
        first: delay of the first run, in seconds.
    """
    if first:
        await sleep(first)
    while True:
        try:
            await work()
        except StoreError as error:
            log.warning("%s: %s", failure, error)
        except Exception:
            log.exception(failure)
        await sleep(seconds)
