"""Actions of the buttons of lessons; see `show.actions.table_actions`.

A lesson's id and the number of its step are its whole state, so its buttons work after a restart.
"""

from show.actions.table_actions import Action


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
