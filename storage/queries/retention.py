"""Retention: which tables have ended, deleting old ones, and lists of recorded games."""

import json
from collections.abc import Callable, Collection

from storage.database import Database

_ENDED = """
SELECT id FROM tables WHERE state IN ('over', 'closed', 'frozen') AND ended_at < ? ORDER BY id
"""
_FORGET = "DELETE FROM tables WHERE id IN (SELECT value FROM json_each(?)) AND ended_at IS NOT NULL"
_OPEN = """
SELECT COUNT(*) FILTER (WHERE state = 'lobby'), COUNT(*) FILTER (WHERE state = 'playing')
  FROM tables WHERE state IN ('lobby', 'playing')
"""


class Keeping:
    """Queries for the number of open tables and for deleting old ones."""

    _database: Database
    _now: Callable[[], int]

    async def open_counts(self) -> tuple[int, int]:
        """Return the numbers of lobbies and of running games."""
        [(lobbies, playing)] = await self._database.read(_OPEN)
        return lobbies, playing

    async def ended_before(self, seconds: int) -> list[int]:
        """Return the ids of tables that ended more than `seconds` ago, oldest first."""
        return [table_id for (table_id,) in await self._database.read(_ENDED, (self._now() - seconds,))]

    async def forget_tables(self, table_ids: Collection[int]) -> None:
        """Delete ended tables with their seats, moves and message records. Results, ratings and names stay."""
        await self._database.write(
            lambda transaction: transaction.run(_FORGET, (json.dumps(list(table_ids)),)), behind=True
        )


_RECORDED = "SELECT id, game, rules FROM tables WHERE state IN ('playing', 'over') ORDER BY id"


class Records:
    """Query for recorded games."""

    _database: Database

    async def recorded(self) -> list[tuple[int, str, int]]:
        """Return id, game and rules version of each table whose game is running or was played to the end."""
        return [(table_id, game, rules) for table_id, game, rules in await self._database.read(_RECORDED)]
