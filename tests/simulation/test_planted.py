"""Bots that break a rule on purpose: a short simulation detects each of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from host.cluster.shards import Shard
from host.play import moves, participation, time_control
from host.play.clocks import Clocks
from host.tables.table import Table, Turn
from show import desired
from show.desired import Wanted
from show.messages.reconciler import Reconciler
from show.panels.open_panels import Panels
from storage.queries.due_work import DueWork
from tests.patches import wrap
from tests.simulation.plan import absences, short_simulation
from tests.simulation.test_simulation import run_simulation

Broken: TypeAlias = Callable[..., Any]
"""A faulty replacement for a function. It gets the original function as its first argument."""


async def credit_long_downtimes(plain: Broken, clocks: Clocks, shard: Shard, alive: int, now: int) -> Any:
    return await plain(clocks, shard, alive, now) if now - alive > 60 else now


def credit_twice(plain: Broken, turn: Turn, alive: int, now: int) -> Any:
    return plain(plain(turn, alive, now), alive, now)


def count_misses_only(plain: Broken, table: Table, seat: int, *, by_computer: bool) -> Table:
    return plain(table, seat, by_computer=True) if by_computer else table


def remind_too_early(plain: Broken, decision: int, now: int, seconds: int | None) -> Turn:
    turn: Turn = plain(decision, now, seconds)
    return turn if seconds is None else replace(turn, remind=now + seconds // 4)


def remind_never(plain: Broken, *args: Any) -> Turn:
    turn: Turn = plain(*args)
    return replace(turn, remind=turn.due)


def remind_twice(plain: Broken, *args: Any, **how: Any) -> Iterator[Wanted]:
    for one in plain(*args, **how):
        yield one
        if one.slot.endswith(":half"):
            yield replace(one, slot=f"{one.slot}:again")


def name_slots_by_run(plain: Broken, *args: Any, **how: Any) -> Iterator[Wanted]:
    """Name the slots of messages differently in each run of the bot."""
    for one in plain(*args, **how):
        yield replace(one, slot=f"{one.slot}:{len(RUNS)}") if desired.may_wait(one.slot) else one


def count_run(plain: Broken, *args: Any, **how: Any) -> None:
    RUNS.append(plain(*args, **how))


RUNS: list[object] = []
"""One element for each start of the bot."""


def skip_nudges(plain: Broken, *args: Any, **how: Any) -> Iterator[Wanted]:
    return (one for one in plain(*args, **how) if not one.slot.endswith(":nudge"))


async def do_nothing(*_: object) -> None: ...


PLANTS: dict[str, Sequence[tuple[Any, str, Broken]]] = {
    "no downtime is credited": [(time_control, "credit_downtime", lambda _plain, turn, *_, **__: turn)],
    "short downtime is not credited": [(Clocks, "_credit_downtime", credit_long_downtimes)],
    "downtime is credited twice": [(time_control, "credit_downtime", credit_twice)],
    "own moves do not reset misses": [(moves, "_with_misses", count_misses_only)],
    "nobody returns from away": [(participation, "_is_away", lambda *_: False)],
    "a reminder too early": [(time_control, "start_turn", remind_too_early)],
    "no reminder": [(time_control, "start_turn", remind_never)],
    "two reminders": [(desired, "turns", remind_twice)],
    "turns are notified again after a restart": [
        (desired, "turns", name_slots_by_run),
        (Panels, "__init__", count_run),
    ],
    "people who looked are never notified": [
        (Reconciler, "_seconds_watched", lambda plain, *args: 3600.0 if plain(*args) else 0.0),
        (desired, "_ways", lambda *_, **__: ["turn"]),
    ],
    "nudges notify nobody": [(desired, "turns", skip_nudges)],
    "computer moves are recorded as own": [(moves, "MoveRow", lambda plain, *row: plain(*row[:4]))],
    "a lobby ages while the bot is away": [(DueWork, "credit_lobbies", do_nothing)],
}
CONSTANTS: dict[str, tuple[str, int]] = {
    "away after two": ("host.tables.table.MOST_MISSES", 2),
    "away after four": ("host.tables.table.MOST_MISSES", 4),
    "lobbies close too early": ("host.play.clocks.IDLE_LOBBY", 3000),
}


@pytest.mark.soak
@pytest.mark.parametrize("plant", [*PLANTS, *CONSTANTS])
def test_short_simulation_notices_a_bot_that_breaks_a_rule(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name, broken in PLANTS.get(plant, ()):
        wrap(monkeypatch, owner, name, broken)
    if plant in CONSTANTS:
        monkeypatch.setattr(*CONSTANTS[plant])
    wrong, _ = run_simulation(1, short_simulation(1), absences(1)[:4])
    assert wrong
    assert not [one for one in wrong if "TypeError" in one or "AttributeError" in one], "the planted code itself fails"
    print(f"{len(wrong)} found, the first: {wrong[0]}")
