"""Direct messages to people who want to be notified of open lobbies."""

import logging
from collections.abc import Callable, Sequence
from functools import partial

import discord

from cogs.direct_messages import PAUSE_SECONDS, DirectMessages, NotSentError
from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers, Router
from cogs.members import fetch_member
from cogs.requests.bot_permissions import permissions_in
from cogs.requests.discord_calls import describe_error
from host.events import News
from host.lobby.notifications import Recipient
from host.refusals import Refusal
from host.services import Services, StoreError
from host.tables.table import Table
from locales import Translation, language_of
from show.actions.settings_actions import StopNotices
from show.messages.work_queue import WorkQueue
from show.observed import observe
from show.pages.notifications import notice_page, stopped_notices_page
from show.presenter import Presenter
from show.text.page import Page
from show.text.seat_names import message_link

log = logging.getLogger(__name__)

WAIT_SECONDS = 1.0
"""Delay before people are notified: a lobby that was opened by mistake may be closed again by then."""


class NotificationCommands(Handlers):
    """The notifications of open lobbies.

    A queue handles one lobby after another, so that nobody gets two notifications at the same time.
    """

    def __init__(
        self,
        services: Services,
        presenter: Presenter,
        router: Router,
        bot: discord.Client,
        direct_messages: DirectMessages,
    ) -> None:
        super().__init__(services, presenter, router)
        self._bot = bot
        self._direct_messages = direct_messages
        self._notifications = services.notifications
        self._news: dict[int, set[News]] = {}
        """Occasions of pending notifications by table; lost on restart."""
        self._queue = WorkQueue("notifying", self._tell, most=1, settle=WAIT_SECONDS)
        services.events.lobby_news.subscribe(self._note_news)

    async def cog_unload(self) -> None:
        """Stop the queue."""
        await self._queue.close()

    async def stop(self, click: InteractionContext, action: StopNotices) -> None:
        """Unsubscribe the person from a server's notifications; a confirmation replaces the clicked notification."""
        await self._notifications.stop(action.server, click.user_id)
        if click.place.is_server:  # the clicked message is no notification, which could be replaced
            await click.tell(click.tr("notice-stopped"))
        else:
            await click.repaint(stopped_notices_page(click.tr))

    def _note_news(self, table_id: int, news: News) -> None:
        self._news.setdefault(table_id, set()).add(news)
        self._queue.schedule(table_id)

    async def _tell(self, table_id: int) -> float | None:
        """Notify the subscribers who see the table's channel. A notification that fails is not sent again.

        Returns:
            Seconds until the next attempt if the lobby's message, to which the notification links, is not known yet, or
            if nothing can be sent to some people now; else None.
        """
        news = self._news.pop(table_id, set())
        try:
            place = await observe(self._services, table_id)
            table, lobby = place.table, place.newest_visible_to(0)
            guild = self._bot.get_guild(table.place.server_id)
            if guild is None or table.state != "lobby" or None not in table.occupants:
                return None
            if lobby is None:
                self._news.setdefault(table_id, set()).update(news)
                return WAIT_SECONDS
            people: list[Recipient] = []
            room = await self._notifications.remaining(table_id)
            for one in await self._notifications.recipients(table, news):
                if len(people) < room and await self._can_join(one, guild, table):
                    people.append(one)
            if not people:
                return None
            url = message_link(table.place, lobby.channel_id, lobby.message_id)
            await self._notifications.mark_notified(table, people)
            unsent = await self._send(table, people, partial(notice_page, table, guild.name, url))
            if unsent:
                await self._notifications.give_back(table, unsent)
                self._news.setdefault(table_id, set()).update(news)
                return PAUSE_SECONDS
        except (Refusal, StoreError) as error:
            log.warning("nobody is told of table %s: %s", table_id, error)
        return None

    async def _send(
        self, table: Table, people: Sequence[Recipient], page: Callable[[Translation], Page]
    ) -> list[Recipient]:
        """Send a notification; return the people to whom nothing can be sent now."""
        unsent = []
        for one in people:
            try:
                if not await self._direct_messages.write(
                    one.user_id, page(Translation(language_of(one.locale), game=table.kind))
                ):
                    await self._notifications.mark_refused(one.user_id)
            except (NotSentError, StoreError) as error:
                log.info("a notification of table %s comes later: %s", table.id, describe_error(error))
                unsent.append(one)
        return unsent

    async def _can_join(self, one: Recipient, guild: discord.Guild, table: Table) -> bool:
        """Return whether a person sees the table's channel and can join; unsubscribe one who has left the server."""
        place = guild.get_channel_or_thread(table.channel_id)
        if place is None or (isinstance(place, discord.Thread) and (place.is_private() or place.parent is None)):
            return False
        member = await fetch_member(guild, one.user_id)
        if member is None:
            await self._notifications.stop(guild.id, one.user_id)
        if not isinstance(member, discord.Member) or member.is_timed_out():
            return False
        allowed = permissions_in(place, member)
        return allowed is not None and allowed.view_channel
