"""Rules and help: /rules and /help."""

from discord import app_commands

from cogs.interactions.bot_presence import ANYWHERE
from cogs.interactions.command_translator import described_game_choices, localized
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers, Router
from host.lobby.lobby_transitions import kind_of
from host.services import Services
from locales import Translation
from show.actions.table_actions import ListRules, OpenRules, ShowHints, TurnOffHints
from show.pages.learning.rules import help_page, rules_choice_page, rules_page
from show.presenter import Presenter
from show.text.operator import Operator


class RulesCommands(Handlers):
    """The commands for rules pages and help."""

    def __init__(self, services: Services, presenter: Presenter, router: Router, operator: Operator) -> None:
        super().__init__(services, presenter, router)
        self._operator = operator

    @app_commands.command(description=localized("command-rules"), extras={ANYWHERE: True})
    @app_commands.describe(game=localized("command-rules-game"))
    @app_commands.choices(game=described_game_choices())
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show a game's rules, or the list of games."""
        click = InteractionContext.of(interaction)
        if game is None:
            await self.choose(click, ListRules())
        else:
            await self.turn_page(click, OpenRules(game, 0))

    async def choose(self, click: InteractionContext, _action: ListRules) -> None:
        """Show the list of games."""
        offered = (await self._services.settings.of(click.place)).offered()
        await click.answer(rules_choice_page(offered, click.tr))

    async def turn_page(self, click: InteractionContext, action: OpenRules) -> None:
        """Show a page of a game's rules."""
        game = kind_of(action.game)
        tr = Translation(click.tr.language, game=game, emojis=self._presenter.emojis.of(game))
        await click.answer(rules_page(game, action.page, tr))

    @app_commands.command(description=localized("command-help"), extras={ANYWHERE: True})
    async def help(self, interaction: Interaction) -> None:
        """Show the help page."""
        await self._help(InteractionContext.of(interaction))

    async def show_hints(self, click: InteractionContext, _action: ShowHints) -> None:
        """Turn hints on."""
        await self._set_hints(click, "on")

    async def turn_off_hints(self, click: InteractionContext, _action: TurnOffHints) -> None:
        """Turn hints off."""
        await self._set_hints(click, "off")

    async def _set_hints(self, click: InteractionContext, to: str) -> None:
        """Turn hints on or off, update the button on the help page, and confirm the change in a message below it."""
        await self._services.settings.set_person(click.user_id, "hints", (to,))
        await self._help(click)
        await click.tell(click.tr(f"hints-turned-{to}"))

    async def _help(self, click: InteractionContext) -> None:
        offered = (await self._services.settings.of(click.place)).offered()
        bot = click.interaction.client
        links = bot.public_invitation, bot.public_account_link
        alone = click.interaction.guild_id is None or click.is_bot_missing
        hints = (await self._services.settings.person(click.user_id)).hints == "on"
        await click.answer(help_page(offered, click.tr, self._operator, *links, alone=alone, hints=hints))
