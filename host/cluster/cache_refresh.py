"""Refresh of cached tables that other processes have changed.

Such changes are rare: when a person's data is deleted, one process removes the person from tables on all servers. Then
an AI player may have to decide at such a table, and its messages may still show the name. So each process checks its
tables regularly.
"""

import asyncio
from functools import partial

import limits
from host.background import BackgroundTask, Sleep, run_every
from host.tables.table_repository import TableRepository

SECONDS = 20.0
"""Seconds between two checks."""


class CacheRefresh:
    """Background task that refreshes cached tables; it does nothing if one process alone uses the store."""

    def __init__(self, tables: TableRepository, sleep: Sleep = asyncio.sleep) -> None:
        """Refresh the cache of `tables`; `sleep` waits for seconds."""
        self._tables = tables
        self._sleep = sleep
        self._task = BackgroundTask("what other processes have changed")

    def start(self) -> None:
        """Start the task."""
        if not self._tables.shards.alone:
            failure = "what other processes have changed could not be looked at, which is tried again"
            self._task.start(partial(run_every, SECONDS, self.poll, failure, sleep=self._sleep, first=SECONDS))

    async def close(self) -> None:
        """Stop the task."""
        await self._task.close()

    async def poll(self) -> None:
        """Reread tables in progress that are missing from the cache or outdated there; emit `table_changed` for each.

        A table is in progress while an AI player must decide at it, or while its messages are out of date.
        """
        versions: dict[int, int] = {}

        async def found(after: int, count: int) -> list[tuple[int, int]]:
            rows = await self._tables.store.due_work.in_progress(after, count)
            versions.update((table_id, version) for table_id, _, version in rows)
            return [(table_id, place_id) for table_id, place_id, _ in rows]

        async for few in self._tables.batches(found, limits.DUE_TABLES_AT_ONCE):
            stale = [table_id for table_id in few if self._is_behind(table_id, versions[table_id])]
            self._tables.invalidate(stale)
            async for table in self._tables.load_each(stale):
                self._tables.events.table_changed.emit(table.id)

    def _is_behind(self, table_id: int, version: int) -> bool:
        known = self._tables.cached(table_id)
        return known is None or known.version < version
