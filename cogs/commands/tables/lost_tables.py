"""Lost tables: the move to another channel, and the direct messages to their people."""

from functools import partial

import discord
from discord.ext import commands

import limits
from cogs.commands.tables.lobbies import other_channel_obstacle
from cogs.direct_messages import PAUSE_SECONDS, DirectMessages, NotSentError
from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.member_permissions import may_post
from cogs.interactions.router import Handlers, Router
from host.background import BackgroundTask, run_every
from host.refusals import NO_SUCH_CHANNEL, Refusal
from host.services import Services, StoreError
from host.tables.table import Table
from locales import Translation, language_of
from show.actions import table_actions
from show.discord_port import Port
from show.pages.game.lost import lost_notice_page, move_page, moved_page
from show.presenter import Presenter
from show.text.seat_names import link, spoken

SECONDS = 60.0
"""Seconds between two checks for people who are to be told that their table is lost."""
QUIET_SECONDS = 900.0
"""Seconds after which somebody in their quiet hours is tried again."""


class LostTableCommands(Handlers):
    """The buttons that move a lost table, and the background task that tells people that their table is lost."""

    def __init__(
        self, services: Services, presenter: Presenter, router: Router, port: Port, direct_messages: DirectMessages
    ) -> None:
        super().__init__(services, presenter, router)
        self._port = port
        self._direct_messages = direct_messages
        self._task = BackgroundTask("notices of lost tables")

    @commands.Cog.listener()
    async def on_shard_ready(self, _number: int) -> None:
        """Start the task, unless it was started before."""
        failure = "the people of lost tables could not be told, which is tried again"
        self._task.start(partial(run_every, SECONDS, self._tell, failure))

    async def cog_unload(self) -> None:
        """Stop the task."""
        await self._task.close()

    async def ask(self, click: InteractionContext, action: table_actions.MoveTable) -> None:
        """Ask to which channel a lost table moves."""
        await self._services.lost_tables.check_movable(action.table, click.person)
        await click.answer(move_page(click.table, click.tr))

    async def move(self, click: InteractionContext, action: table_actions.MoveTo) -> None:
        """Move a lost table to the picked channel, if the person and the bot may post there.

        Discord tells the person's permissions in the picked channel with the click.
        """
        guild, number = click.interaction.guild, next(iter(action.value), "")
        picked = guild.get_channel_or_thread(int(number)) if guild is not None and number.isdecimal() else None
        if picked is None or isinstance(picked, discord.CategoryChannel | discord.ForumChannel):
            raise Refusal(NO_SUCH_CHANNEL())
        server = await self._services.settings.of(click.place)
        if not may_post(click.interaction, picked.id):
            await click.tell(click.tr("lost-no-post", place=link(picked.id)))
        elif (reason := other_channel_obstacle(click, server, picked)) is not None:
            await click.tell(reason)
        else:
            await self._services.lost_tables.move(action.table, click.person, picked.id)
            await click.answer(moved_page(picked.id, click.tr))

    async def _tell(self) -> None:
        """Tell people that their table is lost; those who cannot be told now are told later."""
        told = 0
        async for table, user_id in self._services.lost_tables.to_tell(self._port.is_in):
            try:
                told += await self._tell_person(table, user_id)
            except NotSentError:
                await self._services.lost_tables.tell_later(table, user_id, PAUSE_SECONDS)
                told += 1
            except StoreError:
                await self._services.lost_tables.tell_later(table, user_id, PAUSE_SECONDS)
                raise
            if told == limits.LOST_NOTICES_AT_ONCE:
                break

    async def _tell_person(self, table: Table, user_id: int) -> bool:
        """Tell a person that their table is lost; in quiet hours do so later, and return False.

        Raises:
            NotSentError, StoreError: nothing was sent.
        """
        mine = await self._services.settings.person(user_id)
        if mine.is_quiet(self._services.now()):
            await self._services.lost_tables.tell_later(table, user_id, QUIET_SECONDS)
            return False
        server = await self._services.settings.of(table.place)
        usual = mine.locale or spoken(server.language, self._port.locale(table.place))
        tr = Translation(language_of(spoken(mine.language, usual)), game=table.kind)
        await self._direct_messages.write(user_id, lost_notice_page(table, self._port.server_name(table.place), tr))
        return True
