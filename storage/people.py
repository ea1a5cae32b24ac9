"""What is kept of people and guilds: names and settings."""

from storage.database import Database

FINISHED = """
SELECT 1 FROM results
 WHERE guild_id = ? AND COALESCE(user_id, left_by) = ? AND user_id IS NOT NULL AND game = ? LIMIT 1
"""
SET = """
INSERT INTO settings (owner_id, name, value) VALUES (?, ?, ?)
ON CONFLICT (owner_id, name) DO UPDATE SET value = excluded.value
"""


class People:
    """The store's part about people and guilds."""

    _database: Database

    async def rename(self, guild_id: int, user_id: int, name: str) -> bool:
        """Note what a person is called in a guild, if they have ever sat there; whether that is something new."""
        sql = "SELECT 1 FROM people WHERE guild_id = ? AND user_id = ? AND name <> ?"
        if not await self._database.read(sql, (guild_id, user_id, name)):
            return False
        sql = "UPDATE people SET name = ? WHERE guild_id = ? AND user_id = ?"
        await self._database.write(lambda transaction: transaction.run(sql, (name, guild_id, user_id)))
        return True

    async def has_finished(self, guild_id: int, user_id: int, game: str) -> bool:
        """Whether a person has finished a game of this kind in a guild."""
        return bool(await self._database.read(FINISHED, (guild_id, user_id, game)))

    async def setting(self, owner_id: int, name: str) -> str | None:
        """A guild's, a person's or (0) the bot's own setting, or None if it was never set."""
        rows = await self._database.read("SELECT value FROM settings WHERE owner_id = ? AND name = ?", (owner_id, name))
        return rows[0][0] if rows else None

    async def settings(self, owner_id: int) -> dict[str, str]:
        """All that was ever set of a guild, a person or (0) the bot itself, by name."""
        rows = await self._database.read("SELECT name, value FROM settings WHERE owner_id = ?", (owner_id,))
        return {row["name"]: row["value"] for row in rows}

    async def set_setting(self, owner_id: int, name: str, value: str) -> None:
        """Set a guild's, a person's or (0) the bot's own setting."""
        await self._database.write(lambda transaction: transaction.run(SET, (owner_id, name, value)))
