"""Retention: finding and deleting tables that ended long ago."""

import json
from collections.abc import Collection

from storage.database import Queries

_ENDED = """
SELECT id FROM tables WHERE state IN ('over', 'closed', 'frozen') AND ended_at < ? ORDER BY id
"""
_FORGET = "DELETE FROM tables WHERE id IN (SELECT value FROM json_each(?)) AND ended_at IS NOT NULL"


class Retention(Queries):
    """Queries for deleting old tables."""

    async def ended_before(self, time: int) -> list[int]:
        """Return the ids of tables that ended before a time in unix seconds, oldest first."""
        return await self._ids(_ENDED, (time,))

    async def delete_tables(self, table_ids: Collection[int]) -> None:
        """Delete ended tables with their seats, moves and message records. Results, ratings and names stay."""
        await self._database.write(
            lambda transaction: transaction.run(_FORGET, (json.dumps(list(table_ids)),)), behind=True
        )
