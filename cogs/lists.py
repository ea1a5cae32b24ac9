"""What is going on on a server, and who wins there: /tables and /leaderboard."""

from discord import app_commands
from discord.ext import commands

from cogs.click import Click, Interaction, game_choices
from cogs.deferral import PUBLIC
from cogs.translator import described
from host.house import House
from host.seating import kind_of
from locales import Speech, language_of
from show.pages.lists import BEST, leaders_page, tables_page
from show.stage import Stage


class Lists(commands.Cog):
    """A server's tables and people."""

    def __init__(self, house: House, stage: Stage) -> None:
        self._house = house
        self._stage = stage

    @app_commands.command(description=described("command-tables"))
    @app_commands.guild_only()
    async def tables(self, interaction: Interaction) -> None:
        """List the lobbies and running games of the server."""
        click = Click(interaction)
        home = self._stage.messages.home
        tables = [(table, await home(table.id)) for table in await self._house.tables.open_in(click.guild_id)]
        await click.answer(tables_page(tables, click.speech))

    @app_commands.command(description=described("command-leaderboard"), extras={PUBLIC: True})
    @app_commands.describe(game=described("command-leaderboard-game"))
    @app_commands.autocomplete(game=game_choices)
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the best, and the asker's own place."""
        click = Click(interaction)
        kind = kind_of(game) if game is not None else None
        leaders = await self._house.people.leaders(click.guild_id, click.user_id, game, BEST)
        speech = Speech(language_of((interaction.guild_locale or interaction.locale).value))
        await click.publish(leaders_page(kind, leaders, speech))
