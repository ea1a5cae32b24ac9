"""The stage: all that shows tables, put together over a house and a port."""

import asyncio

from host.house import House
from host.table import Table
from show.lane import Lane
from show.panels import Panels
from show.port import Port
from show.reconcile import LobbyClick, Reconciler
from show.signs import Signs
from show.writers import Writers

SETTLE_SECONDS = 0.3
"""How long a change waits for others to share its edit."""
PATIENCE_SECONDS = 5.0
"""How long at the most it waits for a burst of computer players' moves to end."""
TABLES_AT_ONCE = 8
"""Tables whose messages are written at the same time: after a restart there may be thousands, and people click."""
PANELS_AT_ONCE = 16
"""Tables into whose panels is pushed at the same time."""


class Stage:
    """Whatever happens to a table is told here by its number; what people then see is made so in the background.

    What is personal does not wait for what is public: panels, turns and tables each have a lane of their own.
    """

    def __init__(self, house: House, port: Port, settle: float = SETTLE_SECONDS) -> None:
        """The stage of a house; changes of a table within `settle` seconds share one edit."""
        self.signs = Signs()
        writers = Writers()
        self.panels = Panels(house, self.signs, writers)
        self._house = house
        self._settle = settle
        self._reconciler = Reconciler(house, port, self.signs, self.panels, writers)
        self._pushes = Lane("pushing", self.panels.refresh, most=PANELS_AT_ONCE, settle=_at_once)
        self._turns = Lane("mentioning", self._reconciler.turns, most=TABLES_AT_ONCE, settle=self._settled)
        self._public = Lane("showing", self._reconciler.public, most=TABLES_AT_ONCE, settle=self._burst)
        self.panels.poke = self._pushes.poke
        self.panels.closed = self._turns.poke
        self._reconciler.shown = self._turns.poke

    def changed(self, table_id: int) -> None:
        """Show a table's new state soon."""
        if self.panels.any_of(table_id):
            self._pushes.poke(table_id)
        self._turns.poke(table_id)
        self._public.poke(table_id)

    async def answer_lobby(self, table_id: int, click: LobbyClick) -> None:
        """Answer a click on a lobby's message with the lobby as it is now."""
        again = True
        try:
            again = await self._reconciler.answer_lobby(table_id, click)
        finally:
            if again:
                self._public.poke(table_id)

    async def home(self, table: Table) -> int:
        """The thread or channel that a table is in."""
        return await self._reconciler.home(table.id)

    async def shown_lobby(self, table_id: int, message_id: int) -> None:
        """A lobby stands in this message, which answered the command that opened it."""
        await self._reconciler.shown_lobby(table_id, message_id)

    async def clicked(self, table_id: int, channel_id: int, message_id: int) -> None:
        """Somebody has used a public message of a table: one that stands too much is taken away."""
        if await self._reconciler.seen(table_id, channel_id, message_id):
            self._public.poke(table_id)

    async def wake(self, guild_id: int) -> None:
        """Something has changed on a server: what could not be done there is tried again."""
        hindered = self._reconciler.forgiven()
        for lane in (self._public, self._turns):
            async for table in self._house.tables.each(hindered.union(lane.failing())):
                if table.guild_id == guild_id:
                    lane.wake(table.id)

    async def lost(self, channel_id: int) -> None:
        """A channel or thread is gone, and all that stood in it."""
        for table_id in await self._house.tables.here(channel_id):
            await self._reconciler.doubt(table_id)
            self._public.wake(table_id)
            self._turns.wake(table_id)

    async def close(self) -> None:
        """Stop showing."""
        for lane in (self._pushes, self._turns, self._public):
            await lane.close()

    async def _settled(self, _table_id: int) -> None:
        await asyncio.sleep(self._settle)

    async def _burst(self, table_id: int) -> None:
        """Wait for changes that come close together; computer players that do not pause may end their burst."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PATIENCE_SECONDS
        await asyncio.sleep(self._settle)
        computers = self._house.computers
        while computers.pause < SETTLE_SECONDS and computers.busy(table_id) and loop.time() < deadline:  # noqa: ASYNC110  no event
            await asyncio.sleep(self._settle)


async def _at_once(_table_id: int) -> None:
    pass
