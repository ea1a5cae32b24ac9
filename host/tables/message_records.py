"""Message records: written before a message is sent; fingerprints of its contents are flushed in batches."""

import asyncio
import logging
import re
import secrets
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import limits
from host import refusals
from host.cluster.shards import Shards
from host.place import Place
from host.refusals import Overtaken
from host.tables.table import Table
from storage import Conflict, Post, State, Store, StoreError
from storage.owners import Owner, table_owner

__all__ = ["MessageRecords", "Owner", "Post", "table_owner"]

UNKNOWN = -1
"""Displayed version of a table whose messages may show any version."""
LOBBY_SLOT = "lobby"
"""Slot of the lobby message."""
RETIRED_PREFIX = "old:"
"""Prefix of the slot of a retired record; the former slot follows."""

log = logging.getLogger(__name__)

FLUSH_SECONDS = 5.0
"""Longest wait between two flushes of fingerprints."""
_DATED = re.compile(r"([0-9a-f]{8})-")
"""The time, in hex, with which a nonce begins; nonces of earlier versions begin without a time."""


def intended_at(post: Post) -> int | None:
    """Return when a message was about to be sent, in unix seconds; None if its nonce has no time."""
    dated = _DATED.match(post.nonce)
    return int(dated[1], 16) if dated else None


class MessageRecords:
    """Records of all tables' messages.

    Writes of records have a lower priority than people's writes. Each method raises `StoreError` if reading or writing
    fails. `write_ahead`, `confirm` and `retire` raise `Overtaken` if another process has changed the same records.
    """

    def __init__(self, store: Store, shards: Shards, now: Callable[[], float]) -> None:
        """Keep records in `store`.

        Args:
            store: the open store.
            shards: the shards of this process; they tell whether another process uses the store.
            now: returns the time in unix seconds.
        """
        self._store = store
        self._shards = shards
        self._now = now
        self._fingerprints: dict[str, tuple[str | None, State, int]] = {}
        """Fingerprints to be flushed, by nonce, each with its table's state and version."""
        self._displayed: dict[int, int] = {}
        """Displayed versions to be flushed, by table."""
        self._batch_full = asyncio.Event()
        self._flush_task: asyncio.Task[None] | None = None
        self._closed = False

    async def of(self, owner: Owner) -> list[Post]:
        """Return an owner's records, with the fingerprints that are not flushed yet."""
        before = self._fingerprints  # the read may miss a flush that happens meanwhile
        posts = await self._store.message_records.of(owner)
        noted = [self._fingerprints.get(post.nonce, before.get(post.nonce)) for post in posts]
        return [replace(post, fingerprint=note[0]) if note else post for post, note in zip(posts, noted, strict=True)]

    async def matching(self, channel_id: int, message_ids: Collection[int]) -> list[Post]:
        """Return all tables' records in a channel that have no message id yet, or one of the given message ids."""
        return await self._store.message_records.candidates(channel_id, message_ids)

    def _new_nonce(self) -> str:
        """Return a new nonce that begins with the time; Discord takes at most 25 characters."""
        return f"{int(self._now()):08x}-{secrets.token_hex(8)}"

    def new_record(self, slot: str, channel_id: int, message_id: int | None = None) -> Post:
        """Return a record, not stored yet, of a message that exists, or that is about to be sent to a channel."""
        return Post(self._new_nonce(), slot, channel_id, message_id)

    async def write_ahead(self, owner: Owner, slot: str, channel_id: int) -> Post:
        """Record a message that is about to be sent to a channel."""
        post = Post(self._new_nonce(), slot, channel_id)
        with self._overtaken():
            await self._store.message_records.add(owner, post)
        return post

    async def write_ahead_once(self, owner: Owner, slot: str, channel_id: int) -> Post | None:
        """Record a message as `write_ahead` does; return None if the slot already has another caller's record."""
        try:
            return await self.write_ahead(owner, slot, channel_id)
        except (Conflict, Overtaken):
            return None

    async def adopt(self, owner: Owner, slot: str, channel_id: int, message_id: int) -> Post:
        """Record a message or thread that exists already, such as the answer to a command.

        If another caller has recorded a message for the same slot, return that record.
        """
        post = Post(self._new_nonce(), slot, channel_id, message_id)
        try:
            await self._store.message_records.add(owner, post)
        except Conflict:
            noted = {one.slot: one for one in await self.of(owner)}
            if slot not in noted:
                raise
            return noted[slot]
        return post

    async def confirm(self, post: Post, channel_id: int, message_id: int) -> Post:
        """Record in which channel and with which id a message was sent.

        Raises:
            Overtaken: the record was removed during the sending, as its thread or channel is gone.
        """
        try:
            return await self._change(replace(post, channel_id=channel_id, message_id=message_id, fingerprint=None))
        except Conflict:
            raise Overtaken(refusals.TRY_AGAIN()) from None

    async def retire(self, post: Post) -> Post:
        """Free a record's slot for a new message; the old message is deleted later."""
        return await self._change(replace(post, slot=f"{RETIRED_PREFIX}{post.slot}:{post.nonce}", fingerprint=None))

    async def _change(self, post: Post) -> Post:
        with self._overtaken():
            await self._store.message_records.change(post)
        self._fingerprints.pop(post.nonce, None)
        return post

    @contextmanager
    def _overtaken(self) -> Iterator[None]:
        """Turn a conflict into `Overtaken` if other processes share the store."""
        try:
            yield
        except Conflict:
            if self._shards.alone:
                raise
            raise Overtaken(refusals.TRY_AGAIN()) from None

    async def remove(self, *posts: Post) -> None:
        """Delete the records of messages that are gone."""
        await self._store.message_records.remove([post.nonce for post in posts])
        for post in posts:
            self._fingerprints.pop(post.nonce, None)

    def note_fingerprint(self, post: Post, fingerprint: str | None, table: Table) -> None:
        """Store with the next flush the fingerprint of a message's contents, which were built from `table`.

        `None` marks the contents as uncertain, for instance during an edit. If the process is killed before the flush,
        the bot edits the message once more than necessary. A lost flush never makes an outdated message look current:
        when a table ends, or changes in a way that can be undone, the store clears the table's fingerprints. From
        then on the store ignores fingerprints from before that change.
        """
        if self._closed:
            return
        self._fingerprints[post.nonce] = (fingerprint, table.state, table.version)
        limits.evict_oldest(self._fingerprints, limits.PENDING_FINGERPRINTS)
        self._schedule_flush()

    def note_displayed(self, table: Table, *, surely: bool) -> None:
        """Store with the next flush the version of a table that its messages display.

        If `surely` is False, the version is stored as unknown. If the process is killed before the flush,
        the table stays `outdated`, and its messages are compared once more.
        """
        if self._closed:
            return
        self._displayed[table.id] = table.version if surely else UNKNOWN
        limits.evict_oldest(self._displayed, limits.PENDING_FINGERPRINTS)
        self._schedule_flush()

    async def outdated(self, after: int, count: int) -> list[tuple[int, int]]:
        """Return up to `count` tables with numbers above `after` whose messages may be out of date.

        Each entry has the numbers of the table and of its place.
        """
        return await self._store.due_work.outdated(after, count)

    async def redraw(self, name: str, made_of: str) -> None:
        """Store `made_of`, a fingerprint of the page templates, under a name.

        If the fingerprint has changed, all open tables are marked as outdated.
        """
        self._displayed.clear()
        await self._store.due_work.outdate_if_changed(name, made_of)

    async def redraw_place(self, place: Place) -> None:
        """Mark all open tables of a place as outdated."""
        self._displayed.clear()
        await self._store.due_work.outdate_place(place.id)

    def _schedule_flush(self) -> None:
        if max(len(self._fingerprints), len(self._displayed)) >= limits.FINGERPRINTS:
            self._batch_full.set()
        if self._flush_task is None:
            self._flush_task = asyncio.create_task(self._flush_until_empty(), name="what the posts show")

    async def close(self) -> None:
        """Flush what is waiting, and ignore all later changes."""
        self._closed = True
        if self._flush_task is not None:
            self._flush_task.cancel()
            await asyncio.wait([self._flush_task])
        if self._fingerprints or self._displayed:
            await self._flush()

    async def _flush_until_empty(self) -> None:
        try:
            while self._fingerprints or self._displayed:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._batch_full.wait(), FLUSH_SECONDS)
                await self._flush()
        finally:
            self._flush_task = None

    async def _flush(self) -> None:
        batch, versions = dict(self._fingerprints), dict(self._displayed)
        self._batch_full.clear()
        try:
            await self._store.message_records.save_fingerprints(batch, versions)
        except StoreError as error:
            log.warning("what the posts show could not be written, and is tried again: %s", error)
            return
        self._fingerprints = {nonce: note for nonce, note in self._fingerprints.items() if batch.get(nonce) is not note}
        self._displayed = {one: version for one, version in self._displayed.items() if versions.get(one) != version}
