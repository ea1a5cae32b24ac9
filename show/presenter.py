"""The stage: all that shows tables, put together over a house and a port."""

import hashlib
from collections.abc import Callable, Mapping

import limits
from engine.game import Game
from host.services import Services
from host.tables.table import OPEN
from show.desired import LOOK
from show.discord_port import Port
from show.messages.edit_rate_limit import EditRateLimit
from show.messages.reconciler import Reconciler
from show.messages.resync import Resync
from show.messages.table_messages import TableMessage, TableMessages
from show.messages.work_queue import PATIENCE, WorkQueue, now
from show.messages.write_overlap import WriteOverlap
from show.observed import found
from show.panels.open_panels import Panels
from show.panels.spectators import Spectators
from show.text.emojis import EmojiSet

SETTLE_SECONDS = 0.3
"""How long a change waits for others to share its edit."""
ONLOOK_SECONDS = 1.0
"""How long a change waits for others before those are shown it who look on."""
BEHIND_SECONDS = 2.0
"""How long the others wait for a table that is behind and cannot be shown at once."""
CHECK_SECONDS = 60.0
"""Time at least between two looks whether a table's message stands: each is one call to Discord."""
PUSH_SECONDS = 0.03
"""How long a push into others' panels waits at least: whoever has clicked is answered first."""


class Presenter:
    """Whatever happens to a table is told here by its number; what people then see is made so in the background.

    What is personal does not wait for what is public, and no player for who looks on: panels, turns, tables and
    onlookers each have a lane of their own. While
    computer players go on by themselves, panels and tables wait for the last of them, up to
    `show.messages.work_queue.PATIENCE`.
    """

    def __init__(
        self,
        services: Services,
        port: Port,
        settle: float = SETTLE_SECONDS,
        crowded: Callable[[], bool] = lambda: False,
    ) -> None:
        """The stage of a house; changes of a table within `settle` seconds share one edit.

        While it is `crowded`, those who have clicked are answered before others are shown what has come of it.
        """
        self.signs = EmojiSet()
        writers = WriteOverlap()
        self.table_messages = TableMessages()
        self.panels = Panels(services, self.signs, writers, self.table_messages)
        self.spectators = Spectators(services, self.signs, writers, self.table_messages)
        self.messages = Reconciler(
            services, port, self.signs, self.panels, writers, self.table_messages, EditRateLimit()
        )
        self._services = services
        self._port = port
        busy = services.ai_players.busy
        self._pushes = WorkQueue(
            "pushing",
            self.panels.refresh,
            most=limits.PANELS_AT_ONCE,
            settle=PUSH_SECONDS,
            busy=busy,
            crowded=crowded,
        )
        self._turns = WorkQueue("mentioning", self.messages.turns, most=limits.TABLES_AT_ONCE, settle=settle)
        self._public = WorkQueue(
            "showing", self.messages.public, most=limits.TABLES_AT_ONCE, settle=settle, busy=busy, crowded=crowded
        )
        self._onlooking = WorkQueue(
            "telling onlookers", self.spectators.refresh, most=limits.ONLOOKED_AT_ONCE, settle=ONLOOK_SECONDS, busy=busy
        )
        self.lanes = (self._pushes, self._turns, self._public, self._onlooking)
        self.panels.poke = self._pushes.poke
        services.tables.coming = self.panels.coming
        self.spectators.poke = self._onlooking.poke
        self.panels.closed = self.messages.shown = self._turns.poke
        self.messages.again = self._public.poke
        self.table_messages.look = self._board
        for lane in self.lanes:
            lane.at_rest = self._at_rest
        self._catching_up = Resync(services, self._look_at)
        self._checked: dict[int, float] = {}
        """Times of the last look whether a table's message stands, by the loop's time."""
        self._signs_shown: Mapping[str, str] | None = None
        """Those with which all that is not behind is shown; None: nobody knows yet."""

    async def resume(self) -> None:
        """Show what may have changed unseen: after a start, and when a session was lost.

        Raises:
            StoreError: whether pages look otherwise than before could not be stored; the rest is begun.
        """
        self._port.reconsider(None)
        try:
            rules = sorted((name, game.rules) for name, game in Game.games.items())
            await self._services.message_records.redraw("pages", _fingerprint(LOOK, rules))
        finally:
            self.catch_up()

    def catch_up(self) -> None:
        """Show what is behind, in the background."""
        self._catching_up.begin()

    async def signs_changed(self) -> None:
        """The emojis are other ones, or known at last: all pages that were drawn with others are behind.

        Raises:
            StoreError: that could not be stored.
        """
        signs = dict(self.signs)
        await self._services.message_records.redraw("signs", _fingerprint(sorted(signs.items())))
        self._signs_shown = signs

    async def language_changed(self, guild_id: int) -> None:
        """A server's language is another one; raises `StoreError`."""
        await self._services.message_records.redraw_server(guild_id)
        self.catch_up()

    async def _look_at(self, table_id: int) -> None:
        self.changed(table_id)
        for lane in (self._public, self._turns):  # people are called to what has been posted
            await lane.rested(table_id, BEHIND_SECONDS)

    async def _board(self, table_id: int) -> TableMessage | None:
        place = await found(self._services, table_id)
        return place.board if place.table.state == "playing" else None

    def _at_rest(self, table_id: int) -> None:
        """Nothing more is to be done for a table in one lane; if in none, its messages show it as it is."""
        table = self._services.tables.cached(table_id)
        if table is None or any(lane.works_on(table_id) for lane in self.lanes):
            return
        surely = self.signs == self._signs_shown and not self.messages.hindered(table)
        self._services.message_records.note_displayed(table, surely=surely)
        if table.state not in OPEN:
            self._services.tables.evict(table_id)

    def changed(self, table_id: int) -> None:
        """Show a table's new state soon."""
        if self.panels.any_of(table_id):
            self._pushes.poke(table_id)
        if self.spectators.any_of(table_id):
            self._onlooking.poke(table_id)
        self._turns.poke(table_id)
        self._public.poke(table_id)

    async def clicked(self, table_id: int, channel_id: int, newest: int) -> bool:
        """Somebody has clicked in a channel whose newest message is this; whether the table was far up there.

        Then its message is posted afresh, which is waited for, but not for long.
        """
        await self.table_messages.find(table_id)
        far = self.table_messages.clicked(table_id, channel_id, newest)
        if far:
            self._public.poke(table_id)
            await self.table_messages.moved(table_id)
        return far

    async def show_again(self, table_id: int) -> None:
        """Look whether a table's messages stand, and post anew what is gone; waited for, but not for long.

        Nobody tells of a deleted message: only an edit that fails does.
        """
        await self.messages.doubt(table_id)
        self._public.wake(table_id)
        await self._public.rested(table_id, PATIENCE)

    async def check_message(self, table_id: int, clicked: int = 0) -> None:
        """Look in the background whether a table's message stands, at most once in `CHECK_SECONDS`.

        The bot is not told of deleted messages. So it looks where somebody comes to a table otherwise than by that
        message; whoever has `clicked` in one that is not private has it before them.
        """
        checked = self._checked.get(table_id)
        if clicked or (checked is not None and now() - checked < CHECK_SECONDS):
            return
        self._checked[table_id] = now()
        limits.trim(self._checked, limits.BOARDS)
        await self.messages.check_message(table_id)

    async def wake(self, guild_id: int) -> None:
        """Something has changed on a server: what could not be done there is tried again."""
        self._port.reconsider(guild_id)
        hindered = self.messages.forgiven(guild_id)
        for lane in (self._public, self._turns):
            async for table in self._services.tables.load_each(hindered.union(lane.failing())):
                if table.guild_id == guild_id:
                    lane.wake(table.id)

    async def lost(self, channel_id: int) -> None:
        """A channel or thread is gone, and all that stood in it."""
        for table_id in await self._services.tables.in_channel(channel_id):
            await self.messages.doubt(table_id)
            self._public.wake(table_id)
            self._turns.wake(table_id)

    async def close(self) -> None:
        """Stop showing."""
        await self._catching_up.close()
        for lane in self.lanes:
            await lane.close()


def _fingerprint(*made_of: object) -> str:
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]
