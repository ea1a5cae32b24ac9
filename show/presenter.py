"""The presenter: creates and connects the objects that display tables."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import limits
from engine.game import Game
from host.place import Place
from host.services import Services
from host.tables.table import OPEN, Table, TablePlace
from show.channel_sight import ChannelSight
from show.desired import LAYOUT_VERSION, hashed
from show.discord_port import Port
from show.messages.edit_rate_limit import EditRateLimit
from show.messages.lost_post_search import LostPostSearch
from show.messages.reconciler import Reconciler, Remaining
from show.messages.resync import Resync
from show.messages.table_messages import TableMessage, TableMessages
from show.messages.work_queue import PATIENCE, WorkQueue, now
from show.messages.write_overlap import WriteOverlap
from show.observed import observe
from show.obstacle import Obstacle
from show.panels.direct_panels import DirectPanels
from show.panels.more_pages import MorePages
from show.panels.open_panels import Panels
from show.panels.review_panels import ReviewPanels
from show.panels.spectators import Spectators
from show.panels.suggestion_panels import SuggestionPanels
from show.schedule import Schedule
from show.text.emojis import EmojiSet

SETTLE_SECONDS = 0.3
"""Seconds for which a change waits for further changes, so that they share one edit."""
SPECTATOR_SECONDS = 1.0
"""Seconds for which a change waits for further changes before spectators see it."""
RESYNC_SECONDS = 2.0
"""Seconds for which the resync waits for a table that cannot be updated at once."""
BEHIND_SECONDS = 5.0
"""Seconds after which a table whose messages are due counts as behind; usual waits are shorter."""
CHECK_SECONDS = 60.0
"""The shortest time in seconds between two checks that a table's message exists; each check is a call to Discord."""
PUSH_SECONDS = 0.03
"""The shortest delay of pushes into other players' panels, in seconds: the answer to a click comes first."""


class Queues(NamedTuple):
    """The work queues of tables, by what they update."""

    panels: WorkQueue
    mentions: WorkQueue
    messages: WorkQueue
    spectators: WorkQueue


class Presenter:
    """Entry point for changes of tables: it updates panels, mentions and messages in the background.

    Panels, mentions, table messages and spectators each have a work queue, so private updates do not wait for public
    ones, and players do not wait for spectators. While computer players move, panels, table messages and
    spectators wait for the last move, at most `show.messages.work_queue.PATIENCE` seconds. Panels that show each card
    do not wait.
    """

    def __init__(
        self, services: Services, port: Port, *, crowded: Callable[[], bool], settle: float = SETTLE_SECONDS
    ) -> None:
        """Create the presenter; changes of a table within `settle` seconds share one edit.

        While `crowded` returns True, updates of panels and table messages wait, so that clicks are answered first.
        """
        self._services = services
        self._port = port
        self.queues = self._make_queues(settle, crowded)
        schedule = Schedule(self.queues.panels.schedule, self.queues.mentions.schedule, self.queues.messages.schedule)
        self.emojis = EmojiSet()
        self.table_messages = TableMessages(self._find_table_message)
        write_overlap = WriteOverlap()
        self.panels = Panels(
            services, self.emojis, write_overlap, self.table_messages, schedule.panels, on_push_failed=schedule.mentions
        )
        self.spectators = Spectators(
            services,
            self.emojis,
            write_overlap,
            self.table_messages,
            self.queues.spectators.schedule,
            on_push_failed=lambda _table_id: None,  # spectators are never mentioned
        )
        self.direct_panels = DirectPanels(services, self.emojis, write_overlap, schedule, self._ask_for)
        self.channel_sight = ChannelSight(services, port, self.channel_deleted)
        self.edit_rate_limit = EditRateLimit()
        self.lost_post_search = LostPostSearch(services, port)
        self.messages = Reconciler(
            services,
            port,
            self.emojis,
            self.panels,
            write_overlap,
            self.table_messages,
            self.edit_rate_limit,
            self.lost_post_search,
            schedule,
            self.direct_panels,
            self.channel_sight,
        )
        self.review_panels = ReviewPanels(services, self.emojis)
        self.suggestion_panels = SuggestionPanels(services, self.emojis)
        self.more_pages = MorePages(services, write_overlap, schedule)
        self._resync = Resync(services, self._update)
        self._last_checks: dict[int, float] = {}
        """The loop time of the last check of each table's message."""
        self._held = False
        """Whether changes are ignored."""
        self._displayed_emojis: Mapping[str, str] | None = None
        """The emojis with which all up-to-date messages were written; None before they are known."""

    def _make_queues(self, settle: float, crowded: Callable[[], bool]) -> Queues:
        """Create the work queues; `settle` and `crowded` as for the presenter."""
        queue = partial(WorkQueue, on_done=self._note_displayed)
        return Queues(
            queue(
                "pushing",
                self._refresh_panels,
                most=limits.PANELS_AT_ONCE,
                settle=PUSH_SECONDS,
                busy=self._panels_wait,
                crowded=crowded,
            ),
            queue("mentioning", self._mention, most=limits.TABLES_AT_ONCE, settle=settle),
            queue(
                "showing",
                self._reconcile,
                most=limits.TABLES_AT_ONCE,
                settle=settle,
                busy=self._messages_wait,
                crowded=crowded,
            ),
            queue(
                "refreshing spectators",
                self._refresh_spectators,
                most=limits.SPECTATOR_TABLES_AT_ONCE,
                settle=SPECTATOR_SECONDS,
                busy=self._services.ai_players.busy,
            ),
        )

    def _panels_wait(self, table_id: int) -> bool:
        """Return whether panels wait for the last of several moves of computer players."""
        return self._services.ai_players.busy(table_id) and not self.panels.shows_cards(table_id)

    def _messages_wait(self, table_id: int) -> bool:
        """Return whether a table's messages wait for the last of several moves of computer players."""
        return self._services.ai_players.busy(table_id) and not self.direct_panels.shows_cards(table_id)

    async def _write_now(self, table_id: int) -> None:
        """Reconcile a table's messages at once, and wait up to `PATIENCE` seconds."""
        self.queues.messages.retry_now(table_id)
        await self.queues.messages.wait_until_done(table_id, PATIENCE)

    async def _ask_for(self, table_id: int) -> None:
        """Write the message of a table for the person who asks for it, even if Discord has refused it before."""
        table = await self._services.tables.get(table_id)
        self._port.reconsider(table.place)
        for blocked in self.messages.unblock_place(table.place):
            self.queues.messages.retry_now(blocked)
        await self._write_now(table_id)

    def hands_of(self, table: Table) -> Panels | DirectPanels:
        """Return the panels in which a table's people see their hands."""
        return self.direct_panels if table.place.is_direct else self.panels

    async def _refresh_panels(self, table_id: int) -> Remaining:
        waits = [await self.panels.refresh(table_id), await self.more_pages.refresh(table_id)]
        return min((wait for wait in waits if wait is not None), default=None)

    async def _refresh_spectators(self, table_id: int) -> Remaining:
        return await self.spectators.refresh(table_id)

    async def _mention(self, table_id: int) -> Remaining:
        return await self.messages.reconcile_turns(table_id)

    async def _reconcile(self, table_id: int) -> Remaining:
        return await self.messages.reconcile_messages(table_id)

    def hold(self) -> None:
        """Ignore changes until `release`, because guilds are missing in discord.py's cache while the bot starts."""
        self._held = True

    def release(self) -> None:
        """Handle changes from now on; a resync finds earlier changes."""
        self._held = False

    async def resume(self) -> None:
        """Update messages after a start or a lost session, because tables may have changed unnoticed.

        Raises:
            StoreError: the fingerprint of the page layout could not be stored; the resync has begun all the same.
        """
        self._port.reconsider(None)
        try:
            rules = sorted((name, game.rules) for name, game in Game.games.items())
            await self._services.message_records.redraw("pages", hashed(LAYOUT_VERSION, rules))
        finally:
            self.resync()

    def resync(self) -> None:
        """Start a resync in the background."""
        self._resync.begin()

    async def emojis_changed(self) -> None:
        """Mark as outdated all messages that were written with other emojis.

        Raises:
            StoreError: the change could not be stored.
        """
        emojis = dict(self.emojis)
        # "signs" is the name under which this fingerprint is stored.
        await self._services.message_records.redraw("signs", hashed(sorted(emojis.items())))
        self._displayed_emojis = emojis

    async def language_changed(self, place: Place) -> None:
        """Mark the messages of a server as outdated, because its language has changed; raises `StoreError`."""
        await self._services.message_records.redraw_place(place)
        self.resync()

    async def _update(self, table_id: int) -> None:
        self.changed(table_id)
        for queue in (
            self.queues.messages,
            self.queues.mentions,
        ):  # the table message first, because mentions link to it
            await queue.wait_until_done(table_id, RESYNC_SECONDS)

    async def _find_table_message(self, table_id: int) -> TableMessage | None:
        observed = await observe(self._services, table_id)
        return observed.table_message if observed.table.state == "playing" else None

    def _note_displayed(self, table_id: int) -> None:
        """Note that a table's messages are up to date, unless a queue still works on the table."""
        table = self._services.tables.cached(table_id)
        if table is None or any(queue.is_working_on(table_id) for queue in self.queues):
            return
        up_to_date = self.emojis == self._displayed_emojis and not self.messages.is_out_of_date(table)
        self._services.message_records.note_displayed(table, surely=up_to_date)
        if table.state not in OPEN:
            self._services.tables.evict(table_id)

    def changed(self, table_id: int) -> None:
        """Schedule updates of everything that displays a table."""
        if self._held:
            return
        if self.panels.has_open(table_id) or self.more_pages.has_open(table_id):
            self.queues.panels.schedule(table_id)
        if self.spectators.has_open(table_id):
            self.queues.spectators.schedule(table_id)
        self.queues.mentions.schedule(table_id)
        self.queues.messages.schedule(table_id)

    async def clicked(self, table_id: int, channel_id: int, newest: int) -> bool:
        """Note a click and the newest message of its channel; return whether the table message was far above it.

        If so, the table message is reposted, and the call waits up to `table_messages.PATIENCE` seconds for the repost.
        """
        table = self._services.tables.cached(table_id)
        if table is not None and table.private:  # a private table has no table message
            return False
        await self.table_messages.load(table_id)
        far = self.table_messages.note_click(table_id, channel_id, newest)
        if far:
            self.queues.messages.schedule(table_id)
            await self.table_messages.wait_for_repost(table_id)
        return far

    async def show_again(self, table_id: int) -> None:
        """Check a table's messages, and repost deleted ones; wait up to `PATIENCE` seconds.

        Discord does not report deleted messages to the bot, so only a failing edit reveals the loss.
        """
        await self.messages.distrust_records(table_id)
        await self._write_now(table_id)

    async def check_message(self, table_id: int, clicked: int = 0) -> None:
        """Check in the background whether a table's message exists, at most once in `CHECK_SECONDS`.

        Discord does not report deleted messages to the bot. So the bot checks when somebody reaches a table without
        clicking on its message. `clicked` is the clicked public message, or 0; a message that was clicked exists.
        """
        checked = self._last_checks.get(table_id)
        if clicked or (checked is not None and now() - checked < CHECK_SECONDS):
            return
        self._last_checks[table_id] = now()
        limits.evict_oldest(self._last_checks, limits.TABLE_MESSAGES)
        await self.messages.check_message(table_id)

    def obstacle(self, table: TablePlace) -> Obstacle | None:
        """Return why messages of a table are missing or late; None if none is blocked or over `BEHIND_SECONDS` late."""
        if table.lost_since is not None:
            return Obstacle("lost")
        seconds = max(queue.seconds_behind(table.id) for queue in self.queues)
        behind = Obstacle("behind", seconds) if seconds > BEHIND_SECONDS else None
        return self.messages.obstacle(table.id) or behind

    async def retry_place(self, place: Place) -> None:
        """Retry failed messages in a place, and look at its channels, because something has changed there."""
        self.channel_sight.look(place)
        self._port.reconsider(place)
        blocked = self.messages.unblock_place(place)
        for queue in (self.queues.messages, self.queues.mentions):
            async for table in self._services.tables.load_each(blocked.union(queue.failing())):
                if table.place == place:
                    queue.retry_now(table.id)

    async def channel_deleted(self, channel_id: int) -> None:
        """Mark the records of all messages in a deleted channel or thread as uncertain, and reconcile their tables."""
        for table_id in await self._services.tables.in_channel(channel_id):
            await self.messages.distrust_records(table_id)
            self.queues.messages.retry_now(table_id)
            self.queues.mentions.retry_now(table_id)

    async def close(self) -> None:
        """Stop all background work."""
        await self._resync.close()
        await self.channel_sight.close()
        await self.review_panels.close()
        await self.suggestion_panels.close()
        for queue in self.queues:
            await queue.close()
