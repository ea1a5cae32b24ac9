"""Leaderboards and profiles: who plays how well in a guild, a game at a time."""

import json
from collections.abc import Collection
from itertools import groupby
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

from storage.database import Database
from storage.rows import HALF, BadgeRow, Board, Leader, PlayedRow, Rated, RatingRow, Sat

By: TypeAlias = Literal["rating", "wins"]
"""What a leaderboard goes by."""

# Computers have no user_id, and practice does not count. A game counts as won by whoever has made half of its moves.
_TOTALS = f"""
WITH totals AS (
    SELECT user_id, COUNT(*) AS games, COUNT(*) FILTER (WHERE won = 1 AND own >= {HALF}) AS wins,
           AVG(CAST(place AS DOUBLE PRECISION)) AS place
      FROM results
     WHERE guild_id = :guild_id AND game = :game AND ended_at >= :since AND user_id IS NOT NULL AND practice = 0
     GROUP BY user_id
)"""  # noqa: S608  of a constant
# Wins rank, then the mean place; fewer games and then the id only order the lines of equals.
_BY_WINS = f"""
{_TOTALS}, lines AS (
    SELECT totals.user_id, totals.games, wins, place, mu, sigma, 1 AS listed, 1 AS ranked,
           RANK() OVER (ORDER BY wins DESC, place) AS rank,
           ROW_NUMBER() OVER (ORDER BY wins DESC, place, totals.games, totals.user_id) AS line
      FROM totals
      LEFT JOIN ratings ON ratings.guild_id = :guild_id AND ratings.game = :game
                       AND ratings.user_id = totals.user_id AND ratings.practice = 0
)"""  # noqa: S608  of constants
_BY_RATING = f"""
{_TOTALS}, rated AS (
    SELECT user_id, mu, sigma, CAST(games >= :least AS INTEGER) AS listed,
           CAST(games >= :least AND sigma <= :settled AS INTEGER) AS ranked
      FROM ratings
     WHERE guild_id = :guild_id AND game = :game AND practice = 0 AND (games >= :least OR user_id = :asker)
), lines AS (
    SELECT rated.user_id, COALESCE(games, 0) AS games, COALESCE(wins, 0) AS wins, place, mu, sigma, listed, ranked,
           RANK() OVER (ORDER BY ranked DESC, mu - :sure * sigma DESC) AS rank,
           ROW_NUMBER() OVER (
               ORDER BY listed DESC, ranked DESC, mu - :sure * sigma DESC, rated.user_id
           ) AS line
      FROM rated LEFT JOIN totals USING (user_id)
)"""  # noqa: S608  of constants
_PAGE = """
, counted AS (SELECT lines.*, SUM(listed) OVER () AS count FROM lines)
SELECT line, listed, count, CASE WHEN ranked = 1 THEN rank END, counted.user_id, games, wins, place, mu, sigma,
       COALESCE(name, '')
  FROM counted LEFT JOIN people ON people.guild_id = :guild_id AND people.user_id = counted.user_id
 WHERE (listed = 1 AND line > :first AND line <= :first + :limit) OR counted.user_id = :asker OR line = 1
 ORDER BY line
"""
BOARDS: dict[By, str] = {"rating": _BY_RATING + _PAGE, "wins": _BY_WINS + _PAGE}
MOST_PLAYED = """
SELECT game FROM results WHERE guild_id = ? GROUP BY game ORDER BY COUNT(*) DESC, game LIMIT 1
"""
PLAYED = """
WITH mine AS (
    SELECT table_id, game, ended_at, seat, practice, user_id IS NULL AS left, own, mu, sigma FROM results
     WHERE guild_id = ? AND COALESCE(user_id, left_by) = ?
     ORDER BY ended_at DESC, table_id DESC LIMIT ?
)
SELECT mine.*, results.user_id, results.place
  FROM mine JOIN results ON results.table_id = mine.table_id
 ORDER BY mine.ended_at DESC, mine.table_id DESC, results.seat
"""
BADGES = """
SELECT badge, times, table_id, earned_at FROM badges WHERE guild_id = ? AND user_id = ? ORDER BY earned_at, badge
"""
RATINGS = "SELECT game, practice, mu, sigma, games FROM ratings WHERE guild_id = ? AND user_id = ?"
NAMES = """
SELECT user_id, name FROM people WHERE guild_id = ? AND user_id IN (SELECT value FROM json_each(?))
"""


class Listing(NamedTuple):
    """Which page of a leaderboard is wanted."""

    by: By
    first: int
    """So many lines are before it."""
    limit: int
    since: int = 0
    """In unix seconds: of wins only games that ended then or later count."""
    least: int = 0
    """Of ratings: the games from which on somebody is listed."""
    settled: float = 0.0
    """Of ratings: the sigma from which on downwards somebody ranks."""
    sure: float = 0.0
    """Of ratings: the sigmas that are taken off the mean."""


class Standings:
    """The store's part about leaderboards and profiles."""

    _database: Database

    async def board(self, guild_id: int, game: str, asker: int, listing: Listing) -> Board:
        """A page of the leaderboard of one game in a guild, and the asker's own line."""
        parameters = {"guild_id": guild_id, "game": game, "asker": asker, **listing._asdict()}
        lines, own, count = [], None, 0
        for line, listed, count, *row in await self._database.read(BOARDS[listing.by], parameters):  # noqa: B007  the count is that of each
            leader = Leader(*row)
            if leader.user_id == asker:
                own = leader
            if listed and listing.first < line <= listing.first + listing.limit:
                lines.append(leader)
        return Board(tuple(lines), own, count)

    async def most_played(self, guild_id: int) -> str | None:
        """The game of which most have been finished in a guild; None: there was none."""
        rows = await self._database.read(MOST_PLAYED, (guild_id,))
        return rows[0][0] if rows else None

    async def played(self, guild_id: int, user_id: int, limit: int) -> list[PlayedRow]:
        """The last games of a person in a guild, also those that they have left, newest first."""
        rows = await self._database.read(PLAYED, (guild_id, user_id, limit))
        games = []
        for _, seats in groupby(rows, key=itemgetter(0)):
            every = list(seats)
            table_id, game, ended_at, seat, practice, left, own, mu, sigma, *_ = every[0]
            sat = tuple(Sat(row[-2], row[-1]) for row in every)
            games.append(PlayedRow(table_id, game, ended_at, seat, bool(practice), bool(left), own, mu, sigma, sat))
        return games

    async def badges(self, guild_id: int, user_id: int) -> list[BadgeRow]:
        """What a person has earned in a guild, in the order in which they did first."""
        return [BadgeRow(*row) for row in await self._database.read(BADGES, (guild_id, user_id))]

    async def ratings(self, guild_id: int, user_id: int) -> dict[tuple[str, bool], RatingRow]:
        """A person's ratings in a guild, by game and whether it is of practice."""
        rows = await self._database.read(RATINGS, (guild_id, user_id))
        return {
            (game, bool(practice)): RatingRow(Rated(user_id, bool(practice)), *rest) for game, practice, *rest in rows
        }

    async def names(self, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
        """What people are called in a guild; nobody has noted it of who is missing."""
        rows = await self._database.read(NAMES, (guild_id, json.dumps(list(user_ids))))
        return dict(map(tuple, rows))
