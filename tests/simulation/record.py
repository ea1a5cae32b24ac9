"""What is seen of a night from outside: who did what, who was called when, and when the bot was there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from storage import MoveRow, TableRow
from tests.simulation.plan import Plan

Kind: TypeAlias = Literal["turn", "half", "nudge"]
"""Why somebody is called: it is their turn, half of their time is over, or others wait."""


@dataclass
class Did:
    """Something that a person asked for."""

    at: float
    """Virtual seconds, as all times here."""
    table: int
    user: int
    what: str
    """The verb of the action."""
    seat: int = -1
    """Whose seat it is about."""
    decision: int = -1
    move: str = ""
    done: bool | None = None
    """Whether it was done, or refused; None: no answer came."""


@dataclass(frozen=True)
class Call:
    """Somebody was notified."""

    at: float
    table: int
    user: int
    kind: Kind
    decision: int
    """Of the person's own decisions at that table the one that was meant."""


@dataclass(frozen=True)
class Ended:
    """A table at the end of the night, and what its messages say."""

    plan: Plan
    row: TableRow
    moves: list[MoveRow]
    made: list[float]
    """When each move was seen to be made; what was only seen after a kill, when it was stored."""
    results: int
    """How many seats have a result."""
    says: tuple[str, ...]
    """All that stands for it on Discord."""
    ended_at: float
    """When it was first seen to have ended."""

    def __str__(self) -> str:
        return f"Table {self.row.id} ({self.plan.plot}, {self.row.pace}, {self.row.game} of {len(self.row.seats)})"


ROUND = 1.0
"""Times are noted in whole seconds."""


@dataclass
class Record:
    """A night."""

    look: float
    """So often the bot looks at its clocks, in seconds."""
    dids: list[Did] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    away: list[tuple[float, float]] = field(default_factory=list)
    """From when to when the bot was away, or cut off from Discord."""
    tables: dict[int, Ended] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    """What the bot has logged that nobody has foreseen, and whatever a person met that was no answer."""
    over: float | None = None
    """When the last table ended; None: one has not."""

    def there(self, begin: float, end: float) -> float:
        """For how many seconds between two moments the bot was there."""
        gone = sum(max(0.0, min(end, until) - max(begin, since)) for since, until in self.away)
        return end - begin - gone

    def slack(self, begin: float, end: float) -> float:
        """How late something may be that is due between two moments: what an outage gives back is more than it was."""
        return (self.look + ROUND) * (1 + self.outages(begin, end))

    def outages(self, begin: float, end: float) -> int:
        """How often it went or came between two moments."""
        return sum(since <= end and until >= begin for since, until in self.away)
