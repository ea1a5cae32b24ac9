"""What is kept of people and guilds: leaderboards, ratings, settings, preferences."""

import json
from collections.abc import Collection

from storage.database import Database
from storage.rows import LeaderRow, RatingRow

# Computers have no user_id. Wins and points rank; fewer games and then the id only order the lines of equals.
_LEADERS = """
WITH totals AS (
    SELECT user_id, COUNT(*) AS games, SUM(won) AS wins, SUM(points) AS points
      FROM results
     WHERE guild_id = :guild_id AND user_id IS NOT NULL
       AND (:game IS NULL OR game = :game)
       AND (:since IS NULL OR ended_at >= :since)
     GROUP BY user_id
), leaders AS (
    SELECT RANK() OVER (ORDER BY wins DESC, points DESC) AS rank, user_id, games, wins, points FROM totals
)
SELECT rank, user_id, games, wins, points
  FROM leaders
 WHERE :user_id IS NULL OR user_id = :user_id
 ORDER BY rank, games, user_id
 LIMIT :limit OFFSET :offset
"""
_LEADER_COUNT = """
SELECT COUNT(DISTINCT user_id)
  FROM results
 WHERE guild_id = :guild_id AND user_id IS NOT NULL
   AND (:game IS NULL OR game = :game)
   AND (:since IS NULL OR ended_at >= :since)
"""
_RATINGS = """
SELECT user_id, mu, sigma, games FROM ratings
 WHERE guild_id = ? AND game = ? AND user_id IN (SELECT value FROM json_each(?))
"""
_SET_GUILD_SETTING = """
INSERT INTO guild_settings (guild_id, name, value) VALUES (?, ?, ?)
ON CONFLICT (guild_id, name) DO UPDATE SET value = excluded.value
"""
_SET_PREFERENCE = """
INSERT INTO preferences (user_id, name, value) VALUES (?, ?, ?)
ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value
"""


class People:
    """The store's part about people and guilds."""

    _database: Database

    async def leaderboard(
        self, guild_id: int, *, game: str | None = None, since: int | None = None, limit: int, offset: int = 0
    ) -> list[LeaderRow]:
        """A page of a guild's leaderboard, best first; of one game or all, of all time or ended at `since` or later."""
        scope: dict[str, object] = {"guild_id": guild_id, "game": game, "since": since}
        rows = await self._database.read(_LEADERS, scope | {"user_id": None, "limit": limit, "offset": offset})
        return [LeaderRow(*row) for row in rows]

    async def leader_count(self, guild_id: int, *, game: str | None = None, since: int | None = None) -> int:
        """How many people the whole leaderboard has."""
        scope: dict[str, object] = {"guild_id": guild_id, "game": game, "since": since}
        ((count,),) = await self._database.read(_LEADER_COUNT, scope)
        return int(count)

    async def leader_rank(
        self, guild_id: int, user_id: int, *, game: str | None = None, since: int | None = None
    ) -> LeaderRow | None:
        """One person's line of the leaderboard, or None without a finished game."""
        scope: dict[str, object] = {"guild_id": guild_id, "game": game, "since": since}
        rows = await self._database.read(_LEADERS, scope | {"user_id": user_id, "limit": 1, "offset": 0})
        return LeaderRow(*rows[0]) if rows else None

    async def has_finished(self, guild_id: int, user_id: int, game: str) -> bool:
        """Whether a person has finished a game of this kind in a guild."""
        sql = "SELECT 1 FROM results WHERE guild_id = ? AND user_id = ? AND game = ? LIMIT 1"
        return bool(await self._database.read(sql, (guild_id, user_id, game)))

    async def ratings(self, guild_id: int, game: str, user_ids: Collection[int]) -> dict[int, RatingRow]:
        """The ratings of those of `user_ids` who have one, by user id."""
        rows = await self._database.read(_RATINGS, (guild_id, game, json.dumps(list(user_ids))))
        return {row[0]: RatingRow(*row) for row in rows}

    async def guild_setting(self, guild_id: int, name: str) -> str | None:
        """A guild's setting, or None if it was never set."""
        rows = await self._database.read(
            "SELECT value FROM guild_settings WHERE guild_id = ? AND name = ?", (guild_id, name)
        )
        return rows[0][0] if rows else None

    async def set_guild_setting(self, guild_id: int, name: str, value: str | None) -> None:
        """Set a guild's setting; None goes back to never set."""
        async with self._database.transaction() as transaction:
            if value is None:
                await transaction.run("DELETE FROM guild_settings WHERE guild_id = ? AND name = ?", (guild_id, name))
            else:
                await transaction.run(_SET_GUILD_SETTING, (guild_id, name, value))

    async def preference(self, user_id: int, name: str) -> str | None:
        """A person's preference, in all guilds, or None if it was never set."""
        rows = await self._database.read(
            "SELECT value FROM preferences WHERE user_id = ? AND name = ?", (user_id, name)
        )
        return rows[0][0] if rows else None

    async def set_preference(self, user_id: int, name: str, value: str | None) -> None:
        """Set a person's preference; None goes back to never set."""
        async with self._database.transaction() as transaction:
            if value is None:
                await transaction.run("DELETE FROM preferences WHERE user_id = ? AND name = ?", (user_id, name))
            else:
                await transaction.run(_SET_PREFERENCE, (user_id, name, value))
