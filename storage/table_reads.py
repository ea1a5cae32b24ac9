"""Reading tables, their moves and results. Only what is committed is seen."""

import json

from storage.database import Database, Parameters
from storage.rows import MoveRow, Occupant, ResultRow, TableRow

_OF = """
SELECT t.id FROM tables AS t JOIN seats AS s ON s.table_id = t.id
 WHERE s.user_id = ? AND t.guild_id = ? AND t.state IN ('lobby', 'playing') ORDER BY t.id
"""
_HERE = """
SELECT id FROM tables WHERE channel_id = :channel_id AND state IN ('lobby', 'playing')
 UNION SELECT table_id FROM posts WHERE channel_id = :channel_id ORDER BY 1
"""
_TO_SHOW = """
SELECT id FROM tables WHERE state IN ('lobby', 'playing') AND (:guild_id IS NULL OR guild_id = :guild_id)
 UNION SELECT t.id FROM posts AS p JOIN tables AS t ON t.id = p.table_id
        WHERE p.fingerprint IS NULL AND (:guild_id IS NULL OR t.guild_id = :guild_id)
 ORDER BY 1
"""


class TableReads:
    """The store's part that reads tables."""

    _database: Database

    async def table(self, table_id: int) -> TableRow | None:
        """The table, or None if there is none of that id."""
        rows = await self._database.read("SELECT * FROM tables WHERE id = ?", (table_id,))
        if not rows:
            return None
        values = dict(rows[0])
        seats: list[Occupant | None] = [None] * values.pop("seat_count")
        sql = "SELECT seat, user_id, computer FROM seats WHERE table_id = ?"
        for seat, user_id, computer in await self._database.read(sql, (table_id,)):
            seats[seat] = Occupant(user_id, computer)
        return TableRow(**values | {"options": json.loads(values["options"]), "seats": tuple(seats)})

    async def tables_in(self, guild_id: int) -> list[int]:
        """The ids of a guild's lobbies and running games, oldest first."""
        sql = "SELECT id FROM tables WHERE guild_id = ? AND state IN ('lobby', 'playing') ORDER BY id"
        return await self._ids(sql, (guild_id,))

    async def tables_of(self, user_id: int, guild_id: int) -> list[int]:
        """The ids of a guild's lobbies and running games at which a person sits, oldest first."""
        return await self._ids(_OF, (user_id, guild_id))

    async def tables_here(self, channel_id: int) -> list[int]:
        """The ids of the tables with a post in a channel or thread, and of those open whose channel it is."""
        return await self._ids(_HERE, {"channel_id": channel_id})

    async def tables_to_show(self, guild_id: int | None = None) -> list[int]:
        """The ids of the tables, of one guild or all, whose posts may have to change: open, or ended and not shown so.

        Oldest first. A table that has ended is shown so once every post of it has a fingerprint again.
        """
        return await self._ids(_TO_SHOW, {"guild_id": guild_id})

    async def _ids(self, sql: str, parameters: Parameters) -> list[int]:
        return [table_id for (table_id,) in await self._database.read(sql, parameters)]

    async def moves(self, table_id: int) -> list[MoveRow]:
        """All moves of a table's game in their order."""
        sql = "SELECT number, seat, move, made_at, by_computer FROM moves WHERE table_id = ? ORDER BY number"
        return [
            MoveRow(number, seat, move, made_at, bool(by_computer))
            for number, seat, move, made_at, by_computer in await self._database.read(sql, (table_id,))
        ]

    async def results(self, table_id: int) -> list[ResultRow]:
        """What each seat got out of a finished game, by seat; empty before its end."""
        sql = "SELECT seat, user_id, points, place, won FROM results WHERE table_id = ? ORDER BY seat"
        return [
            ResultRow(seat, user_id, points, place, bool(won))
            for seat, user_id, points, place, won in await self._database.read(sql, (table_id,))
        ]
