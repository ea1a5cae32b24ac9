"""What other processes have changed at tables that this one looks after.

Hardly anything is: whoever asks to be forgotten leaves their tables on all servers, and one process does that for all
of them. There a computer player may be to act, and messages tell their name; so that is looked for now and then.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import limits
from host.tables.table_repository import TableRepository

log = logging.getLogger(__name__)

SECONDS = 20.0
"""Between two looks."""


class CacheRefresh:
    """Over the house's tables; where there is one process there is nothing to look for. `sleep` waits for seconds."""

    def __init__(self, tables: TableRepository, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._tables = tables
        self._sleep = sleep
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look now and then from now on."""
        if self._task is None and not self._tables.shards.alone:
            self._task = asyncio.create_task(self._run(), name="what other processes have changed")

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await self._sleep(SECONDS)
            try:
                await self.look()
            except Exception:
                log.exception("what other processes have changed could not be looked at, which is tried again")

    async def look(self) -> None:
        """Read the tables again of which the store knows more than this process, and tell everybody of them."""
        versions: dict[int, int] = {}

        async def found(after: int, count: int) -> list[tuple[int, int]]:
            rows = await self._tables.store.tables_moving(after, count)
            versions.update((table_id, version) for table_id, _, version in rows)
            return [(table_id, guild_id) for table_id, guild_id, _ in rows]

        async for few in self._tables.batches(found, limits.WAITING_AT_ONCE):
            stale = [table_id for table_id in few if self._is_behind(table_id, versions[table_id])]
            self._tables.invalidate(stale)
            async for table in self._tables.load_each(stale):
                self._tables.notify(table)

    def _is_behind(self, table_id: int, version: int) -> bool:
        known = self._tables.cached(table_id)
        return known is None or known.version < version
