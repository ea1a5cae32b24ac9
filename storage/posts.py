"""What stands on Discord for the tables. All of its writes go behind people's."""

import json
from collections.abc import Collection, Mapping

from storage.database import Database, Parameters
from storage.errors import Conflict
from storage.rows import Post, State

_ADD = "INSERT INTO posts (table_id, nonce, slot, channel_id, message_id, fingerprint) VALUES (?, ?, ?, ?, ?, ?)"
_OF = "SELECT nonce, slot, channel_id, message_id, fingerprint FROM posts WHERE table_id = ? ORDER BY slot"
_PLACE = "UPDATE posts SET channel_id = ?, message_id = ?, fingerprint = NULL WHERE nonce = ? RETURNING nonce"
_RENAME = "UPDATE posts SET slot = ?, fingerprint = NULL WHERE nonce = ? RETURNING nonce"
_NOTE = """
UPDATE posts SET fingerprint = ?
 WHERE nonce = ? AND EXISTS (SELECT 1 FROM tables WHERE id = posts.table_id AND state = ?)
"""


class Posts:
    """The store's part about posts."""

    _database: Database

    async def posts(self, table_id: int) -> list[Post]:
        """A table's posts, by slot."""
        return [Post(*row) for row in await self._database.read(_OF, (table_id,))]

    async def add_post(self, table_id: int, post: Post) -> None:
        """Note a post. `Conflict`: the nonce or the slot is taken, or there is no such table."""
        values = (table_id, post.nonce, post.slot, post.channel_id, post.message_id, post.fingerprint)
        async with self._database.transaction(behind=True) as transaction:
            await transaction.run(_ADD, values)

    async def place_post(self, nonce: str, channel_id: int, message_id: int) -> None:
        """Note the message that a post has become; what it shows is not known yet. `Conflict`: no such post."""
        await self._change(nonce, _PLACE, (channel_id, message_id, nonce))

    async def rename_post(self, nonce: str, slot: str) -> None:
        """Put a post into another slot. `Conflict`: there is no such post, or the slot is taken."""
        await self._change(nonce, _RENAME, (slot, nonce))

    async def remove_posts(self, nonces: Collection[str]) -> None:
        """Forget posts, whichever of them there are."""
        sql = "DELETE FROM posts WHERE nonce IN (SELECT value FROM json_each(?))"
        async with self._database.transaction(behind=True) as transaction:
            await transaction.run(sql, (json.dumps(list(nonces)),))

    async def note_fingerprints(self, notes: Mapping[str, tuple[str | None, State]]) -> None:
        """Note what posts show: by nonce a fingerprint, and the state that the table was in as shown.

        A post that is gone is left out, and so is one whose table is in another state by now: it does not show that.
        """
        rows = [(fingerprint, nonce, state) for nonce, (fingerprint, state) in notes.items()]
        async with self._database.transaction(behind=True) as transaction:
            await transaction.run_each(_NOTE, rows)

    async def _change(self, nonce: str, sql: str, parameters: Parameters) -> None:
        async with self._database.transaction(behind=True) as transaction:
            if not await transaction.run(sql, parameters):
                raise Conflict(f"There is no post {nonce}.")
