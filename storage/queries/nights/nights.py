"""League nights: their people, stages, seats and results, and the tables of a stage that begins.

Each step of a night is one transaction that claims the version that was read. So a step is made once or not at all, and
a kill between two steps loses nothing: the next look at the night makes the next step.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from storage.database import Queries, Transaction
from storage.errors import Conflict
from storage.queries.deal_commitments import count_deal
from storage.queries.nights.rows import Finish, NewTable, NightPerson, NightRow, NightSeat, NightState, WeeklyEvent
from storage.rows import TimeControl, pending_values
from storage.seats import seat_all

_COLUMNS = """
id, guild_id, channel_id, manager_id, game, rules, seat_count, options, time_control, level, stages, created_at,
starts_at, event_id, state, table_count, stage, stage_over, next_at, events, message_id, promise_id, version, displayed,
event_weekly
"""
_EVENTS = _COLUMNS.split().index("events,")
_SELECT = f"SELECT {_COLUMNS} FROM nights"  # noqa: S608  text made of constants
_OF_ID = f"{_SELECT} WHERE id = ?"
OPEN = f"{_SELECT} WHERE state = 'gathering' UNION ALL {_SELECT} WHERE state = 'playing' ORDER BY 1"
MESSAGE = "SELECT channel_id, message_id FROM nights WHERE id = ?"
IN_CHANNEL = "SELECT id FROM nights WHERE channel_id = ? AND state IN ('gathering', 'playing')"
OUTDATED = f"{_SELECT} WHERE displayed <> version AND id > 0 ORDER BY id"
_CREATE = """
INSERT INTO nights (id, guild_id, channel_id, manager_id, game, rules, seat_count, options, time_control, level, stages,
                    created_at, starts_at)
VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM nights), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
"""
_NAME = """
INSERT INTO people (place_id, user_id, name) SELECT guild_id, ?, ? FROM nights WHERE id = ? ON CONFLICT DO NOTHING
"""
PEOPLE = """
SELECT night_people.user_id, click, place, away, COALESCE(name, '')
  FROM night_people JOIN nights ON nights.id = night_id
  LEFT JOIN people ON people.place_id = guild_id AND people.user_id = night_people.user_id
 WHERE night_id = ? ORDER BY place, click
"""
SEATS = """
SELECT stage, board, seat, table_id, user_id, points FROM night_seats WHERE night_id = ? ORDER BY stage, board, seat
"""
RUNNING = """
SELECT id FROM tables WHERE night_id = ? AND night_stage = ? AND state = 'playing' ORDER BY id
"""
LOBBIES = """
SELECT tables.id, message_id FROM tables
  JOIN posts ON owner_kind = 'table' AND owner_id = tables.id AND slot = 'lobby'
 WHERE night_id = ? AND night_stage = ? AND message_id IS NOT NULL ORDER BY tables.id
"""
_TABLE = """
INSERT INTO tables (place_id, channel_id, game, rules, opener_id, time_control, seat_count, options, seed, state,
                    created_at, idle_since, started_at, acting, turns, deadline, night_id, night_stage, sealed)
SELECT guild_id, channel_id, game, rules, 0, time_control, seat_count, options, :seed, 'playing',
       :now, :now, :now, :acting, :turns, :deadline, id, stage, 1
  FROM nights WHERE id = :night_id RETURNING id, place_id
"""
UNSEAL = """
UPDATE tables SET sealed = 0, version = version + 1 WHERE night_id = ? AND night_stage = ? AND sealed = 1 RETURNING id
"""
_REDRAW = "UPDATE posts SET fingerprint = NULL WHERE owner_kind = 'table' AND owner_id = ?"


class NightParts(NamedTuple):
    """Everything that is stored of a night."""

    row: NightRow
    people: list[NightPerson]
    """The people in the order of their seating; before the start, in the order in which they joined."""
    secrets: list[str]
    """The secrets of the deal commitments in hex, by stage."""
    seats: list[NightSeat]
    """The seats of all stages that have begun."""


class Nights(Queries):
    """Queries for league nights."""

    async def create(
        self,
        *,
        guild_id: int,
        channel_id: int,
        manager_id: int,
        game: str,
        rules: int,
        seat_count: int,
        options: Mapping[str, object],
        time_control: TimeControl,
        level: str,
        secrets: Sequence[str],
        starts_at: int | None = None,
    ) -> int:
        """Store a night that gathers people, with a secret for each stage, and return its id.

        Raises:
            Conflict: the channel has a night that is not over, or another process has used the same id meanwhile.
        """
        text = json.dumps(dict(options), ensure_ascii=False, allow_nan=False, sort_keys=True)
        about = (guild_id, channel_id, manager_id, game, rules, seat_count, text, time_control, level, len(secrets))
        values = (*about, self._now(), starts_at)

        def work(transaction: Transaction) -> int:
            ((night_id,),) = transaction.run(_CREATE, values)
            rows = [(night_id, stage, secret) for stage, secret in enumerate(secrets, 1)]
            transaction.run_each("INSERT INTO night_stages (night_id, stage, secret) VALUES (?, ?, ?)", rows)
            return int(night_id)

        return await self._database.write(work)

    async def load(self, night_id: int) -> NightParts | None:
        """Return all parts of a night from one snapshot; None if there is no such night."""

        def work(transaction: Transaction) -> NightParts | None:
            rows = transaction.run(_OF_ID, (night_id,))
            if not rows:
                return None
            people = [
                NightPerson(user, click, place, bool(away), name)
                for user, click, place, away, name in transaction.run(PEOPLE, (night_id,))
            ]
            secrets = transaction.run("SELECT secret FROM night_stages WHERE night_id = ? ORDER BY stage", (night_id,))
            seats = [NightSeat(*row) for row in transaction.run(SEATS, (night_id,))]
            return NightParts(_row(rows[0]), people, [one for (one,) in secrets], seats)

        return await self._database.snapshot(work)

    async def open(self) -> list[NightRow]:
        """Return all nights that gather people or are being played, on any server. They are few."""
        return [_row(row) for row in await self._database.read(OPEN)]

    async def in_channel(self, channel_id: int) -> int | None:
        """Return the id of the night that gathers people or is being played in a channel; None if there is none."""
        return next(iter(await self._ids(IN_CHANNEL, (channel_id,))), None)

    async def outdated(self) -> list[NightRow]:
        """Return the nights whose message does not show their present version."""
        return [_row(row) for row in await self._database.read(OUTDATED)]

    async def running(self, night_id: int, stage: int) -> list[int]:
        """Return the ids of a stage's tables that are still played."""
        return await self._ids(RUNNING, (night_id, stage))

    async def lobbies(self, night_id: int, stage: int) -> dict[int, int]:
        """Return the lobby messages of a stage's tables by table id, without messages that are not posted yet."""
        return dict(await self._database.read(LOBBIES, (night_id, stage)))

    # --- Before the start

    async def join(self, seen: NightRow, person: NightPerson) -> None:
        """Add a person to a night; a person who had left the running night is no longer marked as away.

        Raises:
            Conflict: the night has changed.
        """
        sql = """
INSERT INTO night_people (night_id, user_id, click) VALUES (?, ?, ?)
ON CONFLICT (night_id, user_id) DO UPDATE SET away = 0
"""

        def work(transaction: Transaction) -> None:
            _claim(transaction, seen)
            transaction.run(sql, (seen.id, person.user_id, person.click))
            if person.name:
                transaction.run(_NAME, (person.user_id, person.name, seen.id))

        await self._database.write(work)

    async def leave(self, seen: NightRow, user_id: int) -> None:
        """Remove a person from a night that gathers people; mark a person of a running night as away.

        Raises:
            Conflict: the night has changed.
        """
        gone = "DELETE FROM night_people WHERE night_id = ? AND user_id = ?"
        away = "UPDATE night_people SET away = 1 WHERE night_id = ? AND user_id = ?"

        def work(transaction: Transaction) -> None:
            _claim(transaction, seen)
            transaction.run(gone if seen.state == "gathering" else away, (seen.id, user_id))

        await self._database.write(work)

    async def start(self, seen: NightRow, tables: int, order: Sequence[int], events: Sequence[str]) -> None:
        """Start a night: its first stage begins soon.

        Args:
            seen: the night as it was read.
            tables: the number of tables of each stage.
            order: the people in the order of their seating.
            events: the joins and the start. The deals depend on these events and on the secrets.

        Raises:
            Conflict: the night has changed.
        """
        sql = "UPDATE nights SET state = 'playing', table_count = ?, next_at = ?, events = ? WHERE id = ?"
        places = [(place, seen.id, user_id) for place, user_id in enumerate(order)]
        now = self._now()

        def work(transaction: Transaction) -> None:
            _claim(transaction, seen)
            transaction.run(sql, (tables, now, json.dumps(list(events)), seen.id))
            transaction.run_each("UPDATE night_people SET place = ? WHERE night_id = ? AND user_id = ?", places)

        await self._database.write(work)

    # --- Stages

    async def begin_stage(self, seen: NightRow, seed: str, tables: Sequence[NewTable]) -> list[int]:
        """Begin the next stage: open its tables, which play the same deals, and return their ids.

        Raises:
            Conflict: the night has changed.
        """
        now, stage = self._now(), seen.stage + 1

        def work(transaction: Transaction) -> list[int]:
            _claim(transaction, seen)
            sql = "UPDATE nights SET stage = ?, stage_over = 0, next_at = NULL WHERE id = ?"
            transaction.run(sql, (stage, seen.id))
            return [
                _begin_table(transaction, seen, NightSeat(stage, board, 0, 0, None), one, seed, now)
                for board, one in enumerate(tables, 1)
            ]

        return await self._database.write(work)

    async def finish_stage(self, seen: NightRow, finish: Finish) -> list[int]:
        """Store the results of a stage whose tables have all ended, unseal its tables, and return their ids.

        Raises:
            Conflict: the night has changed, or a table of the stage is still played.
        """
        state: NightState = "over" if finish.next_at is None else "playing"
        points = [(points, seen.id, seen.stage, table, seat) for (table, seat), points in finish.points.items()]

        def work(transaction: Transaction) -> list[int]:
            _claim(transaction, seen)
            if transaction.run(RUNNING, (seen.id, seen.stage)):
                raise Conflict(f"A table of stage {seen.stage} of night {seen.id} is still played.")
            sql = "UPDATE nights SET stage_over = 1, state = ?, next_at = ? WHERE id = ?"
            transaction.run(sql, (state, finish.next_at, seen.id))
            sql = "UPDATE night_seats SET points = ? WHERE night_id = ? AND stage = ? AND table_id = ? AND seat = ?"
            transaction.run_each(sql, points)
            unsealed = [table_id for (table_id,) in transaction.run(UNSEAL, (seen.id, seen.stage))]
            transaction.run_each(_REDRAW, [(table_id,) for table_id in unsealed])
            return unsealed

        return await self._database.write(work)

    async def end(self, seen: NightRow, state: NightState, *, delete_event: bool = False) -> None:
        """End a night between its stages or before the start.

        With `delete_event`, the night's event is deleted even if it repeats each week.

        Raises:
            Conflict: the night has changed.
        """

        def work(transaction: Transaction) -> None:
            _claim(transaction, seen)
            transaction.run("UPDATE nights SET state = ?, next_at = NULL WHERE id = ?", (state, seen.id))
            if delete_event:
                transaction.run("UPDATE nights SET event_weekly = 0 WHERE id = ?", (seen.id,))

        await self._database.write(work)

    async def end_after_stage(self, seen: NightRow) -> None:
        """Let the night end after the present stage; raises `Conflict` if the night has changed."""

        def work(transaction: Transaction) -> None:
            _claim(transaction, seen)
            transaction.run("UPDATE nights SET stages = stage WHERE id = ?", (seen.id,))

        await self._database.write(work)

    # --- Messages

    async def message(self, night_id: int) -> tuple[int, int | None] | None:
        """Return the channel and the public message of a night; None if there is no such night."""
        rows = await self._database.read(MESSAGE, (night_id,))
        return (rows[0][0], rows[0][1]) if rows else None

    async def set_message(self, night_id: int, message_id: int | None) -> None:
        """Store the id of a night's public message; None means that the message is gone."""
        await self._set("message_id", message_id, night_id)

    async def set_promise(self, night_id: int, message_id: int) -> None:
        """Store the id of a night's message with the deal commitments."""
        await self._set("promise_id", message_id, night_id)

    async def set_event(self, night_id: int, event_id: int, *, weekly: bool = False) -> bool:
        """Store a night's event on Discord, `weekly` if it repeats; return False if the night is gone or called off."""
        sql = "UPDATE nights SET event_id = ?, event_weekly = ? WHERE id = ? AND state <> 'off' RETURNING id"
        values = (event_id, int(weekly), night_id)
        return bool(await self._database.write(lambda transaction: transaction.run(sql, values)))

    async def remove_event(self, night_id: int) -> None:
        """Store that a night has no scheduled event any more."""
        await self._set("event_id", None, night_id)

    async def weekly_events(self) -> list[WeeklyEvent]:
        """Return the weekly events of all servers."""
        sql = "SELECT event_id, guild_id, zone, starts_at FROM weekly_events ORDER BY event_id"
        return [WeeklyEvent(*row) for row in await self._database.read(sql)]

    async def add_weekly_event(self, event: WeeklyEvent) -> None:
        """Store a weekly event; if it is stored already, change nothing."""
        sql = (
            "INSERT INTO weekly_events (event_id, guild_id, zone, starts_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        )
        await self._database.write(lambda transaction: transaction.run(sql, event))

    async def move_weekly_event(self, event_id: int, starts_at: int) -> None:
        """Store another start of a weekly event."""
        sql = "UPDATE weekly_events SET starts_at = ? WHERE event_id = ?"
        await self._database.write(lambda transaction: transaction.run(sql, (starts_at, event_id)))

    async def remove_weekly_event(self, event_id: int) -> None:
        """Remove a weekly event, which is gone on Discord."""
        sql = "DELETE FROM weekly_events WHERE event_id = ?"
        await self._database.write(lambda transaction: transaction.run(sql, (event_id,)))

    async def set_displayed(self, night_id: int, version: int) -> None:
        """Store the version that the night's message shows."""
        await self._set("displayed", version, night_id)

    async def _set(self, column: str, value: int | None, night_id: int) -> None:
        sql = f"UPDATE nights SET {column} = ? WHERE id = ?"  # noqa: S608  `column` is a constant
        await self._database.write(lambda transaction: transaction.run(sql, (value, night_id)), behind=True)


def _begin_table(transaction: Transaction, night: NightRow, at: NightSeat, table: NewTable, seed: str, now: int) -> int:
    """Open a table of a stage, store its seats for the night, and return its id."""
    values = {"seed": seed, "now": now, "night_id": night.id} | pending_values(table.turns, acting=table.acting)
    ((table_id, place_id),) = transaction.run(_TABLE, values)
    seat_all(transaction, table_id, table.seats)
    count_deal(transaction, place_id, "dealt")
    sql = "INSERT INTO night_seats (night_id, stage, board, seat, table_id, user_id) VALUES (?, ?, ?, ?, ?, ?)"
    rows = [(night.id, at.stage, at.board, seat, table_id, who and who.user_id) for seat, who in enumerate(table.seats)]
    transaction.run_each(sql, rows)
    return int(table_id)


def _claim(transaction: Transaction, seen: NightRow) -> None:
    sql = "UPDATE nights SET version = version + 1 WHERE id = ? AND version = ?"
    if not transaction.change(sql, (seen.id, seen.version)):
        raise Conflict(f"Night {seen.id} is not, or no longer, as it was read.")


def _row(values: Sequence[Any]) -> NightRow:
    row = NightRow(*values)
    options, events = json.loads(str(row.options)), json.loads(str(values[_EVENTS]))
    return replace(
        row, options=options, events=tuple(events), stage_over=bool(row.stage_over), event_weekly=bool(row.event_weekly)
    )
