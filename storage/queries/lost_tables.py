"""Lost tables: the bot cannot write at their place, because their channel was deleted or hidden from it.

A table in direct messages is lost if its person takes no direct messages from the bot.
"""

from typing import NamedTuple

from storage.database import Queries, Transaction
from storage.optimistic_lock import claim
from storage.rows import Seen, State, Turns

TELL_AFTER_SECONDS = 60
"""Seconds after which the people of a lost table are told: a manager who sorts permissions soon gives them back."""
TELL_AGAIN_SECONDS = 86_400
"""Seconds within which the people of a table are told of one loss only, even if the table is lost again."""

# Practice games on a server are left out: they have no messages in a channel. So are ended games without a message
# record: their channel was deleted, and nothing of them is displayed ever again.
IN_PLACE = """
SELECT id, channel_id, lost_since, 1 FROM tables WHERE place_id = :place_id AND state = 'playing' AND origin_id IS NULL
 UNION SELECT id, channel_id, lost_since, 0 FROM tables
        WHERE place_id = :place_id AND lost_since IS NOT NULL AND state <> 'playing'
          AND EXISTS (SELECT 1 FROM posts WHERE owner_kind = 'table' AND owner_id = tables.id)
 ORDER BY 1
"""
PLACES = """
SELECT DISTINCT place_id FROM tables WHERE place_id > 0 AND state = 'playing'
 UNION SELECT place_id FROM tables WHERE place_id > 0 AND lost_since IS NOT NULL ORDER BY 1
"""
LOST_BEFORE = "SELECT id, place_id FROM tables WHERE lost_since <= ? AND state = 'playing' ORDER BY id"
_ADD_NOTICES = """
INSERT INTO lost_notices (table_id, user_id, due_at)
SELECT id, user_id, :due FROM tables JOIN seats ON table_id = id
 WHERE id = :table_id AND place_id > 0 AND state = 'playing' AND user_id IS NOT NULL
ON CONFLICT (table_id, user_id) DO UPDATE
   SET due_at = CASE WHEN lost_notices.told_at + :again > excluded.due_at THEN lost_notices.told_at + :again
                     ELSE excluded.due_at END
"""
_REMOVE_NOTICES = "UPDATE lost_notices SET due_at = NULL WHERE table_id = ?"
DUE_NOTICES = """
SELECT lost_notices.table_id, lost_notices.user_id, place_id FROM lost_notices
  JOIN tables ON tables.id = lost_notices.table_id
  JOIN seats ON seats.table_id = lost_notices.table_id AND seats.user_id = lost_notices.user_id
 WHERE due_at <= ? AND state = 'playing' ORDER BY due_at, 1, 2
"""
_TELL = """
UPDATE lost_notices SET due_at = NULL, told_at = :now
 WHERE table_id = :table_id AND user_id = :user_id AND due_at <= :now RETURNING table_id
"""
_TELL_LATER = "UPDATE lost_notices SET due_at = ?, told_at = NULL WHERE table_id = ? AND user_id = ?"
_SET = "UPDATE tables SET lost_since = ? WHERE id = ?"
_CHANNEL = "UPDATE tables SET channel_id = ? WHERE id = ?"
_LEAVE_THREAD = "DELETE FROM posts WHERE owner_kind = 'table' AND owner_id = ? AND slot = 'thread'"
# The messages in the former channel are deleted once the bot sees that channel again. A deal commitment stays there:
# the time of its message is a part of the proof.
_LEAVE_MESSAGES = """
UPDATE posts SET slot = CASE WHEN slot LIKE 'promise%' THEN 'promise:' ELSE 'stray:' END || nonce, fingerprint = NULL
 WHERE owner_kind = 'table' AND owner_id = ?
"""
_CREDIT = """
UPDATE tables SET lost_since = lost_since + :now - CASE WHEN lost_since > :alive THEN lost_since ELSE :alive END
 WHERE lost_since IS NOT NULL AND (:alive <= :now OR lost_since > :now)
   AND (CASE WHEN place_id > 0 THEN place_id >> 22 ELSE 0 END) % :count = :shard
RETURNING id
"""
_DEALT: tuple[State, ...] = ("playing", "over", "closed", "frozen")


class TableChannel(NamedTuple):
    """Channel of a table, and since when the table is lost, as in `TableRow`."""

    id: int
    channel_id: int
    lost_since: int | None
    playing: bool


class LostNotice(NamedTuple):
    """A person who is to be told that a table is lost."""

    table_id: int
    user_id: int
    place_id: int


class LostTables(Queries):
    """Queries for lost tables."""

    async def in_place(self, place_id: int) -> list[TableChannel]:
        """Return the tables of a place that may be lost or found: running games, and lost ones that have ended."""
        rows = await self._database.read(IN_PLACE, {"place_id": place_id})
        return [TableChannel(number, channel, since, bool(playing)) for number, channel, since, playing in rows]

    async def places(self) -> list[int]:
        """Return the servers with running games or lost tables."""
        return await self._ids(PLACES)

    async def set_lost(self, seen: Seen, turns: Turns, since: int | None, *, acting: bool = False) -> None:
        """Store since when a table is lost, in unix seconds, or None once it is found, and its pending decisions.

        The people of a running game on a server are to be told of its loss.

        Raises:
            Conflict: nothing was dealt at the table yet, or it has another version.
        """
        claimed = claim(seen, *_DEALT, turns=turns, acting=acting)

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            transaction.run(_SET, (since, seen.table_id))
            if since is None:
                transaction.run(_REMOVE_NOTICES, (seen.table_id,))
            else:
                due = {"due": since + TELL_AFTER_SECONDS, "again": TELL_AGAIN_SECONDS}
                transaction.run(_ADD_NOTICES, {"table_id": seen.table_id} | due)

        await self._database.write(work, behind=True)

    async def move(self, seen: Seen, turns: Turns, channel_id: int, *, acting: bool = False) -> None:
        """Move a lost game to another channel, which finds it; its messages so far stay behind.

        Raises:
            Conflict: no game is running, or the version differs.
        """
        claimed = claim(seen, "playing", turns=turns, acting=acting)

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            transaction.run(_SET, (None, seen.table_id))
            transaction.run(_REMOVE_NOTICES, (seen.table_id,))
            transaction.run(_CHANNEL, (channel_id, seen.table_id))
            transaction.run(_LEAVE_THREAD, (seen.table_id,))
            transaction.run(_LEAVE_MESSAGES, (seen.table_id,))

        await self._database.write(work)

    async def credit(self, alive: int, now: int, shard: tuple[int, int] = (0, 1)) -> list[int]:
        """Exclude the time from `alive` to `now`, in unix seconds, from the time for which a shard's tables are lost.

        `shard` has the number of the shard and the total number of shards. Return the changed tables.
        """
        values = {"now": now, "alive": alive, "shard": shard[0], "count": shard[1]}
        rows = await self._database.write(lambda transaction: transaction.run(_CREDIT, values), behind=True)
        return [table_id for (table_id,) in rows]

    async def lost_before(self, since: int) -> list[tuple[int, int]]:
        """Return the running games, with their places, that were lost by `since`, in unix seconds."""
        return await self._database.read(LOST_BEFORE, (since,))

    async def due_notices(self) -> list[LostNotice]:
        """Return the people who are to be told now that their table on a server is lost."""
        return [LostNotice(*row) for row in await self._database.read(DUE_NOTICES, (self._now(),))]

    async def tell(self, table_id: int, user_id: int) -> bool:
        """Store that a person is being told that a table is lost; return False if that is not due any more."""
        values = {"table_id": table_id, "user_id": user_id, "now": self._now()}
        return bool(await self._database.write(lambda transaction: transaction.run(_TELL, values), behind=True))

    async def tell_later(self, table_id: int, user_id: int, at: int) -> None:
        """Store that a person was not told after all, and is to be told at a time, in unix seconds."""
        values = (at, table_id, user_id)
        await self._database.write(lambda transaction: transaction.run(_TELL_LATER, values), behind=True)
