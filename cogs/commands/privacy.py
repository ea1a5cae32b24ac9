"""Personal data: /privacy exports or deletes them. The data of a server that removes the bot get a retention period."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.bot_presence import ANYWHERE
from cogs.interactions.command_translator import localized
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers, Router
from cogs.requests.pages import Upload
from host.services import Services
from show.actions import table_actions
from show.actions.settings_actions import LeavePuzzles
from show.pages.privacy import privacy_page, sure_page
from show.presenter import Presenter
from show.text.operator import Operator
from show.text.page import page


class PrivacyCommands(Handlers):
    """The command and buttons for personal data, on a server or in a direct message."""

    def __init__(self, services: Services, presenter: Presenter, router: Router, operator: Operator) -> None:
        super().__init__(services, presenter, router)
        self._operator = operator

    @app_commands.command(description=localized("command-privacy"), extras={ANYWHERE: True})
    async def privacy(self, interaction: Interaction) -> None:
        """Say which data the bot stores, and offer to export or delete them."""
        click = InteractionContext.of(interaction)
        await self._show(click)

    async def leave_puzzles(self, click: InteractionContext, action: LeavePuzzles) -> None:
        """Allow or forbid the bot to make puzzles from the person's games."""
        await self._services.puzzles.set_leave(click.user_id, given=action.given, at=click.at)
        await self._show(click)

    async def _show(self, click: InteractionContext) -> None:
        leave = (await self._services.settings.person(click.user_id)).puzzles == "on"
        await click.answer(privacy_page(click.tr, self._operator, leave=leave))

    async def export(self, click: InteractionContext, _action: table_actions.ExportMe) -> None:
        """Send all data about the person as a file, compressed if it exceeds Discord's limit."""
        data = await self._services.privacy.export(click.user_id)
        file, sentence = Upload("ichiza-about-me.json", data.encode()), "privacy-exported"
        if len(file.data) > click.interaction.filesize_limit:
            file, sentence = await asyncio.to_thread(file.compressed), "privacy-packed"
        await click.tell(click.tr(sentence), file)

    async def forget(self, click: InteractionContext, action: table_actions.ForgetMe) -> None:
        """Delete the person's data after a confirmation."""
        if not action.sure:
            await click.answer(sure_page(click.tr, self._operator))
            return
        await self._services.privacy.forget(click.user_id, click.at)
        await click.answer(page(click.tr("privacy-forgotten")))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Start the retention period of a server that has removed the bot; outages do not fire this event."""
        await self._services.privacy.left_server(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """End the retention period of a server that the bot has joined again."""
        await self._services.privacy.joined_server(guild.id)
