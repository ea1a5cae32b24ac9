"""How to play: /rules and /help."""

from discord import app_commands
from discord.ext import commands

from cogs.click import Click, Interaction
from cogs.router import Router
from cogs.translator import described, games
from host.house import House
from host.seating import kind_of
from locales import Speech
from show.actions import OpenRules
from show.pages.rules import help_page, rules_choice_page, rules_page
from show.stage import Stage


class Rules(commands.Cog):
    """Rules pages and help."""

    def __init__(self, house: House, stage: Stage, router: Router) -> None:
        self._settings = house.settings
        self._stage = stage
        router.on(OpenRules, self.turn_page)

    @app_commands.command(description=described("command-rules"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(game=described("command-rules-game"))
    @app_commands.choices(game=games())
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show a game's rules, or the games to choose from."""
        click = Click(interaction)
        if game is None:
            offered = (await self._settings.server(click.guild_id)).offered()
            await click.answer(rules_choice_page(offered, click.speech))
        else:
            await self.turn_page(click, OpenRules(game, 0))

    async def turn_page(self, click: Click, action: OpenRules) -> None:
        """Show one page of a game's rules."""
        game = kind_of(action.game)
        speech = Speech(click.speech.language, game=game, emojis=self._stage.signs.of(game))
        await click.answer(rules_page(game, action.page, speech))

    @app_commands.command(description=described("command-help"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help(self, interaction: Interaction) -> None:
        """Say what the bot does."""
        click = Click(interaction)
        offered = (await self._settings.server(click.guild_id)).offered()
        await click.answer(help_page(offered, click.speech))
