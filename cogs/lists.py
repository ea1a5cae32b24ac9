"""What is going on on a server, and who wins there: /tables and /leaderboard."""

from typing import get_args

from discord import app_commands
from discord.ext import commands

import limits
from cogs.click import Click, Interaction
from cogs.deferral import PUBLIC
from cogs.router import Router, may_see
from cogs.translator import described, games, periods
from host.house import House
from host.people import Period
from host.seating import kind_of
from locales import Speech, language_of
from show import actions
from show.page import Page
from show.pages.lists import EVERY_GAME, Listed, leaders_page, page_of, tables_page
from show.stage import Stage


class Lists(commands.Cog):
    """A server's tables and people."""

    def __init__(self, house: House, stage: Stage, router: Router) -> None:
        self._house = house
        self._stage = stage
        router.on(actions.ListTables, self.turn_page)
        router.on(actions.JoinListed, self.join)
        router.on(actions.ShowAgain, self.show_again)
        router.on(actions.PickGame, self.pick_game)
        router.on(actions.PickPeriod, self.pick_period)

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
        await self._house.lobby.join(action.table, click.person)
        await self._list(click, action.page)

    async def show_again(self, click: Click, action: actions.ShowAgain) -> None:
        """Post a table's message anew where it is gone; then the list leads there."""
        await self._stage.show_again(action.table)
        await self._list(click, action.page)

    async def _list(self, click: Click, number: int) -> None:
        every = [one for one in await self._house.tables.open_in(click.guild_id) if may_see(click, one)]
        number, tables = page_of(every, number)
        listed = [Listed(table, await self._stage.messages.url(table.id)) for table in tables]
        await click.answer(tables_page(listed, click.user_id, number, len(every), click.speech))

    @app_commands.command(description=described("command-leaderboard"), extras={PUBLIC: True})
    @app_commands.describe(game=described("command-leaderboard-game"), period=described("command-leaderboard-period"))
    @app_commands.choices(game=games(), period=periods())
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, game: str | None = None, period: str = "all") -> None:
        """Show the best, and the asker's own place, to everybody."""
        click = Click(interaction)
        speech = Speech(language_of((interaction.guild_locale or interaction.locale).value))
        await click.publish(await self._leaders(click, game or EVERY_GAME, period, speech))

    async def pick_game(self, click: Click, action: actions.PickGame) -> None:
        """Show the leaderboard of another game, with the place of who asks for it, to them alone."""
        await click.answer(await self._leaders(click, action.value, action.period, click.speech))

    async def pick_period(self, click: Click, action: actions.PickPeriod) -> None:
        """Show the leaderboard of another period in the same way."""
        await click.answer(await self._leaders(click, action.game, action.value, click.speech))

    async def _leaders(self, click: Click, game: str, period: str, speech: Speech) -> Page:
        kind = kind_of(game) if game != EVERY_GAME else None
        since: Period = next((one for one in get_args(Period) if one == period), "all")
        leaders = await self._house.people.leaders(
            click.guild_id, click.user_id, kind.id if kind else None, limits.LEADERS, since
        )
        return leaders_page(kind, since, leaders, speech)
