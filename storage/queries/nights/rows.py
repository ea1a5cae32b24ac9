"""Rows of league nights."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from storage.rows import Seats, TimeControl, Turns

NightState = Literal["gathering", "playing", "over", "off"]
"""States of a night: people join, its stages are played, all stages are over, the night was called off."""


@dataclass(frozen=True, slots=True)
class NightRow:
    """A league night as stored. `options` come from JSON, so they have lists and no tuples."""

    id: int
    guild_id: int
    channel_id: int
    manager_id: int
    """The person who has announced the night; 0 if their data were deleted."""
    game: str
    rules: int
    seats: int
    options: Mapping[str, object]
    time_control: TimeControl
    level: str
    """The level of the computer players."""
    stages: int
    """The number of stages."""
    created_at: int
    starts_at: int | None = None
    """The announced time of the start, in unix seconds; None if there is none."""
    event_id: int | None = None
    """The scheduled event on Discord; None if there is none."""
    state: NightState = "gathering"
    tables: int = 0
    """The number of tables of each stage; 0 before the start."""
    stage: int = 0
    """The stage that is played or was played last, from 1; 0 before the first."""
    stage_over: bool = False
    """True if the results of the stage `stage` are known."""
    next_at: int | None = None
    """The time at which the next stage begins, in unix seconds."""
    events: tuple[str, ...] = ()
    """The events of the deal commitments, once the night has started."""
    message_id: int | None = None
    """The public message of the night; None: it is not known (yet)."""
    promise_id: int | None = None
    """The message with the deal commitments; None: it is not posted yet."""
    version: int = 0
    displayed: int = -1
    """The version that the night's message shows; -1 if unknown."""
    event_weekly: bool = False
    """True if the event repeats each week. Such an event stays when the night is called off."""


class WeeklyEvent(NamedTuple):
    """A weekly event of a server, which begins when a clock shows the same weekday and time as at `starts_at`."""

    event_id: int
    guild_id: int
    zone: str
    """The time zone of the clock."""
    starts_at: int
    """The start of one occurrence, in unix seconds."""


class NightPerson(NamedTuple):
    """A person of a night."""

    user_id: int
    click: int
    """The id of the interaction with which the person joined."""
    place: int | None = None
    """The person's number in the seating, from the start on."""
    away: bool = False
    """True if the person has left, so that a computer player has the seat from the next stage on."""
    name: str = ""
    """The name on the server; empty if unknown."""


class NightSeat(NamedTuple):
    """A seat at one table of one stage."""

    stage: int
    board: int
    """The number of the table within the stage, from 1."""
    seat: int
    table_id: int
    user_id: int | None
    """The person who had the seat when the stage began; None: a computer player; 0: a person whose data were deleted.
    """
    points: int | None = None
    """None: the table is not over, or it has ended without a result."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table of a stage that begins."""

    seats: Seats
    turns: Turns
    acting: bool
    """True if a computer player has to decide now."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The changes to store at the end of a stage."""

    points: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """Points by table and seat; seats of tables without a result are missing."""
    next_at: int | None = None
    """The time at which the next stage begins; None: the night is over."""
