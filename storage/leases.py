"""Leases: what only one process does at a time, of all that have this database open.

A lease is a row with an owner and an expiry. One statement takes or renews it, by compare-and-set and by the
database's own clock, so that the processes' clocks need not agree. It needs nothing that only one database has.
"""

from collections.abc import Collection

from storage.database import Database, Transaction

_NOW = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
# One lasts until it has expired; and not where it would for longer than twice what it is given for: then the clock has
# gone back, and nobody knows for how long its owner has been gone.
_LASTS = f"leases.expires_at > {_NOW} AND leases.expires_at <= {_NOW} + 2 * :milliseconds"
_TAKE = f"""
INSERT INTO leases (name, owner, term, expires_at) VALUES (:name, :owner, 1, {_NOW} + :milliseconds)
ON CONFLICT (name) DO UPDATE SET
    owner = excluded.owner,
    term = leases.term + CASE WHEN leases.owner = excluded.owner THEN 0 ELSE 1 END,
    expires_at = excluded.expires_at
 WHERE leases.owner = excluded.owner OR NOT ({_LASTS})
RETURNING name, term
"""  # noqa: S608  no one's words are in it
_HELD = f"SELECT name, owner FROM leases WHERE {_LASTS}"  # noqa: S608  the same
_DROP_EXPIRED = f"DELETE FROM leases WHERE name LIKE ? AND expires_at < {_NOW}"  # noqa: S608  the same
_GIVE_BACK = "UPDATE leases SET expires_at = 0 WHERE name = ? AND owner = ?"


class Leases:
    """The store's part about leases."""

    _database: Database

    async def take_leases(self, names: Collection[str], owner: str, seconds: float) -> dict[str, int]:
        """Take leases that are free, and renew those that are the owner's: for so many seconds from now.

        Returns:
            The terms of those that are the owner's now, by name: a lease that changes its owner has the next term.
        """

        def work(transaction: Transaction) -> dict[str, int]:
            about = {"owner": owner, "milliseconds": round(seconds * 1000)}
            return dict(tuple(row) for name in sorted(names) for row in transaction.run(_TAKE, about | {"name": name}))

        return await self._database.write(work)

    async def give_leases_back(self, names: Collection[str], owner: str) -> None:
        """Let others take at once what is the owner's of these."""

        def work(transaction: Transaction) -> None:
            transaction.run_each(_GIVE_BACK, [(name, owner) for name in sorted(names)])

        await self._database.write(work)

    async def drop_expired_leases(self, prefix: str) -> None:
        """Delete the expired leases whose names begin with `prefix`: nobody asks for them again."""
        await self._database.write(lambda transaction: transaction.run(_DROP_EXPIRED, (f"{prefix}%",)))

    async def leases(self, seconds: float) -> dict[str, str]:
        """The owners, by name, of the leases that last, of those that are taken for so many seconds."""
        rows = await self._database.read(_HELD, {"milliseconds": round(seconds * 1000)})
        return {row["name"]: row["owner"] for row in rows}
