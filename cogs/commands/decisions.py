"""Decisions on cards: the buttons of hands at tables, in the day's deal, in puzzles and in lessons.

A click is answered with a page of the state in its scope. At a table the page is the person's panel.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from engine.game import Path
from engine.lessons import Lesson, answer_to, position_at
from host.daily.deals import Attempt
from host.daily.puzzles import DayPuzzle
from host.refusals import Overtaken, Refusal, Stale
from host.tables.table import Table
from locales import Translation
from show.actions import decision_actions as actions
from show.actions.decision_actions import AtTable, Choose, InDay, InLesson, InPuzzle
from show.actions.table_actions import Scope
from show.pages.daily.attempts import attempt_page, day_table, practice_result_page, result_page
from show.pages.daily.puzzles import answer_page, puzzle_page, puzzle_table
from show.pages.game.hand import Asked
from show.pages.learning.lessons import lesson_page, lesson_table
from show.text.seat_names import table_translation


class LessonStep(NamedTuple):
    """A step of a lesson; the number after the last step means the lesson's end."""

    lesson: Lesson
    number: int


State: TypeAlias = Table | Attempt | DayPuzzle | LessonStep
"""What stands in a scope."""


class DecisionCommands(Handlers):
    """The handlers of decisions in every scope."""

    async def choose(self, click: InteractionContext, action: Choose) -> None:
        """Choose a card, or the next step of a move, and show what follows; after a refusal, show its reason."""
        async with self._page(click, action.scope) as current:
            if not current:
                return
            note = None
            try:
                state, path = await self._move(click, action.scope, action)
            except Overtaken:  # the router then repeats the action
                raise
            except Refusal as refusal:
                note, path = refusal.text, () if isinstance(refusal, Stale) else action.path[:-1]
                state = await self._read(click, action.scope)
            await self._show(click, state, Asked(path, note))
        if action.table_id is not None:
            await self._presenter.clicked(action.table_id, click.channel_id, click.newest)

    async def pick(self, click: InteractionContext, action: actions.PickChoice) -> None:
        """Choose an option of a list."""
        await self.choose(click, Choose(action.scope, action.decision, (*action.path, action.value)))

    async def show_tab(self, click: InteractionContext, action: actions.ShowTab) -> None:
        """Show the decision, with the choices of one kind. The first step of a lesson is reached when it is opened."""
        if isinstance(action.scope, InLesson) and action.scope.step == 0 and not action.tab:
            await self._services.lessons.reach(self._services.lessons.get(action.scope.lesson), 0, click.user_id)
        await self._ask(click, action.scope, Asked(tab=action.tab))

    async def look_up(self, click: InteractionContext, action: actions.LookUp) -> None:
        """Show a lookup, such as the last trick, the scores or the rules, instead of the decision."""
        await self._ask(click, action.scope, Asked(looking=action))

    async def switch_hints(self, click: InteractionContext, action: actions.SwitchHints) -> None:
        """Turn hints on or off, and show the decision again."""
        state = await self._read(click, action.scope)
        await self._services.settings.set_person(click.user_id, "hints", ("on" if action.on else "off",))
        if isinstance(state, Table):
            await self.open_panel(click, state, hints_off=not action.on)
        else:
            await self._show(click, state, Asked(hints_off=not action.on))

    async def open_panel(self, click: InteractionContext, table: Table, *, hints_off: bool = False) -> None:
        """Open or refresh the panel at a table; a person without a seat becomes a spectator."""
        await self._presenter.check_message(table.id, 0 if click.in_private else click.message_id)
        if table.seat_of(click.user_id) is None:
            await self._presenter.spectators.open(click, await self._last_rematch(table))
            return
        table = await self._services.tables.get(table.id)  # the person's time may have run out meanwhile
        back = await self._services.participation.end_absence(table, click.user_id) is not None
        hands = self._presenter.hands_of(table)
        with hands.writing(table.id, click.user_id):
            await hands.answer(click, table.id, Asked(hints_off=hints_off, back=back), anew=True)

    async def _last_rematch(self, table: Table) -> int:
        """Return the id of the last of a table's successive rematches; if there was no rematch, the table's own id."""
        while table.next_id is not None:
            table = await self._services.tables.get(table.next_id)
        return table.id

    @asynccontextmanager
    async def _page(self, click: InteractionContext, scope: Scope) -> AsyncIterator[bool]:
        """Yield whether the clicked page is current; at a table its panel counts as being written meanwhile."""
        if not isinstance(scope, AtTable):
            yield True
            return
        hands = self._presenter.hands_of(click.table)
        if await hands.answer_outdated(click, scope.table):
            yield False
            return
        with hands.writing(scope.table, click.user_id):
            yield True

    async def _ask(self, click: InteractionContext, scope: Scope, asked: Asked) -> None:
        """Show a tab or a lookup; without a seat at the table, the person gets the public view or lookup."""
        if isinstance(scope, AtTable):
            await self._presenter.check_message(scope.table)
            if click.table.seat_of(click.user_id) is None:
                await self._presenter.spectators.open(click, scope.table, asked.looking)
                return
        async with self._page(click, scope) as current:
            if current:
                await self._show(click, await self._read(click, scope), asked)

    async def _read(self, click: InteractionContext, scope: Scope) -> State:
        """Return the present state in a scope; raises `Refusal` if the person has none there."""
        match scope:
            case InDay(day, practice):
                daily = self._services.daily
                return await (daily.practice if practice else daily.attempt)(click.user_id, day, click.at)
            case InPuzzle(day):
                return await self._services.puzzles.open(click.user_id, day, click.at)
            case InLesson(lesson, step):
                return LessonStep(self._services.lessons.get(lesson, step), step)
        return click.table

    async def _move(self, click: InteractionContext, scope: Scope, choice: Choose) -> tuple[State, Path]:
        """Follow a choice: make the move if the choice completes one.

        Returns:
            The state after it, and the path that needs another choice or a confirmation; () once the move is made.

        Raises:
            Stale: the click is late, repeated or out of turn, or the choice does not exist (any more).
            Refusal: a rule forbids the choice, or the write failed.
        """
        who, decision, path, sure = click.user_id, choice.decision, choice.path, choice.sure
        match scope:
            case AtTable(table):
                return await self._services.moves.choose(table, who, decision, path, sure=sure)
            case InDay(day, practice):
                daily = self._services.daily
                attempt = await daily.move(who, day, decision, path, sure=sure, practice=practice, at=click.at)
                return attempt, attempt.path
            case InPuzzle(day):
                puzzle = await self._services.puzzles.answer(who, day, path, sure=sure, at=click.at)
                return puzzle, puzzle.path
            case InLesson(lesson, step):
                return await self._tap(click, lesson, step, path), ()
        raise AssertionError(scope)

    async def _tap(self, click: InteractionContext, name: str, step: int, path: Path) -> LessonStep:
        """Go on to the next step of a lesson; raises `Refusal` if the choice is not the expected one."""
        lesson = self._services.lessons.get(name, step + 1)
        note = answer_to(lesson, step, path[-1] if path else "", position_at(lesson, step))
        if note is not None:
            raise Refusal(note)
        await self._services.lessons.reach(lesson, step + 1, click.user_id)
        return LessonStep(lesson, step + 1)

    async def _show(self, click: InteractionContext, state: State, asked: Asked) -> None:
        match state:
            case Table():
                await self._presenter.hands_of(state).answer(click, state.id, asked)
            case Attempt():
                await self._show_attempt(click, state, asked)
            case DayPuzzle():
                await self._show_puzzle(click, state, asked)
            case LessonStep(lesson, number):
                table, tr = self._spoken(click, lesson_table(lesson, click.user_id, click.tr))
                offered = lesson.kind in (await self._services.settings.of(click.place)).offered()
                await click.answer(lesson_page(lesson, number, table, tr, asked.note, asked.tab, offered=offered))

    async def _show_attempt(self, click: InteractionContext, attempt: Attempt, asked: Asked) -> None:
        """Show the open decision of an attempt, a lookup, or the result of a finished attempt."""
        table, tr = self._spoken(click, day_table(attempt.deal, click.user_id, click.tr))
        mine = await self._services.settings.person(click.user_id)
        plain = mine.plain == "on"
        if attempt.points is None or asked.looking is not None:
            beginner = await self._services.daily.is_beginner(click.user_id, attempt, click.place)
            hints, hidden = beginner and mine.hints == "on", beginner and mine.hints == "off"
            page = attempt_page(attempt, table, tr, replace(asked, plain=plain, hints=hints, hints_hidden=hidden))
        elif attempt.practice:
            scored = await self._scored(click, attempt.day)
            page = practice_result_page(attempt, table, scored, tr, asked.note, plain=plain)
        else:
            result = await self._services.daily.result(click.user_id, attempt.day, click.at)
            puzzle = await self._services.puzzles.state(attempt.day, click.at)
            yesterday = await self._services.daily.has_yesterday(click.at)
            page = result_page(
                attempt,
                table,
                result,
                tr,
                asked.note,
                zone=mine.time_zone,
                puzzle=puzzle,
                yesterday=yesterday,
                plain=plain,
            )
        # As at tables: if the clicked page may have left the screen, the new page is sent below all messages.
        clicked = click.panel_id
        if clicked and self._presenter.table_messages.has_scrolled_away(click.channel_id, clicked, click.newest):
            await click.answer_below(page)
        else:
            await click.answer(page)

    async def _scored(self, click: InteractionContext, day: int) -> int | None:
        """Return the points of a person's own attempt; None if they have not finished one."""
        try:
            return (await self._services.daily.attempt(click.user_id, day, click.at)).points
        except Refusal:  # the day has closed, and they have not played
            return None

    async def _show_puzzle(self, click: InteractionContext, puzzle: DayPuzzle, asked: Asked) -> None:
        """Show the decision of a puzzle, a lookup, or the answer once the person has answered."""
        table, tr = self._spoken(click, puzzle_table(puzzle, click.user_id, click.tr))
        plain = (await self._services.settings.person(click.user_id)).plain == "on"
        if puzzle.answered is None or asked.looking is not None:
            page = puzzle_page(puzzle, table, tr, replace(asked, plain=plain))
        else:
            page = answer_page(puzzle, puzzle.answered, table, tr, plain=plain)
        await click.answer(page)

    def _spoken(self, click: InteractionContext, table: Table) -> tuple[Table, Translation]:
        """Return a table, and the translation that knows its names."""
        return table, table_translation(table, click.locale, self._presenter.emojis)
