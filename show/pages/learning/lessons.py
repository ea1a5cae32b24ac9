"""Pages of lessons: a step on the page of a hand, the end with the round's score sheet, and the list of lessons."""

from dataclasses import replace

from engine.game import Choice, Path
from engine.lessons import Lesson, position_at
from engine.players import USUAL
from engine.text import Text
from host.lobby.lobby_transitions import named, required_game
from host.place import NOWHERE
from host.tables.table import Occupant, Table
from locales import Translation
from show.actions.daily_actions import OpenToday
from show.actions.lesson_actions import LeaveLesson, ListLessons, OpenLesson, PlayEasy, TapLesson
from show.actions.table_actions import Action, OpenRules
from show.pages.game.hand import Asked, decision_page
from show.pages.game.hand.controls import Controls
from show.pages.game.hand.situation import strip_alt
from show.pages.game.score_sheet import sheet_picture, sheet_words
from show.text.page import Drawing, Json, Page, Picture, button, in_rows

NO_TABLE = 0
"""The number of a lesson's table, which is stored nowhere."""


class LessonControls(Controls):
    """The buttons of a lesson's step: coloured for the expected choice, grey for the others, but clickable too."""

    def __init__(self, lesson: Lesson, step: int) -> None:
        self._lesson = lesson
        self._step = step

    def choose(self, path: Path, *, sure: bool = False) -> Action:  # noqa: ARG002  a lesson asks for no confirmation
        """Return the action that makes the last choice of `path` at the lesson's present step.

        The earlier choices of the path were steps of their own.
        """
        return TapLesson(self._lesson.id, self._step, path[-1])

    def back(self, path: Path) -> Action:  # noqa: ARG002  the step number is enough
        """Return the action that shows the previous step, because each choice of a lesson is a step."""
        return OpenLesson(self._lesson.id, self._step - 1, "")

    def pick(self, path: Path, part: int) -> Action:
        """Raise an error: no step of a lesson has so many choices that they need a list, and a test checks that."""
        raise AssertionError(f"{self._lesson.id}, step {self._step}: a list {part} after {path}")

    def show_tab(self, key: str) -> Action:
        """Return the action that switches to the tab `key` of the step, which has another kind of choices."""
        return OpenLesson(self._lesson.id, self._step, key)

    def is_lit(self, choice: Choice) -> bool:
        """Return whether the step expects the choice."""
        return choice.token == self._lesson.steps[self._step].tap

    def footer(self, tr: Translation) -> tuple[Json, ...]:
        """Return the button that leaves the lesson."""
        return (button(LeaveLesson(self._lesson.id, self._step), tr("lesson-leave")),)


def lesson_table(lesson: Lesson, user_id: int, tr: Translation) -> Table:
    """Return a lesson's table: the reader, called “Your seat”, and computer players. The table is stored nowhere."""
    reader, computer = Occupant(user_id=user_id, name=tr("lesson-you")), Occupant(computer=USUAL)
    seats = named([reader if seat == lesson.seat else computer for seat in range(lesson.seats)])
    return Table(NO_TABLE, NOWHERE, 0, user_id, lesson.kind, lesson.options, seats, "playing")


def lesson_page(
    lesson: Lesson,
    number: int,
    table: Table,
    tr: Translation,
    note: Text | None = None,
    tab: str = "",
    *,
    offered: bool = True,
) -> Page:
    """Build the page of a step, or of the end.

    Args:
        lesson: the lesson.
        number: the number of the step, from 0; the number of steps for the end.
        table: the lesson's table.
        tr: the reader's language, with the names of the table.
        note: the answer to a choice that the step does not expect.
        tab: the kind of choices to display; "" for the kind of the expected choice.
        offered: True if the lesson's game can be played here; the end then has a button for that.
    """
    game, path = position_at(lesson, number)
    title = tr("lesson-title", lesson=lesson.title)
    if number == len(lesson.steps):
        return _end_page(lesson, replace(table, game=game), tr, offered=offered)
    step = lesson.steps[number]
    if not tab and (kind := game.tab(step.tap)) is not None:
        tab = kind.key
    asked = Asked(path, note, tab=tab, lesson=step.say)
    hand = decision_page(replace(table, game=game), game, lesson.seat, tr, asked, LessonControls(lesson, number))
    where = tr("lesson-step", title=title, step=number + 1, steps=len(lesson.steps))
    first, *others = hand.parts
    return replace(hand, parts=(f"{where}\n{first}", *others))


def _end_page(lesson: Lesson, table: Table, tr: Translation, *, offered: bool) -> Page:
    """Build the end of a lesson: the score sheet of its round, or the table if no round has ended."""
    game = required_game(table)
    view = game.view(lesson.seat)
    ended = len(view["rounds"])
    drawing = Drawing("panel", view)
    picture = sheet_picture(view, ended, tr) if ended else Picture(drawing, strip_alt(view, lesson.seat, tr.aside()))
    words = [sheet_words(view, ended, tr)] if ended else []
    said = [tr.sentence(line) for line in lesson.end]
    done = tr("lesson-done", title=tr("lesson-title", lesson=lesson.title))
    play = [button(PlayEasy(lesson.kind.id), tr("lesson-play"), "▶️", "success")] if offered else []
    rows = in_rows(
        [
            *play,
            button(OpenRules(lesson.kind.id, 0), tr("table-rules")),
            button(ListLessons(), tr("lesson-others")),
            button(OpenToday(), tr("day-today"), "☀️"),
        ]
    )
    return Page((done, picture, *words, "\n".join(said), *rows), framed=False, language=tr.language)
