"""The list of a server's tables: /tables."""

from discord import app_commands

from cogs.commands.fairness import confirm_seat
from cogs.interactions.command_translator import localized
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers, may_list, may_see
from host.play.lost_tables import may_move
from show.actions import table_actions
from show.pages.table_list import Listed, excerpt, tables_page


class TableListCommands(Handlers):
    """The command and buttons for the list of tables."""

    @app_commands.command(description=localized("command-tables"))
    async def tables(self, interaction: Interaction) -> None:
        """List the lobbies and running games of the server."""
        await self._list(InteractionContext.of(interaction), 0)

    async def turn_page(self, click: InteractionContext, action: table_actions.ListTables) -> None:
        """Show another page of the list."""
        await self._list(click, action.page, action.game)

    async def pick_game(self, click: InteractionContext, action: table_actions.PickTables) -> None:
        """Show the first page of one game's tables, or of all."""
        await self._list(click, 0, action.value)

    async def join(self, click: InteractionContext, action: table_actions.JoinListed) -> None:
        """Join a table of the list, and show the list with a link to the table."""
        table = await self._services.lobby.join(action.table, click.person)
        await self._list(click, action.page, action.game)
        await confirm_seat(click, self._services, table)

    async def show_again(self, click: InteractionContext, action: table_actions.ShowAgain) -> None:
        """Post a lost table message again, and show the list with a link to the message."""
        await self._presenter.show_again(action.table)
        await self._list(click, action.page, action.game)

    async def _list(self, click: InteractionContext, number: int, game: str = "") -> None:
        tables_here = await self._services.tables.open_in(click.place)
        visible = [may_list(click, one) for one in tables_here]
        every = [one for one, sees in zip(tables_here, visible, strict=True) if sees]
        shown = excerpt(every, click.user_id, number, game)
        for table in shown.tables:
            await self._presenter.check_message(table.id)
        listed = [
            Listed(
                table,
                await self._presenter.messages.url(table.id, click.user_id),
                may_move(table, click.person),
                may_see(click, table) is True,
            )
            for table in shown.tables
        ]
        scheduled = await self._services.scheduled_lobbies.of_place(click.place)
        seen = [one for one in scheduled if click.sees(one.channel_id)]
        unknown = None in [*visible, *(click.sees(one.channel_id) for one in scheduled)]
        direct = click.place.is_direct
        page = tables_page(listed, click.user_id, shown, click.tr, seen, unknown=unknown, direct=direct)
        await click.answer(page)
