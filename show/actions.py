"""What a button or a list asks for: one frozen dataclass an action, which pages put in and handlers take out.

An action's custom id is its verb and its fields, joined by colons: `choose:12:3:R9` is a choice at table 12. So buttons
carry all that is needed, and work after a restart and for ever. What a list adds, the picked value, is the last field.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, get_type_hints

from engine.game import Path

MOST = 100
"""Characters of a custom id: Discord's limit."""
PICKED = "value"
"""The field that a list's picked value goes into."""

_WRITE: dict[Any, Callable[[Any], str]] = {
    int: str,
    str: str,
    bool: lambda on: "on" if on else "off",
    Path: ".".join,
}
_READ: dict[Any, Callable[[str], object]] = {
    int: int,
    str: str,
    bool: lambda text: {"on": True, "off": False}[text],
    Path: lambda text: tuple(text.split(".")) if text else (),
}


@dataclass(frozen=True, slots=True)
class Action:
    """Something to ask for by a click."""

    verb: ClassVar[str]
    verbs: ClassVar[dict[str, type[Action]]] = {}

    def __init_subclass__(cls) -> None:
        if "verb" in cls.__dict__:
            Action.verbs[cls.verb] = cls  # `slots` makes each class twice: the second is the one that counts

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
        if len(values) != len(codec):
            return None
        try:
            return kind(*(read(text) for (_, _, read), text in zip(codec, values, strict=True)))
        except (ValueError, KeyError):
            return None


@cache
def _codec(verb: str) -> tuple[tuple[str, Callable[[Any], str], Callable[[str], object]], ...]:
    """Of each field of that verb's action its name, how it is written, and how it is read."""
    kind = Action.verbs[verb]
    types = get_type_hints(kind)
    return tuple((item.name, _WRITE[types[item.name]], _READ[types[item.name]]) for item in fields(kind))


@dataclass(frozen=True, slots=True)
class TableAction(Action):
    """Something about one table."""

    table: int


# --- The lobby


@dataclass(frozen=True, slots=True)
class Join(TableAction):
    """Sit down."""

    verb = "join"


@dataclass(frozen=True, slots=True)
class Leave(TableAction):
    """Stand up."""

    verb = "leave"


@dataclass(frozen=True, slots=True)
class MoveSeat(TableAction):
    """Take the next free seat."""

    verb = "move-seat"


@dataclass(frozen=True, slots=True)
class AddComputer(TableAction):
    """Put a computer player on a free seat."""

    verb = "computer"


@dataclass(frozen=True, slots=True)
class RemoveComputer(TableAction):
    """Take the last computer player out again."""

    verb = "no-computer"


@dataclass(frozen=True, slots=True)
class CloseTable(TableAction):
    """Close the lobby."""

    verb = "close"


@dataclass(frozen=True, slots=True)
class Start(TableAction):
    """Deal; `fill` puts computer players on the free seats."""

    verb = "start"
    fill: bool


@dataclass(frozen=True, slots=True)
class OpenOptions(TableAction):
    """Show the options, privately."""

    verb = "options"


@dataclass(frozen=True, slots=True)
class SetSeats(TableAction):
    """Change the number of seats."""

    verb = "seats"
    value: int = 0


@dataclass(frozen=True, slots=True)
class SetOption(TableAction):
    """Change one option; the value is given by its place among the allowed ones."""

    verb = "option"
    name: str
    value: int = 0


# --- The game


@dataclass(frozen=True, slots=True)
class OpenHand(TableAction):
    """Show the hand, or show it anew."""

    verb = "hand"


@dataclass(frozen=True, slots=True)
class Choose(TableAction):
    """Make a choice: a whole move, or the first steps of one."""

    verb = "choose"
    decision: int
    """The number of that seat's own decision."""
    path: Path


@dataclass(frozen=True, slots=True)
class PickChoice(TableAction):
    """The same from a list."""

    verb = "pick"
    decision: int
    path: Path
    """What has been chosen before."""
    part: int
    """Which of several lists."""
    value: str = ""


@dataclass(frozen=True, slots=True)
class OpenSheet(TableAction):
    """Show the score sheet, privately."""

    verb = "sheet"


# --- What belongs to no table


@dataclass(frozen=True, slots=True)
class OpenRules(Action):
    """Show a page of a game's rules."""

    verb = "rules"
    game: str
    page: int


@dataclass(frozen=True, slots=True)
class TurnHints(Action):
    """Turn hints on or off; with a table, show its hand again."""

    verb = "hints"
    table: int
    on: bool
