"""Gathering players: opening a table, sitting down, options, and the start."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from engine.chance import Chance
from engine.game import Game
from host import words
from host.locks import whole
from host.table import LEVEL, Occupant, Table
from host.tables import Tables
from host.words import Refusal
from storage import NewTable

log = logging.getLogger(__name__)


class Lobby:
    """What people can do before the first deal. `moderator` says that the person may manage the server's messages."""

    def __init__(self, tables: Tables, new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(16)) -> None:
        """Over the house's tables; `new_seed` gives the seed of a new game."""
        self._tables = tables
        self._store = tables.store
        self._new_seed = new_seed

    async def open(self, guild_id: int, channel_id: int, opener_id: int, game: str, seats: int | None) -> Table:
        """A new table with its opener on seat 0.

        Raises:
            Refusal: no such game, or it is not for so many.
        """
        if game not in Game.games:
            raise Refusal(words.NO_SUCH_GAME(game=game))
        kind = Game.games[game]
        if seats is not None and seats not in kind.seat_counts:
            counts = " / ".join(map(str, kind.seat_counts))
            raise Refusal(words.WRONG_SEATS(game=kind.title, counts=counts))
        count = seats or kind.usual_seats()
        occupants: list[Occupant | None] = [Occupant(user_id=opener_id), *[None] * (count - 1)]
        table = Table(0, guild_id, channel_id, opener_id, kind, {}, occupants, created_at=int(time.time()))
        new = NewTable(guild_id, channel_id, kind.id, kind.rules, count, {}, opener_id, table.seat_rows())
        table.id = await self._store.create_table(new)
        self._tables.keep(table)
        return table

    async def join(self, table_id: int, user_id: int) -> Table:
        """Seat a person on the first free seat."""
        return await self._reseat(table_id, lambda table: table.joined(Occupant(user_id=user_id)))

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Take a person out of a lobby. When the last one leaves, the table closes."""
        async with self._lobby(table_id) as table:
            seats = table.left(user_id)
            if any(who and who.user_id is not None for who in seats):
                await self._save_lobby(table, seats, table.options)
            else:
                await self._close(table)
        return table

    async def move_seat(self, table_id: int, user_id: int) -> Table:
        """Move a person to the next free seat."""
        return await self._reseat(table_id, lambda table: table.moved(user_id))

    async def add_computer(self, table_id: int, user_id: int) -> Table:
        """Seat a computer player; anybody at the table may."""
        return await self._reseat(table_id, lambda table: _seated(table, user_id).joined(Occupant(computer=LEVEL)))

    async def remove_computer(self, table_id: int, user_id: int) -> Table:
        """Take the last computer player out again; anybody at the table may."""
        return await self._reseat(table_id, lambda table: _seated(table, user_id).without_computer())

    async def resize(self, table_id: int, user_id: int, count: int, *, moderator: bool = False) -> Table:
        """Change the number of seats; options that are not for so many go back to their defaults."""
        async with self._lobby(table_id) as table:
            _check_opener(table, user_id, moderator=moderator)
            await self._save_lobby(table, *table.resized(count))
        return table

    async def set_option(
        self, table_id: int, user_id: int, name: str, value: object, *, moderator: bool = False
    ) -> Table:
        """Change one option of the game."""
        async with self._lobby(table_id) as table:
            _check_opener(table, user_id, moderator=moderator)
            await self._save_lobby(table, table.occupants, table.with_option(name, value))
        return table

    async def cancel(self, table_id: int, user_id: int, *, moderator: bool = False) -> Table:
        """Close a lobby."""
        async with self._lobby(table_id) as table:
            _check_opener(table, user_id, moderator=moderator)
            await self._close(table)
        return table

    async def close_unshown(self) -> None:
        """Close the lobbies that an earlier run has opened and nobody has seen: to be called before any is opened."""
        for table_id in await self._store.close_unshown_lobbies():
            log.info("table %s was never shown to anybody, and is closed", table_id)

    async def start(self, table_id: int, user_id: int, *, fill: bool = False, moderator: bool = False) -> Table | None:
        """Deal. None: seats are free, and `fill` did not say to put computer players there."""
        async with self._lobby(table_id) as table:
            _check_opener(table, user_id, moderator=moderator)
            if None in table.occupants and not fill:
                return None
            await whole(self._start(table))
        return table

    async def _start(self, table: Table) -> None:
        occupants = table.filled()
        seed = self._new_seed()
        game = table.kind(table.seat_count, table.options, Chance(seed))
        before = table.occupants
        table.occupants = list(occupants)
        try:
            await self._store.start_table(
                table.id,
                seed=seed.hex(),
                rules=game.rules,
                seat_count=game.seats,
                options=table.options,
                seats=table.seat_rows(),
            )
        except BaseException:
            table.occupants = before
            raise
        table.game, table.state, table.fresh = game, "playing", True
        self._tables.changed(table)

    async def _reseat(self, table_id: int, change: Callable[[Table], list[Occupant | None]]) -> Table:
        async with self._lobby(table_id) as table:
            await self._save_lobby(table, change(table), table.options)
        return table

    @asynccontextmanager
    async def _lobby(self, table_id: int) -> AsyncIterator[Table]:
        table = await self._tables.get(table_id)
        async with table.lock:
            if table.state != "lobby":
                raise Refusal(words.LOBBY_GONE())
            yield table

    async def _save_lobby(self, table: Table, seats: list[Occupant | None], options: dict[str, object]) -> None:
        async def save() -> None:
            rows = Table.seat_rows_of(seats)
            await self._store.save_lobby(table.id, seat_count=len(seats), options=options, seats=rows)
            table.occupants, table.options = seats, options
            self._tables.changed(table)

        await whole(save())

    async def _close(self, table: Table) -> None:
        async def close() -> None:
            await self._store.end_table(table.id, "closed")
            table.state = "closed"
            self._tables.changed(table)

        await whole(close())


def _seated(table: Table, user_id: int) -> Table:
    if table.seat_of(user_id) is None:
        raise Refusal(words.NOT_SEATED())
    return table


def _check_opener(table: Table, user_id: int, *, moderator: bool) -> None:
    if user_id != table.in_charge and not moderator:
        raise Refusal(words.NOT_OPENER(opener=f"<@{table.in_charge}>"))
