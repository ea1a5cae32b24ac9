"""Per-table work queue: debounces, limits concurrency, and retries with backoff."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from host.background import cancel_all
from host.refusals import Overtaken
from show.discord_port import Later
from show.log_context import begin_log_context

log = logging.getLogger(__name__)

LONGEST = 60.0
"""The longest time between two tries, in seconds."""

SHORTEST = 1.0
"""The shortest time between a failure and the next try, in seconds."""

PATIENCE = 3.0
"""The longest time for which work waits for a busy table, in seconds."""

LEEWAY = 0.3
"""The longest time for which work yields to users' clicks, in seconds."""

Work: TypeAlias = Callable[[int], Awaitable[Later | float | None]]
"""Work on the table with this id. Returns None if it is done, `Later` if it failed, or seconds until the next run."""


class WorkQueue:
    """Queue that runs `work` for each scheduled table. An exception is a failure; failed work is retried for ever."""

    def __init__(
        self,
        name: str,
        work: Work,
        *,
        most: int,
        settle: float = 0.0,
        busy: Callable[[int], bool] = lambda _: False,
        crowded: Callable[[], bool] = lambda: False,
        on_done: Callable[[int], None] | None = None,
    ) -> None:
        """Create a queue for `most` concurrent tables; changes within `settle` seconds cause one run of the work.

        While `busy` is true for a table, its work waits for more changes. While `crowded` is true, all work yields to
        users' clicks. `on_done` is called with a table's id when no work is left for it.
        """
        self.name = name
        self._work = work
        self._settle = settle
        self._busy = busy
        self._crowded = crowded
        self._slots = asyncio.Semaphore(most)
        self._scheduled: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._waiting: dict[int, asyncio.Event] = {}
        self._failures: dict[int, int] = {}
        self._behind_since: dict[int, float] = {}
        """By table: the loop time since which its work has been due."""
        self._closed = False
        self._on_done = on_done

    def schedule(self, table_id: int) -> None:
        """Schedule work on a table; after a failure it runs when its backoff ends."""
        self._scheduled.add(table_id)
        if table_id not in self._tasks and not self._closed:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id), name=f"{self.name} of table {table_id}")
        elif table_id in self._waiting and table_id not in self._failures:
            self._waiting[table_id].set()

    def is_working_on(self, table_id: int) -> bool:
        """Return whether work on a table is scheduled or running."""
        return table_id in self._tasks

    @property
    def backlog(self) -> int:
        """The number of tables whose work is scheduled or running."""
        return len(self._tasks)

    def failing(self) -> list[int]:
        """Return the tables whose last try failed."""
        return list(self._failures)

    def seconds_behind(self, table_id: int) -> float:
        """Return for how many seconds work on a table has been overdue; 0 if no work is due."""
        return now() - self._behind_since.get(table_id, now())

    def retry_now(self, table_id: int) -> None:
        """Retry a table at once, because the cause of its failure may be gone."""
        self._failures.pop(table_id, None)
        self.schedule(table_id)

    async def wait_until_done(self, table_id: int, seconds: float) -> None:
        """Wait until the work on a table is done, at most `seconds`."""
        if table_id in self._tasks:
            await asyncio.wait([self._tasks[table_id]], timeout=seconds)

    async def close(self) -> None:
        """Cancel all work and accept no more."""
        self._closed = True
        await cancel_all(self._tasks.values())

    async def _run(self, table_id: int) -> None:
        begin_log_context(table=table_id)
        try:
            while table_id in self._scheduled:
                self._behind_since.setdefault(table_id, now())
                await self._debounce(table_id)
                async with self._slots:
                    self._scheduled.discard(table_id)
                    left = await self._try_work(table_id)
                if not isinstance(left, Later):
                    self._behind_since.pop(table_id, None)
                if left is None:
                    self._failures.pop(table_id, None)
                else:
                    seconds = self._until_next(table_id, left)
                    # Pause before the next try. If the table has changed during the work, try again at once instead,
                    # except after `Later`.
                    if isinstance(left, Later) or table_id not in self._scheduled:
                        await self._pause(table_id, seconds)
        finally:
            self._failures.pop(table_id, None)
            self._behind_since.pop(table_id, None)
            # A done callback would delete the task too late: a change before the callback would start no new task.
            del self._tasks[table_id]
        if self._on_done is not None:
            self._on_done(table_id)

    async def _debounce(self, table_id: int) -> None:
        begun = now()
        await asyncio.sleep(self._settle)
        while self._waits_on(table_id, now() - begun):  # noqa: ASYNC110  no event tells when to go on
            await asyncio.sleep(self._settle)

    def _waits_on(self, table_id: int, seconds: float) -> bool:
        """Return whether work that has waited this many seconds must wait longer."""
        return (seconds < PATIENCE and self._busy(table_id)) or (seconds < LEEWAY and self._crowded())

    async def _try_work(self, table_id: int) -> Later | float | None:
        try:
            return await self._work(table_id)
        except Overtaken:  # another process may own the table by now
            log.info("%s of table %s: other work was faster", self.name, table_id)
        except Exception:
            log.exception("%s of table %s failed and is tried again", self.name, table_id)
        return Later()

    def _until_next(self, table_id: int, left: Later | float) -> float:
        if not isinstance(left, Later):
            self._failures.pop(table_id, None)
            return left
        log.info("%s of table %s is tried again", self.name, table_id)
        failures = self._failures.get(table_id, 0)
        if left.seconds:  # Discord named the time, so the number of failures does not matter
            self._failures[table_id] = failures
            return min(LONGEST, max(left.seconds, SHORTEST))
        self._failures[table_id] = failures + 1
        return min(LONGEST, 2.0 ** min(failures + 1, 10))

    async def _pause(self, table_id: int, seconds: float) -> None:
        self._scheduled.add(table_id)
        self._waiting[table_id] = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await self._waiting[table_id].wait()
        except TimeoutError:
            pass
        finally:
            del self._waiting[table_id]


def now() -> float:
    """Return the event loop's time, in seconds."""
    return asyncio.get_running_loop().time()
