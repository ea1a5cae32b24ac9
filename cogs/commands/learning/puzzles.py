"""The buttons of the puzzle of a day. All answers are private."""

from dataclasses import replace

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from host.daily.puzzles import DayPuzzle
from host.refusals import Overtaken, Refusal, Stale
from show.actions import puzzle_actions as actions
from show.pages.daily.puzzles import answer_page, puzzle_lookup_page, puzzle_page, puzzle_table
from show.pages.game.hand import Asked
from show.text.seat_names import table_translation


class PuzzleCommands(Handlers):
    """The buttons of puzzles."""

    async def open(self, click: InteractionContext, action: actions.OpenPuzzle) -> None:
        """Show the decision, or the answer once the person has answered."""
        now = await self._services.puzzles.open(click.user_id, action.day, click.at)
        await self._show(click, now, Asked(tab=action.tab))

    async def answer(self, click: InteractionContext, action: actions.AnswerPuzzle) -> None:
        """Take the clicked choice as the person's answer, or as a step of it, and show the answer or the next step."""
        puzzles, note = self._services.puzzles, None
        try:
            now = await puzzles.answer(click.user_id, action.day, action.path, sure=action.sure, at=click.at)
            path = now.path
        except Overtaken:  # the router then repeats the action
            raise
        except Refusal as refusal:
            note, path = refusal.text, () if isinstance(refusal, Stale) else action.path[:-1]
            now = await puzzles.open(click.user_id, action.day, click.at)
        await self._show(click, now, Asked(path, note))

    async def pick(self, click: InteractionContext, action: actions.PickInPuzzle) -> None:
        """Take the option picked from a list as `answer` takes a clicked choice."""
        await self.answer(click, actions.AnswerPuzzle(action.day, (*action.path, action.value)))

    async def look(self, click: InteractionContext, action: actions.LookInPuzzle) -> None:
        """Show the latest tricks or turns, or the rules, instead of the decision."""
        now = await self._services.puzzles.open(click.user_id, action.day, click.at)
        tr = table_translation(puzzle_table(now, click.user_id, click.tr), click.locale, self._presenter.emojis)
        await click.answer(puzzle_lookup_page(now, action, tr))

    async def _show(self, click: InteractionContext, now: DayPuzzle, asked: Asked) -> None:
        table = puzzle_table(now, click.user_id, click.tr)
        tr = table_translation(table, click.locale, self._presenter.emojis)
        plain = (await self._services.settings.person(click.user_id)).plain == "on"
        if now.answered is None:
            page = puzzle_page(now, table, tr, replace(asked, plain=plain))
        else:
            page = answer_page(now, now.answered, table, tr, plain=plain)
        await click.answer(page)
