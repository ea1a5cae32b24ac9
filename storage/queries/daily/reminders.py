"""People who have asked to be reminded of the day's deal."""

from storage.database import Queries, Transaction
from storage.rows import Reminder

OF = "SELECT user_id, locale, next_at, refused FROM reminders WHERE user_id = ?"
DUE = """
SELECT user_id, locale, next_at, refused FROM reminders
 WHERE refused = 0 AND next_at <= :now
   AND (:known = 0 OR EXISTS (SELECT 1 FROM settings WHERE owner_id = user_id AND name = 'conversation'))
 ORDER BY next_at LIMIT :most
"""
_ASK = """
INSERT INTO reminders (user_id, locale, next_at, refused) VALUES (?, ?, ?, 0)
ON CONFLICT (user_id) DO UPDATE SET locale = excluded.locale, next_at = excluded.next_at, refused = 0
"""
_STOP = "DELETE FROM reminders WHERE user_id = ?"
_RESCHEDULE = "UPDATE reminders SET next_at = ? WHERE user_id = ? AND next_at = ? AND refused = 0"
_REFUSE = "UPDATE reminders SET refused = 1 WHERE user_id = ?"


class Reminders(Queries):
    """Queries for reminders."""

    async def of(self, user_id: int) -> Reminder | None:
        """Return a person's reminder; None if they have not asked for one."""
        rows = await self._database.read(OF, (user_id,))
        return _reminder(rows[0]) if rows else None

    async def due(self, now: int, most: int, *, only_known: bool = False) -> list[Reminder]:
        """Return up to `most` reminders that are due at `now`, in unix seconds, the earliest first.

        With `only_known`, leave out people whose conversation with the bot is not stored.
        """
        values = {"now": now, "most": most, "known": int(only_known)}
        return [_reminder(row) for row in await self._database.read(DUE, values)]

    async def ask(self, user_id: int, locale: str, next_at: int) -> None:
        """Store that a person wants to be reminded; the first reminder is due at `next_at`, in unix seconds."""
        await self._database.write(lambda transaction: transaction.run(_ASK, (user_id, locale, next_at)))

    async def stop(self, user_id: int) -> None:
        """Remove a person's reminder."""
        await self._database.write(lambda transaction: transaction.run(_STOP, (user_id,)))

    async def reschedule(self, user_id: int, at: int, next_at: int) -> bool:
        """Move a reminder from the time `at` to `next_at`, both in unix seconds.

        Return False if it was rescheduled, stopped or changed meanwhile. Call it before sending, so that nobody is
        reminded twice.
        """

        def work(transaction: Transaction) -> bool:
            return bool(transaction.change(_RESCHEDULE, (next_at, user_id, at)))

        return await self._database.write(work, behind=True)

    async def refuse(self, user_id: int) -> None:
        """Store that Discord does not let the bot write to a person."""
        await self._database.write(lambda transaction: transaction.run(_REFUSE, (user_id,)), behind=True)


def _reminder(row: tuple[int, str, int, int]) -> Reminder:
    user_id, locale, next_at, refused = row
    return Reminder(user_id, locale, next_at, bool(refused))
