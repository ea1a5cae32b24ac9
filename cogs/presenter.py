"""Keeps each table's public message up to date, in the background.

Changes are coalesced: a burst of moves costs one edit. Every call to Discord may fail; the table goes on all the same,
and a message or thread that is gone is made anew with the next change.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import discord

import pictures
from cogs.layouts import Page
from cogs.lobby_panel import lobby_layout
from cogs.panels import Panels
from cogs.router import Interaction
from cogs.speech import table_speech
from cogs.table_panel import round_layout, stopped_layout, table_layout
from cogs.turns import Turns
from host.table import Table
from host.tables import OPEN
from host.words import Refusal
from locales import Speech
from storage import StoreError

if TYPE_CHECKING:
    from cogs.client import Ichiza

log = logging.getLogger(__name__)

SETTLE_SECONDS = 0.3
"""How long a change waits for others to share its edit."""
PATIENCE_SECONDS = 5.0
"""How long at the most it waits for a burst of computer players' moves to end."""
RETRIES = (2.0, 10.0, 60.0)
"""After how long a table that could not be shown is tried again, and again; then only when it changes."""
NO_CHANNEL, NO_MESSAGE = 10003, 10008
GONE = {NO_CHANNEL, NO_MESSAGE}
FORBIDDEN = {50001, 50013}
ARCHIVED = 50083
EDITED_TOO_OFTEN = 30046
HAS_THREAD = 160004


class Presenter:
    """One background task a table that has something new to show."""

    def __init__(self, bot: Ichiza, panels: Panels, settle: float) -> None:
        self._bot = bot
        self._panels = panels
        self._turns = Turns(bot, panels)
        self._settle = settle
        self._dirty: dict[int, Table] = {}
        """What is to be shown. A table that was read anew from the store is another object."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._rounds: dict[int, int] = {}
        """The round that a table's message shows; forgotten with a restart."""
        self._last: dict[int, tuple[int | None, bytes]] = {}
        """The message of a table and a fingerprint of what it shows, so that nothing is sent twice."""
        self._failures: dict[int, int] = {}
        """How often in a row a table could not be shown."""
        self._closed = False

    def changed(self, table: Table) -> None:
        """Show the table's new state soon."""
        self._dirty[table.id] = table
        if table.id not in self._tasks and not self._closed:
            task = asyncio.create_task(self._work(table.id), name=f"presenter of table {table.id}")
            self._tasks[table.id] = task

    async def answer(self, interaction: Interaction, table: Table) -> None:
        """Answer a click on a lobby's message with the lobby as it is now."""
        page = lobby_layout(table, table_speech(table, self.locale_of(table)))
        await interaction.response.edit_message(view=page.view)
        if interaction.message is not None and interaction.message.id == table.message_id:  # not an older one of it
            self._note(table, page)

    async def close(self) -> None:
        """Stop showing."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, table_id: int) -> None:
        try:
            await self._bot.wait_until_ready()
            while table_id in self._dirty:
                await self._settled(self._dirty[table_id])
                table = self._dirty.pop(table_id)
                if await self._presented(table):
                    self._failures.pop(table_id, None)
                else:
                    self._try_again(table)
                if table.state not in OPEN:
                    self._rounds.pop(table_id, None)
                    self._last.pop(table_id, None)
        finally:
            del self._tasks[table_id]  # here and not in a callback: what changes from now on needs a new task

    def _try_again(self, table: Table) -> None:
        failures = self._failures.get(table.id, 0)
        if failures < len(RETRIES):
            self._failures[table.id] = failures + 1
            asyncio.get_running_loop().call_later(RETRIES[failures], self.changed, table)

    async def _presented(self, table: Table) -> bool:
        """Show everything; what fails keeps nothing else from being shown. Returns whether nothing failed."""
        if self._bot.get_guild(table.guild_id) is None:
            log.debug("table %s is shown again when the bot is back on its server", table.id)
            return True
        well = True
        for step in (self._present_somewhere, self._panels.refresh, self._turns.show):
            try:
                await step(table)
            except (discord.DiscordException, OSError, StoreError) as error:
                log.warning("table %s could not be shown: %s", table.id, error)
                well = False
            except Exception:
                log.exception("table %s could not be shown", table.id)
                well = False
        return well

    async def _settled(self, table: Table) -> None:
        """Wait for changes that come close together; computer players that do not pause may end their burst."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        hurried = self._bot.house.play.pause < SETTLE_SECONDS
        await asyncio.sleep(self._settle)
        while hurried and table.computers_to_act() and time.monotonic() < deadline:  # noqa: ASYNC110  a state of the game has no event
            await asyncio.sleep(self._settle)

    async def _present_somewhere(self, table: Table) -> None:
        try:
            await self._present(table)
        except discord.NotFound as error:
            if error.code != NO_CHANNEL:
                raise
            log.info("table %s has lost its channel", table.id)
            await self.lost(table)

    async def lost(self, table: Table) -> None:
        """Do without the table's channel, which is gone: a lobby closes, a running game can be played on by `/hand`."""
        if table.state == "lobby":
            with contextlib.suppress(Refusal):  # it has begun or closed this very moment
                await self._bot.house.lobby.cancel(table.id, table.in_charge)
        elif table.state not in OPEN:
            await self._bot.house.tables.end_shown(table)

    async def _present(self, table: Table) -> None:
        ended = table.state not in OPEN  # as it is now: what changes meanwhile is shown by the next round
        speech = table_speech(table, self.locale_of(table), self._bot.signs)
        if table.game is not None:
            if table.fresh:
                await self._open(table, speech)
            await self._show_game(table, speech)
        elif table.state == "frozen":
            await self._edit(table, stopped_layout(table, speech))
        elif table.state != "over" and table.message_id is not None:  # what is over under older rules stays as it was
            await self._edit(table, lobby_layout(table, speech))
        if ended:
            await self._bot.house.tables.end_shown(table)

    def locale_of(self, table: Table) -> discord.Locale:
        """The language of public messages: the server's."""
        guild = self._bot.get_guild(table.guild_id)
        return guild.preferred_locale if guild else discord.Locale.american_english

    async def _open(self, table: Table, speech: Speech) -> None:
        """Move from the lobby's message into a thread of its own, where the bot may make one.

        The store learns of it last: a bot that is killed in the midst of this does it again.
        """
        lobby = table.message_id
        if lobby is not None:
            table.thread_id = await self._thread(table, lobby, speech)
            try:
                await self._message(table.channel_id, lobby).edit(view=lobby_layout(table, speech).view)
            except discord.DiscordException as error:
                log.info("the lobby of table %s could not be edited: %s", table.id, error)
        await self._bot.house.tables.place(table, table.thread_id, None)

    async def _thread(self, table: Table, lobby: int, speech: Speech) -> int | None:
        """The thread of the lobby's message, which goes by the message's number; None where there can be none."""
        channel = self._bot.get_channel(table.channel_id)
        if not isinstance(channel, discord.TextChannel) or not self._may_open_thread(channel):
            return None
        name = speech("table-thread", game=table.kind.title, table=str(table.id))
        try:
            await channel.get_partial_message(lobby).create_thread(name=name, auto_archive_duration=1440)
        except discord.DiscordException as error:
            if not isinstance(error, discord.HTTPException) or error.code != HAS_THREAD:
                log.info("table %s gets no thread: %s", table.id, error)
                return None
        return lobby

    def _may_open_thread(self, channel: discord.TextChannel) -> bool:
        allowed = channel.permissions_for(channel.guild.me)
        return allowed.create_public_threads and allowed.send_messages_in_threads

    async def _show_game(self, table: Table, speech: Speech) -> None:
        """Edit the round's message, or post a fresh one for a new round."""
        assert table.game is not None  # noqa: S101  the caller has looked
        now, view = table.game.round, table.game.view(None)
        shown = self._rounds.get(table.id, now)
        if shown < now and table.message_id is not None:
            sheet = await self._picture(table, pictures.sheet_picture, view, now - 1)
            await self._leave_behind(table, round_layout(table, view, now - 1, speech, sheet))
        self._rounds[table.id] = now
        sheet = await self._picture(table, pictures.sheet_picture, view, now) if view["over"] else None
        picture = sheet or await self._picture(table, pictures.table_picture, view)
        await self._edit(table, table_layout(table, view, speech, picture))

    async def _picture(self, table: Table, make: Callable[..., bytes | None], *args: object) -> bytes | None:
        """A picture, made in a thread; None where the bot may not attach files: the text says it all."""
        channel = self._bot.get_channel(table.channel_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            allowed = channel.permissions_for(channel.guild.me)
            if not allowed.attach_files:
                return None
        return await asyncio.to_thread(make, *args)

    async def _leave_behind(self, table: Table, page: Page) -> None:
        try:
            await self._message(table.post_id, table.message_id).edit(view=page.view, attachments=page.files())
        except discord.DiscordException as error:
            log.info("an old message of table %s could not be edited: %s", table.id, error)
        await self._bot.house.tables.place(table, table.thread_id, None)

    async def _edit(self, table: Table, page: Page) -> None:
        if table.message_id is None:
            await self._post(table, page)
            return
        if self._last.get(table.id) == (table.message_id, page.fingerprint()):
            return
        try:
            await self._message(table.post_id, table.message_id).edit(view=page.view, attachments=page.files())
        except discord.RateLimited as error:
            log.info("table %s gets a fresh message: %s", table.id, error)
            await self._post(table, page)
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                await self._unarchive(table)
                await self._message(table.post_id, table.message_id).edit(view=page.view, attachments=page.files())
            elif error.code in GONE or error.code == EDITED_TOO_OFTEN:
                log.info("table %s gets a fresh message: %s", table.id, error)
                await self._post(table, page)
            else:
                raise
        self._note(table, page)

    def _note(self, table: Table, page: Page) -> None:
        self._last[table.id] = (table.message_id, page.fingerprint())

    async def _post(self, table: Table, page: Page) -> None:
        """Post a fresh message: in the thread, or in the channel when the thread is gone."""
        try:
            message = await self._channel(table.post_id).send(view=page.view, files=page.files())
        except discord.HTTPException as error:
            if error.code not in GONE | FORBIDDEN or table.thread_id is None:
                raise
            log.info("the thread of table %s is gone: %s", table.id, error)
            await self._bot.house.tables.place(table, None, None)
            message = await self._channel(table.channel_id).send(view=page.view, files=page.files())
        await self._bot.house.tables.place(table, table.thread_id, message.id)

    async def _unarchive(self, table: Table) -> None:
        channel = await self._bot.fetch_channel(table.post_id)
        if isinstance(channel, discord.Thread):
            await channel.edit(archived=False)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel_id)

    def _message(self, channel_id: int, message_id: int | None) -> discord.PartialMessage:
        assert message_id is not None  # noqa: S101  the callers have looked
        return self._channel(channel_id).get_partial_message(message_id)
