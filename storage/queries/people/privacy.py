"""Personal data: exporting and deleting all data about one person, and deleting a guild's data.

A person's results stay, because other people's ratings depend on them. A random number replaces the user id: one number
for each guild and game. Nothing leads from the number back to the person. Everything in the person's direct messages is
deleted, because nobody else has taken part there.
"""

import secrets
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from storage.database import Queries, Transaction
from storage.errors import Conflict
from storage.place_ids import of_direct_messages
from storage.queries.daily.deals import MARK_DELETED
from storage.queries.daily.messages import OUTDATE, OUTDATE_NAMING
from storage.queries.people import puzzles
from storage.rows import turns_of

# Slots of messages that mention the person. The patterns begin with % for retired messages, whose slots have a prefix.
_MENTIONS = """
owner_kind = 'table'
AND (slot LIKE '%turn:' || :user || ':%' OR slot LIKE '%invite:' || :user || ':%' OR slot = 'invite:' || :user)
"""
# The export's queries by heading: one for each database table that names people.
_EXPORTED = {
    "names": "SELECT place_id, name FROM people WHERE user_id = :user",
    "settings": "SELECT name, value FROM settings WHERE owner_id = :user AND name NOT LIKE 'server:%'",
    "opened": "SELECT id AS table_id, place_id, channel_id, game, created_at FROM tables WHERE opener_id = :user",
    "seats": """
SELECT table_id, place_id, channel_id, game, state, started_at, ended_at, helped,
       seat, user_id IS NULL AS left, removed, misses, cuts, commitment_events AS mixed
  FROM seats JOIN tables ON tables.id = table_id WHERE COALESCE(user_id, left_by) = :user ORDER BY table_id
""",
    "moves": """
SELECT moves.table_id, number, move, made_at
  FROM seats CROSS JOIN moves ON moves.table_id = seats.table_id AND moves.seat = seats.seat
 WHERE COALESCE(user_id, left_by) = :user AND moves.computer IS NULL ORDER BY moves.table_id, number
""",
    "results": """
SELECT table_id, place_id, game, ended_at, seat, points, place, won, user_id IS NULL AS left,
       own_share AS own, practice, mu, sigma
  FROM results WHERE COALESCE(user_id, left_by) = :user ORDER BY ended_at
""",
    "reviews": """
SELECT table_id, seat, version, counted, loss, content, made_at FROM reviews WHERE user_id = :user ORDER BY table_id
""",
    "attempts": """
SELECT day, deal, moves, points, opened_at, begun_at, ended_at, guild_id
  FROM attempts WHERE user_id = :user ORDER BY day
""",
    "puzzle_answers": """
SELECT day, move, solved, answered_at FROM puzzle_answers WHERE user_id = :user ORDER BY day
""",
    "puzzle_sources": """
SELECT puzzle_sources.day, table_id
  FROM puzzle_sources JOIN puzzles ON puzzles.day = puzzle_sources.day WHERE user_id = :user ORDER BY puzzle_sources.day
""",
    "ratings": "SELECT place_id, game, practice, mu, sigma, games FROM ratings WHERE user_id = :user",
    "coached": "SELECT sentence FROM coached WHERE user_id = :user ORDER BY sentence",
    "badges": "SELECT place_id, badge, times, table_id, earned_at FROM badges WHERE user_id = :user",
    "lessons": "SELECT lesson, offered_at, finished_at FROM lessons WHERE user_id = :user ORDER BY lesson",
    "notices": "SELECT guild_id, game, opens, missing, locale, refused FROM notices WHERE user_id = :user",
    "reminders": "SELECT locale, next_at, refused FROM reminders WHERE user_id = :user",
    "notices_sent": "SELECT table_id, guild_id, at FROM notices_sent WHERE user_id = :user",
    "lost_notices": "SELECT table_id, due_at, told_at FROM lost_notices WHERE user_id = :user ORDER BY table_id",
    "scheduled_lobbies": """
SELECT id, guild_id, channel_id, opener_name, game, seats, time_control, opens_at, event_id, message_id, dropped
  FROM scheduled_lobbies WHERE opener_id = :user ORDER BY opens_at
""",
    "nights": """
SELECT night_id, guild_id, channel_id, game, click, place, away
  FROM night_people JOIN nights ON nights.id = night_id WHERE user_id = :user ORDER BY night_id
""",
    "night_seats": """
SELECT night_id, stage, board, seat, table_id, points FROM night_seats WHERE user_id = :user ORDER BY night_id, stage
""",
    "nights_managed": """
SELECT id AS night_id, guild_id, channel_id, game, created_at FROM nights WHERE manager_id = :user ORDER BY id
""",
    "barred": "SELECT table_id, place_id FROM barred JOIN tables ON id = table_id WHERE user_id = :user",
    "mentions": f"SELECT owner_id AS table_id, channel_id, message_id FROM posts WHERE {_MENTIONS}",  # noqa: S608  text made of constants
}
_OWES = """
SELECT table_id, seat, agreed, turns FROM seats JOIN tables ON tables.id = table_id
 WHERE user_id = :user AND turns <> '[]' ORDER BY table_id
"""
_SITS = """
SELECT table_id FROM seats JOIN tables ON tables.id = table_id
 WHERE user_id = ? AND state IN ('lobby', 'playing') ORDER BY table_id
"""
_NAMED = """
SELECT DISTINCT table_id FROM seats JOIN tables ON tables.id = table_id
 WHERE COALESCE(user_id, left_by) = ? AND state IN ('lobby', 'playing', 'over')
"""
_PLAYED = """
SELECT place_id, game FROM results WHERE COALESCE(user_id, left_by) = :user
UNION SELECT place_id, game FROM ratings WHERE user_id = :user
UNION SELECT place_id, game FROM seats JOIN tables ON tables.id = table_id WHERE COALESCE(user_id, left_by) = :user
"""
_CONCERNED = """
SELECT table_id FROM seats WHERE COALESCE(user_id, left_by) = :user
UNION SELECT id FROM tables WHERE opener_id = :user UNION SELECT table_id FROM barred WHERE user_id = :user
UNION SELECT owner_id FROM posts WHERE slot = 'invite:' || :user AND owner_kind = 'table'
"""
# Replaces the person's id by a random number, for one place and game. The person's seats go to computer players.
_STAND_IN = (
    """
UPDATE results SET user_id = CASE WHEN user_id IS NOT NULL THEN :nobody END,
                   left_by = CASE WHEN left_by IS NOT NULL THEN :nobody END
 WHERE place_id = :place AND game = :game AND COALESCE(user_id, left_by) = :user
""",
    "UPDATE ratings SET user_id = :nobody WHERE place_id = :place AND game = :game AND user_id = :user",
    """
UPDATE seats SET user_id = NULL, computer = COALESCE(computer, 'normal'), left_by = :nobody, cuts = 0,
                 commitment_events = '[]'
 WHERE COALESCE(user_id, left_by) = :user
   AND table_id IN (SELECT id FROM tables WHERE place_id = :place AND game = :game
                       AND (seats.user_id IS NULL OR state NOT IN ('lobby', 'playing')))
""",
)
# Withdraws the leaderboards that may name the person. Run it before the person's id is replaced in results and ratings.
_WITHDRAW = """
UPDATE leaderboards SET withdrawn = 1
 WHERE guild_id IN (SELECT place_id FROM results WHERE COALESCE(user_id, left_by) = :user
                     UNION SELECT place_id FROM ratings WHERE user_id = :user)
"""
# Increments the versions of the person's tables, so that no process with an older version in its cache can write the
# person back.
_READ_AGAIN = """
UPDATE tables SET version = version + 1
 WHERE id IN (SELECT table_id FROM seats WHERE COALESCE(user_id, left_by) = :user)
"""
_OF_PERSON = (
    "barred",
    "people",
    "coached",
    "badges",
    "lessons",
    "reviews",
    "attempts",
    "reminders",
    "notices",
    "notices_sent",
    "lost_notices",
    "puzzle_answers",
    "puzzle_sources",
    "night_people",
)
_FORGET = (
    "UPDATE puzzles SET withdrawn = 1 WHERE day IN (SELECT day FROM puzzle_sources WHERE user_id = :user)",
    "UPDATE tables SET opener_id = 0 WHERE opener_id = :user",
    f"UPDATE posts SET slot = 'old::' || nonce, fingerprint = NULL WHERE {_MENTIONS}",  # noqa: S608  text made of constants
    "DELETE FROM settings WHERE owner_id = :user AND name NOT LIKE 'server:%'",
    """
UPDATE scheduled_lobbies SET opener_id = 0, opener_name = '', dropped = COALESCE(dropped, 'called-off')
 WHERE opener_id = :user
""",
    """
UPDATE nights SET version = version + 1
 WHERE manager_id = :user OR id IN (SELECT night_id FROM night_people WHERE user_id = :user)
    OR id IN (SELECT night_id FROM night_seats WHERE user_id = :user)
""",
    "UPDATE nights SET manager_id = 0 WHERE manager_id = :user",
    "UPDATE night_seats SET user_id = 0 WHERE user_id = :user",
    *(f"DELETE FROM {table} WHERE user_id = :user" for table in _OF_PERSON),  # noqa: S608  text made of constants
)
_OF_PLACE = ("results", "ratings", "badges", "people", "deals")
_OF_GUILD = (
    "notices",
    "scheduled_lobbies",
    "nights",
    "weekly_events",
    "leaderboards",
    "daily_messages",
    "commitment_messages",
    "gone_servers",
)
_FORGET_GUILD = (
    OUTDATE_NAMING,
    "DELETE FROM settings WHERE owner_id = :guild AND name LIKE 'server:%'",
    "UPDATE attempts SET guild_id = NULL WHERE guild_id = :guild",
    *(f"DELETE FROM {table} WHERE place_id = :guild" for table in _OF_PLACE),  # noqa: S608  text made of constants
    *(f"DELETE FROM {table} WHERE guild_id = :guild" for table in _OF_GUILD),  # noqa: S608  text made of constants
)
_FORGET_DIRECT_MESSAGES = tuple(f"DELETE FROM {table} WHERE place_id = :place" for table in ("tables", *_OF_PLACE))  # noqa: S608  text made of constants
_IS_GONE = "SELECT 1 FROM gone_servers WHERE guild_id = ? /* FOR UPDATE */"
_FEW_TABLES = "DELETE FROM tables WHERE id IN (SELECT id FROM tables WHERE place_id = ? LIMIT ?) RETURNING id"
_GUILDS = """
SELECT place_id FROM tables WHERE place_id > 0 UNION SELECT place_id FROM results WHERE place_id > 0
 UNION SELECT place_id FROM people WHERE place_id > 0 UNION SELECT place_id FROM deals WHERE place_id > 0
 UNION SELECT guild_id FROM notices UNION SELECT guild_id FROM scheduled_lobbies
 UNION SELECT guild_id FROM attempts WHERE guild_id IS NOT NULL UNION SELECT guild_id FROM daily_messages
 UNION SELECT guild_id FROM nights UNION SELECT guild_id FROM commitment_messages
 UNION SELECT owner_id FROM settings WHERE name LIKE 'server:%'
"""
AT_ONCE = 20
"""Greatest number of tables deleted in one transaction. It is small, so that people's moves do not wait long."""


class Privacy(Queries):
    """Queries for exporting and deleting data of people and guilds."""

    async def export_person(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Return all data about a person, by kind, without other people's cards or the seed of a deal."""

        def work(transaction: Transaction) -> dict[str, list[dict[str, Any]]]:
            about = {"user": user_id}
            exported = {kind: transaction.run_named(query, about) for kind, query in _EXPORTED.items()}
            return exported | {"turns": list(_owed(transaction.run(_OWES, about)))}

        return await self._database.snapshot(work)

    async def open_tables_of(self, user_id: int) -> list[int]:
        """Return the open tables, in all places, at which a person sits."""
        return await self._ids(_SITS, (user_id,))

    async def tables_naming(self, user_id: int) -> list[int]:
        """Return all tables, open or over, at which a person sits or has left a seat."""
        return await self._ids(_NAMED, (user_id,))

    async def delete_person(
        self,
        user_id: int,
        among: Collection[int] | None = None,
        tries: Mapping[int, str] | None = None,
        answers: Mapping[int, str] | None = None,
    ) -> list[int]:
        """Delete the data about a person who sits at no open table; results stay anonymous.

        Args:
            user_id: the person.
            among: ids of the tables that may be changed; None means all tables.
            tries: marks by day, see `Daily.begin`; the marks of those days are stored whose attempts are deleted here.
            answers: marks by day, see `Puzzles.add_answer`, likewise for the answers to puzzles.

        Returns:
            The ids of the changed tables.

        Raises:
            Conflict: the person sits at an open table, or is named at a table that is not in `among`. Nothing was
                deleted.
        """

        def work(transaction: Transaction) -> list[int]:
            transaction.run(_READ_AGAIN, {"user": user_id})
            transaction.run(_WITHDRAW, {"user": user_id})
            transaction.run(OUTDATE, {"user": user_id})
            if among is not None and not {one for (one,) in transaction.run(_NAMED, (user_id,))}.issubset(among):
                raise Conflict("The person has come to another table: lock it first.")
            concerned = [table_id for (table_id,) in transaction.run(_CONCERNED, {"user": user_id})]
            _run_all(transaction, _FORGET_DIRECT_MESSAGES, {"place": of_direct_messages(user_id)})
            for place_id, game in transaction.run(_PLAYED, {"user": user_id}):
                nobody = -1 - secrets.randbits(62)
                about = {"user": user_id, "place": place_id, "game": game, "nobody": nobody}
                _run_all(transaction, _STAND_IN, about)
            for day, mark in (tries or {}).items():
                transaction.run(MARK_DELETED, {"day": day, "mark": mark, "user": user_id})
            for day, mark in (answers or {}).items():
                transaction.run(puzzles.MARK_DELETED, {"day": day, "mark": mark, "user": user_id})
            _run_all(transaction, _FORGET, {"user": user_id})
            if transaction.run(_SITS, (user_id,)):  # checked last, because the person may join a table meanwhile
                raise Conflict("The person sits at an open table: they leave it first.")
            return concerned

        return await self._database.write(work)

    async def purge(self) -> bool:
        """Remove what is left of deleted rows from the database's files; see `Database.purge`."""
        return await self._database.purge()

    async def mark_guilds_gone(self, guild_ids: Collection[int]) -> None:
        """Store that the bot has been removed from guilds, and the time. An earlier stored time is kept."""
        sql = "INSERT INTO gone_servers (guild_id, gone_at) VALUES (?, ?) ON CONFLICT DO NOTHING"
        rows = [(guild_id, self._now()) for guild_id in guild_ids]
        await self._database.write(lambda transaction: transaction.run_each(sql, rows))

    async def mark_guilds_back(self, guild_ids: Collection[int]) -> None:
        """Store that the bot is in these guilds again."""
        sql = "DELETE FROM gone_servers WHERE guild_id = ?"
        await self._database.write(lambda transaction: transaction.run_each(sql, [(one,) for one in guild_ids]))

    async def guilds(self) -> set[int]:
        """Return the ids of all guilds about which data is stored."""
        return set(await self._ids(_GUILDS))

    async def guilds_gone(self, until: int = 2**62) -> set[int]:
        """Return the guilds from which the bot was removed, at the time `until` in unix seconds at the latest."""
        return set(await self._ids("SELECT guild_id FROM gone_servers WHERE gone_at <= ?", (until,)))

    async def delete_guild(self, guild_id: int) -> list[int]:
        """Delete all data of a guild from which the bot was removed, and return the deleted tables.

        Tables are deleted in batches of `AT_ONCE`. The deletion stops early if the bot is added to the guild again.
        """

        def work(transaction: Transaction) -> list[int]:
            if not transaction.run(_IS_GONE, (guild_id,)):
                return []  # the bot is on the guild again
            few = [table_id for (table_id,) in transaction.run(_FEW_TABLES, (guild_id, AT_ONCE))]
            if not few:
                _run_all(transaction, _FORGET_GUILD, {"guild": guild_id})
            return few

        forgotten: list[int] = []
        while few := await self._database.write(work, behind=True):
            forgotten += few
        return forgotten


def _owed(rows: Collection[tuple[int, int, int, str]]) -> Iterator[dict[str, Any]]:
    """Yield a person's pending decisions; each of `rows` has (table id, the person's seat, agreed, turns as JSON)."""
    for table_id, seat, agreed, turns in rows:
        turn = turns_of(turns).get(seat)
        if turn is not None:
            yield {"table_id": table_id, "seat": seat, **asdict(turn), "agreed": agreed}


def _run_all(transaction: Transaction, statements: Collection[str], about: dict[str, object]) -> None:
    for statement in statements:
        transaction.run(statement, about)
