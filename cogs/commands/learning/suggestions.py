"""Suggestions: the buttons that ask what the hard level would play."""

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from show.actions.suggestion_actions import AskHard


class SuggestionCommands(Handlers):
    """The buttons of suggestions."""

    async def ask(self, click: InteractionContext, action: AskHard) -> None:
        """Ask for a confirmation, or answer the question as soon as the work is done."""
        await self._presenter.suggestion_panels.answer(click, action)
