"""What stands on Discord for the tables. All of its writes go behind people's."""

import json
from collections.abc import Collection, Mapping
from types import MappingProxyType

from storage.database import Database, Transaction
from storage.errors import Conflict
from storage.rows import Post, State

_ADD = "INSERT INTO posts (table_id, nonce, slot, channel_id, message_id, fingerprint) VALUES (?, ?, ?, ?, ?, ?)"
_OF = "SELECT nonce, slot, channel_id, message_id, fingerprint FROM posts WHERE table_id = ? ORDER BY slot"
_AMONG = """
SELECT nonce, slot, channel_id, message_id, fingerprint FROM posts
 WHERE channel_id = ? AND (message_id IS NULL OR message_id IN (SELECT value FROM json_each(?)))
"""
_CHANGE = "UPDATE posts SET slot = ?, channel_id = ?, message_id = ?, fingerprint = ? WHERE nonce = ? RETURNING nonce"
_NOTE = """
UPDATE posts SET fingerprint = ?
 WHERE nonce = ?
   AND EXISTS (SELECT 1 FROM tables
                WHERE id = posts.table_id AND state = ? AND (state = 'playing' OR version = ?) /* FOR SHARE */)
"""
_SHOWN = "UPDATE tables SET shown = ? WHERE id = ? AND shown <> ?"
_NONE: Mapping[int, int] = MappingProxyType({})


class Posts:
    """The store's part about posts."""

    _database: Database

    async def posts(self, table_id: int) -> list[Post]:
        """A table's posts, by slot."""
        return [Post(*row) for row in await self._database.read(_OF, (table_id,))]

    async def posts_among(self, channel_id: int, message_ids: Collection[int]) -> list[Post]:
        """The posts in a channel that are one of these messages, or whose message is not known."""
        rows = await self._database.read(_AMONG, (channel_id, json.dumps(list(message_ids))))
        return [Post(*row) for row in rows]

    async def add_post(self, table_id: int, post: Post) -> None:
        """Note a post. `Conflict`: the nonce or the slot is taken, or there is no such table."""
        values = (table_id, post.nonce, post.slot, post.channel_id, post.message_id, post.fingerprint)
        await self._database.write(lambda transaction: transaction.run(_ADD, values), behind=True)

    async def change_post(self, post: Post) -> None:
        """Note what has become of the post of that nonce. `Conflict`: there is none, or the slot is taken."""
        values = (post.slot, post.channel_id, post.message_id, post.fingerprint, post.nonce)

        def work(transaction: Transaction) -> None:
            if not transaction.run(_CHANGE, values):
                raise Conflict(f"There is no post {post.nonce}.")

        await self._database.write(work, behind=True)

    async def remove_posts(self, nonces: Collection[str]) -> None:
        """Forget posts, whichever of them there are."""
        sql, rows = "DELETE FROM posts WHERE nonce = ?", [(nonce,) for nonce in nonces]
        await self._database.write(lambda transaction: transaction.run_each(sql, rows), behind=True)

    async def note_fingerprints(
        self, notes: Mapping[str, tuple[str | None, State, int]], shown: Mapping[int, int] = _NONE
    ) -> None:
        """Note what posts show: by nonce a fingerprint, and the state and version of the table as shown.

        And by id which version of a table all of its posts show (`shown`); -1: nobody knows.

        A post that is gone is left out, and so is one whose table is in another state by now, or another version of
        one that is not being played: it does not show that.
        """
        rows = [(fingerprint, nonce, state, version) for nonce, (fingerprint, state, version) in notes.items()]
        versions = [(version, table_id, version) for table_id, version in shown.items()]

        def work(transaction: Transaction) -> None:
            transaction.run_each(_NOTE, rows)
            transaction.run_each(_SHOWN, versions)

        await self._database.write(work, behind=True)
