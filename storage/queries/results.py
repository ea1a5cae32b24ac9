"""Results of finished games, and the ratings that are computed from results alone."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from storage.database import Queries, Transaction
from storage.optimistic_lock import hold_server
from storage.queries.settings import SET
from storage.rows import Rated, RatingRow, ResultRow, practised

_NEXT = "SELECT COALESCE(MAX(number), 0) + 1 FROM results WHERE place_id = ? AND game = ?"
_INSERT = """
INSERT INTO results (place_id, game, number, table_id, ended_at,
                     seat, user_id, points, place, won, computer, computer_name, left_by, own_share, practice)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_LEAVE_WITH = "UPDATE results SET mu = ?, sigma = ? WHERE table_id = ? AND COALESCE(user_id, left_by) = ?"
_EARN = """
INSERT INTO badges (place_id, user_id, badge, times, table_id, earned_at) VALUES (?, ?, ?, 1, ?, ?)
ON CONFLICT (place_id, user_id, badge) DO UPDATE SET times = badges.times + 1
"""
_RATINGS = """
SELECT user_id, practice, mu, sigma, games FROM ratings
 WHERE place_id = ? AND game = ? AND user_id IN (SELECT COALESCE(user_id, left_by) FROM results WHERE table_id = ?)
"""
_RATE = """
INSERT INTO ratings (place_id, game, user_id, practice, mu, sigma, games) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (place_id, game, user_id, practice)
DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""
_PLAYED = "SELECT DISTINCT place_id, game FROM results"
_RESULTS = """
SELECT table_id, seat, user_id, points, place, won, computer, left_by, own_share FROM results
 WHERE place_id = ? AND game = ? ORDER BY number, seat
"""

Rate: TypeAlias = Callable[[str, Sequence[ResultRow], Mapping[Rated, RatingRow]], Sequence[RatingRow]]
"""Function that rates a game. It takes the game's id, the results by seat and the ratings so far, and returns the
changed ratings.
"""


class Results(Queries):
    """Queries for results and ratings."""

    async def recompute_ratings(self, rate: Rate, mark: tuple[str, str]) -> None:
        """Compute all ratings again from the results, in the order in which the games ended.

        Args:
            rate: the rating function.
            mark: name and value of a setting of the bot that records the computation, in the same transaction.
        """

        def work(transaction: Transaction) -> None:
            transaction.run("UPDATE deals SET dealt = dealt")  # locks all servers, see `hold_server`
            transaction.run("DELETE FROM ratings")
            transaction.run("UPDATE results SET mu = NULL, sigma = NULL WHERE mu IS NOT NULL")
            for place_id, game in transaction.run(_PLAYED):
                ratings: dict[Rated, RatingRow] = {}
                rows = transaction.run(_RESULTS, (place_id, game))
                left_with = []
                for table_id, ended in groupby(rows, key=itemgetter(0)):
                    results = [
                        ResultRow(seat, user, points, place, bool(won), *rest)
                        for _, seat, user, points, place, won, *rest in ended
                    ]
                    changed = rate(game, results, ratings)
                    ratings.update({row.of: row for row in changed})
                    left_with += _left_with(table_id, changed)
                transaction.run_each(_LEAVE_WITH, left_with)
                _rate(transaction, place_id, game, list(ratings.values()))
            transaction.run(SET, (0, *mark))

        await self._database.write(work)


def add_results(
    transaction: Transaction,
    table_id: int,
    played: tuple[int, str],
    ended_at: int,
    results: Sequence[ResultRow],
    rate: Rate,
) -> None:
    """Write the results of a game, and the ratings that they change.

    Args:
        transaction: the transaction. The place's results are locked until it ends, so that no change of a rating is
            lost when several games end at the same time.
        table_id: the table of the game.
        played: the place's number and the game's id.
        ended_at: the end of the game, in unix seconds.
        results: the results by seat.
        rate: the rating function.
    """
    hold_server(transaction, played[0])
    ((number,),) = transaction.run(_NEXT, played)
    about = (*played, number, table_id, ended_at)
    practice = practised(results)
    rows = [
        (r.seat, r.user_id, r.points, r.place, r.won, r.computer, r.computer_name, r.left_by, r.own_share)
        for r in results
    ]
    transaction.run_each(_INSERT, [(*about, *row, practice) for row in rows])
    earned = [(played[0], r.user_id, badge, table_id, ended_at) for r in results if r.user_id for badge in r.badges]
    transaction.run_each(_EARN, earned)
    rated = transaction.run(_RATINGS, (*played, table_id))
    before = [RatingRow(Rated(user, bool(alone)), *rest) for user, alone, *rest in rated]
    changed = rate(played[1], results, {row.of: row for row in before})
    _rate(transaction, *played, changed)
    transaction.run_each(_LEAVE_WITH, _left_with(table_id, changed))


def _left_with(table_id: int, ratings: Sequence[RatingRow]) -> list[tuple[float, float, int, int]]:
    """Return the parameters that store the new ratings in a table's results: one tuple for each rating."""
    return [(row.mu, row.sigma, table_id, row.of.user_id) for row in ratings]


def _rate(transaction: Transaction, place_id: int, game: str, ratings: Sequence[RatingRow]) -> None:
    rows = [(place_id, game, row.of.user_id, row.of.practice, row.mu, row.sigma, row.games) for row in ratings]
    transaction.run_each(_RATE, rows)
