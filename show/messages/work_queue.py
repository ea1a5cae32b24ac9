"""A lane: work on tables in the background, one task a table, few at once, again and again until it is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from host.refusals import Overtaken
from show.discord_port import Later

log = logging.getLogger(__name__)

LONGEST = 60.0
"""Seconds between two tries at the most, however often it has failed."""

SHORTEST = 1.0
"""Seconds between a failure and the next try at least."""

PATIENCE = 3.0
"""Seconds that a table is waited for at the most while it is busy."""

LEEWAY = 0.3
"""Seconds that those who have clicked go before at the most: what others see of it may come that much later."""

Work: TypeAlias = Callable[[int], Awaitable[Later | float | None]]
"""Given a table's number, what is left: None: nothing; seconds: look again then, or sooner; `Later`: it failed."""


class WorkQueue:
    """Runs `work` for each table that is poked. It never gives up, and what it raises is a failure like any other."""

    def __init__(
        self,
        name: str,
        work: Work,
        *,
        most: int,
        settle: float = 0.0,
        busy: Callable[[int], bool] = lambda _: False,
        crowded: Callable[[], bool] = lambda: False,
    ) -> None:
        """A lane for up to `most` tables at once; changes of a table that come within `settle` seconds are one.

        While a table is `busy`, more changes of it are waited for; while it is `crowded`, others are let pass.
        """
        self.name = name
        self._work = work
        self._settle = settle
        self._busy = busy
        self._crowded = crowded
        self._few = asyncio.Semaphore(most)
        self._dirty: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._waiting: dict[int, asyncio.Event] = {}
        self._failures: dict[int, int] = {}
        self._closed = False
        self.at_rest: Callable[[int], None] = lambda _table_id: None
        """Called with a table's number once nothing more is to be done for it."""

    def poke(self, table_id: int) -> None:
        """Work on that table soon; after a failure when its time comes."""
        self._dirty.add(table_id)
        if table_id not in self._tasks and not self._closed:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id), name=f"{self.name} of table {table_id}")
        elif table_id in self._waiting and table_id not in self._failures:
            self._waiting[table_id].set()

    def works_on(self, table_id: int) -> bool:
        """Whether something is to be done for a table."""
        return table_id in self._tasks

    @property
    def backlog(self) -> int:
        """How many tables are worked on, or wait for that."""
        return len(self._tasks)

    def failing(self) -> list[int]:
        """The tables whose last try failed."""
        return list(self._failures)

    def wake(self, table_id: int) -> None:
        """Try at once what has failed: something may have changed for the better."""
        self._failures.pop(table_id, None)
        self.poke(table_id)

    async def rested(self, table_id: int, seconds: float) -> None:
        """Wait until nothing more is to be done for a table, but not for long."""
        if table_id in self._tasks:
            await asyncio.wait([self._tasks[table_id]], timeout=seconds)

    async def close(self) -> None:
        """Stop."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._dirty:
                await self._settled(table_id)
                async with self._few:
                    self._dirty.discard(table_id)
                    left = await self._worked(table_id)
                if left is None:
                    self._failures.pop(table_id, None)
                else:
                    seconds = self._until_next(table_id, left)
                    if isinstance(left, Later) or table_id not in self._dirty:  # poked meanwhile: look again at once
                        await self._pause(table_id, seconds)
        finally:
            self._failures.pop(table_id, None)
            del self._tasks[table_id]  # here and not in a callback: what changes from now on needs a new task
        self.at_rest(table_id)

    async def _settled(self, table_id: int) -> None:
        begun = now()
        await asyncio.sleep(self._settle)
        while self._is_held_up(table_id, now() - begun):  # noqa: ASYNC110  no event
            await asyncio.sleep(self._settle)

    def _is_held_up(self, table_id: int, seconds: float) -> bool:
        """Whether it waits on, after so many seconds."""
        return (seconds < PATIENCE and self._busy(table_id)) or (seconds < LEEWAY and self._crowded())

    async def _worked(self, table_id: int) -> Later | float | None:
        try:
            return await self._work(table_id)
        except Overtaken:  # by now the table may be another's
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
        if left.seconds:  # then that is when it can be done, however often it has failed
            self._failures[table_id] = failures
            return min(LONGEST, max(left.seconds, SHORTEST))
        self._failures[table_id] = failures + 1
        return min(LONGEST, 2.0 ** min(failures + 1, 10))

    async def _pause(self, table_id: int, seconds: float) -> None:
        self._dirty.add(table_id)
        self._waiting[table_id] = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await self._waiting[table_id].wait()
        except TimeoutError:
            pass
        finally:
            del self._waiting[table_id]


def now() -> float:
    """The loop's time, in seconds."""
    return asyncio.get_running_loop().time()
