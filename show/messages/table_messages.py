"""Where the tables' messages stand, for links to them, and which of them chat has pushed far up.

Nothing here is stored: after a restart a board is looked for when somebody comes to its table, and what else has been
forgotten costs one fresh message at most.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import limits
from show.messages.edit_rate_limit import born
from show.text.addressing import message_link

FAR_SECONDS = 120.0
"""So long after a table's message somebody else's newest message makes it far up."""
PATIENCE = 1.0
"""Seconds that whoever opens a hand waits for the fresh message, so that the hand comes to stand below it."""


@dataclass(frozen=True, slots=True)
class TableMessage:
    """The public message of the round that is being played."""

    guild_id: int
    channel_id: int
    message_id: int
    round: int

    @property
    def link(self) -> str:
        """Its address."""
        return message_link(self.guild_id, self.channel_id, self.message_id)


class TableMessages:
    """Boards by table."""

    def __init__(self) -> None:
        self.look: Callable[[int], Awaitable[TableMessage | None]] = _nowhere
        """Finds out where a table's message is, by the table's number; None: nowhere."""
        self._table_messages: dict[int, TableMessage] = {}
        self._own: dict[int, int] = {}
        """By channel, the last one last, our newest message: it pushes up nothing that matters, and may be gone."""
        self._far: set[int] = set()
        """Messages that are to be replaced."""
        self._afresh: set[int] = set()
        """Tables of whose round another message has stood before."""
        self._moving: dict[int, asyncio.Event] = {}

    async def find(self, table_id: int) -> None:
        """Let the board of a table be known to which somebody comes."""
        if table_id not in self._table_messages:
            board = await self.look(table_id)
            if board is not None and table_id not in self._table_messages:
                self.stands(table_id, board)

    def link(self, table_id: int, round_number: int) -> str | None:
        """Where a round's message is; None: nobody knows, or there is none (yet)."""
        board = self._table_messages.get(table_id)
        return board.link if board and board.round == round_number else None

    def afresh(self, table_id: int, round_number: int) -> str | None:
        """Where it is if it was posted afresh: whatever led to the one before leads nowhere."""
        return self.link(table_id, round_number) if table_id in self._afresh else None

    def stands(self, table_id: int, board: TableMessage) -> None:
        """Note where a table's message is now."""
        before = self._table_messages.get(table_id)
        if before == board:
            return
        if before is not None:
            self._far.discard(before.message_id)
        if before is not None and before.round == board.round:
            self._afresh.add(table_id)
        else:
            self._afresh.discard(table_id)
        self._table_messages[table_id] = board
        self._let_go_on(table_id)
        if len(self._table_messages) > limits.BOARDS:
            self.over(next(iter(self._table_messages)))

    def over(self, table_id: int) -> None:
        """Nobody plays at that table any more, or where nobody sees it."""
        board = self._table_messages.pop(table_id, None)
        self._afresh.discard(table_id)
        if board is not None:
            self._far.discard(board.message_id)
        self._let_go_on(table_id)

    def posted(self, channel_id: int, message_id: int) -> None:
        """Note that a message of ours stands in a channel."""
        self._own[channel_id] = max(message_id, self._own.pop(channel_id, 0))
        limits.trim(self._own, limits.CHANNELS)

    def clicked(self, table_id: int, channel_id: int, newest: int) -> bool:
        """Whether a click, in a channel whose newest message is this, shows that the table's message is far up."""
        board = self._table_messages.get(table_id)
        if board is None or board.channel_id != channel_id or newest <= self._own.get(channel_id, 0):
            return False
        if born(newest) - born(board.message_id) < FAR_SECONDS:
            return False
        self._far.add(board.message_id)
        return True

    def far(self, message_id: int) -> bool:
        """Whether a message is to be replaced because it is far up."""
        return message_id in self._far

    async def moved(self, table_id: int) -> None:
        """Wait for a table's fresh message, but not for long."""
        event = self._moving.setdefault(table_id, asyncio.Event())
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), PATIENCE)

    def _let_go_on(self, table_id: int) -> None:
        """Let those go on who wait for a table's fresh message."""
        if table_id in self._moving:
            self._moving.pop(table_id).set()


async def _nowhere(_table_id: int) -> TableMessage | None:
    return None
