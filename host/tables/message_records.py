"""What stands on Discord for the tables: noted before it is sent, and what it shows noted late and in batches."""

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
from host.refusals import Overtaken
from host.tables.table import Table
from storage import Conflict, Post, State, Store, StoreError

__all__ = ["MessageRecords", "Post"]

UNKNOWN = -1
"""No version of a table: nobody knows which one its messages show."""
RETIRED_PREFIX = "old:"
"""How the slot of a retired post begins; the slot that it was in follows."""

log = logging.getLogger(__name__)

FLUSH_SECONDS = 5.0
"""How long fingerprints wait for others."""
_DATED = re.compile(r"([0-9a-f]{8})-")
"""How a nonce begins that tells when it was made; one of an earlier version does not."""


def intended_at(post: Post) -> int | None:
    """When a post was going to be sent, in unix seconds; None: it does not tell."""
    dated = _DATED.match(post.nonce)
    return int(dated[1], 16) if dated else None


class MessageRecords:
    """The tables' posts. All writes go behind people's; each method raises `StoreError` when they fail.

    `write_ahead`, `confirm` and `retire` raise `Overtaken` where another process has changed the posts meanwhile.
    """

    def __init__(self, store: Store, shards: Shards, now: Callable[[], float]) -> None:
        """The posts in `store`; `shards` tell whether this process is alone, `now` the time in unix seconds."""
        self._store = store
        self._shards = shards
        self._now = now
        self._fingerprints: dict[str, tuple[str | None, State, int]] = {}
        """By nonce what is not written yet."""
        self._displayed: dict[int, int] = {}
        """By table the version that its messages show, where that is not written yet."""
        self._batch_full = asyncio.Event()
        self._flush_task: asyncio.Task[None] | None = None
        self._closed = False

    async def of_table(self, table_id: int) -> list[Post]:
        """A table's posts, by slot."""
        before = self._fingerprints  # what is written while the store is read may not be among what is read
        posts = await self._store.posts(table_id)
        noted = [self._fingerprints.get(post.nonce, before.get(post.nonce)) for post in posts]
        return [replace(post, fingerprint=note[0]) if note else post for post, note in zip(posts, noted, strict=True)]

    async def matching(self, channel_id: int, message_ids: Collection[int]) -> list[Post]:
        """Of all tables' posts in a channel those that are one of these messages, and those that may be any."""
        return await self._store.posts_among(channel_id, message_ids)

    def _new_nonce(self) -> str:
        """A nonce that tells when it was made: 25 characters are all that Discord takes."""
        return f"{int(self._now()):08x}-{secrets.token_hex(8)}"

    async def write_ahead(self, table_id: int, slot: str, channel_id: int) -> Post:
        """A post that is going to be sent to a channel: to be called before it is sent."""
        post = Post(self._new_nonce(), slot, channel_id)
        with self._overtaken():
            await self._store.add_post(table_id, post)
        return post

    async def adopt(self, table_id: int, slot: str, channel_id: int, message_id: int) -> Post:
        """A message or thread that stands already: it answered somebody, or was opened. Two may note it at once."""
        post = Post(self._new_nonce(), slot, channel_id, message_id)
        try:
            await self._store.add_post(table_id, post)
        except Conflict:
            noted = {one.slot: one for one in await self.of_table(table_id)}
            if slot not in noted:
                raise
            return noted[slot]
        return post

    async def confirm(self, post: Post, channel_id: int, message_id: int) -> Post:
        """A post that was sent has become this message.

        Raises:
            Overtaken: it was forgotten while it was sent, as its thread or channel has gone.
        """
        try:
            return await self._change(replace(post, channel_id=channel_id, message_id=message_id, fingerprint=None))
        except Conflict:
            raise Overtaken(refusals.TRY_AGAIN()) from None

    async def retire(self, post: Post) -> Post:
        """Make room in a post's slot; the post itself is to be taken away."""
        return await self._change(replace(post, slot=f"{RETIRED_PREFIX}{post.slot}:{post.nonce}", fingerprint=None))

    async def _change(self, post: Post) -> Post:
        with self._overtaken():
            await self._store.change_post(post)
        self._fingerprints.pop(post.nonce, None)
        return post

    @contextmanager
    def _overtaken(self) -> Iterator[None]:
        """Say of what the store holds otherwise than it was read that another process was faster, if there is one."""
        try:
            yield
        except Conflict:
            if self._shards.alone:
                raise
            raise Overtaken(refusals.TRY_AGAIN()) from None

    async def remove(self, *posts: Post) -> None:
        """These posts stand no more."""
        await self._store.remove_posts([post.nonce for post in posts])
        for post in posts:
            self._fingerprints.pop(post.nonce, None)

    def note_fingerprint(self, post: Post, fingerprint: str | None, table: Table) -> None:
        """Note what a post shows, drawn from `table`; None: from now on that is uncertain, as it is being edited.

        It is written late. A kill before that costs one edit, as the store forgets what a table's posts show when it
        changes in a way that could be taken back, or ends; and no fingerprint of an earlier state is written then.
        """
        if self._closed:
            return
        self._fingerprints[post.nonce] = (fingerprint, table.state, table.version)
        limits.trim(self._fingerprints, limits.UNWRITTEN)
        self._schedule_flush()

    def note_displayed(self, table: Table, *, surely: bool) -> None:
        """Note that all of a table's messages show it as it is, or that nobody can rely on that.

        It is written late too. A kill before that costs one look: until then the table is among those `outdated`.
        """
        if self._closed:
            return
        self._displayed[table.id] = table.version if surely else UNKNOWN
        limits.trim(self._displayed, limits.UNWRITTEN)
        self._schedule_flush()

    async def outdated(self, after: int, count: int) -> list[tuple[int, int]]:
        """The tables, each with its server, whose messages may not show it as it is: so many, by number from one on."""
        return await self._store.tables_behind(after, count)

    async def redraw(self, name: str, made_of: str) -> None:
        """Remember under a name what all pages are made of. If that was otherwise, all open tables are behind."""
        self._displayed.clear()
        await self._store.redraw(name, made_of)

    async def redraw_server(self, guild_id: int) -> None:
        """Let all open tables of a server be behind."""
        self._displayed.clear()
        await self._store.redraw_guild(guild_id)

    def _schedule_flush(self) -> None:
        if max(len(self._fingerprints), len(self._displayed)) >= limits.FINGERPRINTS:
            self._batch_full.set()
        if self._flush_task is None:
            self._flush_task = asyncio.create_task(self._flush_until_empty(), name="what the posts show")

    async def close(self) -> None:
        """Write what waits; what is noted from now on is lost."""
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
        batch, shown = dict(self._fingerprints), dict(self._displayed)
        self._batch_full.clear()
        try:
            await self._store.note_fingerprints(batch, shown)
        except StoreError as error:
            log.warning("what the posts show could not be written, and is tried again: %s", error)
            return
        self._fingerprints = {nonce: note for nonce, note in self._fingerprints.items() if batch.get(nonce) is not note}
        self._displayed = {table: version for table, version in self._displayed.items() if shown.get(table) != version}
