"""Subscriptions to notifications about lobbies, and the notifications already sent."""

from collections.abc import Collection

import limits
from storage.database import Queries, Transaction
from storage.optimistic_lock import hold_server
from storage.rows import Notice

OF = "SELECT game, opens, missing, locale, refused FROM notices WHERE user_id = ? AND guild_id = ? ORDER BY game"
FORGET = "DELETE FROM notices WHERE user_id = ? AND guild_id = ?"
_ADD = """
INSERT INTO notices (guild_id, game, user_id, opens, missing, locale, refused) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
# The people with no remembered notification come first, in random order. The others follow in the order of their last
# notifications, the oldest first.
DUE = """
SELECT user_id, locale FROM tables AS this JOIN notices ON notices.guild_id = this.place_id AND notices.game = this.game
 WHERE this.id = :table_id AND refused = 0 AND (opens = 1 AND :opens = 1 OR missing = 1 AND :missing = 1)
   AND NOT EXISTS (SELECT 1 FROM notices_sent AS sent WHERE sent.user_id = notices.user_id AND sent.at > :lately
                      AND sent.guild_id = this.place_id)
   AND NOT EXISTS (SELECT 1 FROM notices_sent AS sent WHERE sent.table_id = this.id
                      AND sent.user_id = notices.user_id)
   AND (SELECT COUNT(*) FROM notices_sent AS sent WHERE sent.user_id = notices.user_id AND sent.at > :yesterday) < :most
   AND (SELECT COUNT(*) FROM notices_sent AS sent JOIN tables ON tables.id = table_id
         WHERE sent.user_id = notices.user_id AND sent.at > :yesterday AND opener_id = this.opener_id) < :from_one
 ORDER BY (SELECT MAX(at) FROM notices_sent AS sent WHERE sent.user_id = notices.user_id) NULLS FIRST, RANDOM()
 LIMIT :limit
"""
_SENT = """
INSERT INTO notices_sent (table_id, user_id, guild_id, at)
VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
_UNSENT = "DELETE FROM notices_sent WHERE table_id = ? AND user_id = ?"
COUNT = "SELECT COUNT(*) FROM notices_sent WHERE table_id = ?"
REFUSE = "UPDATE notices SET refused = 1 WHERE user_id = ?"
PRUNE = "DELETE FROM notices_sent WHERE at <= ?"
INTERVAL_SECONDS = 3_600
"""Smallest number of seconds between two notifications to one person about one server."""
DAY = 86_400
"""Seconds for which sent notifications are remembered."""


class Notifications(Queries):
    """Queries for notifications."""

    async def subscriptions(self, guild_id: int, user_id: int) -> list[Notice]:
        """Return a person's subscriptions on a server, by game id."""
        rows = await self._database.read(OF, (user_id, guild_id))
        return [
            Notice(game, bool(opens), bool(missing), locale, bool(refused))
            for game, opens, missing, locale, refused in rows
        ]

    async def set_subscriptions(self, guild_id: int, user_id: int, wanted: Collection[Notice]) -> None:
        """Replace all subscriptions of a person on a server."""
        rows = [(guild_id, one.game, user_id, one.opens, one.missing, one.locale, one.refused) for one in wanted]

        def work(transaction: Transaction) -> None:
            hold_server(transaction, guild_id)
            transaction.run(FORGET, (user_id, guild_id))
            transaction.run_each(_ADD, rows)

        await self._database.write(work)

    async def stop(self, user_id: int) -> None:
        """Stop notifying a person until they subscribe again, because Discord does not let the bot write to them."""
        await self._database.write(lambda transaction: transaction.run(REFUSE, (user_id,)), behind=True)

    async def due(self, table_id: int, *, opens: bool, missing: bool, now: int) -> list[tuple[int, str]]:
        """Return the people to notify of a table, each with their language.

        People who have had enough notifications lately are left out. People without a remembered notification come
        first, then those whose last notification is the oldest.

        Args:
            table_id: the table; nobody is notified of it twice.
            opens: whether the lobby has opened.
            missing: whether the lobby lacks only one player.
            now: unix seconds.
        """
        values = {
            "table_id": table_id,
            "opens": opens,
            "missing": missing,
            "lately": now - INTERVAL_SECONDS,
            "yesterday": now - DAY,
            "most": limits.NOTICES_A_DAY,
            "from_one": limits.NOTICES_FROM_ONE,
            "limit": limits.NOTICES_CHECKED,
        }
        return await self._database.read(DUE, values)

    async def sent_count(self, table_id: int) -> int:
        """Return the number of people notified of a table."""
        [(count,)] = await self._database.read(COUNT, (table_id,))
        return int(count)

    async def remove_sent(self, table_id: int, user_ids: Collection[int]) -> None:
        """Remove the notifications of a table that were not sent after all."""
        rows = [(table_id, user_id) for user_id in user_ids]
        await self._database.write(lambda transaction: transaction.run_each(_UNSENT, rows), behind=True)

    async def mark_sent(self, guild_id: int, table_id: int, user_ids: Collection[int], now: int) -> None:
        """Store that people are being notified of a table; call it before sending. `now` is in unix seconds."""
        rows = [(table_id, user_id, guild_id, now) for user_id in user_ids]

        def work(transaction: Transaction) -> None:
            transaction.run(PRUNE, (now - DAY,))
            transaction.run_each(_SENT, rows)

        await self._database.write(work, behind=True)
