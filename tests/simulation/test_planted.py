"""Bots that break a rule on purpose: a short night notices each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from host.cluster.shards import Shard
from host.play import moves, participation, time_control
from host.play.clocks import Clocks
from host.tables.table import Table, Turn
from show import desired
from show.desired import Wanted
from show.messages import reconciler
from show.panels.open_panels import Panels
from tests.simulation.plan import absences, short_night
from tests.simulation.test_night import run_night

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def wrap(patch: pytest.MonkeyPatch, owner: Any, name: str, broken: Callable[..., Any]) -> None:
    """Replace a function by a broken one, which gets the original as its first argument."""
    plain = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **how: broken(plain, *args, **how))


def no_downtime_is_credited(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(time_control, "credit_downtime", lambda turn, *_args, **_times: turn)


def short_downtime_is_not_credited(patch: pytest.MonkeyPatch) -> None:
    async def credit_downtime(plain: Callable[..., Any], clocks: Clocks, shard: Shard, alive: int, now: int) -> Any:
        return await plain(clocks, shard, alive, now) if now - alive > 60 else now

    wrap(patch, Clocks, "_credit_downtime", credit_downtime)


def downtime_is_credited_twice(patch: pytest.MonkeyPatch) -> None:
    def credit_downtime(plain: Callable[..., Turn], turn: Turn, alive: int, now: int) -> Turn:
        return plain(plain(turn, alive, now), alive, now)

    wrap(patch, time_control, "credit_downtime", credit_downtime)


def own_moves_do_not_reset_misses(patch: pytest.MonkeyPatch) -> None:
    def with_misses(plain: Callable[..., Table], table: Table, seat: int, *, by_computer: bool) -> Table:
        return plain(table, seat, by_computer=True) if by_computer else table

    wrap(patch, moves, "_with_misses", with_misses)


def away_after_two(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("host.tables.table.MOST_MISSES", 2)


def away_after_four(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("host.tables.table.MOST_MISSES", 4)


def nobody_returns_from_away(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(participation, "_is_away", lambda _table, _user: False)


def a_reminder_too_early(patch: pytest.MonkeyPatch) -> None:
    def start_turn(plain: Callable[..., Turn], decision: int, now: int, seconds: int | None) -> Turn:
        turn = plain(decision, now, seconds)
        return turn if seconds is None else replace(turn, remind=now + seconds // 4)

    wrap(patch, time_control, "start_turn", start_turn)


def no_reminder(patch: pytest.MonkeyPatch) -> None:
    def start_turn(plain: Callable[..., Turn], decision: int, now: int, seconds: int | None) -> Turn:
        turn = plain(decision, now, seconds)
        return replace(turn, remind=turn.due)

    wrap(patch, time_control, "start_turn", start_turn)


def two_reminders(patch: pytest.MonkeyPatch) -> None:
    def turns(plain: Callable[..., Any], *args: Any, **how: Any) -> Any:
        for one in plain(*args, **how):
            yield one
            if one.slot.endswith(":half"):
                yield replace(one, slot=f"{one.slot}:again")

    wrap(patch, desired, "turns", turns)


def turns_are_notified_again_after_a_restart(patch: pytest.MonkeyPatch) -> None:
    """Give slots another name in each run of the bot."""
    lives: list[Panels] = []

    def turns(plain: Callable[..., Any], *args: Any, **how: Any) -> Any:
        for one in plain(*args, **how):
            yield replace(one, slot=f"{one.slot}:{len(lives)}") if desired.may_wait(one.slot) else one

    def init(plain: Callable[..., None], panels: Panels, *args: Any) -> None:
        lives.append(panels)
        plain(panels, *args)

    wrap(patch, desired, "turns", turns)
    wrap(patch, Panels, "__init__", init)


def people_who_looked_are_never_notified(patch: pytest.MonkeyPatch) -> None:
    def seconds_watched(plain: Callable[..., float], messages: Any, observed: Any, wanted: Wanted, post: Any) -> float:
        return 3600.0 if plain(messages, observed, wanted, post) else 0.0

    wrap(patch, reconciler.Reconciler, "_seconds_watched", seconds_watched)
    wrap(patch, desired, "_ways", lambda _plain, _turn, **_: ["turn"])


def nudges_notify_nobody(patch: pytest.MonkeyPatch) -> None:
    def turns(plain: Callable[..., Any], *args: Any, **how: Any) -> Any:
        return (one for one in plain(*args, **how) if not one.slot.endswith(":nudge"))

    wrap(patch, desired, "turns", turns)


def computer_moves_are_recorded_as_own(patch: pytest.MonkeyPatch) -> None:
    def row(plain: Callable[..., Any], number: int, seat: int, move: str, made_at: int, _computer: object) -> Any:
        return plain(number, seat, move, made_at)

    wrap(patch, moves, "MoveRow", row)


def lobbies_close_too_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("host.play.clocks.IDLE_LOBBY", 3000)


def a_lobby_ages_while_the_bot_is_away(patch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> None: ...

    patch.setattr("storage.queries.due_work.DueWork.credit_lobbies", nothing)


PLANTS: tuple[Plant, ...] = (
    no_downtime_is_credited,
    short_downtime_is_not_credited,
    downtime_is_credited_twice,
    own_moves_do_not_reset_misses,
    away_after_two,
    away_after_four,
    nobody_returns_from_away,
    a_reminder_too_early,
    no_reminder,
    two_reminders,
    turns_are_notified_again_after_a_restart,
    people_who_looked_are_never_notified,
    nudges_notify_nobody,
    computer_moves_are_recorded_as_own,
    lobbies_close_too_early,
    a_lobby_ages_while_the_bot_is_away,
)


@pytest.mark.soak
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_short_night_notices_a_bot_that_breaks_a_rule(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    wrong, _ = run_night(1, short_night(1), absences(1)[:4])
    assert wrong
    assert not [one for one in wrong if "TypeError" in one or "AttributeError" in one], "the planted code itself fails"
    print(f"{len(wrong)} found, the first: {wrong[0]}")
