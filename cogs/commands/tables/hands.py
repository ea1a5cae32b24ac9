"""Hands: /hand and the other ways to a panel, the score sheet and the details page."""

import discord
from discord import app_commands

from cogs.commands.decisions import DecisionCommands
from cogs.interactions.command_translator import MOST_CHOICES, localized, table_choices
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers, Router
from host.services import Services
from host.tables.table import Table
from show.actions import table_actions
from show.pages.game.score_sheet import sheet_page
from show.pages.game.table import details_page
from show.pages.table_list import hands_page
from show.presenter import Presenter
from show.text.seat_names import table_translation


class HandCommands(Handlers):
    """The commands and buttons of panels."""

    def __init__(self, services: Services, presenter: Presenter, router: Router, decisions: DecisionCommands) -> None:
        super().__init__(services, presenter, router)
        self._decisions = decisions
        self.on_message = app_commands.ContextMenu(name=localized("table-hand"), callback=self.hand_of)
        """The message command that opens the hand."""

    @app_commands.command(description=localized("command-hand"))
    @app_commands.describe(table=localized("command-hand-table"))
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """Open the panel of the given table, or of one of the person's tables if none is given.

        If none is given, tables of this channel come first, then tables that wait for the person, then public tables.
        """
        click = InteractionContext.of(interaction)
        found = await (self._router.table(click, table) if table is not None else self._likely_table(click))
        if found is None:
            await click.tell(click.tr("hand-none"))
        else:
            await self._decisions.open_panel(click, found)

    async def hand_of(self, interaction: Interaction, message: discord.Message) -> None:
        """Open the panel of the person's table to which the message belongs, or of their only table in the channel.

        If there is no such table, list the person's tables.
        """
        click, of_message = InteractionContext.of(interaction), await self._services.tables.of_message(message.id)
        every = await self._sitting(click)
        here = await self._services.tables.in_channel(click.channel_id)
        for few in ([table for table in every if table.id in ids] for ids in (of_message, here)):
            if len(few) == 1:
                await self._decisions.open_panel(click, few[0])
                return
        if every:
            await click.answer(hands_page(every[:MOST_CHOICES], click.tr))
        else:
            await click.tell(click.tr("hand-none"))

    @hand.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: object) -> list[app_commands.Choice[int]]:
        """Return the person's running games that match the typed text."""
        click = InteractionContext.of(interaction)
        return table_choices(await self._sitting(click), click.locale, str(current))

    async def _sitting(self, click: InteractionContext) -> list[Table]:
        every = await self._services.tables.open_in(click.place, click.user_id)
        return [table for table in every if table.state == "playing"]

    async def _likely_table(self, click: InteractionContext) -> Table | None:
        here = await self._services.tables.in_channel(click.channel_id)

        def unlikely(table: Table) -> tuple[bool, bool, bool, int]:
            waits = table.seat_of(click.user_id) in table.to_act
            return table.id not in here, not waits, table.private, -table.id

        return min(await self._sitting(click), key=unlikely, default=None)

    async def open_hand(self, click: InteractionContext, action: table_actions.OpenHand) -> None:
        """Open or refresh the panel; a person without a seat becomes a spectator."""
        far = await self._presenter.clicked(action.table, click.channel_id, click.newest)
        await self._decisions.open_panel(click, click.table)
        if not click.in_private and not far:
            await self._presenter.messages.note_clicked_message(action.table, click.channel_id, click.message_id)

    async def complain(self, click: InteractionContext, action: table_actions.Complain) -> None:
        """File a complaint about a computer player's move."""
        await self._services.complaints.complain(action.table, click.user_id, action.move)
        await click.tell(click.tr("silly-filed"))

    async def sheet(self, click: InteractionContext, action: table_actions.OpenSheet) -> None:
        """Show the score sheet in an ephemeral message."""
        tr = table_translation(click.table, click.locale, self._presenter.emojis)
        await click.answer(sheet_page(click.table, tr, action.round))
        await self._presenter.clicked(action.table, click.channel_id, click.newest)

    async def details(self, click: InteractionContext, action: table_actions.OpenDetails) -> None:
        """Show all public information about a game as text, in an ephemeral message."""
        tr = table_translation(click.table, click.locale, self._presenter.emojis)
        await click.answer(details_page(click.table, tr))
        await self._presenter.clicked(action.table, click.channel_id, click.newest)
