"""Reviews: the button at the end of a game and in its replay, the message command, and the review's own buttons."""

import discord
from discord import app_commands

from cogs.interactions.command_translator import localized
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers, Router
from host.refusals import NO_REVIEW, Refusal
from host.services import Services
from show.actions import review_actions as actions
from show.presenter import Presenter


class ReviewCommands(Handlers):
    """The buttons and the message command of reviews."""

    def __init__(self, services: Services, presenter: Presenter, router: Router) -> None:
        super().__init__(services, presenter, router)
        self.on_message = app_commands.ContextMenu(name=localized("table-review"), callback=self.review_of)
        """The message command that opens the review of a message's game."""

    async def review_of(self, interaction: Interaction, message: discord.Message) -> None:
        """Show the review of the finished game whose message was chosen."""
        click = InteractionContext.of(interaction)
        for number in sorted(await self._services.tables.of_message(message.id), reverse=True):
            # `blind` lets sealed tables pass here: the review itself refuses them.
            table = await self._router.table(click, number, blind=True)
            if table.seat_of(click.user_id) is not None:
                await self._presenter.review_panels.answer(click, number, here=False)
                return
        raise Refusal(NO_REVIEW())

    async def open(self, click: InteractionContext, action: actions.OpenReview) -> None:
        """Show the review, or begin it and show its progress."""
        await self._presenter.review_panels.answer(click, action.table, here=action.here)

    async def find(self, click: InteractionContext, action: actions.ShowFind) -> None:
        """Show a decision in which the person's move was worth more than the move that rules of thumb would play."""
        await self._presenter.review_panels.answer_decision(click, action.table, "find", action.place)

    async def cost(self, click: InteractionContext, action: actions.ShowCost) -> None:
        """Show a decision that cost the person points."""
        await self._presenter.review_panels.answer_decision(click, action.table, "cost", action.place)

    async def counting(self, click: InteractionContext, action: actions.ShowCounting) -> None:
        """Show how the review counts."""
        await self._presenter.review_panels.answer_counting(click, action.table)
