"""Public leaderboards on Discord. They name people, so the bot must be able to find and delete their messages."""

from storage.database import Queries, Transaction
from storage.rows import PublicMessage

_ADD = """
INSERT INTO leaderboards (message_id, guild_id, channel_id, withdrawn) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING
"""
_WITHDRAW_OLD = """
UPDATE leaderboards SET withdrawn = 1
 WHERE message_id IN (SELECT message_id FROM leaderboards WHERE guild_id = ? AND withdrawn = 0
                       ORDER BY message_id DESC LIMIT 1000 OFFSET ?)
"""
_WITHDRAWN = "SELECT guild_id, channel_id, message_id FROM leaderboards WHERE withdrawn = 1 ORDER BY message_id"
_REMOVE = "DELETE FROM leaderboards WHERE message_id = ?"


class LeaderboardMessages(Queries):
    """Queries for the messages of public leaderboards."""

    async def add(self, message: PublicMessage, most: int) -> None:
        """Store a message; keep the newest `most` messages of its server, and mark the others for deletion."""

        def work(transaction: Transaction) -> None:
            transaction.run(_ADD, (message.message_id, message.guild_id, message.channel_id))
            transaction.run(_WITHDRAW_OLD, (message.guild_id, most))

        await self._database.write(work)

    async def withdrawn(self) -> list[PublicMessage]:
        """Return the messages of all servers that are marked for deletion."""
        return [PublicMessage(*row) for row in await self._database.read(_WITHDRAWN)]

    async def remove(self, message_id: int) -> None:
        """Remove a message that is deleted on Discord."""
        await self._database.write(lambda transaction: transaction.run(_REMOVE, (message_id,)), behind=True)
