"""Lobbies that are scheduled to open later, and dropped lobbies whose messages have not been updated yet."""

from dataclasses import astuple

from storage.database import Queries, Transaction
from storage.errors import Conflict
from storage.rows import DropReason, ScheduledLobby

_COLUMNS = """
id, guild_id, channel_id, opener_id, opener_name, game, seats, time_control, opens_at, event_id, message_id, dropped
"""
_ADD = f"INSERT INTO scheduled_lobbies ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  text made of constants
_SELECT = f"SELECT {_COLUMNS} FROM scheduled_lobbies"  # noqa: S608  text made of constants
_OF_GUILD = f"{_SELECT} WHERE guild_id = ? AND dropped IS NULL ORDER BY opens_at, id"
_DUE = f"{_SELECT} WHERE opens_at <= ? AND dropped IS NULL ORDER BY opens_at, id"
_UNANNOUNCED = f"{_SELECT} WHERE message_id IS NULL OR dropped IS NOT NULL ORDER BY id"
_OPEN = "DELETE FROM scheduled_lobbies WHERE id = ? AND dropped IS NULL RETURNING id"
_REMOVE = "DELETE FROM scheduled_lobbies WHERE id = ?"
_DROP = "UPDATE scheduled_lobbies SET dropped = ? WHERE id = ? AND dropped IS NULL RETURNING id"
_DROP_CHANNEL = "UPDATE scheduled_lobbies SET dropped = 'lost' WHERE channel_id = ? AND dropped IS NULL"
_SET_EVENT = "UPDATE scheduled_lobbies SET event_id = ? WHERE id = ? AND dropped IS NULL RETURNING id"
_SET_MESSAGE = """
UPDATE scheduled_lobbies SET message_id = :message WHERE id = :id AND COALESCE(message_id, :message) = :message
"""


def remove_scheduled(transaction: Transaction, scheduled_id: int) -> None:
    """Remove a scheduled lobby that opens now; raises `Conflict` if it is missing or was dropped."""
    if not transaction.run(_OPEN, (scheduled_id,)):
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

    async def unannounced(self) -> list[ScheduledLobby]:
        """Return the lobbies without a known message, and the dropped lobbies, of all servers.

        There are few such lobbies, because a dropped lobby is removed once its message says that it was dropped.
        """
        return [ScheduledLobby(*row) for row in await self._database.read(_UNANNOUNCED)]

    async def drop(self, scheduled_id: int, reason: DropReason) -> bool:
        """Store that a lobby will not open; return False if it has opened or was dropped before."""
        values = (reason, scheduled_id)
        return bool(await self._database.write(lambda transaction: transaction.run(_DROP, values)))

    async def drop_channel(self, channel_id: int) -> None:
        """Store that the lobbies of a channel will not open, because the channel is gone."""
        await self._database.write(lambda transaction: transaction.run(_DROP_CHANNEL, (channel_id,)))

    async def remove(self, scheduled_id: int) -> None:
        """Remove a dropped lobby whose message says that it was dropped, or a lobby that was never announced."""
        await self._database.write(lambda transaction: transaction.run(_REMOVE, (scheduled_id,)), behind=True)

    async def set_message(self, scheduled_id: int, message_id: int) -> bool:
        """Store the id of the message that announces a lobby; return False if it has another one or is gone."""
        values = {"message": message_id, "id": scheduled_id}
        return await self._database.write(lambda transaction: bool(transaction.change(_SET_MESSAGE, values)))

    async def set_event(self, scheduled_id: int, event_id: int) -> bool:
        """Store the id of the scheduled event on Discord; return False if the lobby is gone or dropped."""
        values = (event_id, scheduled_id)
        return bool(await self._database.write(lambda transaction: transaction.run(_SET_EVENT, values)))
