"""Ended games in pages, newest first, and practice games that continue an ended game."""

import json
from collections.abc import Collection

from storage.database import Queries, Transaction
from storage.errors import Conflict
from storage.rows import Seats, Turns, pending_values
from storage.seats import seat_all

_CHANNELS = """
SELECT DISTINCT channel_id FROM tables
 WHERE place_id = ? AND state IN ('over', 'closed') AND seed IS NOT NULL AND origin_id IS NULL AND sealed = 0
"""
_ENDED = """
SELECT id, ended_at FROM tables
 WHERE place_id = :place_id AND state IN ('over', 'closed') AND seed IS NOT NULL AND origin_id IS NULL AND sealed = 0
   AND (channel_id IN (SELECT value FROM json_each(:channels))
        OR EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND user_id = :user_id))
 ORDER BY ended_at DESC, id DESC LIMIT :count OFFSET :first
"""
_OWN = """
SELECT id, ended_at FROM seats CROSS JOIN tables ON id = table_id
 WHERE user_id = :user_id AND place_id = :place_id AND state IN ('over', 'closed') AND seed IS NOT NULL AND sealed = 0
 ORDER BY ended_at DESC, id DESC LIMIT :count OFFSET :first
"""
_PLAY_ON = """
INSERT INTO tables (place_id, channel_id, game, rules, opener_id, seat_count, options, seed, state,
                    created_at, idle_since, started_at, origin_id, origin_moves, acting, turns, deadline)
SELECT place_id, :channel_id, game, rules, :user_id, seat_count, options, seed, 'playing',
       :now, :now, :now, id, :moves, :acting, :turns, :deadline
  FROM tables WHERE id = :origin_id AND rules = :rules AND state IN ('over', 'closed') AND seed IS NOT NULL
   AND sealed = 0 RETURNING id
"""
_TAKE_OVER = """
INSERT INTO moves (table_id, number, seat, move, made_at, computer)
SELECT :table_id, number, seat, move, made_at, 'record' FROM moves WHERE table_id = :origin_id AND number < :moves
RETURNING number
"""
_PLAYED_ON = """
SELECT id FROM tables JOIN seats ON table_id = id
 WHERE origin_id = ? AND origin_moves = ? AND state = 'playing' AND user_id = ? ORDER BY id DESC
"""


class FinishedGames(Queries):
    """Queries for games that have ended: played to the end, or ended early after the first deal.

    Sealed games are left out.
    """

    async def channels(self, place_id: int) -> list[int]:
        """Return the channels of a place's ended games, without practice games."""
        return await self._ids(_CHANNELS, (place_id,))

    async def in_channels(
        self, place_id: int, user_id: int, channels: Collection[int], first: int, count: int
    ) -> list[tuple[int, int]]:
        """Return id and end (unix seconds) of ended games of a place, newest first.

        The games are those in `channels` and those at which the person sits; practice games are left out. The first
        `first` games are skipped, and at most `count` are returned.
        """
        values = {"place_id": place_id, "user_id": user_id, "channels": json.dumps(list(channels))}
        return await self._database.read(_ENDED, values | {"first": first, "count": count})

    async def of_person(self, place_id: int, user_id: int, first: int, count: int) -> list[tuple[int, int]]:
        """Return id and end (unix seconds) of ended games at which a person sits, newest first.

        The first `first` games are skipped, and at most `count` are returned.
        """
        values = {"place_id": place_id, "user_id": user_id, "first": first, "count": count}
        return await self._database.read(_OWN, values)

    async def start_practice(
        self,
        origin_id: int,
        moves: int,
        *,
        channel_id: int,
        user_id: int,
        rules: int,
        seats: Seats,
        turns: Turns,
        acting: bool = False,
    ) -> int:
        """Start a practice game with the first `moves` moves of an ended game, and return its id.

        Raises:
            Conflict: there is no such ended game, it has other rules, or it has fewer moves.
        """
        values = {"origin_id": origin_id, "moves": moves}
        table = {"channel_id": channel_id, "user_id": user_id, "rules": rules, "now": self._now()}

        def work(transaction: Transaction) -> int:
            rows = transaction.run(_PLAY_ON, values | table | pending_values(turns, acting=acting))
            if not rows:
                raise Conflict(f"No game of table {origin_id} has ended under these rules.")
            table_id: int = rows[0][0]
            if len(transaction.run(_TAKE_OVER, values | {"table_id": table_id})) != moves:
                raise Conflict(f"The game of table {origin_id} has fewer than {moves} moves.")
            seat_all(transaction, table_id, seats)
            return table_id

        return await self._database.write(work)

    async def practice_games(self, origin_id: int, moves: int, user_id: int) -> list[int]:
        """Return a person's running practice games that continue a game after its first `moves` moves, newest first."""
        return await self._ids(_PLAYED_ON, (origin_id, moves, user_id))
