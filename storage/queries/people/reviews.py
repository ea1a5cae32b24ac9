"""Reviews of finished games, each for the person who had the reviewed seat at the end."""

from collections.abc import Mapping

from storage.database import Queries, Transaction
from storage.rows import Losses, ReviewRow

_OF = "SELECT seat, version, counted, loss, content FROM reviews WHERE table_id = ? AND user_id = ?"
# Stores nothing if the person's data or the table has been deleted since the review began.
_ADD = """
INSERT INTO reviews (table_id, user_id, seat, version, counted, loss, content, made_at)
SELECT table_id, user_id, seat, :version, :counted, :loss, :content, :now
  FROM seats WHERE table_id = :table_id AND user_id = :user_id AND seat = :seat
ON CONFLICT (table_id, user_id) DO UPDATE
   SET seat = excluded.seat, version = excluded.version, counted = excluded.counted, loss = excluded.loss,
       content = excluded.content, made_at = excluded.made_at
"""
_LOSSES = """
SELECT game, SUM(counted), SUM(loss) FROM (
  SELECT game, counted, loss, ROW_NUMBER() OVER (PARTITION BY game ORDER BY ended_at DESC, id DESC) AS place
    FROM reviews JOIN tables ON id = table_id
   WHERE user_id = :user_id AND place_id = :place_id AND reviews.version = :version AND helped = 0
) AS latest WHERE place <= :games GROUP BY game ORDER BY game
"""


class Reviews(Queries):
    """Queries for reviews."""

    async def of(self, table_id: int, user_id: int) -> ReviewRow | None:
        """Return the review of a table's game for a person; None if there is none."""
        rows = await self._database.read(_OF, (table_id, user_id))
        return ReviewRow(*rows[0]) if rows else None

    async def add(self, table_id: int, user_id: int, review: ReviewRow) -> bool:
        """Store a review in place of an earlier one; return False if the person does not have the seat any more."""
        values = {"table_id": table_id, "user_id": user_id, "now": self._now(), **review._asdict()}

        def work(transaction: Transaction) -> bool:
            return bool(transaction.change(_ADD, values))

        return await self._database.write(work, behind=True)

    async def losses(self, place_id: int, user_id: int, version: int, games: int) -> Mapping[str, Losses]:
        """Return the number of a person's counted decisions in a place, and the points that they cost, by game id.

        For each kind of game, the latest `games` reviewed games count. Reviews of other versions do not count, and
        neither do games in which the person was helped.
        """
        values = {"place_id": place_id, "user_id": user_id, "version": version, "games": games}
        return {game: Losses(counted, loss) for game, counted, loss in await self._database.read(_LOSSES, values)}
