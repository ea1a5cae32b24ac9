"""Lessons: /learn and the buttons of a lesson."""

from discord import app_commands

from cogs.interactions.bot_presence import ANYWHERE
from cogs.interactions.command_translator import lesson_choices, localized
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers
from engine.lessons import Lesson, answer_to, position_at
from engine.text import Text
from show.actions import lesson_actions as actions
from show.pages.learning.lesson_list import left_lesson_page, lessons_page, ordered_lessons
from show.pages.learning.lessons import lesson_page, lesson_table
from show.text.seat_names import table_translation


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
            await self.open(click, actions.OpenLesson(lesson, 0, ""))

    async def open(self, click: InteractionContext, action: actions.OpenLesson) -> None:
        """Show a step of a lesson."""
        lesson = self._services.lessons.get(action.lesson, action.step)
        if action.step == 0 and not action.tab:
            await self._services.lessons.reach(lesson, 0, click.user_id)
        await self._show(click, lesson, action.step, tab=action.tab)

    async def tap(self, click: InteractionContext, action: actions.TapLesson) -> None:
        """Go on to the next step, or say why the choice is not the expected one."""
        lesson, step = self._services.lessons.get(action.lesson, action.step + 1), action.step
        note = answer_to(lesson, step, action.choice, position_at(lesson, step))
        if note is None:
            step += 1
            await self._services.lessons.reach(lesson, step, click.user_id)
        await self._show(click, lesson, step, note)

    async def leave(self, click: InteractionContext, action: actions.LeaveLesson) -> None:
        """Leave a lesson."""
        lesson = self._services.lessons.get(action.lesson, action.step)
        await click.answer(
            left_lesson_page(lesson, action.step, click.tr, offered=await self._is_offered(click, lesson))
        )

    async def show_list(self, click: InteractionContext, _action: actions.ListLessons) -> None:
        """List all lessons."""
        await self._list(click)

    async def _list(self, click: InteractionContext) -> None:
        finished = await self._services.lessons.finished(click.user_id)
        await click.answer(lessons_page(ordered_lessons(), finished, click.tr))

    async def _show(
        self, click: InteractionContext, lesson: Lesson, step: int, note: Text | None = None, tab: str = ""
    ) -> None:
        table = lesson_table(lesson, click.user_id, click.tr)
        tr = table_translation(table, click.locale, self._presenter.emojis)
        offered = await self._is_offered(click, lesson)
        await click.answer(lesson_page(lesson, step, table, tr, note, tab, offered=offered))

    async def _is_offered(self, click: InteractionContext, lesson: Lesson) -> bool:
        """Return whether a lesson's game can be played in the place of the click."""
        return lesson.kind in (await self._services.settings.of(click.place)).offered()
