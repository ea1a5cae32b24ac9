"""What is promised of deals, and how many there were."""

import json

from storage.database import Database, Transaction
from storage.rows import Deals, PromiseRow, Tally

_KEEP = """
INSERT INTO promises (name, table_id, rules, secret, events) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (name) DO UPDATE SET table_id = excluded.table_id, events = excluded.events
"""
_OF = "SELECT name, rules, secret, events, renewed FROM promises WHERE table_id = ? ORDER BY name"
_COUNT = """
INSERT INTO deals (guild_id, dealt, cancelled, closed_alone, ended_early)
VALUES (:guild_id, :dealt, :cancelled, :closed_alone, :ended_early)
ON CONFLICT (guild_id)
DO UPDATE SET dealt = deals.dealt + excluded.dealt, cancelled = deals.cancelled + excluded.cancelled,
              closed_alone = deals.closed_alone + excluded.closed_alone,
              ended_early = deals.ended_early + excluded.ended_early
"""
_DEALS = "SELECT dealt, cancelled, closed_alone, ended_early FROM deals WHERE guild_id = ?"


# Writes what is there already: until the transaction ends, nobody else's gets beyond it.
_HOLD = """
INSERT INTO deals (guild_id, dealt, cancelled) VALUES (?, 0, 0) ON CONFLICT (guild_id) DO UPDATE SET dealt = deals.dealt
"""


class Promises:
    """The store's part about promises; they are written with their tables."""

    _database: Database

    async def deals(self, guild_id: int) -> Deals:
        """How many games have been dealt on a guild, and how many lobbies and games have ended too early."""
        rows = await self._database.read(_DEALS, (guild_id,))
        return Deals(*rows[0]) if rows else Deals()


def promises_of(transaction: Transaction, table_id: int) -> tuple[PromiseRow, ...]:
    """What is promised at a table."""
    rows = transaction.run(_OF, (table_id,))
    return tuple(
        PromiseRow(name, rules, secret, tuple(json.loads(events)), renewed=bool(renewed))
        for name, rules, secret, events, renewed in rows
    )


def keep_promise(transaction: Transaction, table_id: int, promise: PromiseRow | None) -> None:
    """Let a table have a promise, or one that it has be that of another; its secret stays. None: nothing to keep."""
    if promise is not None:
        values = (promise.name, table_id, promise.rules, promise.secret, json.dumps(promise.events))
        transaction.run(_KEEP, values)


def count_deal(transaction: Transaction, guild_id: int, tally: Tally) -> None:
    """Count one more of these on a guild."""
    transaction.run(_COUNT, {"guild_id": guild_id} | {name: int(name == tally) for name in Deals._fields})


def hold_server(transaction: Transaction, guild_id: int) -> None:
    """Let nobody else work with what is a server's own until the end: what is read from now on stays as it is."""
    transaction.run(_HOLD, (guild_id,))
