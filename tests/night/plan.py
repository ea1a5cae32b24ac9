"""What the people of a night are going to do, drawn from a seed: which tables, and who behaves how at which."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias, get_args

from engine.game import Game
from host.table import Pace

Plot: TypeAlias = Literal[
    "busy", "gone", "back", "asleep", "one leaves", "all leave", "removed", "ended", "alone", "last one", "idle"
]
"""What happens at a table: all play; one falls silent for good, or comes back; all fall silent; one or all leave; a
moderator removes one, or ends the game; one plays against computers; all but one leave; nobody starts it."""

HOUR = 3600.0
PEOPLE = tuple(range(101, 161))
MODERATOR = 199


@dataclass(frozen=True)
class Manner:
    """How somebody behaves at a table. Decisions are counted from 0."""

    silent_from: int | None = None
    """From this decision on they say nothing."""
    back_after: float | None = None
    """So many seconds after their third missed turn in a row, or of silence, they look at the table and go on."""
    leaves_at: int | None = None
    """At this decision they leave."""
    slow: float = 0.1
    """How often they take more than half of their time."""
    dozes: float = 0.0
    """How often they let a turn pass, but never three in a row."""
    looks: float = 0.2
    """How often they look at their hand before they decide."""
    nudges: bool = False


@dataclass(frozen=True)
class Plan:
    """One table."""

    at: float
    """When it is opened."""
    plot: Plot
    game: str
    seats: int
    pace: Pace
    people: dict[int, Manner]
    """By user; the first one opens it."""
    removes_at: int = 0
    """At this number of moves a moderator does what they have to do."""


def planned(seed: int, tables: int, waves: tuple[tuple[float, float], ...]) -> list[Plan]:
    """So many tables, each opened in one of the waves: from when, for how many seconds."""
    random = Random(f"night {seed}")
    plots: list[Plot] = list(get_args(Plot))
    kinds = [(game.id, seats) for game in Game.games.values() for seats in game.seat_counts]
    random.shuffle(plots)
    random.shuffle(kinds)
    paces = random.sample(get_args(Pace), 4)
    return [
        _table(random, plots[number % len(plots)], kinds[number % len(kinds)], paces[number % 4], waves[number % len(waves)])
        for number in range(tables)
    ]


def _table(random: Random, plot: Plot, kind: tuple[str, int], pace: Pace, wave: tuple[float, float]) -> Plan:
    game, seats = kind
    count = 1 if plot == "alone" else random.randint(2, seats)
    users = random.sample(PEOPLE, count)
    manners = {user: _usual(random) for user in users}
    one, last = users[-1], random.randint(2, 8)
    if plot == "gone":
        manners[one] = Manner(silent_from=last)
    if plot == "back":
        manners[one] = Manner(silent_from=last, back_after=random.uniform(0.0, HOUR))
    if plot == "asleep":
        manners = dict.fromkeys(users, Manner(silent_from=last))
    if plot == "one leaves":
        manners[one] = Manner(leaves_at=last)
    if plot == "all leave":
        manners = {user: Manner(leaves_at=random.randint(1, 8)) for user in users}
    if plot == "last one":
        manners |= {user: Manner(leaves_at=random.randint(1, 6)) for user in users[1:]}
    return Plan(wave[0] + random.random() * wave[1], plot, game, seats, pace, manners, removes_at=random.randint(10, 40))


def _usual(random: Random) -> Manner:
    return Manner(slow=random.choice((0.0, 0.1, 0.3)), dozes=random.choice((0.0, 0.0, 0.1)), nudges=random.random() < 0.4)
