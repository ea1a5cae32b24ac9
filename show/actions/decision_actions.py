"""Actions of the buttons with which people decide on cards, each with the scope of its decision.

A custom id has the verb of the action in its scope, the fields of the scope, and those fields of the action that are
not fixed in the scope: `day-choose:20785:0:3:R9:0` is a choice in the day's deal.
"""

from dataclasses import dataclass
from typing import Any

from engine.game import Path
from show.actions.table_actions import Action, Scope, Verb


@dataclass(frozen=True)
class AtTable(Scope):
    """A seat at a table."""

    table: int


@dataclass(frozen=True)
class InDay(Scope):
    """A person's attempt at a day's deal; `day` is the number of days since 1970-01-01 UTC."""

    anywhere = True
    day: int
    practice: bool = False


@dataclass(frozen=True)
class InPuzzle(Scope):
    """The puzzle of a day, of which only a person's first answer counts. Its page shows the answer afterwards."""

    anywhere = True
    day: int


@dataclass(frozen=True)
class InLesson(Scope):
    """A step of a lesson. Steps are numbered from 0; the number after the last step means the lesson's end."""

    anywhere = True
    lesson: str
    step: int = 0


class Decision(Action):
    """An action on the page of a decision."""

    scope: Scope

    @property
    def table_id(self) -> int | None:
        """The table of a decision at a table."""
        return self.scope.table if isinstance(self.scope, AtTable) else None

    def _written(self) -> tuple[str, dict[str, Any]]:
        values = vars(self.scope) | vars(self)
        forms = ((verb, form) for verb, form in VERBS.items() if form[:2] == (type(self), type(self.scope)))
        return next(verb for verb, form in forms if form.fixed.items() <= values.items()), values


class Choose(Decision):
    """Make a choice at the person's decision number `decision`: a whole move, or the first steps of a move.

    An irreversible move that is easily clicked by accident must be confirmed: `sure` is the confirmation.
    """

    decision: int
    path: Path
    sure: bool = False


class PickChoice(Decision):
    """Make a choice picked from a list, after the steps in `path`; `part` is the number of the list."""

    decision: int
    path: Path
    part: int
    value: str = ""


class ShowTab(Decision):
    """Show the decision with the choices of one kind; `tab` is the key of the kind's name, "" for the first kind."""

    tab: str = ""


class LookUp(Decision):
    """Show another page in place of the decision, such as the last tricks, the scores or the rules."""

    what: str
    page: int = 0


class SwitchHints(Decision):
    """Turn the person's hints on or off, and show the decision again."""

    on: bool


VERBS = {
    "choose": Verb(Choose, AtTable),
    "pick": Verb(PickChoice, AtTable),
    "tab": Verb(ShowTab, AtTable),
    "look": Verb(LookUp, AtTable),
    "hints-here": Verb(SwitchHints, AtTable, {"on": True}),
    "no-hints": Verb(SwitchHints, AtTable, {"on": False}),
    "day-choose": Verb(Choose, InDay),
    "day-pick": Verb(PickChoice, InDay),
    "day-tab": Verb(ShowTab, InDay),
    "day-look": Verb(LookUp, InDay),
    "day-hints": Verb(SwitchHints, InDay),
    "puzzle-answer": Verb(Choose, InPuzzle, {"decision": 0}),
    "puzzle-pick": Verb(PickChoice, InPuzzle, {"decision": 0}),
    "puzzle": Verb(ShowTab, InPuzzle),
    "puzzle-look": Verb(LookUp, InPuzzle),
    "lesson-tap": Verb(Choose, InLesson, {"decision": 0, "sure": False}),
    "lesson": Verb(ShowTab, InLesson),
}
"""The verbs of decisions."""
Action.verbs.update(VERBS)
