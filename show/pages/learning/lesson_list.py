"""The list of lessons, the button of a game's lesson, and the page after leaving a lesson."""

from collections.abc import Collection, Iterable

from engine.contract.game_info import easiest_first
from engine.game import Game
from engine.lessons import Lesson
from locales import Translation
from show.actions.daily_actions import OpenToday
from show.actions.decision_actions import InLesson, ShowTab
from show.actions.lesson_actions import ListLessons, PlayEasy
from show.actions.table_actions import OpenRules
from show.text.page import Json, Page, button, in_rows, page


def left_lesson_page(lesson: Lesson, number: int, tr: Translation, *, offered: bool = True) -> Page:
    """Build the page after leaving a lesson, with buttons back into the lesson and to other pages.

    `offered` tells whether the lesson's game can be played here.
    """
    play = [button(PlayEasy(lesson.kind.id), tr("lesson-play"), "▶️")] if offered else []
    buttons = [
        button(ShowTab(InLesson(lesson.id, number)), tr("lesson-go-on"), style="primary"),
        *play,
        button(OpenRules(lesson.kind.id, 0), tr("table-rules")),
        button(ListLessons(), tr("lesson-others")),
        button(OpenToday(), tr("day-today"), "☀️"),
    ]
    return page(tr("lesson-left", lesson=lesson.title), *in_rows(buttons))


def lessons_page(lessons: Iterable[Lesson], finished: Collection[str], tr: Translation) -> Page:
    """Build the list of lessons, with a mark at the lessons that the reader has finished."""
    lines = [tr("lessons-title")]
    buttons = []
    for lesson in lessons:
        done = lesson.id in finished
        new = tr(
            "lessons-line", lesson=lesson.title, steps=len(lesson.steps), pitch=lesson.pitch or lesson.kind.short_pitch
        )
        lines.append(tr("lessons-line-done", lesson=lesson.title) if done else new)
        buttons.append(button(ShowTab(InLesson(lesson.id)), tr.text(lesson.title), "✅" if done else "🎓"))
    return page("\n".join(lines), *in_rows(buttons))


def lesson_button(game: str, tr: Translation) -> list[Json]:
    """Return the button that opens a game's lesson; nothing if the game has none."""
    lesson = Lesson.all.get(game)
    return [] if lesson is None else [button(ShowTab(InLesson(lesson.id)), tr("lesson-learn"), "🎓")]


def ordered_lessons() -> list[Lesson]:
    """Return all lessons, from the easiest game on; for each game, the lesson of the whole game comes first."""
    kinds = easiest_first(Game.games.values())  # in a fixed order, because each process must register the same commands
    return sorted(Lesson.all.values(), key=lambda lesson: (kinds.index(lesson.kind), lesson.id != lesson.kind.id))
