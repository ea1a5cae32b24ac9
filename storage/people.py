"""What is kept of people and guilds: names, leaderboards and settings."""

from storage.database import Database
from storage.rows import Leader

# Computers have no user_id. Wins and points rank; fewer games and then the id only order the lines of equals. Points of
# different games say nothing together.
_LEADERS = """
WITH totals AS (
    SELECT user_id, COUNT(*) AS games, SUM(won) AS wins, IIF(:game IS NULL, NULL, SUM(points)) AS points
      FROM results
     WHERE guild_id = :guild_id AND user_id IS NOT NULL
       AND (:game IS NULL OR game = :game) AND ended_at >= :since
     GROUP BY user_id
), leaders AS (
    SELECT RANK() OVER (ORDER BY wins DESC, points DESC) AS rank, user_id, games, wins, points,
           ROW_NUMBER() OVER (ORDER BY wins DESC, points DESC, games, user_id) AS line
      FROM totals
)
SELECT rank, leaders.user_id, games, wins, points, COALESCE(name, '')
  FROM leaders LEFT JOIN people ON people.guild_id = :guild_id AND people.user_id = leaders.user_id
 WHERE line <= :limit OR leaders.user_id = :asker ORDER BY line
"""
SET = """
INSERT INTO settings (owner_id, name, value) VALUES (?, ?, ?)
ON CONFLICT (owner_id, name) DO UPDATE SET value = excluded.value
"""


class People:
    """The store's part about people and guilds."""

    _database: Database

    async def leaders(self, guild_id: int, asker: int, game: str | None, limit: int, *, since: int = 0) -> list[Leader]:
        """A guild's best, of one game or all; behind them the asker's own line, if they have one further down.

        Only games that ended at `since`, in unix seconds, or later count.
        """
        parameters = {"guild_id": guild_id, "asker": asker, "game": game, "limit": limit, "since": since}
        return [Leader(*row) for row in await self._database.read(_LEADERS, parameters)]

    async def rename(self, guild_id: int, user_id: int, name: str) -> bool:
        """Note what a person is called in a guild, if they have ever sat there; whether that is something new."""
        sql = "SELECT 1 FROM people WHERE guild_id = ? AND user_id = ? AND name <> ?"
        if not await self._database.read(sql, (guild_id, user_id, name)):
            return False
        async with self._database.transaction() as transaction:
            sql = "UPDATE people SET name = ? WHERE guild_id = ? AND user_id = ?"
            await transaction.run(sql, (name, guild_id, user_id))
        return True

    async def has_finished(self, guild_id: int, user_id: int, game: str) -> bool:
        """Whether a person has finished a game of this kind in a guild."""
        sql = "SELECT 1 FROM results WHERE guild_id = ? AND user_id = ? AND game = ? LIMIT 1"
        return bool(await self._database.read(sql, (guild_id, user_id, game)))

    async def setting(self, owner_id: int, name: str) -> str | None:
        """A guild's, a person's or (0) the bot's own setting, or None if it was never set."""
        rows = await self._database.read("SELECT value FROM settings WHERE owner_id = ? AND name = ?", (owner_id, name))
        return rows[0][0] if rows else None

    async def set_setting(self, owner_id: int, name: str, value: str) -> None:
        """Set a guild's, a person's or (0) the bot's own setting."""
        async with self._database.transaction() as transaction:
            await transaction.run(SET, (owner_id, name, value))
