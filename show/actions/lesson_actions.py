"""Actions of the buttons of lessons; see `show.actions.table_actions`.

A lesson's id and the number of its step are its whole state, so its buttons work after a restart.
"""

from show.actions.table_actions import Action


class OpenLesson(Action, verb="lesson"):
    """Show a step of a lesson. Steps are numbered from 0; the number after the last step means the lesson's end.

    `tab` is the kind of choices to show; "" for the kind of the expected choice.
    """

    anywhere = True
    lesson: str
    step: int
    tab: str


class TapLesson(Action, verb="lesson-tap"):
    """Make a choice at a step of a lesson."""

    anywhere = True
    lesson: str
    step: int
    choice: str


class LeaveLesson(Action, verb="lesson-leave"):
    """Leave a lesson at a step."""

    anywhere = True
    lesson: str
    step: int


class ListLessons(Action, verb="lessons"):
    """Show the list of lessons."""

    anywhere = True


class PlayEasy(Action, verb="play-easy"):
    """Begin a game with easy computer players on all other seats."""

    game: str
