"""Lobbies that open later."""

from dataclasses import astuple

from storage.database import Queries, Transaction
from storage.errors import Conflict
from storage.rows import ScheduledLobby

_COLUMNS = "id, guild_id, channel_id, opener_id, opener_name, game, seats, time_control, opens_at, event_id"
_ADD = f"INSERT INTO scheduled_lobbies ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  constants
_OF_GUILD = f"SELECT {_COLUMNS} FROM scheduled_lobbies WHERE guild_id = ? ORDER BY opens_at, id"  # noqa: S608  constants
_DUE = f"SELECT {_COLUMNS} FROM scheduled_lobbies WHERE opens_at <= ? ORDER BY opens_at, id"  # noqa: S608  constants
_REMOVE = "DELETE FROM scheduled_lobbies WHERE id = ? RETURNING id"
_SET_EVENT = "UPDATE scheduled_lobbies SET event_id = ? WHERE id = ? RETURNING id"


def remove_scheduled(transaction: Transaction, scheduled_id: int) -> None:
    """Remove a scheduled lobby that opens now; raises `Conflict` if there is none (any more)."""
    if not transaction.run(_REMOVE, (scheduled_id,)):
        raise Conflict(f"There is no scheduled lobby {scheduled_id}.")


class ScheduledLobbies(Queries):
    """Queries for scheduled lobbies."""

    async def add(self, lobby: ScheduledLobby) -> None:
        """Store a scheduled lobby; raises `Conflict` if its id is taken."""
        values = astuple(lobby)
        await self._database.write(lambda transaction: transaction.run(_ADD, values))

    async def of_guild(self, guild_id: int) -> list[ScheduledLobby]:
        """Return a server's scheduled lobbies, the next one first."""
        return [ScheduledLobby(*row) for row in await self._database.read(_OF_GUILD, (guild_id,))]

    async def due(self, now: int) -> list[ScheduledLobby]:
        """Return the lobbies that are to open by `now`, in unix seconds."""
        return [ScheduledLobby(*row) for row in await self._database.read(_DUE, (now,))]

    async def remove(self, scheduled_id: int) -> bool:
        """Remove a scheduled lobby; return whether there (still) was one."""
        return bool(await self._database.write(lambda transaction: transaction.run(_REMOVE, (scheduled_id,))))

    async def set_event(self, scheduled_id: int, event_id: int) -> bool:
        """Store the id of the scheduled event on Discord; return whether there (still) is such a scheduled lobby."""
        values = (event_id, scheduled_id)
        return bool(await self._database.write(lambda transaction: transaction.run(_SET_EVENT, values)))
