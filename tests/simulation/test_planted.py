"""Bots that break a rule on purpose: a short night notices each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from host.play import moves, participation, time_control
from host.play.clocks import Clocks
from host.tables.table import Table, Turn
from show import desired
from show.desired import Wanted
from show.messages import reconciler
from show.panels.open_panels import Panels
from tests.simulation.plan import absences, brief
from tests.simulation.test_night import lived

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def around(patch: pytest.MonkeyPatch, owner: Any, name: str, broken: Callable[..., Any]) -> None:
    """Replace a function by a broken one, which gets the original as its first argument."""
    plain = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **how: broken(plain, *args, **how))


def no_time_is_given_back(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(time_control, "credited", lambda turn, _alive, _now: turn)


def no_seconds_of_a_restart_are_given_back(patch: pytest.MonkeyPatch) -> None:
    async def give_back(plain: Callable[..., Any], clocks: Clocks, alive: int, now: int) -> None:
        if now - alive > 60:
            await plain(clocks, alive, now)

    around(patch, Clocks, "_give_back", give_back)


def time_is_given_back_twice(patch: pytest.MonkeyPatch) -> None:
    def credited(plain: Callable[..., Turn], turn: Turn, alive: int, now: int) -> Turn:
        return plain(plain(turn, alive, now), alive, now)

    around(patch, time_control, "credited", credited)


def a_move_of_ones_own_forgives_nothing(patch: pytest.MonkeyPatch) -> None:
    def noted(plain: Callable[..., Table], table: Table, seat: int, *, by_computer: bool) -> Table:
        return plain(table, seat, by_computer=True) if by_computer else table

    around(patch, moves, "_noted", noted)


def away_after_two(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("host.tables.table.MOST_MISSES", 2)


def away_after_four(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("host.tables.table.MOST_MISSES", 4)


def nobody_comes_back(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(participation, "_is_away", lambda _table, _user: False)


def a_reminder_too_early(patch: pytest.MonkeyPatch) -> None:
    def begun(plain: Callable[..., Turn], decision: int, now: int, seconds: int | None) -> Turn:
        turn = plain(decision, now, seconds)
        return turn if seconds is None else replace(turn, remind=now + seconds // 4)

    around(patch, time_control, "begun", begun)


def no_reminder(patch: pytest.MonkeyPatch) -> None:
    def begun(plain: Callable[..., Turn], decision: int, now: int, seconds: int | None) -> Turn:
        turn = plain(decision, now, seconds)
        return replace(turn, remind=turn.due)

    around(patch, time_control, "begun", begun)


def two_reminders(patch: pytest.MonkeyPatch) -> None:
    def turns(plain: Callable[..., Any], *args: Any, **how: Any) -> Any:
        for one in plain(*args, **how):
            yield one
            if one.slot.endswith(":half"):
                yield replace(one, slot=f"{one.slot}:again")

    around(patch, desired, "turns", turns)


def a_turn_is_told_again_after_a_restart(patch: pytest.MonkeyPatch) -> None:
    """Give slots another name in each run of the bot."""
    lives: list[Panels] = []

    def turns(plain: Callable[..., Any], *args: Any, **how: Any) -> Any:
        for one in plain(*args, **how):
            yield replace(one, slot=f"{one.slot}:{len(lives)}") if desired.may_wait(one.slot) else one

    def init(plain: Callable[..., None], panels: Panels, *args: Any) -> None:
        lives.append(panels)
        plain(panels, *args)

    around(patch, desired, "turns", turns)
    around(patch, Panels, "__init__", init)


def who_has_looked_is_never_told(patch: pytest.MonkeyPatch) -> None:
    def watched(plain: Callable[..., float], messages: Any, place: Any, wanted: Wanted, post: Any) -> float:
        return 3600.0 if plain(messages, place, wanted, post) else 0.0

    around(patch, reconciler.Reconciler, "_watched", watched)
    around(patch, desired, "_ways", lambda _plain, _turn, **_: ["turn"])


def a_nudge_that_calls_nobody(patch: pytest.MonkeyPatch) -> None:
    def turns(plain: Callable[..., Any], *args: Any, **how: Any) -> Any:
        return (one for one in plain(*args, **how) if not one.slot.endswith(":nudge"))

    around(patch, desired, "turns", turns)


def a_computers_move_is_recorded_as_ones_own(patch: pytest.MonkeyPatch) -> None:
    def row(plain: Callable[..., Any], number: int, seat: int, move: str, made_at: int, _computer: object) -> Any:
        return plain(number, seat, move, made_at)

    around(patch, moves, "MoveRow", row)


def lobbies_close_too_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("host.play.clocks.IDLE_LOBBY", 3000)


def a_lobby_ages_while_the_bot_is_away(patch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> None: ...

    patch.setattr("storage.queries.due_work.DueWork.credit_lobbies", nothing)


PLANTS: tuple[Plant, ...] = (
    no_time_is_given_back,
    no_seconds_of_a_restart_are_given_back,
    time_is_given_back_twice,
    a_move_of_ones_own_forgives_nothing,
    away_after_two,
    away_after_four,
    nobody_comes_back,
    a_reminder_too_early,
    no_reminder,
    two_reminders,
    a_turn_is_told_again_after_a_restart,
    who_has_looked_is_never_told,
    a_nudge_that_calls_nobody,
    a_computers_move_is_recorded_as_ones_own,
    lobbies_close_too_early,
    a_lobby_ages_while_the_bot_is_away,
)


@pytest.mark.soak
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_short_night_notices_a_bot_that_breaks_a_rule(
    plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    wrong, _ = lived(1, brief(1), absences(1)[:4], tmp_path / "night.sqlite3")
    assert wrong
    print(f"{len(wrong)} found, the first: {wrong[0]}")
