"""What is going on on a server: /tables."""

from discord import app_commands
from discord.ext import commands

from cogs.click import Click, Interaction
from cogs.fairness import whisper_promise
from cogs.router import Router, may_see
from cogs.translator import described
from host.house import House
from show import actions
from show.pages.lists import Listed, page_of, tables_page
from show.stage import Stage


class Lists(commands.Cog):
    """A server's tables."""

    def __init__(self, house: House, stage: Stage, router: Router) -> None:
        self._house = house
        self._stage = stage
        router.on(actions.ListTables, self.turn_page)
        router.on(actions.JoinListed, self.join)
        router.on(actions.ShowAgain, self.show_again)

    @app_commands.command(description=described("command-tables"))
    @app_commands.guild_only()
    async def tables(self, interaction: Interaction) -> None:
        """List the lobbies and running games of the server."""
        await self._list(Click(interaction), 0)

    async def turn_page(self, click: Click, action: actions.ListTables) -> None:
        """Show another page of the list."""
        await self._list(click, action.page)

    async def join(self, click: Click, action: actions.JoinListed) -> None:
        """Sit down at a table of the list; then that shows where it is, and what else there is."""
        table = await self._house.lobby.join(action.table, click.person)
        await self._list(click, action.page)
        await whisper_promise(click, self._house, table)

    async def show_again(self, click: Click, action: actions.ShowAgain) -> None:
        """Post a table's message anew where it is gone; then the list leads there."""
        await self._stage.show_again(action.table)
        await self._list(click, action.page)

    async def _list(self, click: Click, number: int) -> None:
        every = [one for one in await self._house.tables.open_in(click.guild_id) if may_see(click, one)]
        number, tables = page_of(every, number)
        for table in tables:
            await self._stage.check_message(table.id)
        listed = [Listed(table, await self._stage.messages.url(table.id, click.user_id)) for table in tables]
        await click.answer(tables_page(listed, click.user_id, number, len(every), click.speech))
