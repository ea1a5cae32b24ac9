"""Tables with work to do, found without loading them: clocks, computer players, and outdated messages.

Queries with `after` return a page of table ids with their places, ordered by id; the next page starts after the last
id. The other queries return all rows.
"""

import json
from collections.abc import Callable, Collection

from storage.database import Queries, Transaction
from storage.queries.settings import OUTDATE_PLACE, SET
from storage.rows import Turn, deadline, turns_of, turns_text

_DUE = "SELECT id, place_id FROM tables WHERE deadline <= ? AND lost_since IS NULL ORDER BY deadline"
_IDLE = "SELECT id, place_id FROM tables WHERE state = 'lobby' AND idle_since <= ? ORDER BY id"
_IDLE_DIRECT = """
SELECT id, place_id, version FROM tables
 WHERE place_id < 0 AND state = 'playing' AND started_at <= :since
   AND NOT EXISTS (SELECT 1 FROM moves WHERE table_id = tables.id AND made_at > :since) ORDER BY id
"""
_TIMED = """
SELECT id, place_id FROM tables
 WHERE state = 'playing' AND turns <> '[]' AND id > :after ORDER BY id LIMIT :count
"""
_ACTING = "SELECT id, place_id FROM tables WHERE acting = 1 AND id > :after ORDER BY id LIMIT :count"
_OUTDATED = """
SELECT id, place_id FROM tables WHERE state = 'lobby' AND displayed_version <> version AND id > :after
 UNION SELECT id, place_id FROM tables WHERE state = 'playing' AND displayed_version <> version AND id > :after
 UNION SELECT id, place_id FROM tables
        WHERE state NOT IN ('lobby', 'playing') AND displayed_version <> version AND id > :after
 UNION SELECT id, place_id FROM posts JOIN tables ON id = owner_id
        WHERE owner_kind = 'table' AND fingerprint IS NULL AND owner_id > :after
 ORDER BY 1 LIMIT :count
"""
# A displayed version of -1 means that the version is unknown, for instance because messages could not be sent. It may
# stay unknown for long while no process works on the table, so such a table does not count as in progress.
_IN_PROGRESS = """
SELECT id, place_id, version FROM tables WHERE acting = 1 AND id > :after
 UNION SELECT id, place_id, version FROM tables
        WHERE state = 'lobby' AND displayed_version <> version AND displayed_version >= 0 AND id > :after
 UNION SELECT id, place_id, version FROM tables
        WHERE state = 'playing' AND displayed_version <> version AND displayed_version >= 0 AND id > :after
 UNION SELECT id, place_id, version FROM tables
        WHERE state NOT IN ('lobby', 'playing') AND displayed_version <> version AND displayed_version >= 0
          AND id > :after
 ORDER BY 1 LIMIT :count
"""
_TURNS = "SELECT id, turns FROM tables WHERE id IN (SELECT value FROM json_each(?)) /* FOR UPDATE */"
# Increments the version. Messages that were up to date stay up to date, unless they must display new deadlines.
_CHANGE = """
UPDATE tables SET turns = :turns, deadline = :deadline, version = version + 1,
                  displayed_version = CASE WHEN :anew = 1 THEN -1 WHEN displayed_version = version THEN version + 1
                                           ELSE displayed_version END
 WHERE id = :table_id
"""
_CREDIT_LOBBIES = """
UPDATE tables SET idle_since = idle_since + :now - CASE WHEN idle_since > :alive THEN idle_since ELSE :alive END
 WHERE state = 'lobby' AND (:alive <= :now OR idle_since > :now) AND (place_id >> 22) % :count = :shard
"""
_OUTDATE_ALL = "UPDATE tables SET displayed_version = -1 WHERE state IN ('lobby', 'playing')"

Numbered = tuple[int, int]
"""Ids of a table and of its place."""


class DueWork(Queries):
    """Queries for tables whose clock, computer player or messages need work."""

    # --- Clocks

    async def due(self, now: int) -> list[Numbered]:
        """Return the games with an expired decision or a reminder to send; the clocks of lost tables stand still."""
        return await self._database.read(_DUE, (now,))

    async def idle_lobbies(self, since: int) -> list[Numbered]:
        """Return the lobbies that nobody has changed since `since`, in unix seconds."""
        return await self._database.read(_IDLE, (since,))

    async def idle_direct_tables(self, since: int) -> list[tuple[int, int, int]]:
        """Return id, place and version of games in direct messages without a move since `since`, in unix seconds."""
        return await self._database.read(_IDLE_DIRECT, {"since": since})

    async def timed(self, after: int, count: int) -> list[Numbered]:
        """Return the games in which people have decisions to make."""
        return await self._database.read(_TIMED, {"after": after, "count": count})

    async def change_turns(
        self, table_ids: Collection[int], change: Callable[[Turn], Turn], *, keeps_messages: bool
    ) -> None:
        """Change pending decisions of some tables; a table that changes gets a new version.

        A changed deadline makes a table's messages outdated. With `keeps_messages`, the messages count as up
        to date all the same, because the deadlines have changed very little.
        """
        among = json.dumps(list(table_ids))

        def work(transaction: Transaction) -> None:
            changes = []
            for table_id, text in transaction.run(_TURNS, (among,)):
                before = turns_of(text)
                after = {seat: change(turn) for seat, turn in before.items()}
                if after == before:
                    continue
                anew = not keeps_messages and any(after[seat].due != turn.due for seat, turn in before.items())
                values = {"turns": turns_text(after), "deadline": deadline(after), "anew": int(anew)}
                changes.append(values | {"table_id": table_id})
            transaction.run_each(_CHANGE, changes)

        await self._database.write(work, behind=True)

    async def credit_lobbies(self, alive: int, now: int, shard: tuple[int, int] = (0, 1)) -> None:
        """Exclude the time from `alive` to `now` from the idle time of a shard's lobbies, because the bot was offline.

        `alive` and `now` are in unix seconds. `shard` has the number of the shard and the total number of shards.
        """
        values = {"now": now, "alive": alive, "shard": shard[0], "count": shard[1]}
        await self._database.write(lambda transaction: transaction.run(_CREDIT_LOBBIES, values), behind=True)

    # --- Computer players

    async def acting(self, after: int, count: int) -> list[Numbered]:
        """Return the games in which a computer player has to decide."""
        return await self._database.read(_ACTING, {"after": after, "count": count})

    # --- Computer players and messages

    async def in_progress(self, after: int, count: int) -> list[tuple[int, int, int]]:
        """Return id, place and version of tables in progress: an AI player must decide, or messages are out of date.

        Usually a process is working on such a table. If the version stays the same for long, no process is working
        on the table: a process that does not own its shard has changed it, and the owner does not know this yet.
        """
        return await self._database.read(_IN_PROGRESS, {"after": after, "count": count})

    # --- Messages

    async def outdated(self, after: int, count: int) -> list[Numbered]:
        """Return the tables with messages that may be outdated, or whose fingerprint is unknown."""
        return await self._database.read(_OUTDATED, {"after": after, "count": count})

    async def outdate_if_changed(self, name: str, value: str) -> None:
        """Store `value`, a fingerprint of the page templates, as the bot's setting `name`.

        If the setting had another value, mark the messages of all open tables as outdated.
        """
        sql = "SELECT 1 FROM settings WHERE owner_id = 0 AND name = ? AND value = ?"

        def work(transaction: Transaction) -> None:
            if not transaction.run(sql, (name, value)):
                transaction.run(_OUTDATE_ALL)
                transaction.run(SET, (0, name, value))

        await self._database.write(work, behind=True)

    async def outdate_place(self, place_id: int) -> None:
        """Mark the messages of all open tables of a place as outdated."""
        await self._database.write(lambda transaction: transaction.run(OUTDATE_PLACE, (place_id,)), behind=True)
