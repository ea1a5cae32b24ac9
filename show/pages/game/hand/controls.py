"""The buttons of a hand: the actions of its choices, and the row below them, in any scope."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Choice, Game, Path
from host.tables.table import Table
from locales import Translation
from show.actions.decision_actions import AtTable, Choose, PickChoice, ShowTab, SwitchHints
from show.actions.table_actions import Action, OpenHand, Scope
from show.pages.game.hand.lookups import RULES, SCORES, TRICK, footer
from show.text.page import Json


@dataclass(frozen=True)
class Controls:
    """The actions of a hand's buttons."""

    scope: Scope
    hand: Action
    """The action that shows the hand again in place of a lookup."""
    decision: int = 0
    """The number of the open decision; 0 in a scope whose only decision is open."""
    lookups: Sequence[str] = (TRICK, RULES)
    further: Sequence[Json] = ()
    """The buttons after those of the lookups."""
    expected: str | None = None
    """The only choice whose button has a colour; None if these are all choices that the rules allow."""
    earlier: Action | None = None
    """The action that takes the last choice back; None if this is the choice before it."""

    def choose(self, path: Path, *, sure: bool = False) -> Action:
        """Return the action of the choice at the end of a path; with `sure`, the action that confirms it."""
        return Choose(self.scope, self.decision, path, sure=sure)

    def back(self, path: Path) -> Action:
        """Return the action that shows the choices before the last choice of the path."""
        return self.earlier or self.choose(path[:-1])

    def pick(self, path: Path, part: int) -> Action:
        """Return the action of a list that offers choices after a path; `part` is the number of the list."""
        return PickChoice(self.scope, self.decision, path, part)

    def show_tab(self, key: str) -> Action:
        """Return the action that switches to the tab `key`, which has another kind of the decision's choices."""
        return ShowTab(self.scope, key)

    def switch_hints(self, *, on: bool) -> Action:
        """Return the action that turns the reader's hints on or off."""
        return SwitchHints(self.scope, on)

    def is_lit(self, choice: Choice) -> bool:
        """Return whether a choice's button has a colour; other buttons are grey."""
        return choice.reason is None if self.expected is None else choice.token == self.expected

    def footer(self, kind: type[Game], tr: Translation) -> tuple[Json, ...]:
        """Return the buttons below every hand."""
        return (*footer(self.scope, kind, tr, self.lookups), *self.further)


def table_controls(table: Table, game: Game, seat: int) -> Controls:
    """Return the buttons of a hand at a table."""
    return Controls(AtTable(table.id), OpenHand(table.id), game.moves_made(seat), (TRICK, SCORES, RULES))
