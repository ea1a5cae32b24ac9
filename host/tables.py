"""Finding tables: loaded on first touch, by replaying their moves, and kept while they are open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from engine.chance import Chance
from engine.errors import BadRecord, IllegalMove
from engine.game import Game
from engine.record import read_seed
from host import words
from host.table import Table
from host.words import Refusal
from storage import State, Store, TableRow

log = logging.getLogger(__name__)

OPEN: Final[tuple[State, ...]] = ("lobby", "playing")
MOST_LOADED = 500
"""So many tables are kept before those that have ended are let go."""


class Tables:
    """The tables of a store. `changed` is called, without waiting, after each change of one."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.changed: Callable[[Table], None] = lambda _table: None
        self._loaded: dict[int, Table] = {}
        self._loading = asyncio.Lock()

    def keep(self, table: Table) -> None:
        """Keep a table that was just opened."""
        self._loaded[table.id] = table

    def forget(self, table: Table) -> None:
        """Read a table from the store again when it is next asked for."""
        self._loaded.pop(table.id, None)

    async def get(self, table_id: int) -> Table:
        """A table by its number, loaded if need be.

        Raises:
            Refusal: there is none.
        """
        if table_id not in self._loaded:
            async with self._loading:
                if table_id not in self._loaded:
                    self._drop_ended()
                    self._loaded[table_id] = await self._load(table_id)
        return self._loaded[table_id]

    def _drop_ended(self) -> None:
        """Make room: what has ended does not change any more, and is read again when it is asked for."""
        if len(self._loaded) >= MOST_LOADED:
            self._loaded = {number: table for number, table in self._loaded.items() if table.state in OPEN}

    async def in_guild(self, guild_id: int) -> list[TableRow]:
        """The lobbies and running games of a server, oldest first."""
        return [row for row in await self.store.tables_in(guild_id, OPEN) if row.game in Game.games]

    async def of(self, user_id: int, guild_id: int) -> list[TableRow]:
        """The lobbies and running games of a server at which a person sits, oldest first."""
        rows = await self.store.tables_of(user_id, OPEN, guild_id)
        return [row for row in rows if row.game in Game.games]

    async def place(self, table: Table, thread_id: int | None, message_id: int | None) -> None:
        """Remember where the table's message is."""
        await self.store.place_table(table.id, thread_id, message_id)
        table.thread_id, table.message_id, table.fresh = thread_id, message_id, False

    async def end_shown(self, table: Table) -> None:
        """Remember that the table's message says how it ended."""
        await self.store.note_end_shown(table.id)

    async def _load(self, table_id: int) -> Table:
        row = await self.store.table(table_id)
        if row is None or row.game not in Game.games:
            raise Refusal(words.NO_SUCH_TABLE())
        table = Table.from_rows(row, await self.store.seats(table_id))
        if row.state == "lobby":
            table.options = table.held_options(table.seat_count)  # a newer version of the game may have others
        if row.state in {"playing", "over"}:
            try:
                table.game = await self._replay(row)
            except (BadRecord, IllegalMove) as error:
                log.error("table %s cannot be replayed: %s", table_id, error)  # noqa: TRY400  no traceback: it may hold cards
                if row.state == "playing":
                    await self.store.end_table(table_id, "frozen")
                    table.state = "frozen"
                    self.changed(table)
        return table

    async def _replay(self, row: TableRow) -> Game:
        kind = Game.games[row.game]
        if row.rules != kind.rules:
            raise BadRecord(f"it follows version {row.rules} of the rules, not {kind.rules}")
        game = kind(row.seat_count, row.options, Chance(read_seed(row.seed)))
        for move in await self.store.moves(row.id):
            game.play(move.seat, game.parse(move.move))
        return game
