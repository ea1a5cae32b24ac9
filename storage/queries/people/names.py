"""Names of people in places, and games that they have finished."""

from storage.database import Queries, Transaction

FINISHED = """
SELECT 1 FROM results
 WHERE place_id = ? AND COALESCE(user_id, left_by) = ? AND user_id IS NOT NULL AND game = ? LIMIT 1
"""
_OUTDATE_TABLES_OF = """
UPDATE tables SET displayed_version = -1
 WHERE place_id = ? AND state IN ('lobby', 'playing')
   AND id IN (SELECT table_id FROM seats WHERE COALESCE(user_id, left_by) = ?)
"""


class People(Queries):
    """Queries for names and finished games."""

    async def rename(self, place_id: int, user_id: int, name: str) -> bool:
        """Update a person's name in a place; return False if no name is stored there, or if it is the same.

        The messages of an open table become outdated if the person has a seat there, or has left a seat there.
        """
        sql = "SELECT 1 FROM people WHERE place_id = ? AND user_id = ? AND name <> ?"
        if not await self._database.read(sql, (place_id, user_id, name)):
            return False
        sql = "UPDATE people SET name = ? WHERE place_id = ? AND user_id = ?"

        def work(transaction: Transaction) -> None:
            transaction.run(sql, (name, place_id, user_id))
            transaction.run(_OUTDATE_TABLES_OF, (place_id, user_id))

        await self._database.write(work)
        return True

    async def has_finished(self, place_id: int, user_id: int, game: str) -> bool:
        """Tell whether a person has finished a game of this kind in a place."""
        return bool(await self._database.read(FINISHED, (place_id, user_id, game)))
