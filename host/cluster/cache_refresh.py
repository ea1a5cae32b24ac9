"""Refresh of cached tables that other processes have changed.

Such changes are rare: when a person's data is deleted, one process removes them from tables on all servers. An AI
player may have to decide there, and messages may still show the name, so each process checks its tables regularly.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import limits
from host.tables.table_repository import TableRepository

log = logging.getLogger(__name__)

SECONDS = 20.0
"""Interval of the checks."""


class CacheRefresh:
    """Background task that refreshes cached tables; does nothing where only one process uses the store."""

    def __init__(self, tables: TableRepository, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Refresh the cache of `tables`; `sleep` waits for seconds."""
        self._tables = tables
        self._sleep = sleep
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task."""
        if self._task is None and not self._tables.shards.alone:
            self._task = asyncio.create_task(self._run(), name="what other processes have changed")

    async def close(self) -> None:
        """Stop the task."""
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
        """Read tables again whose version in the store is newer than the cached one, and notify of them."""
        versions: dict[int, int] = {}

        async def found(after: int, count: int) -> list[tuple[int, int]]:
            rows = await self._tables.store.due_work.in_progress(after, count)
            versions.update((table_id, version) for table_id, _, version in rows)
            return [(table_id, guild_id) for table_id, guild_id, _ in rows]

        async for few in self._tables.batches(found, limits.DUE_TABLES_AT_ONCE):
            stale = [table_id for table_id in few if self._is_behind(table_id, versions[table_id])]
            self._tables.invalidate(stale)
            async for table in self._tables.load_each(stale):
                self._tables.notify(table)

    def _is_behind(self, table_id: int, version: int) -> bool:
        known = self._tables.cached(table_id)
        return known is None or known.version < version
