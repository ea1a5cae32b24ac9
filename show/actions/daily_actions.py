"""Actions of the buttons of the day's deal; see `show.actions.table_actions`.

Each action has its day as the number of days since 1970-01-01 UTC, so that a button of a day that is over cannot act on
the next day.
"""

from show.actions.table_actions import Action


class OpenToday(Action, verb="day"):
    """Show today's deal: what it is, the open decision, or the result of the person's play."""

    anywhere = True


class PlayDay(Action, verb="day-play"):
    """Begin today's deal, or go on with it."""

    anywhere = True
    day: int


class PractiseDay(Action, verb="day-again"):
    """Begin today's deal once more, for practice."""

    anywhere = True
    day: int


class ShareDay(Action, verb="day-share"):
    """Show the person's result as a text to copy; the text reveals nothing about the deal."""

    anywhere = True
    day: int


class OpenClosedDay(Action, verb="day-closed"):
    """Show the deals of the most recently closed day."""

    anywhere = True


class OpenDay(Action, verb="day-of"):
    """Show the deals of a day that has closed."""

    anywhere = True
    day: int


class ShowDealtCards(Action, verb="day-cards"):
    """Show the hands of one of the four deals of a closed day."""

    anywhere = True
    day: int
    deal: int


class PickDealtCards(Action, verb="day-deal"):
    """Show the hands of the deal picked from the list of a closed day's deals."""

    anywhere = True
    day: int
    value: int = 0


class ShowBestLine(Action, verb="day-line"):
    """Show a step of the best play of a closed deal: step number `step`, or the step to which `go` leads from there."""

    anywhere = True
    day: int
    deal: int
    step: int = 0
    go: str = ""


class ListComingDays(Action, verb="day-coming"):
    """Show the commitments of the coming days."""

    anywhere = True
