"""Message records: written before sending; fingerprints are written later in batches.

All writes of this module are background writes: people's writes go first.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict

from storage.database import Queries, Transaction
from storage.errors import Conflict
from storage.owners import OWNERS, Owner
from storage.rows import Post, State

_OF = """
SELECT nonce, slot, channel_id, message_id, fingerprint FROM posts WHERE owner_kind = ? AND owner_id = ? ORDER BY slot
"""
# Messages of days, nights, scheduled lobbies and leaderboards belong to no table. Their records are returned too, so
# that a search for a table's lost post does not choose one of these messages.
AMONG = """
SELECT nonce, slot, channel_id, message_id, fingerprint FROM posts
 WHERE channel_id = :channel AND (message_id IS NULL OR message_id IN (SELECT value FROM json_each(:ids)))
UNION ALL SELECT nonce, 'day', channel_id, message_id, fingerprint FROM daily_messages
 WHERE channel_id = :channel AND (message_id IS NULL OR message_id IN (SELECT value FROM json_each(:ids)))
UNION ALL SELECT nonce, 'commitments', channel_id, message_id, NULL AS fingerprint FROM commitment_messages
 WHERE channel_id = :channel AND (message_id IS NULL OR message_id IN (SELECT value FROM json_each(:ids)))
UNION ALL SELECT '' AS nonce, 'night', channel_id, message_id, NULL AS fingerprint FROM nights
 WHERE channel_id = :channel AND message_id IN (SELECT value FROM json_each(:ids))
UNION ALL SELECT '' AS nonce, 'night', channel_id, promise_id, NULL AS fingerprint FROM nights
 WHERE channel_id = :channel AND promise_id IN (SELECT value FROM json_each(:ids))
UNION ALL SELECT '' AS nonce, 'scheduled', channel_id, message_id, NULL AS fingerprint FROM scheduled_lobbies
 WHERE channel_id = :channel AND message_id IN (SELECT value FROM json_each(:ids))
UNION ALL SELECT '' AS nonce, 'leaderboard', channel_id, message_id, NULL AS fingerprint FROM leaderboards
 WHERE channel_id = :channel AND message_id IN (SELECT value FROM json_each(:ids))
"""
_CHANGE = "UPDATE posts SET slot = ?, channel_id = ?, message_id = ?, fingerprint = ? WHERE nonce = ? RETURNING nonce"
_NOTE = """
UPDATE posts SET fingerprint = ?
 WHERE nonce = ? AND owner_kind = 'table'
   AND EXISTS (SELECT 1 FROM tables
                WHERE id = posts.owner_id AND state = ? AND (state = 'playing' OR version = ?) /* FOR SHARE */)
"""
_DISPLAYED = "UPDATE tables SET displayed_version = ? WHERE id = ? AND displayed_version <> ?"


_ADD = {
    kind: f"""
INSERT INTO posts (owner_kind, owner_id, nonce, slot, channel_id, message_id, fingerprint)
SELECT '{kind}', id, :nonce, :slot, CAST(:channel_id AS BIGINT), CAST(:message_id AS BIGINT), :fingerprint
  FROM {table} WHERE id = :owner_id /* FOR KEY SHARE */ RETURNING nonce
"""  # noqa: S608  text made of constants
    for kind, table in OWNERS.items()
}


def add_record(transaction: Transaction, owner: Owner, post: Post) -> None:
    """Add a message record; raises `Conflict` if the nonce or the slot is taken, or there is no such owner."""
    if not transaction.run(_ADD[owner.kind], asdict(post) | {"owner_id": owner.id}):
        raise Conflict(f"There is no {owner}.")


class MessageRecords(Queries):
    """Queries for message records."""

    async def of(self, owner: Owner) -> list[Post]:
        """Return an owner's message records, by slot."""
        return [Post(*row) for row in await self._database.read(_OF, owner)]

    async def candidates(self, channel_id: int, message_ids: Collection[int]) -> list[Post]:
        """Return the records of a channel that have one of these message ids, or no message id yet."""
        rows = await self._database.read(AMONG, {"channel": channel_id, "ids": json.dumps(list(message_ids))})
        return [Post(*row) for row in rows]

    async def add(self, owner: Owner, post: Post) -> None:
        """Add a message record.

        Raises:
            Conflict: the nonce or the slot is taken, or there is no such owner.
        """
        await self._database.write(lambda transaction: add_record(transaction, owner, post), behind=True)

    async def change(self, post: Post) -> None:
        """Update the message record that has the nonce of `post`.

        Raises:
            Conflict: there is no such record, or the slot is taken.
        """
        values = (post.slot, post.channel_id, post.message_id, post.fingerprint, post.nonce)

        def work(transaction: Transaction) -> None:
            if not transaction.run(_CHANGE, values):
                raise Conflict(f"There is no post {post.nonce}.")

        await self._database.write(work, behind=True)

    async def remove(self, nonces: Collection[str]) -> None:
        """Delete message records; missing ones are ignored."""
        sql, rows = "DELETE FROM posts WHERE nonce = ?", [(nonce,) for nonce in nonces]
        await self._database.write(lambda transaction: transaction.run_each(sql, rows), behind=True)

    async def save_fingerprints(
        self, notes: Mapping[str, tuple[str | None, State, int]], versions: Mapping[int, int]
    ) -> None:
        """Store fingerprints of messages, and the versions that are displayed.

        Args:
            notes: (fingerprint, state, version) of each displayed message, by its nonce; the state and the
                version are those of the displayed table. A fingerprint is stored only if the message record exists
                and the table still has this state. A table in any state but "playing" must still have this version
                too.
            versions: the version that all messages of a table display, by table id; -1 means unknown.
        """
        rows = [(fingerprint, nonce, state, version) for nonce, (fingerprint, state, version) in notes.items()]
        displayed = [(version, table_id, version) for table_id, version in versions.items()]

        def work(transaction: Transaction) -> None:
            transaction.run_each(_NOTE, rows)
            transaction.run_each(_DISPLAYED, displayed)

        await self._database.write(work, behind=True)
