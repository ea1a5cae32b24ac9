"""Rows that go into the store and come out of it: one immutable class for each kind.

Ids of guilds, channels, messages and users are Discord's 64-bit snowflakes; numbers of places are explained in
`storage.place_ids`. Times are unix seconds. Seats count from 0. Pending decisions of a table are stored as JSON in the
table's row.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any, Literal, NamedTuple

State = Literal["lobby", "playing", "over", "closed", "frozen"]
"""Table states: gathering players, playing, played to the end, closed early, or no longer replayable."""
TimeControl = Literal["live", "relaxed", "letter", "none"]
"""Time controls; the host knows the seconds of each."""
CloseReason = Literal["idle", "left", "ended", "restored", "lost"]
"""Reasons for closing a table: idle lobby, all people left, ended by a moderator, restored backup, lost for a week."""
DropReason = Literal["called-off", "late", "opener", "server", "game", "lost"]
"""Reasons why a scheduled lobby never opens: it was called off (or its opener's data were deleted), the bot was offline
when it was to open, the opener or the server has too many tables, the game is not offered, or the channel is gone."""


class Seen(NamedTuple):
    """The version of a table that the caller has read. A write is refused if the stored version differs."""

    table_id: int
    version: int


@dataclass(frozen=True, slots=True)
class Occupant:
    """The occupant of a seat: either a person, by user id, or a computer player, by its level."""

    user_id: int | None = None
    computer: str | None = None
    name: str = ""
    """Name that the person in the seat, or the person in `left_by`, has on the server; empty if unknown."""
    left_by: int | None = None
    """The person whose seat a computer player has taken over."""
    removed: bool = False
    """True if somebody else removed the person in `left_by`."""
    misses: int = 0
    """Number of decisions in a row that a person has let time out."""
    agreed: bool = False
    """True if a person has voted yes: to finish the game, or to a rematch once the game is over."""
    cuts: int = 0
    """Number of times that a person has cut the deck of a lobby."""
    commitment_events: tuple[str, ...] = field(default=(), compare=False)
    """Events that this person has added to the lobby's deal commitment, until the cards are dealt.

    They do not count when occupants are compared.
    """
    computer_name: int | None = None
    """Number of a computer player's name, from 1, which it keeps in a rematch.

    None: a person, or a computer player that has taken over a person's seat.
    """


Seats = Sequence[Occupant | None]
"""Occupants of a table, one entry for each seat; None: free."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that a person has to make.

    Times are in unix seconds. After the bot was offline, the times are postponed by the length of the outage.
    """

    decision: int
    """Number of this decision among the seat's decisions."""
    since: int
    remind: int | None = None
    """Time of the reminder; None: there is none, or the person has been reminded."""
    due: int | None = None
    """Time at which a computer player decides instead; None: no clock runs."""
    nudged: bool = False
    """True if somebody has asked the person to hurry."""
    given: bool = False
    """True if a computer player may decide now."""


Turns = Mapping[int, Turn]
"""Pending decisions of people, by seat."""


@dataclass(frozen=True, slots=True)
class PromiseRow:
    """A deal commitment and its events so far; no event names a person."""

    name: str
    """`12` for the deal of table 12; `12/rematch` for the deal of its possible rematch, stored with table 12."""
    rules: int
    secret: str = field(repr=False)
    events: tuple[str, ...] = ()
    renewed: bool = False
    """True if this commitment replaced another one after a backup was restored."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as stored. `options` come from JSON, so they have lists and no tuples. `seed` is None until the start."""

    id: int
    place_id: int
    """The number of the table's place, see `storage.place_ids`."""
    channel_id: int
    game: str
    rules: int
    options: Mapping[str, object]
    seats: tuple[Occupant | None, ...]
    seed: str | None
    state: State
    opener_id: int
    started_at: int | None
    ended_at: int | None
    version: int
    time_control: TimeControl
    close_reason: CloseReason | None
    next_id: int | None
    turns: Turns
    origin_id: int | None = None
    """The table whose game this practice game continues; None: it is a game of its own."""
    origin_moves: int | None = None
    """Number of moves that were copied from the game in `origin_id`."""
    promises: tuple[PromiseRow, ...] = ()
    """Commitments to this table's deal and to the deal of its rematch."""
    barred: frozenset[int] = frozenset()
    """People who may not join the lobby."""
    helped: bool = False
    """True if the table's only person has asked for a suggestion."""
    night_id: int | None = None
    """The league night of the table; None: it belongs to none."""
    night_stage: int | None = None
    """The stage of the league night; None without a league night."""
    night_level: str | None = None
    """The level of the league night's computer players; None without a league night."""
    sealed: bool = False
    """True if other tables still play the same deals."""
    lost_since: int | None = None
    """Time since which the bot cannot write at the table's place, in unix seconds; None: it can."""


@dataclass(frozen=True, slots=True)
class ScheduledLobby:
    """A lobby that opens later, as stored."""

    id: int
    """The id of the interaction in which the command was given."""
    guild_id: int
    channel_id: int
    opener_id: int
    opener_name: str
    game: str
    seats: int | None
    """The number of seats; None: as many as usual in the channel."""
    time_control: TimeControl | None
    """The time control; None: the usual one in the channel."""
    opens_at: int
    """The time at which the lobby opens, in unix seconds."""
    event_id: int | None = None
    """The scheduled event on Discord; None: there is none."""
    message_id: int | None = None
    """The public message that announces the lobby; None: it is not known (yet)."""
    dropped: DropReason | None = None
    """The reason why the lobby never opens; None: it opens. The row is removed once the message gives the reason."""


class PublicMessage(NamedTuple):
    """A public message of the bot that belongs to no table."""

    guild_id: int
    channel_id: int
    message_id: int


class SetUp(NamedTuple):
    """Setup of a table: the number of seats, the options, the time control, and the person who opened it.

    `options` come from JSON, so they have lists and no tuples.
    """

    seats: int
    options: Mapping[str, object]
    time_control: TimeControl
    opener_id: int


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of a table's game. `number` counts all moves of the game from 0, without a gap."""

    number: int
    seat: int
    move: str
    made_at: int
    computer: str | None = None
    """Level of the computer player that made the move; None: a person made it; `record`: the move was copied."""


class Crowd(NamedTuple):
    """Numbers of open tables in a place: of all people, and of one person."""

    lobbies: int
    tables: int
    """Lobbies and running games, without practice games."""
    own_lobbies: int
    own_tables: int
    own_opened: int
    """Lobbies and running games that the person has opened, without practice games."""


class TablePlace(NamedTuple):
    """Channel and thread of an open table."""

    id: int
    game: str
    channel_id: int
    thread_id: int | None
    """Thread of the table; None: there is none, or it is about to be opened."""
    lost_since: int | None
    """As in `TableRow`."""


@dataclass(frozen=True, slots=True)
class Post:
    """The record of a message or thread on Discord: at most one for each slot of a table.

    `message_id` is None when the message is about to be sent under `nonce`, or was sent and the answer was lost.
    `fingerprint` describes the displayed content; None: unknown.
    """

    nonce: str
    slot: str
    channel_id: int
    message_id: int | None = None
    fingerprint: str | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of one seat.

    `place` is 1 for the best result, and seats with equal results share a place. `user_id` is None for a computer
    player. `computer` is the level if one computer player made all moves of the seat, else None. `left_by` is the
    person who left the seat to a computer player. `own_share` is the share of the seat's moves, from 0 to 1, that its
    person made.
    """

    seat: int
    user_id: int | None
    points: int
    place: int
    won: bool
    computer: str | None = None
    left_by: int | None = None
    own_share: float = 1.0
    badges: Sequence[str] = ()
    """Names of the badges that the person earned in this game."""
    computer_name: int | None = None
    """Number of the computer player's name; None if `computer` is None, or if the seat was taken over from a person."""


HALF = 0.5
"""Share of the moves that a person must have made for a win or a badge to count."""


def practised(results: Sequence[ResultRow]) -> bool:
    """Tell whether a game was practice: only one person took part. People who have left their seats count too."""
    return sum((row.user_id or row.left_by) is not None for row in results) == 1


class Rated(NamedTuple):
    """The key of a rating in one game of one place: its person, and whether it is the rating of practice games."""

    user_id: int
    practice: bool = False


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating in one game of one place, after `games` rated games."""

    of: Rated
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class Leader:
    """A person's line on a leaderboard of one game in one place.

    People who are equal share a `rank`, and the next rank is skipped (1, 1, 3). `rank` is None while the rating is too
    uncertain or there are too few games. `place` is the mean finishing place, None without a game. `mu` and `sigma` are
    None without a rating. `name` is the name on the server; empty if unknown.
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
    """Numbers of dealt games, and of lobbies and games that were ended early, in one place up to now."""

    dealt: int = 0
    """Games that were dealt."""
    cancelled: int = 0
    """Lobbies that were closed before the deal and that somebody besides the opener had joined."""
    closed_alone: int = 0
    """Lobbies that were closed before the deal and that nobody besides the opener had joined."""
    ended_early: int = 0
    """Games of several people that were ended in their first round."""
    lost: int = 0
    """Games of several people that were ended because they were lost for a week."""


Tally = Literal["dealt", "cancelled", "closed_alone", "ended_early", "lost"]
"""Name of a field of `Deals`."""


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard.

    `own` is the line of the person who asks, even if it is not on this page; None if they have no line. `count` is the
    number of lines of the whole leaderboard.
    """

    lines: tuple[Leader, ...]
    own: Leader | None
    count: int


class Sat(NamedTuple):
    """A seat of a finished game. `user_id` is None for a computer player; `place` is 1 for the best result."""

    user_id: int | None
    place: int


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A finished game as one person played it or left it."""

    game: str
    seat: int
    practice: bool
    left: bool
    own_share: float
    mu: float | None
    sigma: float | None
    seats: tuple[Sat, ...]
    """All seats, in their order."""


@dataclass(frozen=True, slots=True)
class BadgeRow:
    """A badge of a person, earned `times` times."""

    badge: str
    times: int


class ReviewRow(NamedTuple):
    """The review of a finished game for the person who had the seat at its end."""

    seat: int
    version: int
    """The version of the method."""
    counted: int
    """The number of decisions that count."""
    loss: float
    """The points that the counted decisions cost in total."""
    content: str = "{}"
    """The review as JSON."""


class DayRow(NamedTuple):
    """One day with its deals of the day and their secret."""

    day: int
    """Days since 1970-01-01 UTC."""
    secret: bytes
    """The secret behind `commitment`, hidden until the day is over."""
    commitment: str
    game: str
    options: str
    """The options as JSON."""
    deals: str | None = None
    """The prepared deals with their reference as JSON; None: none are prepared."""
    away: int = 0
    """Seconds of the bot's outages that touched the day."""
    renewed: bool = False
    """True if the day was promised anew after a restored backup."""
    shown: bool = False
    """True once the cards of the day were shown."""


class PlayRow(NamedTuple):
    """A person's only scored attempt at a day's deal."""

    day: int
    user_id: int
    deal: int
    """The number of the deal among the day's deals, from 0."""
    moves: str = "[]"
    """All moves of the round as JSON: lists of seat and notation."""
    points: int | None = None
    """None: the round is not over, or the day closed before the round was over."""
    begun_at: int = 0
    """Unix seconds of the first move; before the first move, of the opening."""
    ended_at: int | None = None
    guild_id: int | None = None
    """The guild for which the attempt counts; None for direct messages."""


class Finish(NamedTuple):
    """A finished attempt at a day's deal, with the data for its guild's message of the day."""

    user_id: int
    guild_id: int | None
    """None: the attempt counts for no guild, or the bot has left that guild."""
    deal: int
    points: int
    begun_at: int
    name: str | None
    """The person's name on the guild; None if it is unknown."""
    named: bool
    """True if the guild's message may name the person: the person agrees, and opened the deal when it was on."""


@dataclass(frozen=True, slots=True)
class DailyMessage:
    """The message of a guild about a day's deal."""

    day: int
    guild_id: int
    channel_id: int
    nonce: str
    message_id: int | None = None
    """None until Discord has answered the post."""
    fingerprint: str | None = None
    """The fingerprint of the displayed page; None if it is unknown or out of date.

    A random token that equals no fingerprint while the page is sent or edited; a constant of `host.daily.servers` if
    somebody has deleted the message.
    """
    final: bool = False
    """True if the message needs no more edits, as after the end of its day. If `fingerprint` is None, it is edited
    again.
    """


@dataclass(frozen=True, slots=True)
class CommitmentMessage:
    """A message of a guild with the commitments of coming days; it is never edited."""

    guild_id: int
    number: int
    """The number among the guild's messages, from 1."""
    channel_id: int
    nonce: str
    first_day: int
    days: tuple[tuple[str, str], ...]
    """The game and the commitment of each day, from `first_day` on."""
    replaces: bool = False
    """Whether the message says that it replaces earlier ones, because a backup was restored."""
    message_id: int | None = None
    """None until Discord has answered the post."""

    @property
    def last_day(self) -> int:
        """The last day whose commitment the message has."""
        return self.first_day + len(self.days) - 1


class Reminder(NamedTuple):
    """A person's wish to be reminded of the day's deal."""

    user_id: int
    locale: str
    """The person's locale when they asked, as Discord names it."""
    next_at: int
    """Time of the next check whether the person is to be reminded, in unix seconds."""
    refused: bool
    """True if Discord has refused a reminder: there are none until the person asks again."""


class Played(NamedTuple):
    """A finished attempt of a person at a day's deal."""

    day: int
    begun_at: int


class PuzzleRow(NamedTuple):
    """The puzzle of a day."""

    day: int
    content: str
    """The puzzle as JSON, with its answer."""
    table_id: int | None = None
    """The table of the game from which the puzzle is made; None: only computer players have played it."""
    answers: int = 0
    """The number of people who have answered."""
    solved: int = 0
    """The number of people who have found a right move."""


class AnswerRow(NamedTuple):
    """A person's answer to a puzzle."""

    move: str
    """The move in notation."""
    solved: bool


class Losses(NamedTuple):
    """The number of decisions that count in some reviewed games, and the points that they have cost in total."""

    counted: int
    loss: float


class Score(NamedTuple):
    """Score of a computer player against a person: the number of games in which each finished ahead of the other."""

    computer: int
    person: int


@dataclass(frozen=True, slots=True)
class PersonalResultRow:
    """Effects of a finished game on one of its people."""

    course: tuple[tuple[float, float], ...]
    """(mu, sigma) of the rating after this game, then after the game before it; empty for practice."""
    badges: tuple[str, ...]
    """Names of the badges that the person has earned in this game for the first time on the server."""
    scores: Mapping[tuple[int, str], Score]
    """The person's score against each computer player of the server in this kind of game, by name and level."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A person's subscription to notifications about a game on a server, in the language that Discord named.

    `opens`: notify when a lobby opens. `missing`: notify when a lobby lacks only one player. `refused`: Discord did
    not let the bot write to the person.
    """

    game: str
    opens: bool
    missing: bool
    locale: str
    refused: bool = False


def turns_text(turns: Turns) -> str:
    """Return pending decisions as JSON, with one list for each decision."""
    return json.dumps([(seat, *astuple(turn)) for seat, turn in turns.items()])


def pending_values(turns: Turns, *, acting: bool) -> dict[str, Any]:
    """Return those values of a table's row that depend on its pending decisions, by column name."""
    return {"acting": acting, "turns": turns_text(turns), "deadline": deadline(turns)}


def turns_of(text: str) -> dict[int, Turn]:
    """Return the pending decisions, by seat, from a text that `turns_text` has written."""
    rows: list[list[Any]] = json.loads(text)
    return {
        seat: Turn(decision, since, remind, due, bool(nudged), bool(given))
        for seat, decision, since, remind, due, nudged, given in rows
    }


def deadline(turns: Turns) -> int | None:
    """Return the time in unix seconds of the next reminder or expiry, or None if no clock runs."""
    times = [turn.due if turn.remind is None else turn.remind for turn in turns.values() if not turn.given]
    return min((time for time in times if time is not None), default=None)
