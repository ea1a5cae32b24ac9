"""Lessons that people have finished, and lessons that were offered to them."""

from storage.database import Queries, Transaction

OFFER = "INSERT INTO lessons (user_id, lesson, offered_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING lesson"
FINISH = """
INSERT INTO lessons (user_id, lesson, finished_at) VALUES (?, ?, ?)
ON CONFLICT (user_id, lesson) DO UPDATE SET finished_at = COALESCE(lessons.finished_at, excluded.finished_at)
"""
FINISHED = "SELECT lesson FROM lessons WHERE user_id = ? AND finished_at IS NOT NULL"


class Lessons(Queries):
    """Queries for lessons."""

    async def offer(self, user_id: int, lesson: str) -> bool:
        """Store that a lesson is offered to a person; return False if it was offered before, or is finished."""

        def work(transaction: Transaction) -> bool:
            return bool(transaction.run(OFFER, (user_id, lesson, self._now())))

        known = "SELECT 1 FROM lessons WHERE user_id = ? AND lesson = ?"
        if await self._database.read(known, (user_id, lesson)):
            return False
        return await self._database.write(work)

    async def finish(self, user_id: int, lesson: str) -> None:
        """Store that a person has finished a lesson now; an earlier stored time is kept."""
        row = (user_id, lesson, self._now())

        def work(transaction: Transaction) -> None:
            transaction.run(FINISH, row)

        await self._database.write(work)

    async def finished(self, user_id: int) -> frozenset[str]:
        """Return the lessons that a person has finished."""
        return frozenset(lesson for (lesson,) in await self._database.read(FINISHED, (user_id,)))
