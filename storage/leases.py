"""Leases: locks that expire. Of the processes that share a database, only a lease's owner does the lease's work.

A lease is a row with an owner and an expiry. One compare-and-set statement takes or renews a lease. Expiries are set
and checked by the database's own clock, so the clocks of the processes need not agree. Both databases have leases.
"""

from collections.abc import Collection

from storage.database import Queries, Transaction

_NOW = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
# A lease is valid until its expiry. But a lease is invalid if its expiry is further away than twice its duration: then
# the clock was set back, and the owner may have been gone for a long time.
_LASTS = f"leases.expires_at > {_NOW} AND leases.expires_at <= {_NOW} + 2 * :milliseconds"
_TAKE = f"""
INSERT INTO leases (name, owner, term, expires_at) VALUES (:name, :owner, 1, {_NOW} + :milliseconds)
ON CONFLICT (name) DO UPDATE SET
    owner = excluded.owner,
    term = leases.term + CASE WHEN leases.owner = excluded.owner THEN 0 ELSE 1 END,
    expires_at = excluded.expires_at
 WHERE leases.owner = excluded.owner OR NOT ({_LASTS})
RETURNING name, term
"""  # noqa: S608  text made of constants
_HELD = f"SELECT name, owner FROM leases WHERE {_LASTS}"  # noqa: S608  text made of constants
RUNNING = f"""
SELECT owner FROM leases WHERE (name LIKE 'process:%' OR name LIKE 'shard:%') AND {_LASTS} ORDER BY name LIMIT 1
"""  # noqa: S608  text made of constants
"""The owner of one valid lease that only a running process has; a process of 0.1.0 has only those of its shards."""
_DROP_EXPIRED = f"DELETE FROM leases WHERE name LIKE ? AND expires_at <= {_NOW}"  # noqa: S608  text made of constants
_GIVE_BACK = "UPDATE leases SET expires_at = 0 WHERE name = ? AND owner = ?"


class Leases(Queries):
    """Queries for leases."""

    async def take(self, names: Collection[str], owner: str, seconds: float) -> dict[str, int]:
        """Take free leases and renew the owner's own, for `seconds` from now.

        Returns:
            The terms of the leases that the owner now holds, by name. Each change of owner increments the term.
        """

        def work(transaction: Transaction) -> dict[str, int]:
            about = {"owner": owner, "milliseconds": round(seconds * 1000)}
            return dict(row for name in sorted(names) for row in transaction.run(_TAKE, about | {"name": name}))

        return await self._database.write(work)

    async def release(self, names: Collection[str], owner: str) -> None:
        """Release the owner's leases among `names`, so that others can take them at once."""
        rows = [(name, owner) for name in sorted(names)]
        await self._database.write(lambda transaction: transaction.run_each(_GIVE_BACK, rows))

    async def delete_expired(self, prefix: str) -> None:
        """Delete expired leases whose names begin with `prefix`."""
        await self._database.write(lambda transaction: transaction.run(_DROP_EXPIRED, (f"{prefix}%",)))

    async def owners(self, seconds: float) -> dict[str, str]:
        """Return the owners of valid leases by name; `seconds` is the duration of every lease."""
        return dict(await self._database.read(_HELD, {"milliseconds": round(seconds * 1000)}))
