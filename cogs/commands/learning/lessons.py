"""Lessons: /learn and the buttons of a lesson."""

from discord import app_commands

from cogs.interactions.bot_presence import ANYWHERE
from cogs.interactions.command_translator import lesson_choices, localized
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers
from show.actions import lesson_actions as actions
from show.actions.decision_actions import InLesson, ShowTab
from show.pages.learning.lesson_list import left_lesson_page, lessons_page, ordered_lessons


class LessonCommands(Handlers):
    """The command and buttons of lessons."""

    @app_commands.command(description=localized("command-learn"), extras={ANYWHERE: True})
    @app_commands.describe(lesson=localized("command-learn-lesson"))
    @app_commands.choices(lesson=lesson_choices())
    async def learn(self, interaction: Interaction, lesson: str | None = None) -> None:
        """Begin a lesson, or list all lessons."""
        click = InteractionContext.of(interaction)
        if lesson is None:
            await self._list(click)
        else:
            await self._router.handle(click, ShowTab(InLesson(lesson)))

    async def leave(self, click: InteractionContext, action: actions.LeaveLesson) -> None:
        """Leave a lesson."""
        lesson = self._services.lessons.get(action.lesson, action.step)
        offered = lesson.kind in (await self._services.settings.of(click.place)).offered()
        await click.answer(left_lesson_page(lesson, action.step, click.tr, offered=offered))

    async def show_list(self, click: InteractionContext, _action: actions.ListLessons) -> None:
        """List all lessons."""
        await self._list(click)

    async def _list(self, click: InteractionContext) -> None:
        finished = await self._services.lessons.finished(click.user_id)
        await click.answer(lessons_page(ordered_lessons(), finished, click.tr))
