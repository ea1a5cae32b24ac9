"""Pages of lessons: a step on the page of a hand, the end with the round's score sheet, and the list of lessons."""

from dataclasses import replace

from engine.lessons import Lesson, position_at
from engine.text import Text
from host.lobby.lobby_transitions import required_game
from host.tables.table import Table
from locales import Translation
from show.actions.daily_actions import OpenToday
from show.actions.decision_actions import InLesson, ShowTab
from show.actions.lesson_actions import LeaveLesson, ListLessons, PlayEasy
from show.actions.table_actions import OpenRules
from show.pages.game.hand import Asked, hand_page
from show.pages.game.hand.controls import Controls
from show.pages.game.hand.situation import strip_alt
from show.pages.game.reader_table import reader_table
from show.pages.game.score_sheet import sheet_picture, sheet_words
from show.text.page import Drawing, Page, Picture, button, in_rows


def lesson_table(lesson: Lesson, user_id: int, tr: Translation) -> Table:
    """Return a table for the pages of a lesson, see `reader_table`."""
    return reader_table(lesson.kind, lesson.options, lesson.seats, lesson.seat, user_id, tr)


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
    controls = _controls(lesson, number, tr)
    hand = hand_page(replace(table, game=game), game, lesson.seat, tr, asked, controls=controls)
    where = tr("lesson-step", title=title, step=number + 1, steps=len(lesson.steps))
    first, *others = hand.parts
    return replace(hand, parts=(f"{where}\n{first}", *others))


def _controls(lesson: Lesson, number: int, tr: Translation) -> Controls:
    """Return the buttons of a step: coloured for the expected choice, grey for the others, but clickable too."""
    return Controls(
        InLesson(lesson.id, number),
        ShowTab(InLesson(lesson.id, number)),
        lookups=(),
        further=(button(LeaveLesson(lesson.id, number), tr("lesson-leave")),),
        expected=lesson.steps[number].tap,
        earlier=ShowTab(InLesson(lesson.id, number - 1)),  # each choice is a step of its own
    )


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
