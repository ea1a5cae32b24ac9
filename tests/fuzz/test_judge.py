"""The judge of random interactions notices bots that permit forbidden changes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs.interactions.interaction_context import person_of
from host.tables.table_repository import TableRepository
from tests.fuzz.actions import send_action
from tests.fuzz.conftest import AKI, BEN, CHIE, ELSEWHERE, ROOM
from tests.fuzz.judge import Snapshot, judge
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Channel
from tests.samples import sampled

Plant = Callable[[pytest.MonkeyPatch], None]
LOBBY, GAME = 1, 2
"""Tables of Aki and Ben."""


def found_anywhere(patch: pytest.MonkeyPatch) -> None:
    """Find tables by number on every server."""
    patch.setattr("cogs.interactions.router.may_see", lambda *_: True)
    patch.setattr(TableRepository, "in_place", lambda tables, _place, number: tables.get(number))


def led_by_all(patch: pytest.MonkeyPatch) -> None:
    """Put everybody in charge of every table."""
    patch.setattr("host.lobby.lobby.check_in_charge", lambda table, _person: table)
    patch.setattr("host.play.participation.check_in_charge", lambda table, _person: table)


def seats_for_all(patch: pytest.MonkeyPatch) -> None:
    """Treat everybody as the player of seat 0."""
    patch.setattr("host.play.participation.required_seat", lambda _table, _user: 0)


def hurried_by_all(patch: pytest.MonkeyPatch) -> None:
    """Allow everybody, even people without a seat, to nudge people and to delegate their decisions."""
    patch.setattr("host.play.participation.required_seat", lambda _table, _user: None)


def moderated_by_all(patch: pytest.MonkeyPatch) -> None:
    """Treat everybody as a moderator."""
    patch.setattr("host.play.participation._check_moderator", lambda _table, _person: None)


def managed_by_all(patch: pytest.MonkeyPatch) -> None:
    """Treat everybody as a manager of the server."""
    patch.setattr(
        "cogs.interactions.interaction_context.person_of",
        lambda interaction: replace(person_of(interaction), manages_server=lambda: True),
    )


def silent_at_once(patch: pytest.MonkeyPatch) -> None:
    """Treat every pending decision as overdue."""
    patch.setattr("host.play.participation.silent", lambda table, _now: table.turns)
    patch.setattr("host.clock.ComparedClock.has_passed", AsyncMock(return_value=True))


CASES: dict[str, tuple[Plant, Channel, str, Any]] = {
    "joins from another server": (found_anywhere, ELSEWHERE, f"join:{LOBBY}", None),
    "removes somebody from a lobby": (led_by_all, ROOM, f"unseat:{LOBBY}:{AKI.id}", None),
    "closes a lobby": (led_by_all, ROOM, f"close:{LOBBY}", None),
    "starts a game": (led_by_all, ROOM, f"start-anyway:{LOBBY}", None),
    "changes the pace": (led_by_all, ROOM, f"pace:{LOBBY}", ["live"]),
    "changes the options": (led_by_all, ROOM, f"set-up:{LOBBY}", {"seats": "4"}),
    "seats a computer player": (led_by_all, ROOM, f"computer:{LOBBY}", ["2.hard"]),
    "changes a level": (led_by_all, ROOM, f"level:{GAME}", [".easy"]),
    "lets somebody leave": (seats_for_all, ROOM, f"leave-game:{GAME}:1", None),
    "hurries somebody": (hurried_by_all, ROOM, f"nudge:{GAME}", None),
    "removes somebody from a game": (moderated_by_all, ROOM, f"remove:{GAME}:1:1", None),
    "sets something on the server": (managed_by_all, ROOM, "put:server:pings:off", None),
    "chooses the server's games": (managed_by_all, ROOM, "set-some:server:games", ["saizen"]),
    "ends a game": (moderated_by_all, ROOM, f"end:{GAME}:1", None),
}


async def open_tables(world: Offline) -> None:
    """Make a lobby, and a game with a computer player."""
    for start in (False, True):
        await world.open_table(AKI, BEN, where=ROOM, seats=3, start=start)


async def findings(world: Offline, ask: Callable[[], SentInteraction]) -> list[str]:
    """Return the judge's findings about one interaction."""
    before, asked = await Snapshot.of(world), await world.complete(ask())
    return judge(before, await Snapshot.of(world), [asked])


def click(world: Offline, case: str) -> Callable[[], SentInteraction]:
    """Return a function that sends the interaction of a case, by a person who has no part in the tables."""
    _, where, custom_id, values = CASES[case]
    return lambda: send_action(world, CHIE, where, custom_id, *([] if values is None else [values]))


@pytest.mark.drawn(1)
@pytest.mark.parametrize("case", sampled(CASES, 2))
async def test_judge_notices_forbidden_changes_by_a_stranger(
    world: Offline, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    await open_tables(world)
    CASES[case][0](monkeypatch)
    assert await findings(world, click(world, case))


async def test_judge_finds_nothing_if_the_bot_refuses_the_changes(world: Offline) -> None:
    await open_tables(world)
    for case in CASES:
        assert await findings(world, click(world, case)) == [], case


async def test_judge_notices_a_decision_for_somebody_who_is_not_overdue(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_tables(world)
    silent_at_once(monkeypatch)
    ((_, seat),) = (await Snapshot.of(world)).turns
    other = BEN if (await world.services.tables.get(GAME)).seat_of(AKI.id) == seat else AKI
    assert await findings(world, lambda: world.click(other, ROOM, f"give:{GAME}:{seat}"))
