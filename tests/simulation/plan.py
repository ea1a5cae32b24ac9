"""Plan of a simulation, drawn from a seed: tables, people, and their behaviour."""

from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from typing import Literal, TypeAlias, get_args

from engine.game import Game
from host.tables.table import TimeControl

Plot: TypeAlias = Literal[
    "busy", "gone", "back", "asleep", "one leaves", "all leave", "removed", "ended", "alone", "last one", "idle"
]
"""Plot of a table.

- busy: everybody plays.
- gone, back: one person falls silent, for good (gone) or for a time (back).
- asleep: all people fall silent.
- one leaves, all leave, last one: one person leaves, or all do, or all but one.
- removed, ended: a moderator removes a person, or ends the game.
- alone: one person plays against computer players.
- idle: nobody starts the game.
"""

MINUTE, HOUR = 60.0, 3600.0
PEOPLE = tuple(range(101, 161))
MODERATOR = 199


@dataclass(frozen=True)
class Manner:
    """Behaviour of a person at a table; decisions are counted from 0."""

    silent_from: int | None = None
    """First decision at which the person is silent."""
    back_after: float | None = None
    """Seconds until a person who has become away, or has long been silent, plays on; None: never."""
    leaves_at: int | None = None
    """Decision at which the person leaves."""
    slow: float = 0.1
    """Probability that the person takes more than half of the time."""
    dozes: float = 0.0
    """Probability that the person lets a decision pass; that never happens three times in a row."""
    looks: float = 0.2
    """Probability that the person opens the hand before a decision."""
    nudges: bool = False


@dataclass(frozen=True)
class Plan:
    """The plan of one table: its game, its plot, and its people."""

    at: float
    """Time in seconds at which the table is opened."""
    plot: Plot
    game: str
    seats: int
    time_control: TimeControl
    people: dict[int, Manner]
    """Manners by user id; the first user opens the table."""
    acts_at: int = 0
    """Number of moves after which a moderator acts."""

    @property
    def rests(self) -> bool:
        """True if the game stops for days or for ever once all people are silent; a moderator then ends it."""
        return self.plot == "asleep" and self.time_control in {"letter", "none"}


SHORT = (10 * MINUTE, 25 * MINUTE, 3 * HOUR, 4.1 * HOUR, 20 * HOUR)
"""Earliest times of the short restarts."""


@dataclass(frozen=True)
class Absence:
    """A downtime of the bot."""

    at: float
    seconds: float
    how: Literal["stop", "kill", "cut off"]
    """Kind of the downtime: stopped as by SIGTERM, killed as by SIGKILL, or cut off from Discord."""


FIRST, SECOND = 40 * MINUTE, 4 * HOUR
"""End of the first wave of new tables, and start of the second."""


def absences(seed: int) -> list[Absence]:
    """Return the downtimes: two of two hours (a stop and a kill), an outage of Discord, and short restarts."""
    random = Random(f"absences {seed}")
    ends: list[Literal["stop", "kill"]] = ["stop", "kill"]
    random.shuffle(ends)
    short = [Absence(at + 5 * MINUTE * random.random(), random.uniform(1, 13), random.choice(ends)) for at in SHORT]
    return sorted(
        [
            *short,
            Absence(FIRST - 5 * MINUTE * random.random(), 2 * HOUR, ends[0]),
            Absence(SECOND + 15 * MINUTE + 5 * MINUTE * random.random(), random.uniform(20, 1200), "cut off"),
            Absence(SECOND + FIRST - 5 * MINUTE * random.random(), 2 * HOUR, ends[1]),
        ],
        key=lambda one: one.at,
    )


def plan_simulation(seed: int, tables: int) -> list[Plan]:
    """Return plans of tables of every game and time control; half of the tables open after the first long downtime."""
    random = Random(f"night {seed}")
    plots, time_controls = list(get_args(Plot)), random.sample(get_args(TimeControl), len(get_args(TimeControl)))
    kinds = [(game.id, seats) for game in Game.games.values() for seats in game.seat_counts]
    random.shuffle(plots)
    random.shuffle(kinds)
    return [
        _table(random, SECOND * (number % 2) + FIRST * random.random(), plot, kind, time_control)
        for number, plot, kind, time_control in zip(
            range(tables), cycle(plots), cycle(kinds), cycle(time_controls), strict=False
        )
    ]


def short_simulation(seed: int) -> list[Plan]:
    """Return a short simulation: one table for each of several plots, most with quick clocks.

    Nobody takes hours over a decision.
    """
    random = Random(f"brief {seed}")
    kinds = [(game.id, min(game.seat_counts)) for game in Game.games.values()]
    tables: list[tuple[Plot, TimeControl]] = [
        ("gone", "relaxed"),
        ("back", "live"),
        ("one leaves", "relaxed"),
        ("all leave", "none"),
        ("removed", "relaxed"),
        ("ended", "letter"),
        ("idle", "live"),
        ("busy", "live"),
        ("asleep", "live"),
    ]
    plans = [
        _table(random, FIRST / 2 * random.random(), plot, kinds[number % len(kinds)], time_control)
        for number, (plot, time_control) in enumerate(tables)
    ]
    return [replace(one, people={user: _quick_manner(one, how) for user, how in one.people.items()}) for one in plans]


def _quick_manner(plan: Plan, how: Manner) -> Manner:
    """Return a manner without hours of thinking. If clocks run at a busy table, people let more decisions pass."""
    if plan.time_control in {"letter", "none"}:
        return replace(how, slow=0.0, dozes=0.0)
    return replace(how, dozes=0.3) if plan.plot == "busy" else how


def _table(random: Random, at: float, plot: Plot, kind: tuple[str, int], time_control: TimeControl) -> Plan:
    game, seats = kind
    count = 1 if plot == "alone" else random.randint(2, seats)
    users = random.sample(PEOPLE, count)
    some, last = random.randint(2, 8), users[-1]
    manners = {user: _random_manner(random) for user in users} | _plot_manners(random, plot, users, last, some)
    return Plan(at, plot, game, seats, time_control, manners, acts_at=random.randint(10, 40))


def _plot_manners(random: Random, plot: Plot, users: list[int], last: int, some: int) -> dict[int, Manner]:
    """Return the manners that a plot prescribes, by user id. Many are for the user `last`, from decision `some`."""
    if plot == "gone":
        return {last: Manner(silent_from=some)}
    if plot == "back":
        return {last: Manner(silent_from=some, back_after=random.uniform(0.0, HOUR))}
    if plot == "asleep":
        return dict.fromkeys(users, Manner(silent_from=some))
    if plot == "one leaves":
        return {last: Manner(leaves_at=some)}
    if plot in {"all leave", "last one"}:
        return {user: Manner(leaves_at=random.randint(1, 8)) for user in users[plot == "last one" :]}
    return {}


def _random_manner(random: Random) -> Manner:
    return Manner(
        slow=random.choice((0.0, 0.1, 0.3)), dozes=random.choice((0.0, 0.0, 0.1)), nudges=random.random() < 0.4
    )
