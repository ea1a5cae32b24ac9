"""Reading tables, their seats, moves and results. Only what is committed is seen."""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import fields
from itertools import groupby

from storage.database import Database
from storage.rows import MentionRow, MoveRow, ResultRow, SeatRow, State, TableRow

_TABLES_OF = """
SELECT t.* FROM tables AS t JOIN seats AS s ON s.table_id = t.id
 WHERE s.user_id = :user_id AND t.state IN (SELECT value FROM json_each(:states))
   AND (:guild_id IS NULL OR t.guild_id = :guild_id)
 ORDER BY t.id
"""
_COLUMNS = tuple(field.name for field in fields(TableRow))


class TableReads:
    """The store's part that reads tables."""

    _database: Database

    async def table(self, table_id: int) -> TableRow | None:
        """The table, or None if there is none of that id."""
        rows = await self._database.read("SELECT * FROM tables WHERE id = ?", (table_id,))
        return _table(rows[0]) if rows else None

    async def table_by_message(self, message_id: int) -> TableRow | None:
        """The (newest) table that was last placed at this message."""
        sql = "SELECT * FROM tables WHERE message_id = ? ORDER BY id DESC LIMIT 1"
        rows = await self._database.read(sql, (message_id,))
        return _table(rows[0]) if rows else None

    async def tables_in(self, guild_id: int, states: Collection[State]) -> list[TableRow]:
        """A guild's tables in any of `states`, oldest first."""
        sql = "SELECT * FROM tables WHERE guild_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY id"
        return [_table(row) for row in await self._database.read(sql, (guild_id, _array(states)))]

    async def tables_of(self, user_id: int, states: Collection[State], guild_id: int | None = None) -> list[TableRow]:
        """The tables in any of `states` at which a person sits, in one guild or in all, oldest first."""
        parameters = {"user_id": user_id, "states": _array(states), "guild_id": guild_id}
        return [_table(row) for row in await self._database.read(_TABLES_OF, parameters)]

    async def tables_in_state(self, states: Collection[State]) -> list[int]:
        """The ids of all tables in any of `states`, oldest first."""
        sql = "SELECT id FROM tables WHERE state IN (SELECT value FROM json_each(?)) ORDER BY id"
        return [table_id for (table_id,) in await self._database.read(sql, (_array(states),))]

    async def tables_to_show(self, guild_id: int | None = None) -> list[int]:
        """The ids of the tables whose message is to be kept up to date: open, or ended without its saying so."""
        sql = "SELECT id FROM tables WHERE end_shown = 0 AND (:guild_id IS NULL OR guild_id = :guild_id) ORDER BY id"
        return [table_id for (table_id,) in await self._database.read(sql, {"guild_id": guild_id})]

    async def seats(self, table_id: int) -> list[SeatRow]:
        """Who sits at a table, by seat. Empty seats have no row."""
        sql = "SELECT seat, user_id, computer FROM seats WHERE table_id = ? ORDER BY seat"
        return [SeatRow(*row) for row in await self._database.read(sql, (table_id,))]

    async def moves(self, table_id: int) -> list[MoveRow]:
        """All moves of a table's game in their order."""
        sql = "SELECT number, seat, move, made_at, by_computer FROM moves WHERE table_id = ? ORDER BY number"
        return [
            MoveRow(number, seat, move, made_at, bool(by_computer))
            for number, seat, move, made_at, by_computer in await self._database.read(sql, (table_id,))
        ]

    async def mentions(self, table_id: int) -> list[MentionRow]:
        """The messages that were sent to mention a table's people and have not been taken away, oldest first."""
        sql = "SELECT channel_id, message_id, user_id, decision FROM mentions WHERE table_id = ? ORDER BY message_id"
        rows = await self._database.read(sql, (table_id,))
        return [
            MentionRow(*place, frozenset((user_id, decision) for _, _, user_id, decision in people))
            for place, people in groupby(rows, key=lambda row: (row[0], row[1]))
        ]

    async def results(self, table_id: int) -> list[ResultRow]:
        """What each seat got out of a finished game, by seat; empty before its end."""
        sql = "SELECT seat, user_id, points, place, won FROM results WHERE table_id = ? ORDER BY seat"
        return [
            ResultRow(seat, user_id, points, place, bool(won))
            for seat, user_id, points, place, won in await self._database.read(sql, (table_id,))
        ]


def _array(values: Collection[str]) -> str:
    return json.dumps(list(values))


def _table(row: sqlite3.Row) -> TableRow:
    values = {column: row[column] for column in _COLUMNS}
    values["options"] = json.loads(values["options"])
    values["fresh"] = bool(values["fresh"])
    return TableRow(**values)
