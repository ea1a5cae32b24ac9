"""Actions of buttons and lists, each a frozen dataclass that pages put into components and handlers parse.

The custom id of an action is its verb and its fields, joined by colons: `choose:12:3:R9` is a choice at table 12. A
button therefore carries everything that its handler needs, and works after a restart. Lists and forms add one more
field: the picked value, or the values of the form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, TypeAlias, dataclass_transform, get_origin, get_type_hints
from urllib.parse import unquote

from engine.game import Path
from show.text.text_form import OwnCut, TypedLine, read_cut, read_typed

MOST = 100
"""Greatest length of a custom id in characters: Discord's limit."""
PICKED = "value"
"""The field that receives the value picked from a list, or the values of a form."""
Filled: TypeAlias = Mapping[str, Sequence[int]]
"""A submitted form: for each field, the indices of the lines picked in it."""
Picks: TypeAlias = Sequence[str]
"""The values picked from a list that allows several; may be empty."""


class Placed(NamedTuple):
    """A seat and the level of computer player chosen for it. Its text form, such as `2.hard`, is a value in a list."""

    seat: int | None
    """The seat; None for every free seat."""
    level: str
    """The level of the computer player; "" leaves the seat free."""

    def __str__(self) -> str:
        return f"{'' if self.seat is None else self.seat}.{self.level}"


_NUMBER = re.compile("[0-9]{1,19}")
_MOST_NUMBER = 2**63 - 1
"""The largest number in a custom id: the largest integer of the database. The bot never writes a negative number."""


def _read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > _MOST_NUMBER:
        raise ValueError("no number of ours")
    return int(text)


def _read_filled(filled: object) -> Filled:
    if not isinstance(filled, Mapping):
        raise ValueError("a form's fields, not a list's value")  # noqa: TRY004  unreadable input is always a ValueError
    if not all(isinstance(picked, list) for picked in filled.values()):
        raise ValueError("a text in the place of a list")
    return {name: [_read_number(text) for text in picked] for name, picked in filled.items()}


def _read_picks(picked: object) -> Picks:
    if not isinstance(picked, tuple) or not all(isinstance(one, str) for one in picked):
        raise ValueError("no list's values")
    return picked


def _read_placed(text: object) -> Placed:
    seat, dot, level = text.partition(".") if isinstance(text, str) else ("", "", "")
    if not dot or not (seat or level):
        raise ValueError("no seat and no level")
    return Placed(_read_number(seat) if seat else None, level)


_READ: dict[Any, Callable[[Any], object]] = {
    int: _read_number,
    str: unquote,
    bool: lambda text: bool(_read_number(text)),
    Path: lambda text: tuple(text.split(".")) if text else (),
    Filled: _read_filled,
    Placed: _read_placed,
    OwnCut: read_cut,
    TypedLine: read_typed,
    Picks: _read_picks,
}


class Scope:
    """A kind of place where people decide on cards (`show.actions.decision_actions`), each a frozen dataclass."""

    anywhere: ClassVar[bool] = False
    """As `Action.anywhere`, for all actions in the scope."""


class Verb(NamedTuple):
    """The form of the custom ids with a verb: the fields of the action's scope, if it has one, then its own."""

    kind: type[Action]
    scope: type[Scope] | None = None
    fixed: Mapping[str, object] = MappingProxyType({})
    """The values of the fields that the custom id leaves out."""

    @property
    def anywhere(self) -> bool:
        """Whether the action also works in places without the bot."""
        return (self.scope or self.kind).anywhere

    @property
    def fields(self) -> dict[str, Any]:
        """The types of the custom id's fields and of the field `PICKED`, by name."""
        parts = (self.scope, self.kind) if self.scope else (self.kind,)
        hints = {name: hint for part in parts for name, hint in get_type_hints(part).items()}
        left_out = {
            *self.fixed,
            *(name for name, hint in hints.items() if hint is Scope or get_origin(hint) is ClassVar),
        }
        return {name: hint for name, hint in hints.items() if name not in left_out}

    def action(self, values: Mapping[str, Any]) -> Action:
        """Return the action with these values of the fields."""
        values = {**values, **self.fixed}
        if self.scope is not None:
            values["scope"] = self.scope(**{name: values.pop(name) for name in self.scope.__annotations__})
        return self.kind(**values)


@dataclass_transform(frozen_default=True)
class Action:
    """The request of a click. Each subclass is a frozen dataclass and is declared with its verb.

    The actions of `show.actions.decision_actions` have a verb in each scope.
    """

    verb: ClassVar[str]
    verbs: ClassVar[dict[str, Verb]] = {}
    """Every verb."""
    repaints: ClassVar[bool] = False
    """True: the clicked public message shows the result. False: a private page shows it."""
    publishes: ClassVar[bool] = False
    """True: the result is a new public message. A clicked private page is answered before it."""
    anywhere: ClassVar[bool] = False
    """True: the action also works in places without the bot, for people who have installed the bot for themselves."""
    blind: ClassVar[bool] = False
    """True: the action shows nothing of the game, so moderators may do it while other tables play the same deals."""

    def __init_subclass__(cls, verb: str = "") -> None:
        dataclass(frozen=True)(cls)
        if verb:
            if verb in Action.verbs:
                raise TypeError(f"two actions with the verb {verb}")
            cls.verb = verb
            Action.verbs[verb] = Verb(cls)

    @property
    def table_id(self) -> int | None:
        """The table that the action is about; None without one. The router checks that the user may see the table."""
        return None

    @property
    def custom_id(self) -> str:
        """The custom id for a component, without the value that a pick or a form adds."""
        verb, values = self._written()
        return ":".join([verb, *(_text(values[name]) for name in _readers(verb) if name != PICKED)])

    def _written(self) -> tuple[str, Mapping[str, Any]]:
        """Return the verb, and the values of all fields by name."""
        return self.verb, vars(self)

    @staticmethod
    def parse(custom_id: str, picked: Sequence[str | Mapping[str, str | Sequence[str]]] = ()) -> Action | None:
        """Return the action with this custom id, and with the picked values or the submitted form.

        Return None if another version of the bot wrote the custom id.
        """
        verb, *written = custom_id.split(":")
        form = Action.verbs.get(verb)
        if form is None or len(custom_id) > MOST:
            return None
        reads = _readers(verb)
        added: list[object] = [tuple(picked)] if reads.get(PICKED) is _read_picks else [*picked]
        values = [*written, *added]
        if len(values) != len(reads) or len(added) != (PICKED in reads):
            return None
        try:
            return form.action({name: read(value) for (name, read), value in zip(reads.items(), values, strict=True)})
        except ValueError:
            return None


def _text(value: int | str | Path) -> str:
    """Return a value as the text of a field in a custom id, where a text has its colons escaped."""
    if isinstance(value, tuple):
        return ".".join(value)
    if isinstance(value, str):
        return value.replace("%", "%25").replace(":", "%3A")
    return str(int(value) if isinstance(value, bool) else value)


# Without the cache, reading a custom id takes 0.3 ms instead of 0.005 ms.
@cache
def _readers(verb: str) -> Mapping[str, Callable[[Any], object]]:
    """Return a parser for each field of a verb's custom ids, by the name of the field."""
    return {name: _READ[kind] for name, kind in Action.verbs[verb].fields.items()}


class TableAction(Action):
    """An action about one table; the router checks that the user may see that table."""

    table: int

    @property
    def table_id(self) -> int:
        """The table that the action is about."""
        return self.table


class Join(TableAction, verb="join"):
    """Take a seat."""

    repaints = True


class JoinListed(TableAction, verb="sit"):
    """Take a seat at a listed table, and show the same page of the list again."""

    page: int
    game: str
    """The only game of the list; "" for all."""


class ShowAgain(TableAction, verb="show-again"):
    """Post the message of a listed table again if it is gone, and show the same page of the list again."""

    blind = True

    page: int
    game: str
    """The only game of the list; "" for all."""


class Start(TableAction, verb="start"):
    """Deal, with computer players on the free seats; a person without a seat must confirm first."""


class StartAnyway(TableAction, verb="start-anyway"):
    """Deal at a table at which the user has no seat: the confirmation of `Start`."""


class OpenMore(TableAction, verb="more"):
    """Show the other actions of a lobby or a running game privately."""

    blind = True


class Leave(TableAction, verb="leave"):
    """Give up the seat in a lobby."""


class MoveSeat(TableAction, verb="move-seat"):
    """Move to the next free seat."""


class PlaceComputer(TableAction, verb="computer"):
    """Place a computer player in a lobby, change its level, or remove it."""

    value: Placed = Placed(None, "")


class SetLevel(TableAction, verb="level"):
    """Change the level of a computer player in a running game."""

    value: Placed = Placed(None, "")


class CloseTable(TableAction, verb="close"):
    """Close the lobby."""


class OpenOptions(Action, verb="options"):
    """Open the form of seats and options. The action carries the current values, so the handler reads no table."""

    table: int
    game: str
    seats: int
    places: Path
    """The index of each option's value among its allowed values, or a value that people have put together."""


class SetUp(TableAction, verb="set-up"):
    """Change seats and options to the values of the form."""

    value: Filled = field(default_factory=dict)


class OpenCut(Action, verb="cut"):
    """Open the form for cutting the deck. The handler needs nothing but the table's id."""

    table: int


class Cut(TableAction, verb="cut-with"):
    """Mix the words that the user typed, and the nonce of the form, into the deal of a lobby."""

    value: OwnCut = OwnCut("", "")


class CheckDeal(TableAction, verb="deal"):
    """Show the deal commitment privately, and its secret once the game has ended."""


class CheckOwnDeal(TableAction, verb="own-deal"):
    """Show the deal commitment to a person who took a seat; `click` is the id of their click on Join or Rematch."""

    click: int


class ShowSeat(TableAction, verb="own-seat"):
    """Repeat the message that a person got when they took a seat; `click` is the id of their click on Join."""

    click: int


class SetTimeControl(TableAction, verb="pace"):
    """Change the time control."""

    value: str = ""


class RemovePerson(TableAction, verb="unseat"):
    """Remove another player from a lobby, even if they have changed seats."""

    user: int


class BarPerson(TableAction, verb="bar"):
    """Remove another player from a lobby, if they are still seated, and bar them from joining it again."""

    user: int


class Invite(TableAction, verb="invite"):
    """Mention people and invite them to a lobby."""

    value: Picks = ()


class AskSubscribers(TableAction, verb="one-more"):
    """Notify the people who have subscribed to lobbies that lack a player."""


class ScheduleLobby(Action, verb="schedule"):
    """Schedule a lobby, as `/play` with a time does; the question for a time zone goes on with this."""

    publishes = True
    game: str
    seats: int
    """0 if none were chosen."""
    pace: str
    """Empty if none was chosen."""
    at: str
    """The chosen or typed time."""


class CallOff(Action, verb="call-off"):
    """Call off a scheduled lobby."""

    repaints = True
    scheduled: int


class RemovePlayer(TableAction, verb="remove"):
    """Remove another player from a running game, once confirmed."""

    blind = True

    seat: int
    sure: bool = False


class LeaveGame(TableAction, verb="leave-game"):
    """Leave a running game to a computer player, once confirmed."""

    sure: bool = False


class EndGame(TableAction, verb="end"):
    """End a running game for everybody, once confirmed."""

    blind = True

    sure: bool = False


Drastic: TypeAlias = RemovePlayer | LeaveGame | EndGame
"""Irreversible actions, which must be confirmed first."""


class MoveTable(TableAction, verb="move"):
    """Ask to which channel a lost table moves."""

    blind = True


class MoveTo(TableAction, verb="move-to"):
    """Move a lost table to the picked channel."""

    blind = True

    value: Picks = ()


class Nudge(TableAction, verb="nudge"):
    """Remind the players who must decide."""


class GiveMove(TableAction, verb="give"):
    """Let a computer player decide for a player who has been idle for long."""

    seat: int


class Finish(TableAction, verb="finish"):
    """Agree to finish a game whose result can no longer change."""


class Rematch(TableAction, verb="rematch"):
    """Agree to a rematch of a finished game."""


class OpenHand(TableAction, verb="hand"):
    """Show the player's hand; to users without a seat, show the public view."""


class Complain(TableAction, verb="silly"):
    """Report a computer player's move to the bot's operator."""

    move: int
    """The index of the move in the game's history."""


class OpenSheet(TableAction, verb="sheet"):
    """Show the score sheet of a round privately, by default of the last finished round."""

    round: int = 0


class OpenDetails(TableAction, verb="details"):
    """Show the whole public view of a game in words, privately."""


class OpenRules(Action, verb="rules"):
    """Show a page of a game's rules."""

    game: str
    page: int
    anywhere = True


class ListRules(Action, verb="rules-of-all"):
    """Show the list of games, with buttons to their rules."""

    anywhere = True


class ListTables(Action, verb="tables"):
    """Show a page of the server's tables: those of one game, or of all if `game` is ""."""

    page: int
    game: str


class PickTables(Action, verb="tables-of"):
    """Show only the tables of one game; of all games if there is no such game."""

    value: str = ""


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
    """Show the user's own profile on the server."""


class PickCareer(Action, verb="career"):
    """Show a person's results in another game."""

    user: int
    value: str = ""


class ExportMe(Action, verb="export-me"):
    """Send the user all data stored about them."""

    anywhere = True


class ForgetMe(Action, verb="forget-me"):
    """Delete all data about the user, once confirmed."""

    sure: bool = False
    anywhere = True


class ShowHints(Action, verb="hints"):
    """Turn hints on."""

    anywhere = True


class TurnOffHints(Action, verb="hints-off"):
    """Turn hints off."""

    anywhere = True
