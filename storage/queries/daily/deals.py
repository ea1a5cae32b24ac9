"""The day's deals: planned days, prepared deals, and people's attempts.

A day is a number of days since 1970-01-01 UTC. Several processes may prepare the same day, and people may be playing
already. So a day's secret, once stored, is never replaced, and no other deals replace its stored deals.
"""

import json
from collections.abc import Collection, Sequence

from storage.database import Queries, Transaction
from storage.errors import Conflict
from storage.rows import DayRow, Finish, Played, PlayRow

_PLAN = """
INSERT INTO days (day, secret, commitment, game, options) VALUES (:day, :secret, :commitment, :game, :options)
ON CONFLICT DO NOTHING
"""
_RENEW = """
INSERT INTO days (day, secret, commitment, game, options, renewed)
VALUES (:day, :secret, :commitment, :game, :options, 1)
ON CONFLICT (day) DO UPDATE
   SET secret = excluded.secret, commitment = excluded.commitment, deals = NULL, renewed = 1, shown = 0
 WHERE days.day = :today
"""
# The secrets of closed days are public, and with them the marks would tell who has deleted something.
_FORGET_ATTEMPTS = ("DELETE FROM attempts WHERE day = ?", "DELETE FROM deleted_tries WHERE day <= ?")
DAY = "SELECT day, secret, commitment, game, options, deals, away, renewed, shown FROM days WHERE day = ?"
PLANNED = """
SELECT day, secret, commitment, game, options, NULL AS deals, away, renewed, shown
  FROM days WHERE day BETWEEN ? AND ? ORDER BY day
"""
_PREPARE = "UPDATE days SET deals = ? WHERE day = ? AND deals IS NULL"
_DEALS = "SELECT deals FROM days WHERE day = ? /* FOR UPDATE */"
_REPLACE = "UPDATE days SET deals = ? WHERE day = ?"
_AWAY = "UPDATE days SET away = away + :seconds WHERE day BETWEEN :first AND :last"
UNDISTURBED = "SELECT day FROM days WHERE day BETWEEN ? AND ? AND deals IS NOT NULL AND away < ?"
PLAYED_GAMES = "SELECT game, COUNT(*) FROM results WHERE ended_at >= ? AND seat = 0 GROUP BY game"
# An attempt that has begun in direct messages counts for no server yet. If the person opens it on a server before the
# first move, it counts for that server.
_BEGIN = """
INSERT INTO attempts (day, user_id, deal, begun_at, opened_at, guild_id) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (day, user_id) DO UPDATE SET guild_id = excluded.guild_id
 WHERE attempts.guild_id IS NULL AND attempts.moves = '[]' AND attempts.ended_at IS NULL
"""
_NAME = "INSERT INTO people (place_id, user_id, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
ATTEMPT = """
SELECT day, user_id, deal, moves, points, begun_at, ended_at, guild_id FROM attempts WHERE day = ? AND user_id = ?
"""
# Attempts on a server that the bot has left count for no server. If a server's message was turned on during the day,
# people who had opened the deal before are not named, because they could not know of the message.
FINISHES = """
SELECT attempts.user_id, CASE WHEN gone_at IS NULL THEN attempts.guild_id END, deal, points, begun_at, people.name,
       COALESCE(settings.value, 'on') <> 'off'
       AND CAST(COALESCE(since.value, '0') AS BIGINT) NOT BETWEEN opened_at + 1 AND 86400 * day + 86399
  FROM attempts LEFT JOIN people ON people.place_id = attempts.guild_id AND people.user_id = attempts.user_id
  LEFT JOIN settings ON settings.owner_id = attempts.user_id AND settings.name = 'named'
  LEFT JOIN settings AS since ON since.owner_id = attempts.guild_id AND since.name = 'server:daily_since'
  LEFT JOIN gone_servers ON gone_servers.guild_id = attempts.guild_id
 WHERE day = ? AND points IS NOT NULL ORDER BY ended_at, attempts.user_id
"""
NAMES = """
SELECT names.owner_id, names.value
  FROM settings AS wishes JOIN settings AS names ON names.owner_id = wishes.owner_id AND names.name = 'server:name'
 WHERE wishes.owner_id IN (SELECT value FROM json_each(?)) AND wishes.name = 'server:compared' AND wishes.value = 'on'
"""
DELETED = "SELECT 1 FROM deleted_tries WHERE day = ? AND mark = ?"
# Stores the mark of an attempt that a person deletes, see `Daily.begin`. Run it before the deletion.
MARK_DELETED = """
INSERT INTO deleted_tries (day, mark)
SELECT day, CAST(:mark AS TEXT) FROM attempts WHERE day = :day AND user_id = :user ON CONFLICT DO NOTHING
"""
_DROP_DELETED = "DELETE FROM deleted_tries WHERE day < ?"
# The secret of a shown day is public, and with the secret a mark would tell whose attempt it was.
_SHOW = ("DELETE FROM deleted_tries WHERE day = ?", "UPDATE days SET shown = 1 WHERE day = ?")
_MOVE = """
UPDATE attempts SET moves = :moves, points = :points, begun_at = :begun_at, ended_at = :ended_at
 WHERE day = :day AND user_id = :user_id AND ended_at IS NULL AND moves = :before
"""
POINTS = "SELECT points FROM attempts WHERE day = ? AND deal = ? AND user_id <> ? AND points IS NOT NULL"
BEGUN = "SELECT day FROM attempts WHERE day >= ? LIMIT 1"
BEST = """
SELECT moves FROM attempts WHERE day = ? AND deal = ? AND points IS NOT NULL ORDER BY points DESC, ended_at LIMIT 1
"""
PLAYED = """
SELECT day, begun_at FROM attempts WHERE user_id = ? AND ended_at IS NOT NULL ORDER BY day
"""
PLAYED_GAME = """
SELECT 1 FROM attempts JOIN days ON days.day = attempts.day
 WHERE attempts.user_id = ? AND ended_at IS NOT NULL AND attempts.day < ? AND days.game = ? LIMIT 1
"""
_DROP_MOVES = "UPDATE attempts SET moves = '[]' WHERE day BETWEEN ? AND ? AND moves <> '[]'"


class Daily(Queries):
    """Queries for the day's deals."""

    # --- Days

    async def plan(self, row: DayRow) -> DayRow:
        """Store a day's secret, commitment and game unless the day is planned; return the day as it is stored."""

        def work(transaction: Transaction) -> DayRow:
            transaction.run(_PLAN, _planned(row))
            return _day(transaction.run(DAY, (row.day,))[0])

        return await self._database.write(work, behind=True)

    async def day(self, day: int) -> DayRow | None:
        """Return a day; None if it is not planned."""
        rows = await self._database.read(DAY, (day,))
        return _day(rows[0]) if rows else None

    async def planned(self, first: int, last: int) -> list[DayRow]:
        """Return the planned days from `first` to `last`, without their deals."""
        return [_day(row) for row in await self._database.read(PLANNED, (first, last))]

    async def prepare(self, day: int, deals: str) -> bool:
        """Store the deals of a planned day, a JSON list, unless the day has deals; return True if they were stored."""

        def work(transaction: Transaction) -> bool:
            return bool(transaction.change(_PREPARE, (deals, day)))

        return await self._database.write(work, behind=True)

    async def complete(self, day: int, number: int, prepared: str) -> bool:
        """Add the reference to a deal of a day: points of computer players, with which people's are compared.

        `prepared` is the deal with its reference, as JSON. Return False, and store nothing, if the day has no deal of
        this number, or a different deal.
        """
        new = json.loads(prepared)

        def work(transaction: Transaction) -> bool:
            rows = transaction.run(_DEALS, (day,))
            deals = json.loads(rows[0][0] or "[]") if rows else []
            if number >= len(deals) or deals[number]["deal"] != new["deal"]:
                return False
            deals[number] = new
            return bool(transaction.change(_REPLACE, (json.dumps(deals, separators=(",", ":")), day)))

        return await self._database.write(work, behind=True)

    async def add_outage(self, first: int, last: int, seconds: int) -> None:
        """Add an outage of `seconds` to each planned day from `first` to `last`, the days that the outage touches."""
        values = {"first": first, "last": last, "seconds": seconds}
        await self._database.write(lambda transaction: transaction.run(_AWAY, values), behind=True)

    async def show(self, day: int) -> None:
        """Store that the cards of a closed day are shown from now on; the marks of its deleted attempts are deleted."""

        def work(transaction: Transaction) -> None:
            for statement in _SHOW:
                transaction.run(statement, (day,))

        await self._database.write(work)

    async def undisturbed(self, first: int, last: int, seconds: int) -> frozenset[int]:
        """Return the days from `first` to `last` that had deals, and less than `seconds` of outages in total."""
        return frozenset(await self._ids(UNDISTURBED, (first, last, seconds)))

    async def played_games(self, since: int) -> dict[str, int]:
        """Return the number of games of each kind that were finished since a time in unix seconds."""
        return dict(await self._database.read(PLAYED_GAMES, (since,)))

    # --- People's attempts

    async def begin(
        self, day: int, user_id: int, deal: int, guild_id: int | None = None, name: str = "", *, mark: str = ""
    ) -> PlayRow:
        """Begin a person's attempt unless it has begun; return it as it is stored.

        Args:
            day: the day.
            user_id: the person.
            deal: the number of the deal.
            guild_id: the guild for which the attempt shall count, or None. The parameter has no effect if the attempt
                already counts for a guild, or if its first move has been made.
            name: the person's name on that guild.
            mark: the text that is stored if this person deletes their attempt of the day (`plan.deleted_try`). If it is
                stored already, nothing begins.

        Raises:
            Conflict: the person has deleted an attempt of this day.
        """
        now = self._now()
        values = (day, user_id, deal, now, now, guild_id)

        def work(transaction: Transaction) -> PlayRow:
            if transaction.run(DELETED, (day, mark)):
                raise Conflict("The person has deleted an attempt of this day.")
            transaction.run(_BEGIN, values)
            if guild_id is not None and name:
                transaction.run(_NAME, (guild_id, user_id, name))
            return PlayRow(*transaction.run(ATTEMPT, (day, user_id))[0])

        return await self._database.write(work)

    async def drop_deleted(self, before: int) -> None:
        """Delete the marks of deleted attempts at the deals of days before the day `before`."""
        await self._database.write(lambda transaction: transaction.run(_DROP_DELETED, (before,)), behind=True)

    async def begun_since(self, day: int) -> bool:
        """Return whether anybody has begun an attempt at the deals of this day or a later day."""
        return bool(await self._database.read(BEGUN, (day,)))

    async def attempt(self, day: int, user_id: int) -> PlayRow | None:
        """Return a person's attempt at a day's deal; None if it has not begun."""
        rows = await self._database.read(ATTEMPT, (day, user_id))
        return PlayRow(*rows[0]) if rows else None

    async def move(self, row: PlayRow, before: str) -> None:
        """Store the moves, the points, the beginning and the end of an attempt.

        Raises:
            Conflict: the stored moves are not `before`, the attempt is over, or there is none.
        """
        values = {**row._asdict(), "before": before}
        del values["deal"], values["guild_id"]

        def work(transaction: Transaction) -> None:
            if not transaction.change(_MOVE, values):
                raise Conflict("The attempt has gone on: read it again.")

        await self._database.write(work)

    async def finishes(self, day: int) -> list[Finish]:
        """Return the attempts with points at a day's deals, the earliest end first; some count for no guild."""
        return [Finish(*row)._replace(named=bool(row[-1])) for row in await self._database.read(FINISHES, (day,))]

    async def compared_names(self, guild_ids: Collection[int]) -> dict[int, str]:
        """Return the names of guilds; those whose managers do not let other guilds see the name are left out."""
        return dict(await self._database.read(NAMES, (json.dumps(list(guild_ids)),)))

    async def points(self, day: int, deal: int, without: int) -> list[int]:
        """Return the points of all people who have played a deal within its day, except the person `without`."""
        return await self._ids(POINTS, (day, deal, without))

    async def best_moves(self, day: int, deal: int) -> str | None:
        """Return the moves of the attempt with the most points at a deal; None if nobody has played the deal.

        Of several such attempts, the one that ended first is chosen.
        """
        rows = await self._database.read(BEST, (day, deal))
        return rows[0][0] if rows else None

    async def played(self, user_id: int) -> Sequence[Played]:
        """Return a person's finished attempts, oldest first."""
        return [Played(*row) for row in await self._database.read(PLAYED, (user_id,))]

    async def has_played(self, user_id: int, game: str, before: int) -> bool:
        """Return whether a person has finished an attempt at a game on a day before the day `before`."""
        return bool(await self._database.read(PLAYED_GAME, (user_id, before, game)))

    async def drop_moves(self, first: int, last: int) -> None:
        """Delete the moves of all attempts at the deals of the days from `first` to `last`; their points stay."""
        await self._database.write(lambda transaction: transaction.run(_DROP_MOVES, (first, last)), behind=True)


def _day(row: Sequence[object]) -> DayRow:
    day = DayRow(*row)  # type: ignore[arg-type]
    return day._replace(secret=bytes.fromhex(str(day.secret)), renewed=bool(day.renewed), shown=bool(day.shown))


def renew_days(transaction: Transaction, days: Sequence[DayRow]) -> int:
    """Plan days anew after a restored backup; return the number of days that are planned anew.

    Args:
        transaction: the transaction.
        days: today and the coming days with new secrets. Today's deals may have been played since the backup, so today
            gets its new secret. Its attempts are deleted, with the marks of deleted ones of all days until today. The
            other days keep the plan of the backup, if there is one: nobody knows their secrets yet.
    """
    if not days:
        return 0
    today = days[0].day
    for statement in _FORGET_ATTEMPTS:
        transaction.run(statement, (today,))
    return sum(transaction.change(_RENEW, _planned(row) | {"today": today}) for row in days)


def _planned(row: DayRow) -> dict[str, object]:
    """Return the values of a planned day."""
    return {
        "day": row.day,
        "secret": row.secret.hex(),
        "commitment": row.commitment,
        "game": row.game,
        "options": row.options,
    }
