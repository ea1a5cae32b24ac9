"""Tables with their moves and results, and their life: lobby, playing, over; or closed or frozen on the way.

Each write is one transaction; what is read is what was committed.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from storage.database import Database, Parameters, Transaction
from storage.errors import Conflict
from storage.rows import MoveRow, Occupant, RatingRow, ResultRow, Seats, State, TableRow

_INSERT_TABLE = """
INSERT INTO tables (guild_id, channel_id, game, rules, opener_id, seat_count, created_at, options)
VALUES (?, ?, ?, ?, ?, ?, ?, '{}') RETURNING id
"""
_INSERT_RESULT = """
INSERT INTO results (table_id, seat, user_id, guild_id, game, points, place, won, ended_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_RATINGS = """
SELECT user_id, mu, sigma, games FROM ratings
 WHERE guild_id = ? AND game = ? AND user_id IN (SELECT user_id FROM seats WHERE table_id = ?)
"""
_RATE = """
INSERT INTO ratings (guild_id, game, user_id, mu, sigma, games)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (guild_id, game, user_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""
_OPEN = """
SELECT id FROM tables WHERE guild_id = :guild_id AND state IN ('lobby', 'playing')
   AND (state = 'playing' OR EXISTS (SELECT 1 FROM posts WHERE table_id = tables.id))
   AND (:user_id IS NULL OR id IN (SELECT table_id FROM seats WHERE user_id = :user_id)) ORDER BY id
"""
_NAME = """
INSERT INTO people (guild_id, user_id, name) SELECT guild_id, ?, ? FROM tables WHERE id = ?
ON CONFLICT DO NOTHING
"""
"""Whoever is known is renamed as they are met, and not by a table's seats, which may be called as they were before."""
_HERE = """
SELECT id FROM tables WHERE channel_id = :channel_id AND state IN ('lobby', 'playing')
 UNION SELECT table_id FROM posts WHERE channel_id = :channel_id ORDER BY 1
"""
_OF_MESSAGE = "SELECT DISTINCT table_id FROM posts WHERE message_id = ?"
_TO_SHOW = """
SELECT id FROM tables WHERE state IN ('lobby', 'playing') AND (:guild_id IS NULL OR guild_id = :guild_id)
 UNION SELECT t.id FROM posts AS p JOIN tables AS t ON t.id = p.table_id
        WHERE p.fingerprint IS NULL AND (:guild_id IS NULL OR t.guild_id = :guild_id)
 ORDER BY 1
"""

Rerate: TypeAlias = Callable[[Mapping[int, RatingRow]], Sequence[RatingRow]]
"""From the ratings, by user id, of those at a table who have one: the ratings that change."""


class Tables:
    """The store's part about tables."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now

    async def create_table(
        self, *, guild_id: int, channel_id: int, game: str, rules: int, opener_id: int, seats: Seats
    ) -> int:
        """Open a table in state lobby, its options as usual, and return its id. Ids grow and are never used again."""
        values = (guild_id, channel_id, game, rules, opener_id, len(seats), self._now())
        async with self._database.transaction() as transaction:
            rows = await transaction.run(_INSERT_TABLE, values)
            table_id: int = rows[0][0]
            await _seat_all(transaction, table_id, seats)
        return table_id

    async def save_lobby(self, table_id: int, options: Mapping[str, object], seats: Seats) -> None:
        """Replace what a lobby has gathered so far. `Conflict`: it is no lobby, or a person sits twice."""
        async with self._database.transaction() as transaction:
            await _check_state(transaction, table_id, "lobby")
            await _gather(transaction, table_id, options, seats)

    async def start_table(
        self, table_id: int, *, seed: str, rules: int, options: Mapping[str, object], seats: Seats
    ) -> None:
        """From lobby to playing, with everything but the moves that a game's record needs; `Conflict` as before."""
        sql = "UPDATE tables SET state = 'playing', seed = ?, rules = ?, started_at = ? WHERE id = ?"
        async with self._database.transaction() as transaction:
            await _check_state(transaction, table_id, "lobby")
            await transaction.run(sql, (seed, rules, self._now(), table_id))
            await _gather(transaction, table_id, options, seats)

    async def add_moves(self, table_id: int, moves: Sequence[MoveRow]) -> None:
        """Append moves, numbered on from the last one. `Conflict`: no game, or a number is taken or leaves a gap."""
        async with self._database.transaction() as transaction:
            await _check_state(transaction, table_id, "playing")
            await _append(transaction, table_id, moves)

    async def finish_table(
        self, table_id: int, moves: Sequence[MoveRow], results: Sequence[ResultRow], rerate: Rerate
    ) -> None:
        """Append the last moves, write results and new ratings, and end the game in state over: all or nothing.

        The ratings are read, worked out and written while nobody else writes: no other table's can be lost.
        `Conflict`: no game, or a number is taken or leaves a gap.
        """
        ended_at = self._now()
        async with self._database.transaction() as transaction:
            guild_id, game = await _check_state(transaction, table_id, "playing")
            await _append(transaction, table_id, moves)
            await transaction.run_each(
                _INSERT_RESULT,
                [(table_id, r.seat, r.user_id, guild_id, game, r.points, r.place, r.won, ended_at) for r in results],
            )
            before = [RatingRow(*row) for row in await transaction.run(_RATINGS, (guild_id, game, table_id))]
            after = rerate({rating.user_id: rating for rating in before})
            await transaction.run_each(_RATE, [(guild_id, game, r.user_id, r.mu, r.sigma, r.games) for r in after])
            await transaction.run("UPDATE tables SET state = 'over', ended_at = ? WHERE id = ?", (ended_at, table_id))

    async def end_table(self, table_id: int, state: Literal["closed", "frozen"]) -> None:
        """End a table without a result. `Conflict`: it has ended already."""
        sql = "UPDATE tables SET state = ?, ended_at = ? WHERE id = ?"
        async with self._database.transaction() as transaction:
            await _check_state(transaction, table_id, "lobby", "playing")
            await transaction.run(sql, (state, self._now(), table_id))

    async def table(self, table_id: int) -> TableRow | None:
        """The table, or None if there is none of that id."""
        rows = await self._database.read("SELECT * FROM tables WHERE id = ?", (table_id,))
        if not rows:
            return None
        values = dict(rows[0])
        seats: list[Occupant | None] = [None] * values.pop("seat_count")
        sql = """
            SELECT seat, user_id, computer, COALESCE(name, '')
              FROM seats JOIN tables ON id = table_id LEFT JOIN people USING (guild_id, user_id)
             WHERE table_id = ?
        """
        for seat, *who in await self._database.read(sql, (table_id,)):
            seats[seat] = Occupant(*who)
        return TableRow(**values | {"options": json.loads(values["options"]), "seats": tuple(seats)})

    async def open_tables(self, guild_id: int, user_id: int | None = None) -> list[int]:
        """The ids of a guild's lobbies and running games, all or those at which a person sits, oldest first.

        Without the lobbies of which no post is noted: as far as is known, nobody has been shown them.
        """
        return await self._ids(_OPEN, {"guild_id": guild_id, "user_id": user_id})

    async def tables_here(self, channel_id: int) -> list[int]:
        """The ids of the tables with a post in a channel or thread, and of those open whose channel it is."""
        return await self._ids(_HERE, {"channel_id": channel_id})

    async def tables_of_message(self, message_id: int) -> list[int]:
        """The ids of the tables that a message is a post of."""
        return await self._ids(_OF_MESSAGE, (message_id,))

    async def tables_to_show(self, guild_id: int | None = None) -> list[int]:
        """The ids of the tables, of one guild or all, whose posts may have to change: open, or ended and not shown so.

        Oldest first. A table that has ended is shown so once every post of it has a fingerprint again.
        """
        return await self._ids(_TO_SHOW, {"guild_id": guild_id})

    async def _ids(self, sql: str, parameters: Parameters) -> list[int]:
        return [table_id for (table_id,) in await self._database.read(sql, parameters)]

    async def moves(self, table_id: int) -> list[MoveRow]:
        """All moves of a table's game in their order."""
        sql = "SELECT number, seat, move, made_at, by_computer FROM moves WHERE table_id = ? ORDER BY number"
        return [
            MoveRow(number, seat, move, made_at, bool(by_computer))
            for number, seat, move, made_at, by_computer in await self._database.read(sql, (table_id,))
        ]


async def _check_state(transaction: Transaction, table_id: int, *states: State) -> tuple[int, str]:
    """Return the table's guild and game, or raise `Conflict` if it is in none of `states`."""
    rows = await transaction.run("SELECT state, guild_id, game FROM tables WHERE id = ?", (table_id,))
    if not rows:
        raise Conflict(f"There is no table {table_id}.")
    state, guild_id, game = rows[0]
    if state not in states:
        raise Conflict(f"Table {table_id} is in state {state}, not {' or '.join(states)}.")
    return guild_id, game


async def _gather(transaction: Transaction, table_id: int, options: Mapping[str, object], seats: Seats) -> None:
    text = json.dumps(dict(options), ensure_ascii=False, allow_nan=False, sort_keys=True)
    await transaction.run("UPDATE tables SET seat_count = ?, options = ? WHERE id = ?", (len(seats), text, table_id))
    await _seat_all(transaction, table_id, seats)


async def _seat_all(transaction: Transaction, table_id: int, seats: Seats) -> None:
    await transaction.run("DELETE FROM seats WHERE table_id = ?", (table_id,))
    await transaction.run_each(
        "INSERT INTO seats (table_id, seat, user_id, computer) VALUES (?, ?, ?, ?)",
        [(table_id, seat, who.user_id, who.computer) for seat, who in enumerate(seats) if who],
    )
    await transaction.run_each(_NAME, [(who.user_id, who.name, table_id) for who in seats if who and who.name])


async def _append(transaction: Transaction, table_id: int, moves: Sequence[MoveRow]) -> None:
    sql = "SELECT COALESCE(MAX(number) + 1, 0) FROM moves WHERE table_id = ?"
    ((following,),) = await transaction.run(sql, (table_id,))
    numbers = [row.number for row in moves]
    if numbers != list(range(following, following + len(moves))):
        raise Conflict(f"The next move of table {table_id} is number {following}, not {numbers}.")
    await transaction.run_each(
        "INSERT INTO moves (table_id, number, seat, move, made_at, by_computer) VALUES (?, ?, ?, ?, ?, ?)",
        [(table_id, row.number, row.seat, row.move, row.made_at, row.by_computer) for row in moves],
    )
