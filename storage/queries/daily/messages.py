"""Messages of guilds about the day's deal: one for each guild and day, stored before it is sent."""

from dataclasses import astuple, replace

from storage.database import Queries, Transaction
from storage.rows import DailyMessage

OPEN = """
SELECT day, guild_id, channel_id, nonce, message_id, fingerprint, final FROM daily_messages WHERE day >= ?
UNION ALL
SELECT * FROM (SELECT day, guild_id, channel_id, nonce, message_id, fingerprint, final FROM daily_messages
                WHERE day < ? AND (final = 0 OR fingerprint IS NULL) ORDER BY day DESC LIMIT ?) AS older
"""
_ADD = """
INSERT INTO daily_messages (day, guild_id, channel_id, nonce, message_id, fingerprint, final)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_CONFIRM = "UPDATE daily_messages SET message_id = ? WHERE nonce = ?"
_MARK = "UPDATE daily_messages SET fingerprint = ?, final = 0 WHERE nonce = ?"
_NOTE = "UPDATE daily_messages SET fingerprint = ?, final = ? WHERE nonce = ? AND fingerprint = ?"
_REMOVE = "DELETE FROM daily_messages WHERE nonce = ?"
_PRUNE = "DELETE FROM daily_messages WHERE day BETWEEN ? AND ? AND final = 1 AND fingerprint = ?"
OUTDATE = """
UPDATE daily_messages SET fingerprint = NULL
 WHERE (day, guild_id) IN (SELECT day, guild_id FROM attempts WHERE user_id = :user)
"""
# Makes other guilds' messages that may name a guild out of date, if the guild's name is stored. Such a message is of a
# day for which people on the guild have points. A final message keeps its fingerprint, so that it is edited only if it
# has the name. Other messages lose theirs, because an edit that adds the name may be under way.
OUTDATE_NAMING = """
UPDATE daily_messages SET fingerprint = CASE WHEN final = 1 THEN fingerprint END, final = 0
 WHERE guild_id <> :guild AND day IN (SELECT day FROM attempts WHERE guild_id = :guild AND points IS NOT NULL)
   AND EXISTS (SELECT 1 FROM settings WHERE owner_id = :guild AND name = 'server:name' AND value <> '')
"""
_REMOVE_NAME = "UPDATE settings SET value = '' WHERE owner_id = :guild AND name = 'server:name'"


class DailyMessages(Queries):
    """Queries for the messages of the day."""

    async def open(self, since: int, most: int) -> list[DailyMessage]:
        """Return the messages of the days from `since` on, and up to `most` older messages that are not up to date."""
        rows = await self._database.read(OPEN, (since, since, most))
        return [replace(DailyMessage(*row), final=bool(row[-1])) for row in rows]

    async def add(self, message: DailyMessage) -> None:
        """Store a message that is about to be sent; raises `Conflict` if the guild has one of that day."""
        await self._database.write(lambda transaction: transaction.run(_ADD, _values(message)), behind=True)

    async def confirm(self, nonce: str, message_id: int) -> bool:
        """Store the id of a message that was sent; return False if its record was removed."""
        values = (message_id, nonce)
        return await self._database.write(lambda transaction: bool(transaction.change(_CONFIRM, values)), behind=True)

    async def mark(self, nonce: str, token: str) -> None:
        """Mark a message as out of date before an edit: store `token` in place of its fingerprint."""
        await self._database.write(lambda transaction: transaction.run(_MARK, (token, nonce)), behind=True)

    async def note(self, nonce: str, token: str, fingerprint: str, *, final: bool) -> None:
        """Store the fingerprint of the page after an edit; `final` says that the message is not edited any more.

        Store nothing if the message no longer has `token`, because it was marked as out of date again meanwhile.
        """
        values = (fingerprint, int(final), nonce, token)
        await self._database.write(lambda transaction: transaction.run(_NOTE, values), behind=True)

    async def prune(self, first: int, last: int, fingerprint: str) -> None:
        """Delete the final records with `fingerprint` of the days from `first` to `last`."""
        values = (first, last, fingerprint)
        await self._database.write(lambda transaction: transaction.run(_PRUNE, values), behind=True)

    async def remove(self, nonce: str) -> None:
        """Remove a message that is gone."""
        await self._database.write(lambda transaction: transaction.run(_REMOVE, (nonce,)), behind=True)

    async def outdate(self, user_id: int) -> None:
        """Mark as out of date the messages of all days and guilds for which a person's attempts count."""
        await self._database.write(lambda transaction: transaction.run(OUTDATE, {"user": user_id}), behind=True)

    async def remove_name(self, guild_id: int) -> None:
        """Remove the stored name of a guild, and mark as out of date the other guilds' messages that may have it."""

        def work(transaction: Transaction) -> None:
            transaction.run(OUTDATE_NAMING, {"guild": guild_id})
            transaction.run(_REMOVE_NAME, {"guild": guild_id})

        await self._database.write(work)


def _values(message: DailyMessage) -> tuple[object, ...]:
    *values, final = astuple(message)
    return (*values, int(final))
