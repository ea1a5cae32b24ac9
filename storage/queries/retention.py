"""How much is kept, and for how long: the records of tables that ended long ago can be forgotten."""

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
    """The store's part about how much there is, and what is kept no longer."""

    _database: Database
    _now: Callable[[], int]

    async def open_counts(self) -> tuple[int, int]:
        """How many lobbies there are, and how many games are played."""
        [(lobbies, playing)] = await self._database.read(_OPEN)
        return lobbies, playing

    async def ended_before(self, seconds: int) -> list[int]:
        """The ids of the tables that ended over so many seconds ago, oldest first."""
        return [table_id for (table_id,) in await self._database.read(_ENDED, (self._now() - seconds,))]

    async def forget_tables(self, table_ids: Collection[int]) -> None:
        """Forget tables that have ended, with their seats, moves and posts. Results, ratings and names stay."""
        await self._database.write(
            lambda transaction: transaction.run(_FORGET, (json.dumps(list(table_ids)),)), behind=True
        )


_RECORDED = "SELECT id, game, rules FROM tables WHERE state IN ('playing', 'over') ORDER BY id"


class Records:
    """The store's part about records."""

    _database: Database

    async def recorded(self) -> list[tuple[int, str, int]]:
        """Id, game and version of the rules of each table whose game is running or was played to the end."""
        return [(table_id, game, rules) for table_id, game, rules in await self._database.read(_RECORDED)]
