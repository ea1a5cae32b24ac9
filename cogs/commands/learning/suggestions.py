"""Suggestions: the buttons that ask what the hard level would play."""

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from show.actions.suggestion_actions import AskHard


class SuggestionCommands(Handlers):
    """The buttons of suggestions."""

    async def ask(self, click: InteractionContext, action: AskHard) -> None:
        """Show the suggestion as soon as it is computed; before a game's first suggestion, ask for a confirmation."""
        await self._presenter.suggestion_panels.answer(click, action)
