"""Tables with their moves and results, in the states lobby, playing, over, closed and frozen.

Each write is one transaction; reads see committed data only.
"""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from storage.database import Queries, Transaction
from storage.optimistic_lock import NO_TURNS, claim
from storage.owners import table_owner
from storage.queries.deal_commitments import count_deal, keep_promise, promises_of
from storage.queries.message_records import add_record
from storage.queries.results import Rate, add_results
from storage.queries.scheduled_lobbies import remove_scheduled
from storage.rows import (
    CloseReason,
    Crowd,
    MoveRow,
    Post,
    PromiseRow,
    ResultRow,
    Seats,
    Seen,
    SetUp,
    TablePlace,
    TableRow,
    Tally,
    TimeControl,
    Turns,
    pending_values,
    turns_of,
)
from storage.seats import seat_all, seats_of

_INSERT_TABLE = """
INSERT INTO tables (place_id, channel_id, game, rules, opener_id, time_control, seat_count, created_at,
                    idle_since, options)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
"""
_BEGIN = """
INSERT INTO tables (place_id, channel_id, game, rules, opener_id, seat_count, options, seed, state,
                    created_at, idle_since, started_at, acting, turns, deadline)
VALUES (:place_id, :channel_id, :game, :rules, :opener_id, :seat_count, :options, :seed, 'playing',
        :now, :now, :now, :acting, :turns, :deadline) RETURNING id
"""
_OPEN = """
SELECT id FROM tables WHERE place_id = :place_id AND state IN ('lobby', 'playing')
   AND (state = 'playing' OR EXISTS (SELECT 1 FROM posts
                                    WHERE owner_kind = 'table' AND owner_id = tables.id AND slot = 'lobby'))
   AND (CAST(:user_id AS BIGINT) IS NULL OR id IN (SELECT table_id FROM seats WHERE user_id = :user_id)) ORDER BY id
"""
PLACES = """
SELECT tables.id, game, tables.channel_id, posts.message_id, lost_since FROM tables
  LEFT JOIN posts ON owner_kind = 'table' AND owner_id = tables.id AND slot = 'thread'
 WHERE place_id = ? AND state IN ('lobby', 'playing') AND origin_id IS NULL ORDER BY tables.id
"""
_OPEN_COUNTS = """
SELECT COUNT(*) FILTER (WHERE state = 'lobby'), COUNT(*) FILTER (WHERE state = 'playing')
  FROM tables WHERE state IN ('lobby', 'playing')
"""
_RECORDED = "SELECT id, game, rules FROM tables WHERE state IN ('playing', 'over') ORDER BY id"
LAST = """
SELECT seat_count, options, time_control, opener_id FROM tables
 WHERE channel_id = ? AND game = ? AND started_at IS NOT NULL AND origin_id IS NULL AND night_id IS NULL
 ORDER BY started_at DESC, id DESC LIMIT 1
"""
_LAST_LEVEL = """
SELECT computer FROM seats
 WHERE computer IS NOT NULL AND left_by IS NULL
   AND table_id = (SELECT MAX(id) FROM tables WHERE place_id = ? AND started_at IS NOT NULL AND origin_id IS NULL)
 ORDER BY seat LIMIT 1
"""
_CROWD = """
SELECT COUNT(*) FILTER (WHERE state = 'lobby'), COUNT(*) FILTER (WHERE origin_id IS NULL),
       COUNT(*) FILTER (WHERE state = 'lobby' AND own), COUNT(*) FILTER (WHERE own),
       COUNT(*) FILTER (WHERE own AND opener_id = :user_id AND origin_id IS NULL)
  FROM (SELECT state, origin_id, opener_id,
               EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND user_id = :user_id) AS own
          FROM tables WHERE place_id = :place_id AND state IN ('lobby', 'playing')) AS open
"""
_HERE = """
SELECT id FROM tables WHERE channel_id = :channel_id AND state IN ('lobby', 'playing')
 UNION SELECT owner_id FROM posts WHERE channel_id = :channel_id AND owner_kind = 'table' ORDER BY 1
"""
_REMATCH = """
INSERT INTO tables (place_id, channel_id, game, rules, opener_id, time_control, seat_count, options, seed, state,
                    created_at, idle_since, started_at, acting, turns, deadline)
SELECT place_id, channel_id, game, :rules, opener_id, time_control, seat_count, options, :seed, 'playing',
       :now, :now, :now, :acting, :turns, :deadline
  FROM tables WHERE id = :table_id RETURNING id, place_id
"""
_END = "UPDATE tables SET state = 'over', ended_at = ? WHERE id = ? RETURNING place_id, game"
_HELPED = "UPDATE tables SET helped = 1 WHERE id = ?"
_SAME_THREAD = """
INSERT INTO posts (nonce, owner_kind, owner_id, slot, channel_id, message_id, fingerprint)
SELECT :nonce, owner_kind, :next_id, slot, channel_id, message_id, 'of the game before'
  FROM posts WHERE owner_kind = 'table' AND owner_id = :table_id AND slot = 'thread'
"""
_LEAVE_NIGHT = """
UPDATE night_people SET away = 1 WHERE user_id = ? AND night_id = (SELECT night_id FROM tables WHERE id = ?)
"""
_BAR = "INSERT INTO barred (table_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
_BARRED = "SELECT user_id FROM barred WHERE table_id = ?"
_UNBAR = "DELETE FROM barred WHERE table_id = ?"
_DISOWN = "UPDATE seats SET commitment_events = '[]' WHERE table_id = ?"
_OF_MESSAGE = "SELECT DISTINCT owner_id FROM posts WHERE message_id = ? AND owner_kind = 'table'"
_OF_ID = """
SELECT tables.*, nights.level AS night_level FROM tables LEFT JOIN nights ON nights.id = night_id WHERE tables.id = ?
"""
_APART = {"acting", "created_at", "deadline", "displayed_version", "idle_since"}
"""Columns that `TableRow` leaves out, because only other queries read them."""

_NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


class Tables(Queries):
    """Queries for tables."""

    async def create(
        self,
        *,
        place_id: int,
        channel_id: int,
        game: str,
        rules: int,
        opener_id: int,
        seats: Seats,
        time_control: TimeControl = "none",
        options: Mapping[str, object] = _NO_OPTIONS,
        secret: str | None = None,
        events: Sequence[str] = (),
        scheduled: tuple[int, Sequence[Post]] | None = None,
    ) -> int:
        """Open a table in state lobby, and return its id. Ids grow and are never used again.

        If there is a `secret`, a deal commitment is stored under the table's id; `events` are its first events.
        `scheduled` has the id of a scheduled lobby, which the table replaces, and the message records to add to the
        table.

        Raises:
            Conflict: the scheduled lobby is missing or was dropped.
        """
        now = self._now()
        values = (place_id, channel_id, game, rules, opener_id, time_control, len(seats), now, now, _text(options))

        def work(transaction: Transaction) -> int:
            rows = transaction.run(_INSERT_TABLE, values)
            table_id: int = rows[0][0]
            seat_all(transaction, table_id, seats)
            if secret is not None:
                keep_promise(transaction, table_id, PromiseRow(str(table_id), rules, secret, tuple(events)))
            if scheduled is not None:
                remove_scheduled(transaction, scheduled[0])
                for post in scheduled[1]:
                    add_record(transaction, table_owner(table_id), post)
            return table_id

        return await self._database.write(work)

    async def save_lobby(
        self,
        seen: Seen,
        options: Mapping[str, object],
        seats: Seats,
        time_control: TimeControl = "none",
        promise: PromiseRow | None = None,
        bar: int | None = None,
    ) -> None:
        """Replace a lobby's options, seats and time control, and its commitment if it has changed.

        `bar` is the id of a person who may not join again, or None.

        Raises:
            Conflict: the table is no lobby, has another version, or a person sits twice.
        """
        now = self._now()
        claimed = claim(seen, "lobby")

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            _gather(transaction, seen.table_id, options, seats)
            keep_promise(transaction, seen.table_id, promise)
            transaction.run(
                "UPDATE tables SET time_control = ?, idle_since = ? WHERE id = ?", (time_control, now, seen.table_id)
            )
            if bar is not None:
                transaction.run(_BAR, (seen.table_id, bar))

        await self._database.write(work)

    async def start(
        self,
        seen: Seen,
        *,
        seed: str,
        rules: int,
        options: Mapping[str, object],
        seats: Seats,
        turns: Turns = NO_TURNS,
        promise: PromiseRow | None = None,
        acting: bool = False,
    ) -> None:
        """Move a lobby to the state playing, and store all that the game's record needs apart from moves.

        `acting` tells whether a computer player has to decide now; it has the same meaning in the other writes.

        Raises:
            Conflict: the table is no lobby, has another version, or a person sits twice.
        """
        sql = "UPDATE tables SET state = 'playing', seed = ?, rules = ?, started_at = ? WHERE id = ? RETURNING place_id"
        now = self._now()
        claimed = claim(seen, "lobby", turns=turns, acting=acting)

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            ((place_id,),) = transaction.run(sql, (seed, rules, now, seen.table_id))
            _gather(transaction, seen.table_id, options, seats)
            keep_promise(transaction, seen.table_id, promise)
            transaction.run(_UNBAR, (seen.table_id,))
            count_deal(transaction, place_id, "dealt")

        await self._database.write(work)

    async def begin(
        self,
        *,
        place_id: int,
        channel_id: int,
        game: str,
        rules: int,
        opener_id: int,
        seats: Seats,
        options: Mapping[str, object],
        seed: str,
        turns: Turns = NO_TURNS,
        acting: bool = False,
    ) -> int:
        """Open a table whose game is running already, without a deal commitment, and return its id."""
        values = {
            "place_id": place_id,
            "channel_id": channel_id,
            "game": game,
            "rules": rules,
            "opener_id": opener_id,
            "seat_count": len(seats),
            "options": _text(options),
            "seed": seed,
            "now": self._now(),
        }

        def work(transaction: Transaction) -> int:
            ((table_id,),) = transaction.run(_BEGIN, values | pending_values(turns, acting=acting))
            seat_all(transaction, table_id, seats)
            count_deal(transaction, place_id, "dealt")
            return int(table_id)

        return await self._database.write(work)

    async def add_moves(
        self,
        seen: Seen,
        moves: Sequence[MoveRow],
        *,
        seats: Seats | None = None,
        turns: Turns = NO_TURNS,
        acting: bool = False,
    ) -> None:
        """Append moves, numbered after the last one, and set the pending decisions.

        The seats are replaced unless `seats` is None.

        Raises:
            Conflict: no game is running, the version differs, or a move's number is taken or leaves a gap.
        """
        claimed = claim(seen, "playing", turns=turns, acting=acting, moves=moves)

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            seat_all(transaction, seen.table_id, seats)

        await self._database.write(work)

    async def finish(
        self,
        seen: Seen,
        moves: Sequence[MoveRow],
        results: Sequence[ResultRow],
        rate: Rate,
        *,
        seats: Seats | None = None,
        rematch: PromiseRow | None = None,
    ) -> None:
        """Append the last moves, write results and ratings, replace the seats unless `seats` is None, and end the game.

        The state becomes over, and the rematch's commitment is stored. Without results the game counts for nobody.
        Ratings are read, computed and written in one transaction, which locks the place's results. So no change of a
        rating is lost when several games end at the same time.

        Raises:
            Conflict: no game is running, the version differs, or a move's number is taken or leaves a gap.
        """
        table_id, ended_at = seen.table_id, self._now()
        claimed = claim(seen, "playing", moves=moves)

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            ((place_id, game),) = transaction.run(_END, (ended_at, table_id))
            if results:
                add_results(transaction, table_id, (place_id, game), ended_at, results, rate)
            keep_promise(transaction, table_id, rematch)
            seat_all(transaction, table_id, seats)

        await self._database.write(work)

    async def end(
        self,
        seen: Seen,
        state: Literal["closed", "frozen"],
        close_reason: CloseReason | None = None,
        *,
        seats: Seats | None = None,
        tally: Tally | None = None,
    ) -> None:
        """End a table without a result; replace the seats unless `seats` is None.

        `tally` names the field of `Deals` to increase by one. A lobby forgets whom it has barred, and its seats lose
        their events of the deal commitment.

        Raises:
            Conflict: the table has ended, or has another version.
        """
        sql = "UPDATE tables SET state = ?, close_reason = ?, ended_at = ? WHERE id = ? RETURNING place_id, started_at"
        now = self._now()
        claimed = claim(seen, "lobby", "playing")

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            ((place_id, started_at),) = transaction.run(sql, (state, close_reason, now, seen.table_id))
            if tally is not None:
                count_deal(transaction, place_id, tally)
            seat_all(transaction, seen.table_id, seats)
            if started_at is None:
                transaction.run(_UNBAR, (seen.table_id,))
                transaction.run(_DISOWN, (seen.table_id,))

        await self._database.write(work)

    async def save_seats(
        self,
        seen: Seen,
        seats: Seats,
        turns: Turns,
        *,
        behind: bool = False,
        rematch: PromiseRow | None = None,
        acting: bool = False,
        leaver: int | None = None,
    ) -> None:
        """Replace the seats and pending decisions of a started game, and the rematch's commitment if it has changed.

        At a table of a league night, a person who leaves (`leaver`) is marked as away, so that they have no seat in the
        next stage.

        Raises:
            Conflict: no game has started, or the version differs.
        """
        claimed = claim(seen, "playing", "over", turns=turns, acting=acting)

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            seat_all(transaction, seen.table_id, seats)
            keep_promise(transaction, seen.table_id, rematch)
            if leaver is not None:
                transaction.run(_LEAVE_NIGHT, (leaver, seen.table_id))

        await self._database.write(work, behind=behind)

    async def mark_helped(self, seen: Seen, turns: Turns, *, acting: bool = False) -> None:
        """Mark a running game as one in which its only person has asked for a suggestion.

        Raises:
            Conflict: no game is running, or the version differs.
        """
        claimed = claim(seen, "playing", turns=turns, acting=acting)

        def work(transaction: Transaction) -> None:
            claimed(transaction)
            transaction.run(_HELPED, (seen.table_id,))

        await self._database.write(work)

    async def start_rematch(
        self,
        seen: Seen,
        *,
        nonce: str,
        seed: str,
        rules: int,
        seats: Seats,
        turns: Turns,
        promise: PromiseRow | None = None,
        acting: bool = False,
    ) -> int:
        """Start another game with the same setup in the same thread, return its id, and link it from the old table.

        The rematch's commitment moves to the new table.

        Raises:
            Conflict: the game is not over, the version differs, or there is a rematch already.
        """
        values = {"table_id": seen.table_id, "seed": seed, "rules": rules, "now": self._now()}
        claimed = claim(seen, "over")

        def work(transaction: Transaction) -> int:
            claimed(transaction)
            ((next_id, place_id),) = transaction.run(_REMATCH, values | pending_values(turns, acting=acting))
            transaction.run(_SAME_THREAD, {"table_id": seen.table_id, "next_id": next_id, "nonce": nonce})
            sql = "UPDATE tables SET next_id = ? WHERE id = ?"
            transaction.run(sql, (next_id, seen.table_id))
            seat_all(transaction, next_id, seats)
            keep_promise(transaction, next_id, promise)
            count_deal(transaction, place_id, "dealt")
            return int(next_id)

        return await self._database.write(work)

    async def load(self, table_id: int) -> TableRow | None:
        """Return a table, or None if no table has that id."""
        return await self._database.snapshot(lambda transaction: _table(transaction, table_id))

    async def load_with_moves(self, table_id: int) -> tuple[TableRow | None, list[MoveRow]]:
        """Return a table with all moves of its game in order, from one snapshot."""
        return await self._database.snapshot(
            lambda transaction: (_table(transaction, table_id), _moves(transaction, table_id))
        )

    async def open_in_place(self, place_id: int, user_id: int | None = None) -> list[int]:
        """Return the ids of a place's lobbies and running games, oldest first.

        With `user_id`, only tables at which that person sits are returned. Lobbies without the record of a lobby
        message are left out: nobody has seen them yet.
        """
        return await self._ids(_OPEN, {"place_id": place_id, "user_id": user_id})

    async def places(self, place_id: int) -> list[TablePlace]:
        """Return where a place's lobbies and running games are, oldest first, without practice games."""
        return [TablePlace(*row) for row in await self._database.read(PLACES, (place_id,))]

    async def last_setup(self, channel_id: int, game: str) -> SetUp | None:
        """Return the setup of a channel's latest game of this kind; None if there is none.

        Practice games and games of league nights do not count.
        """
        rows = await self._database.read(LAST, (channel_id, game))
        if not rows:
            return None
        seats, options, time_control, opener_id = rows[0]
        return SetUp(seats, json.loads(options), time_control, opener_id)

    async def last_level(self, place_id: int) -> str | None:
        """Return the level of the first computer player in a place's latest game; None if it has no computer player.

        Practice games do not count, and neither do computer players that have taken over a seat.
        """
        rows = await self._database.read(_LAST_LEVEL, (place_id,))
        return rows[0][0] if rows else None

    async def place_counts(self, place_id: int, user_id: int) -> Crowd:
        """Return how many tables are open in a place, in all and for one person."""
        return Crowd(*(await self._database.read(_CROWD, {"place_id": place_id, "user_id": user_id}))[0])

    async def open_counts(self) -> tuple[int, int]:
        """Return how many lobbies and how many running games there are."""
        [(lobbies, playing)] = await self._database.read(_OPEN_COUNTS)
        return lobbies, playing

    async def recorded_games(self) -> list[tuple[int, str, int]]:
        """Return id, game and rules version of each table whose game is running or was played to the end."""
        return await self._database.read(_RECORDED)

    async def in_channel(self, channel_id: int) -> list[int]:
        """Return the ids of tables with a message in a channel or thread, and of open tables of that channel."""
        return await self._ids(_HERE, {"channel_id": channel_id})

    async def of_message(self, message_id: int) -> list[int]:
        """Return the ids of the tables that a message belongs to."""
        return await self._ids(_OF_MESSAGE, (message_id,))

    async def moves(self, table_id: int) -> list[MoveRow]:
        """Return all moves of a table's game in order."""
        return await self._database.snapshot(lambda transaction: _moves(transaction, table_id))


def _moves(transaction: Transaction, table_id: int) -> list[MoveRow]:
    sql = "SELECT number, seat, move, made_at, computer FROM moves WHERE table_id = ? ORDER BY number"
    return [MoveRow(*row) for row in transaction.run(sql, (table_id,))]


def _table(transaction: Transaction, table_id: int) -> TableRow | None:
    rows = transaction.run_named(_OF_ID, (table_id,))
    if not rows:
        return None
    values = {name: value for name, value in rows[0].items() if name not in _APART}
    seats, turns = seats_of(transaction, table_id, values.pop("seat_count")), turns_of(values["turns"])
    promises = promises_of(transaction, table_id)
    barred = transaction.run(_BARRED, (table_id,)) if values["state"] == "lobby" else ()
    read = {
        "options": json.loads(values["options"]),
        "seats": seats,
        "turns": turns,
        "promises": promises,
        "barred": frozenset(user_id for (user_id,) in barred),
        "helped": bool(values["helped"]),
        "sealed": bool(values["sealed"]),
    }
    return TableRow(**values | read)


def _text(options: Mapping[str, object]) -> str:
    return json.dumps(dict(options), ensure_ascii=False, allow_nan=False, sort_keys=True)


def _gather(transaction: Transaction, table_id: int, options: Mapping[str, object], seats: Seats) -> None:
    values = (len(seats), _text(options), table_id)
    transaction.run("UPDATE tables SET seat_count = ?, options = ? WHERE id = ?", values)
    seat_all(transaction, table_id, seats)
