"""Record of a simulation as seen from outside: actions, notifications, and the bot's downtimes."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from storage import MoveRow, TableRow
from tests.simulation.plan import Plan

Kind: TypeAlias = Literal["turn", "half", "nudge"]
"""Reason of a notification: the person's turn, half of the time is over, or a nudge."""


@dataclass
class PersonAction:
    """An action of a person."""

    at: float
    """Virtual time in seconds, like all times here."""
    table: int
    user: int
    what: str
    """Verb of the action."""
    seat: int = -1
    """Seat that the action is about."""
    decision: int = -1
    move: str = ""
    done: bool | None = None
    """True if the action was done, False if it was refused, None if no answer came."""


@dataclass(frozen=True)
class Notification:
    """A notification of a person."""

    at: float
    table: int
    user: int
    kind: Kind
    decision: int
    """Decision number of the person's seat at that table."""


@dataclass(frozen=True)
class EndedTable:
    """A table at the end of the simulation, and its messages."""

    plan: Plan
    row: TableRow
    moves: list[MoveRow]
    move_times: list[float]
    """Times at which the moves were observed; a move first observed after a kill has the time of its row."""
    results: int
    """Number of seats with a result."""
    texts: tuple[str, ...]
    """Texts of the table's messages on Discord."""
    ended_at: float
    """Time at which the table was first observed to have ended."""

    def __str__(self) -> str:
        row = self.row
        return f"Table {row.id} ({self.plan.plot}, {row.time_control}, {row.game} of {len(row.seats)})"


ROUND = 1.0
"""Resolution of stored times in seconds."""


@dataclass
class Record:
    """Everything observed in a simulation."""

    tick: float
    """Seconds between two checks of the clocks by the bot."""
    actions: list[PersonAction] = field(default_factory=list)
    notifications: list[Notification] = field(default_factory=list)
    downtimes: list[tuple[float, float]] = field(default_factory=list)
    """Start and end of each downtime or disconnection."""
    tables: dict[int, EndedTable] = field(default_factory=dict)
    unexpected: list[str] = field(default_factory=list)
    """Unexpected log messages of the bot, and unexpected errors of clicks."""
    ended_at: float | None = None
    """Time at which the last table ended; None if a table has not ended."""

    def reachable_seconds(self, begin: float, end: float) -> float:
        """Return for how many seconds between two times the bot was reachable."""
        gone = sum(max(0.0, min(end, until) - max(begin, since)) for since, until in self.downtimes)
        return end - begin - gone

    def allowed_delay(self, begin: float, end: float) -> float:
        """Return by how many seconds the bot may act late in this time.

        It grows with each downtime, because the bot gives people slightly more time back than the downtime took.
        """
        downtimes = sum(since <= end and until >= begin for since, until in self.downtimes)
        return (self.tick + ROUND) * (1 + downtimes)
