"""Actions of the buttons of the puzzle of a day; see `show.actions.table_actions`.

Each action has its day as the number of days since 1970-01-01 UTC. Only a person's first answer counts.
"""

from engine.game import Path
from show.actions.table_actions import Action


class OpenPuzzle(Action, verb="puzzle"):
    """Show the puzzle of a day: the decision, or its answer once the person has answered.

    `tab` is the key of the kind of choices to show; "" for the first kind.
    """

    anywhere = True
    day: int
    tab: str = ""


class AnswerPuzzle(Action, verb="puzzle-answer"):
    """Answer with a choice: a whole move, or the first steps of a move.

    If the choice needs a confirmation, `sure` is the confirmation.
    """

    anywhere = True
    day: int
    path: Path
    sure: bool = False


class PickInPuzzle(Action, verb="puzzle-pick"):
    """Answer with a choice picked from a list, after the steps in `path`.

    `part` is the number of the list, because a long hand has several lists.
    """

    anywhere = True
    day: int
    path: Path
    part: int
    value: str = ""


class LookInPuzzle(Action, verb="puzzle-look"):
    """Show another page in place of the decision: the latest tricks or turns, or a page of the rules."""

    anywhere = True
    day: int
    what: str
    page: int = 0


class LeavePuzzles(Action, verb="puzzle-leave"):
    """Allow or forbid the bot to make puzzles from the person's finished games."""

    anywhere = True
    given: bool
