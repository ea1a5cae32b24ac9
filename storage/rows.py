"""What goes into the store and comes out of it: one frozen dataclass a kind of row.

Ids of guilds, channels, messages and users are Discord's 64-bit snowflakes. Times are unix seconds. Seats count from 0.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

State = Literal["lobby", "playing", "over", "closed", "frozen"]
"""Of a table: gathering players, in a game, played to the end, called off, or no longer replayable."""
Pace = Literal["live", "relaxed", "letter", "none"]
"""How long a person may take for a decision: the host knows how long that is."""
Why = Literal["idle", "left", "ended", "restored"]
"""Why a table was closed: nobody came, all people left its game, a moderator ended that, or a restore."""


class Seen(NamedTuple):
    """A table as somebody has read it. What they write is refused if it is no longer so."""

    table_id: int
    version: int


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits on a seat: a person by user id, or a computer player by the name of its level; exactly one of both."""

    user_id: int | None = None
    computer: str | None = None
    name: str = ""
    """What they are called on the table's server, a person or whose seat it was; empty: nobody knows."""
    left_by: int | None = None
    """The person whose seat a computer player has taken."""
    removed: bool = False
    """Whether they were made to leave."""
    misses: int = 0
    """How many decisions in a row a person has let pass."""
    agreed: bool = False
    """Whether a person agrees to what is asked of all: to finish, or once the game is over to a rematch."""
    cuts: int = 0
    """How often a person has cut the deck of a lobby."""
    mixed: tuple[str, ...] = field(default=(), compare=False)
    """The events of a lobby's deal that are theirs, until the cards are dealt; no part of who sits there."""


Seats = Sequence[Occupant | None]
"""Who sits at a table, one entry a seat; None: free."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that a person owes. Times are unix seconds, less the time that the bot was away since."""

    decision: int
    """Its number among those of the seat."""
    since: int
    remind: int | None = None
    """When they are to be reminded; None: not, or they have been."""
    due: int | None = None
    """When a computer player decides for them; None: no clock runs."""
    nudged: bool = False
    """Whether somebody has asked them to hurry."""
    given: bool = False
    """Whether a computer player may decide for them now."""


Turns = Mapping[int, Turn]
"""The decisions that people owe, by seat."""


@dataclass(frozen=True, slots=True)
class PromiseRow:
    """What is promised of a deal, and what has happened since: nothing of it says who did what."""

    name: str
    """The table's number; of a rematch that may come, `12/rematch` at the table before."""
    rules: int
    secret: str = field(repr=False)
    events: tuple[str, ...] = ()
    renewed: bool = False
    """Whether it took the place of another one after a restore."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as stored. `options` is what JSON keeps of them: lists, not tuples. `seed` is None until the start."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    rules: int
    options: Mapping[str, object]
    seats: tuple[Occupant | None, ...]
    seed: str | None
    state: State
    opener_id: int
    created_at: int
    started_at: int | None
    ended_at: int | None
    version: int
    pace: Pace
    idle_since: int
    why: Why | None
    next_id: int | None
    turns: Turns
    origin_id: int | None = None
    """Whose game it goes on from, for practice; None: it is one of its own."""
    origin_moves: int | None = None
    """How many of its moves were taken over."""
    promises: tuple[PromiseRow, ...] = ()
    """What is promised of its deal, and of its rematch's."""
    barred: frozenset[int] = frozenset()
    """The people who may not join a lobby."""


class SetUp(NamedTuple):
    """How a table is set up: how many seats it has, what JSON keeps of its options, and its pace."""

    seats: int
    options: Mapping[str, object]
    pace: Pace


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of a table's game. `number` counts all moves of the game from 0, without a gap."""

    number: int
    seat: int
    move: str
    made_at: int
    computer: str | None = None
    """The level of the computer player that made it; None: the seat's person did; `record`: it was taken over."""

    @property
    def by_computer(self) -> bool:
        """Whether a computer player made it."""
        return self.computer is not None


class Crowd(NamedTuple):
    """How many tables are open on a server, and of them how many have a certain person on a seat."""

    lobbies: int
    tables: int
    """Lobbies and running games, but for those that are played on for practice."""
    own_lobbies: int
    own_tables: int
    own_opened: int
    """Lobbies and running games that they have opened, but for practice."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message (or thread) that stands on Discord for a table: one a slot.

    `message_id` None: it is about to be sent, under `nonce`, or was and the answer is lost. `fingerprint` is of what it
    shows; None: that is not known.
    """

    nonce: str
    slot: str
    channel_id: int
    message_id: int | None = None
    fingerprint: str | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a seat got out of a game. `place` is 1 for the best, shared by equals; `user_id` None is a computer.

    `computer` is the level of the computer player that has made all of the seat's moves; None: there is no such one.
    `left_by` is the person who has left the seat to a computer player, `own` the part of its moves, from 0 to 1, that
    its person has made and that counts for them.
    """

    seat: int
    user_id: int | None
    points: int
    place: int
    won: bool
    computer: str | None = None
    left_by: int | None = None
    own: float = 1.0
    badges: Sequence[str] = ()
    """What its person has earned in it, by name."""


HALF = 0.5
"""The part of the moves that a person must have made themselves, for a win or a badge to be theirs."""


def practised(results: Sequence[ResultRow]) -> bool:
    """Whether a game had only one person, also one who has left it: they have practised against computers."""
    return sum((row.user_id or row.left_by) is not None for row in results) == 1


class Rated(NamedTuple):
    """Whose rating in one game of one guild: in games with others, or of who has practised alone against computers."""

    user_id: int
    practice: bool = False


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating in one game of one guild, after `games` rated games."""

    of: Rated
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class Leader:
    """A person's line on a leaderboard of one game in one guild.

    Equals share a `rank` and the next one is skipped (1, 1, 3); None: not ranked, as the rating is not settled or there
    are too few games. `place` is the mean of those taken, None without a game; `mu` and `sigma` are None for who has no
    rating. `name` is what they are called on the server; empty: nobody knows.
    """

    rank: int | None
    user_id: int
    games: int
    wins: int
    place: float | None
    mu: float | None = None
    sigma: float | None = None
    name: str = ""


class Deals(NamedTuple):
    """Numbers of games and lobbies on a server, for good."""

    dealt: int = 0
    """Games that were dealt."""
    cancelled: int = 0
    """Lobbies that were closed before the deal, and that others had joined than their opener."""
    closed_alone: int = 0
    """Lobbies that were closed before the deal, and that nobody but their opener had joined."""
    ended_early: int = 0
    """Games of several people that were ended in their first round."""


Tally = Literal["dealt", "cancelled", "closed_alone", "ended_early"]
"""A number of `Deals`."""


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard: its lines, the asker's own wherever that stands, and how many lines there are in all."""

    lines: tuple[Leader, ...]
    own: Leader | None
    count: int


class Sat(NamedTuple):
    """Who sat at a game: a person, or None for a computer player; and what place they took."""

    user_id: int | None
    place: int


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A finished game as somebody has played it, or left it."""

    table_id: int
    game: str
    ended_at: int
    seat: int
    practice: bool
    left: bool
    own: float
    mu: float | None
    sigma: float | None
    seats: tuple[Sat, ...]
    """All seats, in their order."""


@dataclass(frozen=True, slots=True)
class BadgeRow:
    """What somebody has earned, how often, and at which table and when first."""

    badge: str
    times: int
    table_id: int
    earned_at: int


@dataclass(frozen=True, slots=True)
class Notice:
    """That a person wants to be told of a game's tables on a server, in the language that Discord named.

    `opens`: of one that gathers players; `missing`: of one that misses a single player. `refused`: Discord has not let
    them be written to.
    """

    game: str
    opens: bool
    missing: bool
    locale: str
    refused: bool = False


def turns_text(turns: Turns) -> str:
    """These decisions as JSON: a list each."""
    return f"[{', '.join([_text(seat, turn) for seat, turn in turns.items()])}]"


def _text(seat: int, turn: Turn) -> str:
    """One of them, which `json.dumps` takes three times as long for."""
    remind = "null" if turn.remind is None else turn.remind
    due = "null" if turn.due is None else turn.due
    return f"[{seat}, {turn.decision}, {turn.since}, {remind}, {due}, {turn.nudged:d}, {turn.given:d}]"


def turns_of(text: str) -> dict[int, Turn]:
    """The decisions of such a text, by seat."""
    rows: list[list[Any]] = json.loads(text)
    return {
        seat: Turn(decision, since, remind, due, bool(nudged), bool(given))
        for seat, decision, since, remind, due, nudged, given in rows
    }


def deadline(turns: Turns) -> int | None:
    """When one of them is to be looked at the next time, in unix seconds: somebody reminded, or their time over.

    None: no clock runs.
    """
    times = [turn.due if turn.remind is None else turn.remind for turn in turns.values() if not turn.given]
    return min((time for time in times if time is not None), default=None)
