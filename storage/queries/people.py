"""Names of people, and settings of people, guilds and the bot."""

from storage.database import Database, Transaction

FINISHED = """
SELECT 1 FROM results
 WHERE guild_id = ? AND COALESCE(user_id, left_by) = ? AND user_id IS NOT NULL AND game = ? LIMIT 1
"""
SET = """
INSERT INTO settings (owner_id, name, value) VALUES (?, ?, ?)
ON CONFLICT (owner_id, name) DO UPDATE SET value = excluded.value
"""
_UNSHOWN_OF = """
UPDATE tables SET shown = -1
 WHERE guild_id = ? AND state IN ('lobby', 'playing')
   AND id IN (SELECT table_id FROM seats WHERE COALESCE(user_id, left_by) = ?)
"""
UNSHOWN_IN = "UPDATE tables SET shown = -1 WHERE guild_id = ? AND state IN ('lobby', 'playing')"


class People:
    """Queries for names and settings."""

    _database: Database

    async def rename(self, guild_id: int, user_id: int, name: str) -> bool:
        """Store a person's new name in a guild, if they have ever sat there; return whether the name is new.

        Messages of open tables at which the person sits or has sat become outdated.
        """
        sql = "SELECT 1 FROM people WHERE guild_id = ? AND user_id = ? AND name <> ?"
        if not await self._database.read(sql, (guild_id, user_id, name)):
            return False
        sql = "UPDATE people SET name = ? WHERE guild_id = ? AND user_id = ?"

        def work(transaction: Transaction) -> None:
            transaction.run(sql, (name, guild_id, user_id))
            transaction.run(_UNSHOWN_OF, (guild_id, user_id))

        await self._database.write(work)
        return True

    async def has_finished(self, guild_id: int, user_id: int, game: str) -> bool:
        """Tell whether a person has finished a game of this kind in a guild."""
        return bool(await self._database.read(FINISHED, (guild_id, user_id, game)))

    async def setting(self, owner_id: int, name: str) -> str | None:
        """Return a setting of a guild, a person or the bot (0), or None if it was never set."""
        rows = await self._database.read("SELECT value FROM settings WHERE owner_id = ? AND name = ?", (owner_id, name))
        return rows[0][0] if rows else None

    async def settings(self, owner_id: int) -> dict[str, str]:
        """Return all settings of a guild, a person or the bot (0), by name."""
        rows = await self._database.read("SELECT name, value FROM settings WHERE owner_id = ?", (owner_id,))
        return {row["name"]: row["value"] for row in rows}

    async def set_setting(self, owner_id: int, name: str, value: str, *, shown: bool = False) -> None:
        """Set a setting of a guild, a person or the bot (0); with `shown` the guild's messages become outdated."""

        def work(transaction: Transaction) -> None:
            transaction.run(SET, (owner_id, name, value))
            if shown:
                transaction.run(UNSHOWN_IN, (owner_id,))

        await self._database.write(work)
