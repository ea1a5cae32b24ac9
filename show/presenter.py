"""The presenter: puts together everything that displays tables."""

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
"""Seconds for which a change waits for others to share its edit."""
ONLOOK_SECONDS = 1.0
"""Seconds for which a change waits for others before spectators see it."""
BEHIND_SECONDS = 2.0
"""Seconds for which the resync waits for a table that cannot be updated at once."""
CHECK_SECONDS = 60.0
"""The shortest time in seconds between two checks whether a table's message exists; each is one call to Discord."""
PUSH_SECONDS = 0.03
"""The shortest delay of pushes into other players' panels, in seconds: the answer to a click comes first."""


class Presenter:
    """Entry point for changes of tables: it updates panels, mentions and messages in the background.

    Panels, mentions, table messages and spectators each have a work queue, so private updates do not wait for public
    ones, and players do not wait for spectators. While computer players move, panels and table messages wait for the
    last of them, up to `show.messages.work_queue.PATIENCE`.
    """

    def __init__(
        self,
        services: Services,
        port: Port,
        settle: float = SETTLE_SECONDS,
        crowded: Callable[[], bool] = lambda: False,
    ) -> None:
        """Create the presenter; changes of a table within `settle` seconds share one edit.

        While `crowded`, answers to clicks come before updates for others.
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
            "telling onlookers",
            self.spectators.refresh,
            most=limits.SPECTATOR_TABLES_AT_ONCE,
            settle=ONLOOK_SECONDS,
            busy=busy,
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
        """The loop time of the last check of each table's message."""
        self._signs_shown: Mapping[str, str] | None = None
        """The emojis with which all up-to-date messages were written; None before they are known."""

    async def resume(self) -> None:
        """Update messages that may have changed unnoticed: after a start, and after a lost session.

        Raises:
            StoreError: the fingerprint of the page layout could not be stored; the resync has begun all the same.
        """
        self._port.reconsider(None)
        try:
            rules = sorted((name, game.rules) for name, game in Game.games.items())
            await self._services.message_records.redraw("pages", _fingerprint(LOOK, rules))
        finally:
            self.catch_up()

    def catch_up(self) -> None:
        """Start a resync in the background."""
        self._catching_up.begin()

    async def signs_changed(self) -> None:
        """Mark all messages outdated that were written with other emojis.

        Raises:
            StoreError: the change could not be stored.
        """
        signs = dict(self.signs)
        await self._services.message_records.redraw("signs", _fingerprint(sorted(signs.items())))
        self._signs_shown = signs

    async def language_changed(self, guild_id: int) -> None:
        """Mark the messages of a server outdated after its language has changed; raise `StoreError`."""
        await self._services.message_records.redraw_server(guild_id)
        self.catch_up()

    async def _look_at(self, table_id: int) -> None:
        self.changed(table_id)
        for lane in (self._public, self._turns):  # mentions follow the table message
            await lane.rested(table_id, BEHIND_SECONDS)

    async def _board(self, table_id: int) -> TableMessage | None:
        place = await found(self._services, table_id)
        return place.board if place.table.state == "playing" else None

    def _at_rest(self, table_id: int) -> None:
        """Note that a table's messages are up to date once no queue works on it."""
        table = self._services.tables.cached(table_id)
        if table is None or any(lane.works_on(table_id) for lane in self.lanes):
            return
        surely = self.signs == self._signs_shown and not self.messages.hindered(table)
        self._services.message_records.note_displayed(table, surely=surely)
        if table.state not in OPEN:
            self._services.tables.evict(table_id)

    def changed(self, table_id: int) -> None:
        """Schedule updates of everything that displays a table."""
        if self.panels.any_of(table_id):
            self._pushes.poke(table_id)
        if self.spectators.any_of(table_id):
            self._onlooking.poke(table_id)
        self._turns.poke(table_id)
        self._public.poke(table_id)

    async def clicked(self, table_id: int, channel_id: int, newest: int) -> bool:
        """Note a click and the newest message of its channel; return whether the table message was far up.

        A table message that was far up is reposted, and the call waits for that up to `table_messages.PATIENCE`
        seconds.
        """
        await self.table_messages.find(table_id)
        far = self.table_messages.clicked(table_id, channel_id, newest)
        if far:
            self._public.poke(table_id)
            await self.table_messages.moved(table_id)
        return far

    async def show_again(self, table_id: int) -> None:
        """Check a table's messages, and repost deleted ones; wait up to `PATIENCE` seconds.

        Discord does not report deleted messages to the bot: only a failing edit shows the loss.
        """
        await self.messages.doubt(table_id)
        self._public.wake(table_id)
        await self._public.rested(table_id, PATIENCE)

    async def check_message(self, table_id: int, clicked: int = 0) -> None:
        """Check in the background whether a table's message exists, at most once in `CHECK_SECONDS`.

        The bot gets no event for a deleted message, so it checks when somebody reaches a table otherwise than by that
        message. `clicked` is the public message that was clicked, which therefore exists.
        """
        checked = self._checked.get(table_id)
        if clicked or (checked is not None and now() - checked < CHECK_SECONDS):
            return
        self._checked[table_id] = now()
        limits.evict_oldest(self._checked, limits.TABLE_MESSAGES)
        await self.messages.check_message(table_id)

    async def wake(self, guild_id: int) -> None:
        """Retry what failed on a server, because something has changed there."""
        self._port.reconsider(guild_id)
        hindered = self.messages.forgiven(guild_id)
        for lane in (self._public, self._turns):
            async for table in self._services.tables.load_each(hindered.union(lane.failing())):
                if table.guild_id == guild_id:
                    lane.wake(table.id)

    async def lost(self, channel_id: int) -> None:
        """Distrust all message records in a channel or thread that was deleted."""
        for table_id in await self._services.tables.in_channel(channel_id):
            await self.messages.doubt(table_id)
            self._public.wake(table_id)
            self._turns.wake(table_id)

    async def close(self) -> None:
        """Stop all background work."""
        await self._catching_up.close()
        for lane in self.lanes:
            await lane.close()


def _fingerprint(*made_of: object) -> str:
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]
