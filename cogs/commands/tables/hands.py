"""Hands and moves: /hand, the panel's buttons, the score sheet and the details page."""

import discord
from discord import app_commands

from cogs.interactions.command_translator import MOST_CHOICES, localized, table_choices
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers, Router
from engine.text import Text
from host.refusals import Overtaken, Refusal, Stale
from host.services import Services
from host.tables.table import Table
from show.actions import table_actions
from show.pages.game.hand import Asked
from show.pages.game.score_sheet import sheet_page
from show.pages.game.table import details_page
from show.pages.table_list import hands_page
from show.presenter import Presenter
from show.text.seat_names import table_translation


class HandCommands(Handlers):
    """The commands and buttons of panels."""

    def __init__(self, services: Services, presenter: Presenter, router: Router) -> None:
        super().__init__(services, presenter, router)
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
            await self._show(click, found)

    async def hand_of(self, interaction: Interaction, message: discord.Message) -> None:
        """Open the panel of the person's table to which the message belongs, or of their only table in the channel.

        If there is no such table, list the person's tables.
        """
        click, of_message = InteractionContext.of(interaction), await self._services.tables.of_message(message.id)
        every = await self._sitting(click)
        here = await self._services.tables.in_channel(click.channel_id)
        for few in ([table for table in every if table.id in ids] for ids in (of_message, here)):
            if len(few) == 1:
                await self._show(click, few[0])
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
        await self._show(click, click.table)
        if not click.in_private and not far:
            await self._presenter.messages.note_clicked_message(action.table, click.channel_id, click.message_id)

    async def choose(self, click: InteractionContext, action: table_actions.Choose) -> None:
        """Choose a card, or the next step of a move."""
        hands = self._presenter.hands_of(click.table)
        if await hands.answer_outdated(click, action.table):
            return
        note: Text | None = None
        with hands.writing(action.table, click.user_id):
            try:
                _, path = await self._services.moves.choose(
                    action.table, click.user_id, action.decision, action.path, sure=action.sure
                )
            except Stale as refusal:
                note, path = refusal.text, ()
            except Overtaken:  # the router then repeats the action
                raise
            except Refusal as refusal:
                note, path = refusal.text, action.path[:-1]
            await hands.answer(click, action.table, Asked(path, note))
        await self._presenter.clicked(action.table, click.channel_id, click.newest)

    async def pick(self, click: InteractionContext, action: table_actions.PickChoice) -> None:
        """Choose an option of a list."""
        await self.choose(click, table_actions.Choose(action.table, action.decision, (*action.path, action.value)))

    async def show_tab(self, click: InteractionContext, action: table_actions.ShowTab) -> None:
        """Show the tab with the choices of one kind."""
        await self._ask(click, Asked(tab=action.tab))

    async def look_up(self, click: InteractionContext, action: table_actions.LookUp) -> None:
        """Show the last trick, the scores or the rules instead of the hand."""
        await self._ask(click, Asked(looking=action))

    async def complain(self, click: InteractionContext, action: table_actions.Complain) -> None:
        """File a complaint about a computer player's move."""
        await self._services.complaints.complain(action.table, click.user_id, action.move)
        await click.tell(click.tr("silly-filed"))

    async def _ask(self, click: InteractionContext, asked: Asked) -> None:
        number = click.table.id
        await self._presenter.check_message(number)
        if click.table.seat_of(click.user_id) is None:
            await self._presenter.spectators.open(click, number, asked.looking)
            return
        hands = self._presenter.hands_of(click.table)
        if not await hands.answer_outdated(click, number):
            with hands.writing(number, click.user_id):
                await hands.answer(click, number, asked)

    async def _show(self, click: InteractionContext, table: Table, *, hints_off: bool = False) -> None:
        await self._presenter.check_message(table.id, 0 if click.in_private else click.message_id)
        if table.seat_of(click.user_id) is None:
            await self._presenter.spectators.open(click, await self._last_rematch(table))
            return
        table = await self._services.tables.get(table.id)  # the person's time may have run out meanwhile
        back = await self._services.participation.end_absence(table, click.user_id) is not None
        hands = self._presenter.hands_of(table)
        with hands.writing(table.id, click.user_id):
            await hands.answer(click, table.id, Asked(hints_off=hints_off, back=back), anew=True)

    async def _last_rematch(self, table: Table) -> int:
        """Return the id of the last of a table's successive rematches; if there was no rematch, the table's own id."""
        while table.next_id is not None:
            table = await self._services.tables.get(table.next_id)
        return table.id

    async def show_hints_here(self, click: InteractionContext, _action: table_actions.ShowHintsHere) -> None:
        """Turn hints on again, and show the panel with hints."""
        await self._services.settings.set_person(click.user_id, "hints", ("on",))
        await self._show(click, click.table)

    async def hide_hints(self, click: InteractionContext, _action: table_actions.HideHints) -> None:
        """Turn hints off, and show the panel without hints."""
        await self._services.settings.set_person(click.user_id, "hints", ("off",))
        await self._show(click, click.table, hints_off=True)

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
