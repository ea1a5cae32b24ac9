"""Deal commitments, counts of deals, and renewing commitments after a restored backup."""

import json
from collections.abc import Callable, Sequence
from typing import LiteralString, NamedTuple

from storage.database import Queries, Transaction
from storage.optimistic_lock import hold_server
from storage.queries.daily.deals import renew_days
from storage.rows import DayRow, Deals, PromiseRow, Tally

_KEEP = """
INSERT INTO promises (name, table_id, rules, secret, events) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (name) DO UPDATE SET table_id = excluded.table_id, events = excluded.events
"""
_OF = "SELECT name, rules, secret, events, renewed FROM promises WHERE table_id = ? ORDER BY name"
_OF_NIGHT = """
SELECT 'night ' || nights.id || '/' || night_stages.stage, nights.rules, secret, events
  FROM tables JOIN nights ON nights.id = tables.night_id
  JOIN night_stages ON night_stages.night_id = nights.id AND night_stages.stage = night_stage
 WHERE tables.id = ?
"""
_DEALS = "SELECT dealt, cancelled, closed_alone, ended_early, lost FROM deals WHERE place_id = ?"
MARK: LiteralString = "INSERT INTO settings (owner_id, name, value) VALUES (0, 'restored', '')"
UNMARK: LiteralString = "DELETE FROM settings WHERE owner_id = 0 AND name = 'restored'"
# Commitments of lobbies, and of rematches that have not started.
_OPEN = """
SELECT name, state FROM promises JOIN tables ON id = table_id
 WHERE (state = 'lobby' AND name = CAST(id AS TEXT))
    OR (state = 'over' AND next_id IS NULL AND name = CAST(id AS TEXT) || '/rematch')
"""
_RENEW = "UPDATE promises SET secret = ?, renewed = 1 WHERE name = ?"
# The events of a rematch are the votes for it, which `_AGREE_ANEW` resets, so that everybody sees the new commitment
# before the rematch starts.
_RENEW_REMATCH = "UPDATE promises SET secret = ?, renewed = 1, events = '[]' WHERE name = ?"
_AGREE_ANEW = """
UPDATE seats SET agreed = 0
 WHERE agreed = 1 AND table_id IN (SELECT id FROM tables WHERE state = 'over' AND next_id IS NULL)
"""
# The bot knew the earlier cuts of the deck when it chose the new secret. So those cuts prove nothing about the new
# deal, and everybody may cut again.
_CUT_ANEW = """
UPDATE seats SET cuts = 0 WHERE cuts > 0 AND table_id IN (SELECT id FROM tables WHERE state = 'lobby')
"""
_LOBBIES = "UPDATE tables SET version = version + 1 WHERE state = 'lobby'"
_END = """
UPDATE tables SET state = 'closed', close_reason = 'restored', ended_at = ?, version = version + 1,
                  acting = 0, turns = '[]', deadline = NULL
 WHERE state = 'playing'
"""
# Ends the open nights: people may have seen their deals between backup and restore, and `_END` ends their tables.
_END_NIGHTS = "UPDATE nights SET state = 'off', version = version + 1 WHERE state IN ('gathering', 'playing')"
_UNSEAL = "UPDATE tables SET sealed = 0, version = version + 1 WHERE sealed = 1"


class Renewed(NamedTuple):
    """Numbers of renewed commitments and of ended games after a restored backup."""

    lobbies: int = 0
    rematches: int = 0
    games: int = 0
    days: int = 0


class DealCommitments(Queries):
    """Queries for deal commitments, which are written with their tables, and for counts of deals."""

    async def deal_counts(self, place_id: int) -> Deals:
        """Return how many games were dealt in a place, and how many lobbies and games ended early."""
        rows = await self._database.read(_DEALS, (place_id,))
        return Deals(*rows[0]) if rows else Deals()

    async def renew_restored(self, new_secret: Callable[[], str], days: Sequence[DayRow] = ()) -> Renewed | None:
        """Renew open commitments and end running games after a restore; return None if there was no restore.

        `days` are today and the coming days, each planned with a new secret; see `renew_days`.

        The same transaction deletes the mark of the restored backup. So if several processes start together, only one
        of them renews and ends anything, and lobbies and games that begin later are not touched.
        """
        now = self._now()

        def work(transaction: Transaction) -> Renewed | None:
            if not transaction.change(UNMARK):
                return None
            promises = [(name, state) for name, state in transaction.run(_OPEN)]
            lobbies = [(new_secret(), name) for name, state in promises if state == "lobby"]
            rematches = [(new_secret(), name) for name, state in promises if state == "over"]
            transaction.run_each(_RENEW, lobbies)
            transaction.run_each(_RENEW_REMATCH, rematches)
            transaction.run(_AGREE_ANEW)
            transaction.run(_CUT_ANEW)
            transaction.run(_LOBBIES)
            transaction.run(_END_NIGHTS)
            ended = transaction.change(_END, (now,))
            transaction.run(_UNSEAL)
            return Renewed(len(lobbies), len(rematches), ended, renew_days(transaction, days))

        return await self._database.write(work)


def promises_of(transaction: Transaction, table_id: int) -> tuple[PromiseRow, ...]:
    """Return the commitments stored at a table."""
    rows = transaction.run(_OF, (table_id,))
    rows += [(*row, False) for row in transaction.run(_OF_NIGHT, (table_id,))]
    return tuple(
        PromiseRow(name, rules, secret, tuple(json.loads(events)), renewed=bool(renewed))
        for name, rules, secret, events, renewed in rows
    )


def keep_promise(transaction: Transaction, table_id: int, promise: PromiseRow | None) -> None:
    """Store a commitment at a table; do nothing for None.

    If a commitment with this name is stored already, only its table and its events are replaced; its secret stays.
    """
    if promise is not None:
        values = (promise.name, table_id, promise.rules, promise.secret, json.dumps(promise.events))
        transaction.run(_KEEP, values)


def count_deal(transaction: Transaction, place_id: int, tally: Tally) -> None:
    """Add one to the field `tally` of a place's `Deals`."""
    hold_server(transaction, place_id)
    transaction.run(f"UPDATE deals SET {tally} = {tally} + 1 WHERE place_id = ?", (place_id,))  # noqa: S608  `tally` has fixed values
