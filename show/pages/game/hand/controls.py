"""The buttons of a hand: the actions of its choices, and the row below them, at a table or in a lesson."""

from abc import ABC, abstractmethod

from engine.game import Choice, Game, Path
from host.tables.table import Table
from locales import Translation
from show.actions.table_actions import Action, Choose, HideHints, PickChoice, ShowHintsHere, ShowTab
from show.pages.game.hand.lookups import footer
from show.text.page import Json


class Controls(ABC):
    """The actions of a hand's buttons."""

    @abstractmethod
    def choose(self, path: Path, *, sure: bool = False) -> Action:
        """Return the action of the choice at the end of a path."""

    def back(self, path: Path) -> Action:
        """Return the action that shows the choices before the last choice of the path."""
        return self.choose(path[:-1])

    @abstractmethod
    def pick(self, path: Path, part: int) -> Action:
        """Return the action of a list that offers choices after a path; `part` is the number of the list."""

    @abstractmethod
    def show_tab(self, key: str) -> Action:
        """Return the action that switches to the tab `key`, which has another kind of the decision's choices."""

    def is_lit(self, choice: Choice) -> bool:
        """Return whether a choice's button has a colour: whether the rules allow the choice. Other buttons are grey."""
        return choice.reason is None

    @abstractmethod
    def footer(self, tr: Translation) -> tuple[Json, ...]:
        """Return the buttons below every hand."""

    def switch_hints(self, *, on: bool) -> Action:
        """Return the action that turns the reader's hints on or off; only hands that can have hints need it."""
        raise AssertionError(f"a hand without hints offers to turn them {'on' if on else 'off'}")


class TableControls(Controls):
    """The buttons of a hand at a table."""

    def __init__(self, table: Table, game: Game, seat: int) -> None:
        self._table = table
        self._decision = game.moves_made(seat)

    def choose(self, path: Path, *, sure: bool = False) -> Action:
        """Return the action that plays the choice at the end of `path`; with `sure`, the action that confirms it."""
        return Choose(self._table.id, self._decision, path, sure=sure)

    def pick(self, path: Path, part: int) -> Action:
        """Return the action that plays a choice picked from the list `part`."""
        return PickChoice(self._table.id, self._decision, path, part)

    def show_tab(self, key: str) -> Action:
        """Return the action that switches to the tab `key`, which has another kind of the decision's choices."""
        return ShowTab(self._table.id, key)

    def footer(self, tr: Translation) -> tuple[Json, ...]:
        """Return the buttons of the lookups."""
        return footer(self._table, tr)

    def switch_hints(self, *, on: bool) -> Action:
        """Return the action that turns the reader's hints on or off, and shows the hand again."""
        return ShowHintsHere(self._table.id) if on else HideHints(self._table.id)
