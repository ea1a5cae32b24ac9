"""What a button or a list asks for: one frozen dataclass an action, which pages put in and handlers take out.

An action's custom id is its verb and its fields, joined by colons: `choose:12:3:R9` is a choice at table 12. So buttons
carry all that is needed, and work after a restart and for ever. What a list or a form adds is the last field: the value
that was picked, or what the fields were filled in with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeAlias, dataclass_transform, get_type_hints

from engine.game import Path
from show.text.text_form import OwnCut, read_cut

MOST = 100
"""Characters of a custom id: Discord's limit."""
PICKED = "value"
"""The field that a list's picked value, or what a form was filled in with, goes into."""
Filled: TypeAlias = Mapping[str, int]
"""A form by its fields: of each the place of the line that was picked."""
Picks: TypeAlias = Sequence[str]
"""What was picked from a list that takes several values, or none."""


class Placed(NamedTuple):
    """Who is to have a seat that no person has, as a list's value: `2.hard`."""

    seat: int | None
    """None: each such seat."""
    level: str
    """Of the computer player; "": nobody is to have it."""

    def __str__(self) -> str:
        return f"{'' if self.seat is None else self.seat}.{self.level}"


_NUMBER = re.compile("[0-9]{1,19}")
_MOST_NUMBER = 2**63 - 1
"""What the house writes for a number, such as an id of Discord's, is never negative; the store takes no more."""


def _read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > _MOST_NUMBER:
        raise ValueError("no number of ours")
    return int(text)


def _read_filled(filled: object) -> Filled:
    if not isinstance(filled, Mapping):
        raise ValueError("a form's fields, not a list's value")  # noqa: TRY004  as what cannot be read otherwise
    return {name: _read_number(text) for name, text in filled.items()}


def _read_picks(picked: object) -> Picks:
    if not isinstance(picked, tuple) or not all(isinstance(one, str) for one in picked):
        raise ValueError("no list's values")
    return picked


def _read_placed(text: object) -> Placed:
    seat, dot, level = text.partition(".") if isinstance(text, str) else ("", "", "")
    if not dot or not (seat or level):
        raise ValueError("no seat and no level")
    return Placed(_read_number(seat) if seat else None, level)


_WRITE: dict[Any, Callable[[Any], str]] = {
    int: str,
    str: str,
    bool: lambda on: str(int(on)),
    Path: ".".join,
    Filled: str,  # never in a custom id, no more than the next two
    Placed: str,
    OwnCut: str,
    Picks: str,
}
_READ: dict[Any, Callable[[Any], object]] = {
    int: _read_number,
    str: str,
    bool: lambda text: bool(_read_number(text)),
    Path: lambda text: tuple(text.split(".")) if text else (),
    Filled: _read_filled,
    Placed: _read_placed,
    OwnCut: read_cut,
    Picks: _read_picks,
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
        """How it stands in a component; what a pick or a form adds is not in it."""
        written = [write(getattr(self, name)) for name, write, _ in _codec(self.verb) if name != PICKED]
        return ":".join([self.verb, *written])

    @staticmethod
    def parse(custom_id: str, picked: Sequence[str | Mapping[str, str]] = ()) -> Action | None:
        """The action of a component and what was picked from it, or of a form and what it was filled in with.

        None: it is of another version of the bot.
        """
        verb, *written = custom_id.split(":")
        kind = Action.verbs.get(verb)
        if kind is None or len(custom_id) > MOST:
            return None
        names, reads = [name for name, _, _ in _codec(verb)], [read for _, _, read in _codec(verb)]
        added: list[object] = [tuple(picked)] if _read_picks in reads else [*picked]
        values = [*written, *added]
        if len(values) != len(reads) or len(added) != names.count(PICKED):
            return None
        try:
            return kind(*[read(value) for read, value in zip(reads, values, strict=True)])
        except ValueError:
            return None


@cache
def _codec(verb: str) -> tuple[tuple[str, Callable[[Any], str], Callable[[Any], object]], ...]:
    """Of each field of that verb's action its name, how it is written, and how it is read."""
    kind: Any = Action.verbs[verb]
    types = get_type_hints(kind)
    return tuple((item.name, _WRITE[types[item.name]], _READ[types[item.name]]) for item in fields(kind))


class TableAction(Action):
    """Something about one table. The router lets nobody do it at a table that is not there for them."""

    table: int


class Join(TableAction, verb="join"):
    """Sit down."""

    repaints = True


class JoinListed(TableAction, verb="sit"):
    """Sit down at a table of the list, which is shown again at that page."""

    page: int


class ShowAgain(TableAction, verb="show-again"):
    """Post a table's message anew where it is gone, and show that page of the list again."""

    page: int


class Start(TableAction, verb="start"):
    """Deal, with computer players on the free seats."""


class OpenMore(TableAction, verb="more"):
    """Show what else can be done with a lobby or at a running game, privately."""


class Leave(TableAction, verb="leave"):
    """Stand up."""


class MoveSeat(TableAction, verb="move-seat"):
    """Take the next free seat."""


class PlaceComputer(TableAction, verb="computer"):
    """Let a computer player have a seat of a lobby, at another level if it has one, or take it out again."""

    value: Placed = Placed(None, "")


class SetLevel(TableAction, verb="level"):
    """Let a computer player go on at another level in a running game."""

    value: Placed = Placed(None, "")


class CloseTable(TableAction, verb="close"):
    """Close the lobby."""


class OpenOptions(Action, verb="options"):
    """Open the form of seats and options, filled in so: nothing has to be looked up for it, the table least of all."""

    table: int
    game: str
    seats: int
    places: Path
    """Of each option the place of its value among the allowed ones."""


class SetUp(TableAction, verb="set-up"):
    """Change seats and options as the form says."""

    value: Filled = field(default_factory=dict)


class OpenCut(Action, verb="cut"):
    """Open the form in which the deck is cut: nothing has to be looked up for it, the table least of all."""

    table: int


class Cut(TableAction, verb="cut-with"):
    """Mix words of their own into a lobby's deal, with the nonce that their form has shown them."""

    value: OwnCut = OwnCut("", "")


class CheckDeal(TableAction, verb="deal"):
    """Show what was promised of a deal, and once nobody plays any more what proves it, privately."""


class SetPace(TableAction, verb="pace"):
    """Change how long people may take."""

    value: str = ""


class RemoveSeat(TableAction, verb="unseat"):
    """Take somebody else out of a lobby."""

    seat: int


class BarPerson(TableAction, verb="bar"):
    """Take somebody else out of a lobby, if they still sit there, and let them not join it again."""

    user: int


class RemovePlayer(TableAction, verb="remove"):
    """Take somebody else out of a running game, by those who are sure."""

    seat: int
    sure: bool = False


class LeaveGame(TableAction, verb="leave-game"):
    """Leave a running game to a computer player, by those who are sure."""

    sure: bool = False


class EndGame(TableAction, verb="end"):
    """End a running game for all, by those who are sure."""

    sure: bool = False


Drastic: TypeAlias = RemovePlayer | LeaveGame | EndGame
"""What cannot be undone, and is asked about once."""


class Nudge(TableAction, verb="nudge"):
    """Ask those to hurry who owe a decision."""


class GiveMove(TableAction, verb="give"):
    """Let a computer player decide for somebody who has been silent for long."""

    seat: int


class Finish(TableAction, verb="finish"):
    """Agree to finish a game that nothing can change any more."""


class Rematch(TableAction, verb="rematch"):
    """Agree to a rematch of a game that is over."""


class OpenHand(TableAction, verb="hand"):
    """Show the hand, or show it anew; to who has no seat what everybody may know."""


class Choose(TableAction, verb="choose"):
    """Make a choice at the seat's own decision of that number: a whole move, or the first steps of one.

    What is easily hit by accident and cannot be undone is asked about first, and made by those who are `sure`.
    """

    decision: int
    path: Path
    sure: bool = False


class PickChoice(TableAction, verb="pick"):
    """The same from a list, one of several parts, after what has been chosen before."""

    decision: int
    path: Path
    part: int
    value: str = ""


class ShowTab(TableAction, verb="tab"):
    """Show the choices of one kind in the hand, by the key of the kind's name."""

    tab: str


class LookUp(TableAction, verb="look"):
    """Show a page of something else in the place of the hand: the last trick, the scores, or the rules."""

    what: str
    page: int = 0


class Complain(TableAction, verb="silly"):
    """File a computer player's move for whoever runs the bot."""

    move: int
    """Its place in the game's history."""


class OpenSheet(TableAction, verb="sheet"):
    """Show the score sheet of a finished round, else of the last one, privately."""

    round: int = 0


class OpenDetails(TableAction, verb="details"):
    """Show everything public of a game in words, privately."""


class OpenRules(Action, verb="rules"):
    """Show a page of a game's rules."""

    game: str
    page: int


class ListTables(Action, verb="tables"):
    """Show a page of the server's tables."""

    page: int


class ShowLeaders(Action, verb="leaders"):
    """Show a page of a leaderboard."""

    game: str
    period: str
    page: int


class PickGame(Action, verb="leaders-of"):
    """Show the leaderboard of another game."""

    period: str
    value: str = ""


class PickPeriod(Action, verb="leaders-since"):
    """Show the leaderboard of another period."""

    game: str
    value: str = ""


class ShowProfile(Action, verb="profile"):
    """Show them what they have done on the server."""


class PickCareer(Action, verb="career"):
    """Show what a person has done in another game."""

    user: int
    value: str = ""


class ExportMe(Action, verb="export-me"):
    """Hand out all that is kept of them."""


class ForgetMe(Action, verb="forget-me"):
    """Forget them, if they are sure."""

    sure: bool = False


class ShowHints(Action, verb="hints"):
    """Turn hints on."""


class HideHints(TableAction, verb="no-hints"):
    """Turn hints off, and show the table's hand without."""
