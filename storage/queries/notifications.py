"""Who wants to be told of tables that gather players, and who has been told of which."""

from collections.abc import Collection

from storage.database import Database, Transaction
from storage.queries.deal_commitments import hold_server
from storage.rows import Notice

OF = "SELECT game, opens, missing, locale, refused FROM notices WHERE user_id = ? AND guild_id = ? ORDER BY game"
FORGET = "DELETE FROM notices WHERE user_id = ? AND guild_id = ?"
_ADD = """
INSERT INTO notices (guild_id, game, user_id, opens, missing, locale, refused) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
# Whoever was told longest ago comes first; who never was in any order, so that nobody is always behind.
DUE = """
SELECT user_id, locale FROM notices
 WHERE guild_id = :guild_id AND game = :game AND refused = 0
   AND (opens = 1 AND :opens = 1 OR missing = 1 AND :missing = 1)
   AND NOT EXISTS (SELECT 1 FROM notices_sent AS sent WHERE sent.user_id = notices.user_id AND sent.at > :lately
                      AND sent.guild_id = :guild_id)
   AND NOT EXISTS (SELECT 1 FROM notices_sent AS sent WHERE sent.table_id = :table_id
                      AND sent.user_id = notices.user_id)
   AND (SELECT COUNT(*) FROM notices_sent AS sent WHERE sent.user_id = notices.user_id AND sent.at > :yesterday) < :most
   AND (SELECT COUNT(*) FROM notices_sent AS sent JOIN tables ON id = table_id
         WHERE sent.user_id = notices.user_id AND sent.at > :yesterday AND opener_id = :opener) < :from_one
 ORDER BY (SELECT MAX(at) FROM notices_sent AS sent WHERE sent.user_id = notices.user_id) NULLS FIRST, RANDOM()
 LIMIT :limit
"""
_SENT = """
INSERT INTO notices_sent (table_id, user_id, guild_id, at)
VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
COUNT = "SELECT COUNT(*) FROM notices_sent WHERE table_id = ?"
REFUSE = "UPDATE notices SET refused = 1 WHERE user_id = ?"
PRUNE = "DELETE FROM notices_sent WHERE at <= ?"
DAY = 86_400
"""Seconds for which it is remembered who has been told."""


class Notices:
    """The store's part about notices."""

    _database: Database

    async def notices(self, guild_id: int, user_id: int) -> list[Notice]:
        """Of which games' tables a person wants to be told on a server, by the game's id."""
        rows = await self._database.read(OF, (user_id, guild_id))
        return [
            Notice(game, bool(opens), bool(missing), locale, bool(refused))
            for game, opens, missing, locale, refused in rows
        ]

    async def set_notices(self, guild_id: int, user_id: int, wanted: Collection[Notice]) -> None:
        """Let those be all of which they want to be told there."""
        rows = [(guild_id, one.game, user_id, one.opens, one.missing, one.locale, one.refused) for one in wanted]

        def work(transaction: Transaction) -> None:
            hold_server(transaction, guild_id)
            transaction.run(FORGET, (user_id, guild_id))
            transaction.run_each(_ADD, rows)

        await self._database.write(work)

    async def refuse_notices(self, user_id: int) -> None:
        """Discord lets nobody write to that person: nothing is sent until they choose anew."""
        await self._database.write(lambda transaction: transaction.run(REFUSE, (user_id,)), behind=True)

    async def notices_due(
        self,
        guild_id: int,
        table_id: int,
        game: str,
        *,
        opens: bool,
        missing: bool,
        now: int,
        every: int,
        most: int,
        opener: int,
        from_one: int,
        limit: int,
    ) -> list[tuple[int, str]]:
        """Who may be told of a table, with their language as Discord named it, whoever was told longest ago first.

        Args:
            guild_id: the server.
            table_id: the table, of which nobody is told twice.
            game: its game.
            opens: whether it has opened.
            missing: whether it misses one player only.
            now: unix seconds.
            every: who has been told something of the server within so many seconds is left out.
            most: so are those who have been told so often within a day.
            opener: who has opened the table.
            from_one: so are those who have been told so often within a day of tables of that opener's.
            limit: how many at most.
        """
        values = {
            "guild_id": guild_id,
            "table_id": table_id,
            "game": game,
            "opens": opens,
            "missing": missing,
            "lately": now - every,
            "yesterday": now - DAY,
            "most": most,
            "opener": opener,
            "from_one": from_one,
            "limit": limit,
        }
        return [(user_id, locale) for user_id, locale in await self._database.read(DUE, values)]

    async def notices_sent(self, table_id: int) -> int:
        """How many have been told of a table."""
        [(count,)] = await self._database.read(COUNT, (table_id,))
        return int(count)

    async def note_notices(self, guild_id: int, table_id: int, user_ids: Collection[int], now: int) -> None:
        """Note that people are being told of a table, at a time in unix seconds: to be called before they are."""
        rows = [(table_id, user_id, guild_id, now) for user_id in user_ids]

        def work(transaction: Transaction) -> None:
            transaction.run(PRUNE, (now - DAY,))
            transaction.run_each(_SENT, rows)

        await self._database.write(work, behind=True)
