"""Resync of outdated messages in the background, few tables at a time, so that clicks come first."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import limits
from host.services import Services

log = logging.getLogger(__name__)


class Resync:
    """The resync after a start, a lost session, or a change of all pages.

    A query of the database finds the outdated tables, so no other table is loaded, and a kill loses nothing. `update`
    updates one table, and returns when its messages have been reconciled.
    """

    def __init__(self, services: Services, update: Callable[[int], Awaitable[None]]) -> None:
        self._services = services
        self._update = update
        self._again = False
        """True if tables may have become outdated since the run began."""
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start a resync. A running resync ends first and then starts over."""
        self._again = True
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="catching up")

    async def close(self) -> None:
        """Cancel the resync."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while self._again:
                self._again = False
                tables = self._services.tables
                async for few in tables.batches(self._services.message_records.outdated, limits.RESYNCS_AT_ONCE):
                    await asyncio.gather(*map(self._update, few))
        except Exception:
            log.exception("looking at what is behind has failed; the next change of a table shows it")
        finally:
            self._task = None
