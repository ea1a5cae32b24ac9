"""Messages of guilds with the commitments of coming days: stored before they are sent, and never edited."""

import json

from storage.database import Queries
from storage.rows import CommitmentMessage

LATEST = """
SELECT active.guild_id, number, channel_id, nonce, first_day, days, replaces, message_id
  FROM (SELECT DISTINCT guild_id FROM daily_messages WHERE day BETWEEN ? AND ? AND message_id IS NOT NULL) AS active
  LEFT JOIN commitment_messages AS latest ON latest.guild_id = active.guild_id AND number =
       (SELECT MAX(number) FROM commitment_messages AS every WHERE every.guild_id = active.guild_id)
"""
OF_GUILD = """
SELECT guild_id, number, channel_id, nonce, first_day, days, replaces, message_id
  FROM commitment_messages WHERE guild_id = ? AND first_day >= ? AND message_id IS NOT NULL ORDER BY number
"""
_ADD = """
INSERT INTO commitment_messages (guild_id, number, channel_id, nonce, first_day, days, replaces)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_CONFIRM = "UPDATE commitment_messages SET message_id = ? WHERE nonce = ?"
_REMOVE = "DELETE FROM commitment_messages WHERE nonce = ?"


class CommitmentMessages(Queries):
    """Queries for the messages with commitments."""

    async def latest(self, first: int, last: int) -> dict[int, CommitmentMessage | None]:
        """Return the newest commitment message of each active guild; None if a guild has no commitment message yet.

        A guild is active if it got a message about the day's deal for any day from `first` to `last`.
        """
        rows = await self._database.read(LATEST, (first, last))
        return {row[0]: None if row[1] is None else _message(row) for row in rows}

    async def of_guild(self, guild_id: int, first_day: int) -> list[CommitmentMessage]:
        """Return a guild's sent commitment messages that begin with the day `first_day` or later, oldest first."""
        return [_message(row) for row in await self._database.read(OF_GUILD, (guild_id, first_day))]

    async def add(self, message: CommitmentMessage) -> None:
        """Store a message that is about to be sent; raises `Conflict` if the guild has a message with this number."""
        one = message
        days = json.dumps(one.days, separators=(",", ":"))
        values = (one.guild_id, one.number, one.channel_id, one.nonce, one.first_day, days, int(one.replaces))
        await self._database.write(lambda transaction: transaction.run(_ADD, values), behind=True)

    async def confirm(self, nonce: str, message_id: int) -> None:
        """Store the id of a message that was sent; a removed record is ignored."""
        await self._database.write(lambda transaction: transaction.run(_CONFIRM, (message_id, nonce)), behind=True)

    async def remove(self, nonce: str) -> None:
        """Remove the record of a message that was not sent."""
        await self._database.write(lambda transaction: transaction.run(_REMOVE, (nonce,)), behind=True)


def _message(row: tuple[int, int, int, str, int, str, int, int | None]) -> CommitmentMessage:
    guild_id, number, channel_id, nonce, first_day, days, replaces, message_id = row
    told = tuple((game, commitment) for game, commitment in json.loads(days))
    return CommitmentMessage(guild_id, number, channel_id, nonce, first_day, told, bool(replaces), message_id)
