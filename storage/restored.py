"""Databases that were restored from a backup: what they hold of deals may be known by now.

The mark of a restore is a setting of the bot's own, which the first start after it finds.
"""

from collections.abc import Callable
from typing import LiteralString, NamedTuple

from storage.database import Database, Transaction

MARK: LiteralString = "INSERT INTO settings (owner_id, name, value) VALUES (0, 'restored', '')"
UNMARK: LiteralString = "DELETE FROM settings WHERE owner_id = 0 AND name = 'restored'"
# Of lobbies, and of the rematches that may come.
_OPEN = """
SELECT name, state FROM promises JOIN tables ON id = table_id
 WHERE (state = 'lobby' AND name = CAST(id AS TEXT))
    OR (state = 'over' AND next_id IS NULL AND name = CAST(id AS TEXT) || '/rematch')
"""
_RENEW = "UPDATE promises SET secret = ?, renewed = 1 WHERE name = ?"
# Who has agreed to one must agree anew, so that nobody begins it who has not seen what is promised now.
_RENEW_REMATCH = "UPDATE promises SET secret = ?, renewed = 1, events = '[]' WHERE name = ?"
_AGREE_ANEW = """
UPDATE seats SET agreed = 0
 WHERE agreed = 1 AND table_id IN (SELECT id FROM tables WHERE state = 'over' AND next_id IS NULL)
"""
# A cut of before that does not bind the house, which knew it: everybody may cut anew.
_CUT_ANEW = """
UPDATE seats SET cuts = 0 WHERE cuts > 0 AND table_id IN (SELECT id FROM tables WHERE state = 'lobby')
"""
_LOBBIES = "UPDATE tables SET version = version + 1 WHERE state = 'lobby'"
_END = """
UPDATE tables SET state = 'closed', why = 'restored', ended_at = ?, version = version + 1,
                  acting = 0, turns = '[]', deadline = NULL
 WHERE state = 'playing'
"""


class Renewed(NamedTuple):
    """Numbers of deals that were promised anew, and of games that were ended, after a restore."""

    lobbies: int = 0
    rematches: int = 0
    games: int = 0


class Restored:
    """The store's part about restores."""

    _database: Database
    _now: Callable[[], int]

    async def renew_restored(self, new_secret: Callable[[], str]) -> Renewed | None:
        """Where the database was restored, promise open deals anew and end running games; None: it was not.

        All of it is one transaction, which takes the mark away: it happens once, whoever starts at the same time.
        Lobbies and games that begin later are not touched.
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
            return Renewed(len(lobbies), len(rematches), transaction.change(_END, (now,)))

        return await self._database.write(work)
