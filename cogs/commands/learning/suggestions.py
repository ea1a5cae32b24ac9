"""Suggestions: the buttons that ask what the hard level would play."""

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from show.actions.suggestion_actions import AskHard


class SuggestionCommands(Handlers):
    """The buttons of suggestions."""

    async def ask(self, click: InteractionContext, action: AskHard) -> None:
        """Show the suggestion once it is computed; before the first one of a game, ask for a confirmation."""
        await self._presenter.suggestion_panels.answer(click, action)
