"""Leaderboards and profiles of a place, one game at a time."""

import json
from collections.abc import Collection
from itertools import groupby
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

from storage.database import Queries
from storage.rows import HALF, BadgeRow, Board, Leader, PlayedRow, Rated, RatingRow, Sat

By: TypeAlias = Literal["rating", "wins"]
"""Ranking of a leaderboard."""

# Computer players have no user_id; practice does not count. A win counts if the person made at least half of the moves.
_TOTALS = f"""
WITH totals AS (
    SELECT user_id, COUNT(*) AS games, COUNT(*) FILTER (WHERE won = 1 AND own_share >= {HALF}) AS wins,
           AVG(CAST(place AS DOUBLE PRECISION)) AS place
      FROM results
     WHERE place_id = :place_id AND game = :game AND ended_at >= :since AND user_id IS NOT NULL AND practice = 0
     GROUP BY user_id
)"""  # noqa: S608  text made of constants
# The rank depends on the number of wins, then on the mean finishing place. Lines of the same rank are sorted by the
# number of games, then by user id.
_BY_WINS = f"""
{_TOTALS}, lines AS (
    SELECT totals.user_id, totals.games, wins, place, mu, sigma, 1 AS listed, 1 AS ranked,
           RANK() OVER (ORDER BY wins DESC, place) AS rank,
           ROW_NUMBER() OVER (ORDER BY wins DESC, place, totals.games, totals.user_id) AS line
      FROM totals
      LEFT JOIN ratings ON ratings.place_id = :place_id AND ratings.game = :game
                       AND ratings.user_id = totals.user_id AND ratings.practice = 0
)"""  # noqa: S608  text made of constants
_BY_RATING = f"""
{_TOTALS}, rated AS (
    SELECT user_id, mu, sigma, CAST(games >= :least AS INTEGER) AS listed,
           CAST(games >= :least AND sigma <= :settled AS INTEGER) AS ranked
      FROM ratings
     WHERE place_id = :place_id AND game = :game AND practice = 0 AND (games >= :least OR user_id = :asker)
), lines AS (
    SELECT rated.user_id, COALESCE(games, 0) AS games, COALESCE(wins, 0) AS wins, place, mu, sigma, listed, ranked,
           RANK() OVER (ORDER BY ranked DESC, mu - :sure * sigma DESC) AS rank,
           ROW_NUMBER() OVER (
               ORDER BY listed DESC, ranked DESC, mu - :sure * sigma DESC, rated.user_id
           ) AS line
      FROM rated LEFT JOIN totals USING (user_id)
)"""  # noqa: S608  text made of constants
_PAGE = """
, counted AS (SELECT lines.*, SUM(listed) OVER () AS count FROM lines)
SELECT line, listed, count, CASE WHEN ranked = 1 THEN rank END, counted.user_id, games, wins, place, mu, sigma,
       COALESCE(name, '')
  FROM counted LEFT JOIN people ON people.place_id = :place_id AND people.user_id = counted.user_id
 WHERE (listed = 1 AND line > :first AND line <= :first + :limit) OR counted.user_id = :asker OR line = 1
 ORDER BY line
"""
BOARDS: dict[By, str] = {"rating": _BY_RATING + _PAGE, "wins": _BY_WINS + _PAGE}
MOST_PLAYED = """
SELECT game FROM results WHERE place_id = ? GROUP BY game ORDER BY COUNT(DISTINCT table_id) DESC, game
"""
PLAYED = """
WITH mine AS (
    SELECT table_id, game, ended_at, seat, practice, user_id IS NULL AS left, own_share, mu, sigma FROM results
     WHERE place_id = ? AND COALESCE(user_id, left_by) = ?
     ORDER BY ended_at DESC, table_id DESC LIMIT ?
)
SELECT mine.*, results.user_id, results.place
  FROM mine JOIN results ON results.table_id = mine.table_id
 ORDER BY mine.ended_at DESC, mine.table_id DESC, results.seat
"""
BADGES = """
SELECT badge, times FROM badges WHERE place_id = ? AND user_id = ? ORDER BY earned_at, badge
"""
RATINGS = "SELECT game, practice, mu, sigma, games FROM ratings WHERE place_id = ? AND user_id = ?"
NAMES = """
SELECT user_id, name FROM people WHERE place_id = ? AND user_id IN (SELECT value FROM json_each(?))
"""


class Listing(NamedTuple):
    """The requested page of a leaderboard."""

    by: By
    first: int
    """Number of lines before the page."""
    limit: int
    since: int = 0
    """For the ranking by wins: only games that ended at this unix time or later count."""
    least: int = 0
    """For the ranking by rating: number of games that a person needs to be listed."""
    settled: float = 0.0
    """For the ranking by rating: highest sigma of a ranked person."""
    sure: float = 0.0
    """For the ranking by rating: number of sigmas subtracted from the mean."""


class Standings(Queries):
    """Queries for leaderboards and profiles."""

    async def leaderboard(self, place_id: int, game: str, asker: int, listing: Listing) -> Board:
        """Return a page of a game's leaderboard in a place, and the line of the person `asker`."""
        parameters = {"place_id": place_id, "game": game, "asker": asker, **listing._asdict()}
        lines, own, count = [], None, 0
        for line, listed, count, *row in await self._database.read(BOARDS[listing.by], parameters):  # noqa: B007  the count is the same in every row
            leader = Leader(*row)
            if leader.user_id == asker:
                own = leader
            if listed and listing.first < line <= listing.first + listing.limit:
                lines.append(leader)
        return Board(tuple(lines), own, count)

    async def most_played(self, place_id: int) -> list[str]:
        """Return the games that people have finished in a place, the most played first."""
        return [game for (game,) in await self._database.read(MOST_PLAYED, (place_id,))]

    async def played_games(self, place_id: int, user_id: int, limit: int) -> list[PlayedRow]:
        """Return a person's last games in a place, newest first, including games that they left."""
        rows = await self._database.read(PLAYED, (place_id, user_id, limit))
        games = []
        for _, seats in groupby(rows, key=itemgetter(0)):
            every = list(seats)
            _table_id, game, _ended_at, seat, practice, left, own_share, mu, sigma, *_ = every[0]
            sat = tuple(Sat(row[-2], row[-1]) for row in every)
            games.append(PlayedRow(game, seat, bool(practice), bool(left), own_share, mu, sigma, sat))
        return games

    async def badges(self, place_id: int, user_id: int) -> list[BadgeRow]:
        """Return a person's badges in a place, in the order in which they were first earned."""
        return [BadgeRow(*row) for row in await self._database.read(BADGES, (place_id, user_id))]

    async def ratings(self, place_id: int, user_id: int) -> dict[tuple[str, bool], RatingRow]:
        """Return a person's ratings in a place, by (game, True for the rating of practice games)."""
        rows = await self._database.read(RATINGS, (place_id, user_id))
        return {
            (game, bool(practice)): RatingRow(Rated(user_id, bool(practice)), *rest) for game, practice, *rest in rows
        }

    async def names(self, place_id: int, user_ids: Collection[int]) -> dict[int, str]:
        """Return people's names in a place, by user id; people without a stored name are left out."""
        return dict(await self._database.read(NAMES, (place_id, json.dumps(list(user_ids)))))
