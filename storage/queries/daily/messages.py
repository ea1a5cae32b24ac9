"""Messages of guilds about the day's deal: one for each guild and day, stored before it is sent."""

from dataclasses import astuple

from storage.database import Queries, Transaction
from storage.errors import Conflict
from storage.rows import DailyMessage

OPEN = """
SELECT day, guild_id, channel_id, nonce, message_id, shown, final FROM daily_messages
 WHERE day >= ? UNION
SELECT day, guild_id, channel_id, nonce, message_id, shown, final FROM daily_messages
 WHERE final = 0 OR shown IS NULL ORDER BY 1 DESC, 2 LIMIT ?
"""
_ADD = """
INSERT INTO daily_messages (day, guild_id, channel_id, nonce, message_id, shown, final) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_CONFIRM = "UPDATE daily_messages SET message_id = ?, shown = NULL WHERE nonce = ?"
_NOTE = "UPDATE daily_messages SET shown = ?, final = ? WHERE nonce = ?"
_REMOVE = "DELETE FROM daily_messages WHERE nonce = ?"
OUTDATE = """
UPDATE daily_messages SET shown = NULL
 WHERE EXISTS (SELECT 1 FROM attempts WHERE user_id = :user AND attempts.day = daily_messages.day
                  AND attempts.guild_id = daily_messages.guild_id)
"""


class DailyMessages(Queries):
    """Queries for the messages of the day."""

    async def open(self, since: int, most: int) -> list[DailyMessage]:
        """Return the messages of the days from `since` on, and older ones that are not up to date, latest day first."""
        rows = await self._database.read(OPEN, (since, most))
        return [DailyMessage(*row[:-1], final=bool(row[-1])) for row in rows]

    async def add(self, message: DailyMessage) -> None:
        """Store a message that is about to be sent; raises `Conflict` if the guild has one of that day."""
        await self._database.write(lambda transaction: transaction.run(_ADD, _values(message)), behind=True)

    async def confirm(self, nonce: str, message_id: int) -> None:
        """Store the id of a message that was sent; what it shows is unknown. Raises `Conflict` if it was removed."""

        def work(transaction: Transaction) -> None:
            if not transaction.change(_CONFIRM, (message_id, nonce)):
                raise Conflict("The message of the day was removed.")

        await self._database.write(work, behind=True)

    async def note(self, nonce: str, shown: str | None, *, final: bool) -> None:
        """Store what a message shows, and whether that is its last page."""
        await self._database.write(lambda transaction: transaction.run(_NOTE, (shown, int(final), nonce)), behind=True)

    async def remove(self, nonce: str) -> None:
        """Remove a message that is gone."""
        await self._database.write(lambda transaction: transaction.run(_REMOVE, (nonce,)), behind=True)

    async def outdate(self, user_id: int) -> None:
        """Mark all messages that a person's attempts count for as out of date."""
        await self._database.write(lambda transaction: transaction.run(OUTDATE, {"user": user_id}), behind=True)


def _values(message: DailyMessage) -> tuple[object, ...]:
    *values, final = astuple(message)
    return (*values, int(final))
