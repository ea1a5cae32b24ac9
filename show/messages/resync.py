"""Messages that are behind: looked at in the background, few tables at once, so that people's clicks come first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import limits
from host.services import Services

log = logging.getLogger(__name__)


class Resync:
    """After a start, a lost session, or when all pages look otherwise; `look` returns when a table has been looked at.

    Which tables are behind is asked of the store, so nothing else is loaded, and a kill loses nothing.
    """

    def __init__(self, services: Services, look: Callable[[int], Awaitable[None]]) -> None:
        self._services = services
        self._look = look
        self._again = False
        """Whether more may be behind than when it began."""
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look at all that is behind, or at the rest and then again from the beginning."""
        self._again = True
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="catching up")

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while self._again:
                self._again = False
                tables = self._services.tables
                async for few in tables.batches(self._services.message_records.outdated, limits.BEHIND_AT_ONCE):
                    await asyncio.gather(*map(self._look, few))
        except Exception:
            log.exception("looking at what is behind has failed; the next change of a table shows it")
        finally:
            self._task = None
