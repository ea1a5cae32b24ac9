"""What is kept of one person, or of one guild: telling it all, and forgetting it.

A person's results stay without them: in their place stands a number that nobody else has and nothing leads back from,
one a guild and game, since everybody else's ratings follow from whom they have played.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict
from typing import Any

from storage.database import Database, Row, Transaction
from storage.errors import Conflict
from storage.rows import turns_of

# Of each table of the database that names people what it knows of one of them, by what it is called when told.
_TOLD = {
    "names": "SELECT guild_id, name FROM people WHERE user_id = :user",
    "settings": "SELECT name, value FROM settings WHERE owner_id = :user",
    "opened": "SELECT id AS table_id, guild_id, channel_id, game, created_at FROM tables WHERE opener_id = :user",
    "seats": """
SELECT table_id, guild_id, channel_id, game, state, started_at, ended_at,
       seat, user_id IS NULL AS left, removed, misses, cuts, mixed
  FROM seats JOIN tables ON tables.id = table_id WHERE COALESCE(user_id, left_by) = :user ORDER BY table_id
""",
    "moves": """
SELECT moves.table_id, number, move, made_at
  FROM seats CROSS JOIN moves ON moves.table_id = seats.table_id AND moves.seat = seats.seat
 WHERE COALESCE(user_id, left_by) = :user AND moves.computer IS NULL ORDER BY moves.table_id, number
""",
    "results": """
SELECT table_id, guild_id, game, ended_at, seat, points, place, won, user_id IS NULL AS left, own, practice, mu, sigma
  FROM results WHERE COALESCE(user_id, left_by) = :user ORDER BY ended_at
""",
    "ratings": "SELECT guild_id, game, practice, mu, sigma, games FROM ratings WHERE user_id = :user",
    "badges": "SELECT guild_id, badge, times, table_id, earned_at FROM badges WHERE user_id = :user",
    "notices": "SELECT guild_id, game, opens, missing, locale, refused FROM notices WHERE user_id = :user",
    "notices_sent": "SELECT table_id, guild_id, at FROM notices_sent WHERE user_id = :user",
    "barred": "SELECT table_id, guild_id FROM barred JOIN tables ON id = table_id WHERE user_id = :user",
    "mentions": "SELECT table_id, channel_id, message_id FROM posts WHERE slot LIKE '%turn:' || :user || ':%'",
}
_OWES = """
SELECT table_id, seat, agreed, turns FROM seats JOIN tables ON tables.id = table_id
 WHERE user_id = :user AND turns <> '[]' ORDER BY table_id
"""
_SITS = """
SELECT table_id FROM seats JOIN tables ON tables.id = table_id
 WHERE user_id = ? AND state IN ('lobby', 'playing') ORDER BY table_id
"""
_NAMED = """
SELECT DISTINCT table_id FROM seats JOIN tables ON tables.id = table_id
 WHERE COALESCE(user_id, left_by) = ? AND state IN ('lobby', 'playing', 'over')
"""
_PLAYED = """
SELECT guild_id, game FROM results WHERE COALESCE(user_id, left_by) = :user
UNION SELECT guild_id, game FROM ratings WHERE user_id = :user
UNION SELECT guild_id, game FROM seats JOIN tables ON tables.id = table_id WHERE COALESCE(user_id, left_by) = :user
"""
_CONCERNED = """
SELECT table_id FROM seats WHERE COALESCE(user_id, left_by) = :user
UNION SELECT id FROM tables WHERE opener_id = :user UNION SELECT table_id FROM barred WHERE user_id = :user
"""
# In the place of the person: of what they have played in that guild and game, a computer player on a seat of theirs.
_STAND_IN = (
    """
UPDATE results SET user_id = CASE WHEN user_id IS NOT NULL THEN :nobody END,
                   left_by = CASE WHEN left_by IS NOT NULL THEN :nobody END
 WHERE guild_id = :guild AND game = :game AND COALESCE(user_id, left_by) = :user
""",
    "UPDATE ratings SET user_id = :nobody WHERE guild_id = :guild AND game = :game AND user_id = :user",
    """
UPDATE seats SET user_id = NULL, computer = COALESCE(computer, 'normal'), left_by = :nobody, cuts = 0, mixed = '[]'
 WHERE COALESCE(user_id, left_by) = :user
   AND table_id IN (SELECT id FROM tables WHERE guild_id = :guild AND game = :game
                       AND (seats.user_id IS NULL OR state NOT IN ('lobby', 'playing')))
""",
)
# Whoever has read a table of theirs must read it again, and not write them back.
_READ_AGAIN = """
UPDATE tables SET version = version + 1
 WHERE id IN (SELECT table_id FROM seats WHERE COALESCE(user_id, left_by) = :user)
"""
_FORGET = (
    "UPDATE tables SET opener_id = 0 WHERE opener_id = :user",
    "UPDATE posts SET slot = 'old::' || nonce, fingerprint = NULL WHERE slot LIKE '%turn:' || :user || ':%'",
    "DELETE FROM barred WHERE user_id = :user",
    "DELETE FROM people WHERE user_id = :user",
    "DELETE FROM badges WHERE user_id = :user",
    "DELETE FROM settings WHERE owner_id = :user",
    "DELETE FROM notices WHERE user_id = :user",
    "DELETE FROM notices_sent WHERE user_id = :user",
)
_GUILD = (
    "DELETE FROM results WHERE guild_id = :guild",
    "DELETE FROM ratings WHERE guild_id = :guild",
    "DELETE FROM badges WHERE guild_id = :guild",
    "DELETE FROM people WHERE guild_id = :guild",
    "DELETE FROM settings WHERE owner_id = :guild",
    "DELETE FROM deals WHERE guild_id = :guild",
    "DELETE FROM notices WHERE guild_id = :guild",
    "DELETE FROM gone_servers WHERE guild_id = :guild",
)
_IS_GONE = "SELECT 1 FROM gone_servers WHERE guild_id = ? /* FOR UPDATE */"
_FEW_TABLES = "DELETE FROM tables WHERE id IN (SELECT id FROM tables WHERE guild_id = ? LIMIT ?) RETURNING id"
_GUILDS = """
SELECT guild_id FROM tables UNION SELECT guild_id FROM results UNION SELECT guild_id FROM people
 UNION SELECT guild_id FROM notices
 UNION SELECT owner_id FROM settings WHERE name LIKE 'server:%'
 UNION SELECT guild_id FROM deals
"""
AT_ONCE = 20
"""Tables that are deleted in one transaction: people's moves come first."""


class Privacy:
    """The store's part about what is told and forgotten of people and guilds."""

    _database: Database
    _now: Callable[[], int]

    async def told_of(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """All that is kept of a person, by kind; none of it tells what others hold or of a deal."""

        def work(transaction: Transaction) -> dict[str, list[dict[str, Any]]]:
            about = {"user": user_id}
            told = {kind: [dict(row) for row in transaction.run(query, about)] for kind, query in _TOLD.items()}
            return told | {"turns": list(_owed(transaction.run(_OWES, about)))}

        return await self._database.snapshot(work)

    async def sits_at(self, user_id: int) -> list[int]:
        """The open tables at which a person sits, of all guilds."""
        rows = await self._database.read(_SITS, (user_id,))
        return [table_id for (table_id,) in rows]

    async def named_at(self, user_id: int) -> list[int]:
        """The tables at which a person has a seat, or had one that they left, and that may still change."""
        return [table_id for (table_id,) in await self._database.read(_NAMED, (user_id,))]

    async def forget_person(self, user_id: int) -> list[int]:
        """Forget a person who sits at no open table; results stay without them.

        Returns:
            The tables that are other than they were.

        Raises:
            Conflict: they sit at an open table; nothing is forgotten.
        """

        def work(transaction: Transaction) -> list[int]:
            transaction.run(_READ_AGAIN, {"user": user_id})
            concerned = [table_id for (table_id,) in transaction.run(_CONCERNED, {"user": user_id})]
            for guild_id, game in transaction.run(_PLAYED, {"user": user_id}):
                nobody = -1 - secrets.randbits(62)
                about = {"user": user_id, "guild": guild_id, "game": game, "nobody": nobody}
                _run_all(transaction, _STAND_IN, about)
            _run_all(transaction, _FORGET, {"user": user_id})
            if transaction.run(_SITS, (user_id,)):  # asked last: they may have sat down while others wrote
                raise Conflict("The person sits at an open table: they leave it first.")
            return concerned

        return await self._database.write(work)

    async def note_gone(self, guild_ids: Collection[int]) -> None:
        """Note that the bot has been removed from guilds, if it has not been before."""
        sql = "INSERT INTO gone_servers (guild_id, gone_at) VALUES (?, ?) ON CONFLICT DO NOTHING"
        rows = [(guild_id, self._now()) for guild_id in guild_ids]
        await self._database.write(lambda transaction: transaction.run_each(sql, rows))

    async def note_back(self, guild_ids: Collection[int]) -> None:
        """Note that it is on guilds again."""
        sql = "DELETE FROM gone_servers WHERE guild_id = ?"
        await self._database.write(lambda transaction: transaction.run_each(sql, [(one,) for one in guild_ids]))

    async def guilds(self) -> set[int]:
        """Every guild of which anything is kept."""
        return {guild_id for (guild_id,) in await self._database.read(_GUILDS)}

    async def gone(self, seconds: int = 0) -> set[int]:
        """The guilds from which the bot was removed at least so long ago."""
        sql = "SELECT guild_id FROM gone_servers WHERE gone_at <= ?"
        return {guild_id for (guild_id,) in await self._database.read(sql, (self._now() - seconds,))}

    async def forget_guild(self, guild_id: int) -> list[int]:
        """Forget all that is kept of a guild, a few tables at a time, while it is gone; those there were."""

        def work(transaction: Transaction) -> list[int]:
            if not transaction.run(_IS_GONE, (guild_id,)):
                return []  # the bot is back
            few = [table_id for (table_id,) in transaction.run(_FEW_TABLES, (guild_id, AT_ONCE))]
            if not few:
                _run_all(transaction, _GUILD, {"guild": guild_id})
            return few

        forgotten: list[int] = []
        while few := await self._database.write(work, behind=True):
            forgotten += few
        return forgotten


def _owed(rows: Collection[Row]) -> Iterator[dict[str, Any]]:
    """The decisions that a person owes at some tables."""
    for row in rows:
        turn = turns_of(row["turns"]).get(row["seat"])
        if turn is not None:
            yield {"table_id": row["table_id"], "seat": row["seat"], **asdict(turn), "agreed": row["agreed"]}


def _run_all(transaction: Transaction, statements: Collection[str], about: dict[str, object]) -> None:
    for statement in statements:
        transaction.run(statement, about)
