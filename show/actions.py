"""What a button or a list asks for: one frozen dataclass an action, which pages put in and handlers take out.

An action's custom id is its verb and its fields, joined by colons: `choose:12:3:R9` is a choice at table 12. So buttons
carry all that is needed, and work after a restart and for ever. What a list adds, the picked value, is the last field.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, dataclass_transform, get_type_hints

from engine.game import Path

MOST = 100
"""Characters of a custom id: Discord's limit."""
PICKED = "value"
"""The field that a list's picked value goes into."""

_WRITE: dict[Any, Callable[[Any], str]] = {int: str, str: str, bool: lambda on: str(int(on)), Path: ".".join}
_READ: dict[Any, Callable[[str], object]] = {
    int: lambda text: int(text[:18]),  # no more than the store takes
    str: str,
    bool: lambda text: bool(int(text)),
    Path: lambda text: tuple(text.split(".")) if text else (),
}


@dataclass_transform(frozen_default=True)
class Action:
    """Something to ask for by a click; a subclass is a frozen dataclass, and has the verb that it is declared with."""

    verb: ClassVar[str]
    verbs: ClassVar[dict[str, type[Action]]] = {}
    repaints: ClassVar[bool] = False
    """Whether the public message that was clicked shows what came of it; else a private page does."""

    def __init_subclass__(cls, verb: str = "") -> None:
        dataclass(frozen=True)(cls)
        if verb:
            cls.verb = verb
            Action.verbs[verb] = cls

    @property
    def custom_id(self) -> str:
        """How it stands in a component; what a pick adds is not in it."""
        written = [write(getattr(self, name)) for name, write, _ in _codec(self.verb) if name != PICKED]
        return ":".join([self.verb, *written])

    @staticmethod
    def parse(custom_id: str, picked: Sequence[str] = ()) -> Action | None:
        """The action of a component and what was picked from it; None: it is of another version of the bot."""
        verb, *written = custom_id.split(":")
        kind = Action.verbs.get(verb)
        if kind is None or len(custom_id) > MOST:
            return None
        codec, values = _codec(verb), [*written, *picked]
        if len(values) != len(codec) or len(picked) != sum(name == PICKED for name, _, _ in codec):
            return None
        try:
            return kind(*(read(text) for (_, _, read), text in zip(codec, values, strict=True)))
        except ValueError:
            return None


@cache
def _codec(verb: str) -> tuple[tuple[str, Callable[[Any], str], Callable[[str], object]], ...]:
    """Of each field of that verb's action its name, how it is written, and how it is read."""
    kind: Any = Action.verbs[verb]
    types = get_type_hints(kind)
    return tuple((item.name, _WRITE[types[item.name]], _READ[types[item.name]]) for item in fields(kind))


class TableAction(Action):
    """Something about one table."""

    table: int


class Join(TableAction, verb="join"):
    """Sit down."""

    repaints = True


class Leave(TableAction, verb="leave"):
    """Stand up."""

    repaints = True


class MoveSeat(TableAction, verb="move-seat"):
    """Take the next free seat."""

    repaints = True


class AddComputer(TableAction, verb="computer"):
    """Put a computer player on a free seat."""

    repaints = True


class RemoveComputer(TableAction, verb="no-computer"):
    """Take the last computer player out again."""

    repaints = True


class CloseTable(TableAction, verb="close"):
    """Close the lobby."""

    repaints = True


class Start(TableAction, verb="start"):
    """Deal; `fill` puts computer players on the free seats."""

    fill: bool


class OpenOptions(TableAction, verb="options"):
    """Show the options, privately."""


class SetSeats(TableAction, verb="seats"):
    """Change the number of seats."""

    value: int = 0


class SetOption(TableAction, verb="option"):
    """Change one option; the value is given by its place among the allowed ones."""

    name: str
    value: int = 0


class OpenHand(TableAction, verb="hand"):
    """Show the hand, or show it anew."""


class Choose(TableAction, verb="choose"):
    """Make a choice at the seat's own decision of that number: a whole move, or the first steps of one."""

    decision: int
    path: Path


class PickChoice(TableAction, verb="pick"):
    """The same from a list, one of several parts, after what has been chosen before."""

    decision: int
    path: Path
    part: int
    value: str = ""


class OpenSheet(TableAction, verb="sheet"):
    """Show the score sheet, privately."""


class OpenRules(Action, verb="rules"):
    """Show a page of a game's rules."""

    game: str
    page: int


class TurnHints(TableAction, verb="hints"):
    """Turn hints on or off, and show the table's hand again; table 0: there is none."""

    on: bool
