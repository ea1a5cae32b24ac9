"""Effects of finished games on their people: ratings, badges, and scores against computer players."""

from storage.database import Queries, Transaction
from storage.rows import HALF, PersonalResultRow, Score

PLAYED = "SELECT place_id, game, number, practice FROM results WHERE table_id = ? AND user_id = ?"
COURSE = """
SELECT mu, sigma FROM results
 WHERE place_id = :place_id AND COALESCE(user_id, left_by) = :user_id AND game = :game AND practice = 0
   AND number <= :number AND mu IS NOT NULL
 ORDER BY number DESC LIMIT 2
"""
BADGES = "SELECT badge FROM badges WHERE place_id = ? AND user_id = ? AND table_id = ? ORDER BY badge"
# A game counts if the person has made at least half of their moves.
SCORES = f"""
SELECT other.computer_name, other.computer,
       COUNT(*) FILTER (WHERE other.place < own.place), COUNT(*) FILTER (WHERE own.place < other.place)
  FROM results AS own JOIN results AS other ON other.table_id = own.table_id
 WHERE own.place_id = :place_id AND COALESCE(own.user_id, own.left_by) = :user_id AND own.user_id = :user_id
   AND own.game = :game AND own.number <= :number AND own.own_share >= {HALF} AND other.computer_name IS NOT NULL
 GROUP BY other.computer_name, other.computer
"""  # noqa: S608  text made of constants


class PersonalResults(Queries):
    """Queries for the effects of finished games."""

    async def of(self, table_id: int, user_id: int) -> PersonalResultRow | None:
        """Return the effects of a table's finished game on a person; None if the person has no result in it."""

        def work(transaction: Transaction) -> PersonalResultRow | None:
            played = transaction.run(PLAYED, (table_id, user_id))
            if not played:
                return None
            ((place_id, game, number, practice),) = played
            about = {"place_id": place_id, "user_id": user_id, "game": game, "number": number}
            course = [] if practice else transaction.run(COURSE, about)
            badges = transaction.run(BADGES, (place_id, user_id, table_id))
            scores = transaction.run(SCORES, about)
            return PersonalResultRow(
                tuple((mu, sigma) for mu, sigma in course),
                tuple(badge for (badge,) in badges),
                {(name, level): Score(lost, won) for name, level, lost, won in scores},
            )

        return await self._database.snapshot(work)
