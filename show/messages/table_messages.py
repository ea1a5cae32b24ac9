"""Known table messages, for links to them, and the table messages that are far up in their channel.

This is a cache. After a restart, a table message is looked up when somebody uses its table. Losing the rest of the
cache costs at most one repost.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import limits
from host.place import Place
from show.messages.edit_rate_limit import born
from show.text.seat_names import message_link

FAR_SECONDS = 120.0
"""A table message is far up if the channel's newest message was posted at least this many seconds after it."""
NEAR_SECONDS = 6.0
"""A panel may have left the screen if the channel's newest message is at least this many seconds younger."""
PATIENCE = 1.0
"""Seconds for which opening a hand waits for the reposted table message, so that the hand appears below it."""


@dataclass(frozen=True, slots=True)
class TableMessage:
    """The public message of the current round."""

    place: Place
    channel_id: int
    message_id: int
    round: int

    @property
    def link(self) -> str:
        """The address of the message."""
        return message_link(self.place, self.channel_id, self.message_id)


class TableMessages:
    """The known table messages by table."""

    def __init__(self, look_up: Callable[[int], Awaitable[TableMessage | None]]) -> None:
        """Create an empty cache; `look_up` returns the table message of a table id, or None if there is no message."""
        self._look_up = look_up
        self._table_messages: dict[int, TableMessage] = {}
        self._own: dict[int, int] = {}
        """By channel, in order of use: the bot's newest message, which may have been deleted since."""
        self._tall: dict[int, int] = {}
        """By channel: the bot's newest message that is tall enough to push a panel off the screen, in order of use."""
        self._far: set[int] = set()
        """The messages to repost."""
        self._afresh: set[int] = set()
        """The tables whose current round's message was reposted."""
        self._moving: dict[int, asyncio.Event] = {}

    async def load(self, table_id: int) -> None:
        """Look up the table message of a table if it is unknown."""
        if table_id not in self._table_messages:
            message = await self._look_up(table_id)
            if message is not None and table_id not in self._table_messages:
                self.note(table_id, message)

    def link(self, table_id: int, round_number: int) -> str | None:
        """Return the address of a round's table message; None if unknown or not posted."""
        message = self._table_messages.get(table_id)
        return message.link if message and message.round == round_number else None

    def needed_link(self, table_id: int, round_number: int, channel_id: int) -> str | None:
        """Return the address of a round's table message if a panel in a channel needs it.

        A panel needs the address if the message was reposted, because older links are dead, or if the message is in
        another channel.
        """
        message = self._table_messages.get(table_id)
        elsewhere = message is not None and message.channel_id != channel_id
        return self.link(table_id, round_number) if elsewhere or table_id in self._afresh else None

    def note(self, table_id: int, message: TableMessage) -> None:
        """Note the current table message of a table."""
        before = self._table_messages.get(table_id)
        if before == message:
            return
        self.note_own_message(message.channel_id, message.message_id, tall=True)
        self._afresh.discard(table_id)
        if before is not None:
            self._far.discard(before.message_id)
            if before.round == message.round:
                self._afresh.add(table_id)
        self._table_messages[table_id] = message
        self._release_waiters(table_id)
        if len(self._table_messages) > limits.TABLE_MESSAGES:
            self.forget(next(iter(self._table_messages)))

    def forget(self, table_id: int) -> None:
        """Forget the table message of a table that has ended or lost its channel."""
        message = self._table_messages.pop(table_id, None)
        self._afresh.discard(table_id)
        if message is not None:
            self._far.discard(message.message_id)
        self._release_waiters(table_id)

    def note_own_message(self, channel_id: int, message_id: int, *, tall: bool = False) -> None:
        """Note a message of the bot in a channel; a `tall` message pushes panels off the screen of a phone."""
        for newest in (self._own, self._tall) if tall else (self._own,):
            newest[channel_id] = max(message_id, newest.pop(channel_id, 0))
            limits.evict_oldest(newest, limits.CHANNELS)

    def is_covered(self, channel_id: int, message_id: int) -> bool:
        """Return whether a tall message of the bot lies below a message of a channel."""
        return 0 < message_id < self._tall.get(channel_id, 0)

    def has_scrolled_away(self, channel_id: int, message_id: int, newest: int) -> bool:
        """Return whether a message of a channel may have left the screen of a phone.

        This is so if a tall message covers it, or if the channel's newest message, `newest`, is much younger. Ages are
        compared because the number of messages between the two is unknown.
        """
        return self.is_covered(channel_id, message_id) or born(newest) - born(message_id) >= NEAR_SECONDS

    def note_click(self, table_id: int, channel_id: int, newest: int) -> bool:
        """Note a click; return whether the table message is then far above the channel's newest message, `newest`."""
        message = self._table_messages.get(table_id)
        if message is None or message.channel_id != channel_id or newest <= self._own.get(channel_id, 0):
            return False
        if born(newest) - born(message.message_id) < FAR_SECONDS:
            return False
        self._far.add(message.message_id)
        return True

    def is_far_up(self, message_id: int) -> bool:
        """Return whether a message must be reposted because `note_click` found it far up in its channel."""
        return message_id in self._far

    async def wait_for_repost(self, table_id: int) -> None:
        """Wait up to `PATIENCE` seconds for the reposted table message."""
        event = self._moving.setdefault(table_id, asyncio.Event())
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), PATIENCE)

    def _release_waiters(self, table_id: int) -> None:
        """Release everybody who waits for the reposted table message."""
        if table_id in self._moving:
            self._moving.pop(table_id).set()
