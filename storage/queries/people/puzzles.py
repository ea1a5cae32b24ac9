"""The daily puzzles, people's answers, and the games that their players allow to become puzzles.

A day is stored as the number of days since 1970-01-01 UTC. Once a day has a puzzle, no other puzzle replaces it.
"""

from collections.abc import Collection, Mapping

from storage.database import Queries, Transaction
from storage.queries.daily.deals import DELETED
from storage.rows import AnswerRow, PuzzleRow

_ADD = "INSERT INTO puzzles (day, version, content, table_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING day"
_ADD_SOURCES = """
INSERT INTO puzzle_sources (day, user_id)
SELECT CAST(? AS BIGINT), user_id FROM seats WHERE table_id = ? AND user_id IS NOT NULL
 UNION SELECT CAST(? AS BIGINT), left_by FROM seats WHERE table_id = ? AND left_by IS NOT NULL
"""
PUZZLE = """
SELECT puzzles.day, content, table_id, COUNT(user_id), COALESCE(SUM(solved), 0)
  FROM puzzles LEFT JOIN puzzle_answers ON puzzle_answers.day = puzzles.day
 WHERE puzzles.day = :day AND (withdrawn = 0 OR puzzles.day = :today)
 GROUP BY puzzles.day, content, table_id, version
HAVING version = :version OR version < :version AND COUNT(user_id) > 0
"""
DAYS = "SELECT day FROM puzzles WHERE day BETWEEN ? AND ?"
TRIES = "SELECT day, puzzle_tries FROM days WHERE day BETWEEN ? AND ? ORDER BY day"
_BEGIN_TRY = "UPDATE days SET puzzle_tries = puzzle_tries + 1 WHERE day = ?"
ANSWER = "SELECT move, solved FROM puzzle_answers WHERE day = ? AND user_id = ?"
# Stores the mark of an answer that a person deletes, see `Puzzles.add_answer`, for as long as the puzzle can be
# answered: until the end of the day after its own. Run it before the deletion.
MARK_DELETED = """
INSERT INTO deleted_tries (day, mark)
SELECT day + 1, CAST(:mark AS TEXT) FROM puzzle_answers WHERE day = :day AND user_id = :user ON CONFLICT DO NOTHING
"""
_ADD_ANSWER = """
INSERT INTO puzzle_answers (day, user_id, move, solved, answered_at)
SELECT day, :user_id, :move, :solved, :now FROM puzzles WHERE day = :day
ON CONFLICT DO NOTHING
"""
# Withdraws puzzles from games if one of their people does not allow it: the setting is off, or was deleted with the
# person's data.
_WITHDRAW = """
UPDATE puzzles SET withdrawn = 1
 WHERE withdrawn = 0 AND day IN (
       SELECT day FROM puzzle_sources
        WHERE NOT EXISTS (SELECT 1 FROM settings WHERE owner_id = user_id AND name = 'puzzles' AND value = 'on'))
"""
_DROP_DAY = "DELETE FROM puzzles WHERE day = ? AND withdrawn = 1"
_DROP_WITHDRAWN = "DELETE FROM puzzles WHERE withdrawn = 1 AND day <> ?"
_DROP_OLD = """
DELETE FROM puzzles
 WHERE day < ? - 1
    OR version < ? AND NOT EXISTS (SELECT 1 FROM puzzle_answers WHERE puzzle_answers.day = puzzles.day)
"""
# Games that all their people allow to become puzzles. Left out are practice games that continue another game, games
# with a deal that is also played at an open table, and games that have a puzzle already.
SOURCES = """
SELECT DISTINCT tables.id
  FROM settings CROSS JOIN seats ON seats.user_id = owner_id CROSS JOIN tables ON tables.id = seats.table_id
 WHERE settings.name = 'puzzles' AND settings.value = 'on'
   AND tables.game = :game AND state = 'over' AND sealed = 0 AND origin_id IS NULL
   AND tables.ended_at BETWEEN :since AND :until
   AND NOT EXISTS (
       SELECT 1 FROM seats AS other
        WHERE other.table_id = tables.id AND COALESCE(other.user_id, other.left_by) IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM settings AS leave WHERE leave.owner_id = COALESCE(other.user_id, other.left_by)
                             AND leave.name = 'puzzles' AND leave.value = 'on'))
   AND NOT EXISTS (
       SELECT 1 FROM tables AS open WHERE open.state IN ('lobby', 'playing')
          AND (open.seed = tables.seed OR open.origin_id = tables.id))
   AND NOT EXISTS (SELECT 1 FROM puzzles WHERE puzzles.table_id = tables.id)
 ORDER BY tables.id DESC LIMIT :most
"""


class Puzzles(Queries):
    """Queries for puzzles."""

    async def add(self, day: int, version: int, content: str, table_id: int | None) -> bool:
        """Store the puzzle of a day unless the day has one; return True if it was stored.

        Args:
            day: the day.
            version: the version of the method that makes puzzles, and of their sentences.
            content: the puzzle as JSON.
            table_id: the table of the game from which the puzzle is made; None if only computer players have
                played the game.
        """

        def work(transaction: Transaction) -> bool:
            if not transaction.run(_ADD, (day, version, content, table_id)):
                return False
            if table_id is None:
                return True
            transaction.run(_ADD_SOURCES, (day, table_id, day, table_id))
            transaction.run(_WITHDRAW)
            return not transaction.change(_DROP_DAY, (day,))  # deletes the puzzle if somebody no longer allows it

        return await self._database.write(work, behind=True)

    async def puzzle(self, day: int, today: int, version: int) -> PuzzleRow | None:
        """Return the puzzle of a day with the numbers of answers and of right answers.

        Return None if the day has no puzzle, if it is of another version, or if it was withdrawn and `day` is not
        `today`. A puzzle of a lower version that somebody has answered stays the day's puzzle.
        """
        rows = await self._database.read(PUZZLE, {"day": day, "today": today, "version": version})
        return PuzzleRow(*rows[0]) if rows else None

    async def days(self, first: int, last: int) -> Collection[int]:
        """Return the days from `first` to `last` that have a puzzle."""
        return await self._ids(DAYS, (first, last))

    async def tries(self, first: int, last: int) -> Mapping[int, int]:
        """Return the planned days from `first` to `last`, and how many candidates were begun for the puzzle of each."""
        return dict(await self._database.read(TRIES, (first, last)))

    async def begin_try(self, day: int) -> None:
        """Count a candidate for the puzzle of a planned day, before it is made."""
        await self._database.write(lambda transaction: transaction.run(_BEGIN_TRY, (day,)), behind=True)

    async def answer(self, day: int, user_id: int) -> AnswerRow | None:
        """Return a person's answer; None if they have not answered."""
        rows = await self._database.read(ANSWER, (day, user_id))
        return AnswerRow(rows[0][0], bool(rows[0][1])) if rows else None

    async def is_deleted(self, day: int, mark: str) -> bool:
        """Return whether the mark of a deleted answer to a day's puzzle is stored."""
        return bool(await self._database.read(DELETED, (day + 1, mark)))

    async def add_answer(self, day: int, user_id: int, answer: AnswerRow, *, mark: str = "") -> bool:
        """Store a person's answer; return False if they have answered before, or if there is no puzzle.

        `mark` is the text that is stored if this person deletes their answer (`plan.deleted_answer`). If it is stored
        already, nothing else is, and the answer is False.
        """
        values = {"day": day, "user_id": user_id, "now": self._now(), "move": answer.move, "solved": int(answer.solved)}

        def work(transaction: Transaction) -> bool:
            deleted = transaction.run(DELETED, (day + 1, mark))
            return not deleted and bool(transaction.change(_ADD_ANSWER, values))

        return await self._database.write(work)

    async def sources(self, game: str, since: int, until: int, most: int) -> Collection[int]:
        """Return the ids of tables whose games may become puzzles, because all their people allow it, newest first.

        Args:
            game: the id of the game.
            since: games that ended earlier are left out; in unix seconds.
            until: games that ended later are left out; in unix seconds.
            most: the greatest number of tables.
        """
        values = {"game": game, "since": since, "until": until, "most": most}
        return [table_id for (table_id,) in await self._database.read(SOURCES, values)]

    async def withdraw(self, today: int) -> None:
        """Delete the puzzles from games whose people do not all allow it; today's is deleted when the day is over."""

        def work(transaction: Transaction) -> None:
            transaction.run(_WITHDRAW)
            transaction.run(_DROP_WITHDRAWN, (today,))

        await self._database.write(work)

    async def drop_old(self, today: int, version: int) -> None:
        """Delete the puzzles from before yesterday, and those of lower versions that nobody has answered."""
        await self._database.write(lambda transaction: transaction.run(_DROP_OLD, (today, version)), behind=True)
