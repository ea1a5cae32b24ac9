"""`/night` with an event that repeats each week: created once, used again, and deleted only if a manager says so."""

import asyncio
from typing import Any
from unittest.mock import AsyncMock

import pytest

from host.nights.night import Night
from host.nights.nights import WeeklyEvent
from host.refusals import WEEKLY_WITHOUT_TIME
from local_discord.rest import requests
from local_discord.rest.requests import Call, Route
from locales import Translation
from storage import StoreError
from tests.cogs.test_nights import MANAGER
from tests.cogs.test_server_check import give_role
from tests.fuzz.conftest import HERE, OTHER_ROOM, ROOM
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Channel, Json

DAY, WEEK = 86_400, 604_800
THREAD = Channel(1100, HERE, parent=ROOM.id)
PERMISSION = "I need the permission *Create Events*"
REFUSED = "Discord refused its event"
UNANSWERED = "Discord did not answer in time"


class Failures:
    """The kinds of requests that the local Discord refuses, and those whose answers are lost."""

    def __init__(self, world: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused: dict[str, tuple[int, int]] = {}
        """Status and code of each refusal, by the kind of request."""
        self.lost: set[str] = set()
        """Kinds whose requests take effect, but whose answers do not arrive."""
        self._answer = world.answer
        monkeypatch.setattr(world, "answer", self.answer)

    async def answer(self, route: Route, path: str, call: Call, raw: str) -> requests._Answer:
        """Return the answer to a request."""
        if route.kind in self.refused:
            status, code = self.refused[route.kind]
            return requests._Answer(status, {"message": "No", "code": code})
        answer = await self._answer(route, path, call, raw)
        if route.kind in self.lost:
            raise ConnectionAbortedError
        return answer


@pytest.fixture
def failures(world: Offline, monkeypatch: pytest.MonkeyPatch) -> Failures:
    return Failures(world, monkeypatch)


def tomorrow(world: Offline, weeks: int = 0) -> int:
    """Return a time tomorrow or, with `weeks`, that many weeks after tomorrow, in unix seconds."""
    return int(world.services.now()) // 1_800 * 1_800 + DAY + weeks * WEEK


async def announce(
    world: Offline,
    starts_at: int,
    where: Channel = ROOM,
    *,
    weekly: bool = True,
    game: str = "saizen",
    zone: str = "UTC",
) -> SentInteraction:
    """Let a manager with a time zone announce a night."""
    await world.services.settings.set_person(MANAGER.id, "time_zone", [zone])
    options: dict[str, Any] = {"weekly": True} if weekly else {}
    return await world.complete(world.command(MANAGER, where, "night", game=game, at=str(starts_at), **options))


async def the_night(world: Offline) -> Night:
    """Return the only open night."""
    (row,) = await world.services.nights.open_nights()
    return await world.services.nights.get(row.id)


async def call_off(world: Offline, verb: str = "night-end-sure") -> SentInteraction:
    """Let a manager call off the only open night, and let the task that updates the nights' messages run once."""
    night = await the_night(world)
    asked = await world.complete(world.click(MANAGER, ROOM, f"{verb}:{night.id}:0"))
    await world.bot._night_messages.poll()
    return asked


def events(world: Offline) -> list[Json]:
    """Return the server's scheduled events."""
    return [*world.discord.world.scheduled_events.values()]


async def test_weekly_event_is_created_and_stored(world: Offline) -> None:
    asked = await announce(world, tomorrow(world))
    (event,) = events(world)
    rule = event["recurrence_rule"]
    assert (rule["start"], rule["frequency"], rule["interval"]) == (event["scheduled_start_time"], 2, 1)
    assert len(rule["by_weekday"]) == 1
    row = (await the_night(world)).row
    assert (row.event_id, row.event_weekly) == (int(event["id"]), True)
    assert len(asked.answers) == 1, "nothing is told but the night's message"
    await world.bot._night_messages.poll()
    assert "every week" in str(world.messages[row.message_id or 0])


async def test_weekly_event_is_created_also_while_another_one_has_an_unknown_zone(world: Offline) -> None:
    await world.services.nights._store.add_weekly_event(WeeklyEvent(7, HERE, "localtime", tomorrow(world)))
    await announce(world, tomorrow(world))
    assert len(events(world)) == 1


async def test_event_does_not_repeat_unless_the_manager_asks_for_it(world: Offline) -> None:
    await announce(world, tomorrow(world), weekly=False)
    assert [one["recurrence_rule"] for one in events(world)] == [None]
    assert not (await the_night(world)).row.event_weekly
    await call_off(world)
    assert events(world) == []


async def test_weekly_event_needs_a_time(world: Offline) -> None:
    asked = await world.complete(world.command(MANAGER, ROOM, "night", game="saizen", weekly=True))
    assert asked.text == Translation("en").text(WEEKLY_WITHOUT_TIME())
    assert await world.services.nights.open_nights() == []


async def test_night_at_the_next_time_of_the_event_uses_it_again(world: Offline) -> None:
    await announce(world, tomorrow(world))
    (event,) = events(world)
    for weekly, game in ((True, "saizen"), (False, "tennos-square")):
        await call_off(world)
        await announce(world, tomorrow(world, 1), weekly=weekly, game=game)
        assert events(world) == [event]
        row = (await the_night(world)).row
        assert (row.event_id, row.event_weekly) == (int(event["id"]), True)


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("later", "where"), [(1_800, ROOM), (DAY, ROOM), (WEEK, OTHER_ROOM)])
async def test_night_at_another_time_or_place_has_an_event_of_its_own(
    world: Offline, later: int, where: Channel
) -> None:
    await announce(world, tomorrow(world))
    await call_off(world)
    await announce(world, tomorrow(world) + later, where, weekly=False)
    assert [one["recurrence_rule"] is None for one in events(world)] == [False, True]


async def test_event_that_somebody_deleted_on_discord_is_created_anew(world: Offline) -> None:
    await announce(world, tomorrow(world))
    await call_off(world)
    (old,) = events(world)
    world.discord.world.scheduled_events.clear()
    await announce(world, tomorrow(world, 1))
    assert [one["id"] == old["id"] for one in events(world)] == [False]


async def test_weekly_event_stays_when_a_night_is_called_off_and_the_manager_is_told(world: Offline) -> None:
    await announce(world, tomorrow(world))
    night = await the_night(world)
    asked = await world.complete(world.click(MANAGER, ROOM, f"night-end:{night.id}"))
    assert "It stays, unless you delete it too." in asked.text
    assert {f"night-end-sure:{night.id}:0", f"night-end-event:{night.id}:0"} <= {*asked.custom_ids}
    assert "Its event stays" in (await call_off(world)).text
    assert len(events(world)) == 1


async def test_weekly_event_is_deleted_if_the_manager_says_so(world: Offline) -> None:
    await announce(world, tomorrow(world))
    asked = await call_off(world, "night-end-event")
    assert "is called off" in asked.text
    assert "stays" not in asked.text
    assert events(world) == []


@pytest.mark.parametrize("where", [ROOM, THREAD], ids=["a channel", "a thread"])
async def test_weekly_event_is_deleted_with_its_channel(world: Offline, where: Channel) -> None:
    await announce(world, tomorrow(world), where)
    night = await the_night(world)
    world.delete_channel(where)
    await world.wait_until_idle()
    assert (await world.services.nights.get(night.id)).row.state == "off"
    await world.bot._night_messages.poll()
    assert events(world) == []


@pytest.mark.parametrize("weekly", [True, False])
async def test_manager_is_told_that_the_bot_may_not_create_events(world: Offline, *, weekly: bool) -> None:
    await give_role(world, without="create_events")
    asked = await announce(world, tomorrow(world), weekly=weekly)
    assert PERMISSION in asked.text
    assert events(world) == []
    assert (await the_night(world)).row.event_id is None


async def test_manager_who_gave_no_time_is_told_nothing_of_events(world: Offline) -> None:
    await give_role(world, without="create_events")
    asked = await world.complete(world.command(MANAGER, ROOM, "night", game="saizen"))
    assert len(asked.answers) == 1


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("refusal", "told"),
    [((403, 50013), PERMISSION), ((400, 50035), REFUSED), ((400, 30038), REFUSED), ((503, 0), UNANSWERED)],
)
@pytest.mark.parametrize("kind", ["event create", "event list"])
@pytest.mark.parametrize("weekly", [True, False])
async def test_manager_is_told_why_the_event_is_missing(
    world: Offline, failures: Failures, kind: str, refusal: tuple[int, int], told: str, *, weekly: bool
) -> None:
    failures.refused[kind] = refusal
    assert told in (await announce(world, tomorrow(world), weekly=weekly)).text
    assert events(world) == []
    assert (await the_night(world)).row.event_id is None


async def test_event_whose_answer_was_lost_is_used_by_the_next_night(world: Offline, failures: Failures) -> None:
    failures.lost.add("event create")
    assert UNANSWERED in (await announce(world, tomorrow(world))).text
    (event,) = events(world)
    failures.lost.clear()
    await call_off(world)
    await announce(world, tomorrow(world, 1))
    assert events(world) == [event]
    assert (await the_night(world)).row.event_id == int(event["id"])


async def test_event_that_a_killed_bot_has_not_stored_is_used_by_the_next_night(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object, **_options: object) -> bool:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(world.services.nights, "set_event", killed)
        await announce(world, tomorrow(world))
    (event,) = events(world)
    assert (await the_night(world)).row.event_id is None
    await call_off(world)
    await announce(world, tomorrow(world, 1))
    assert events(world) == [event]
    assert (await the_night(world)).row.event_id == int(event["id"])


@pytest.mark.drawn(1)
@pytest.mark.parametrize("problem", [asyncio.CancelledError, StoreError("disk full"), "lost answer"])
async def test_event_that_is_not_stored_is_deleted_when_its_night_is_called_off(
    world: Offline, failures: Failures, monkeypatch: pytest.MonkeyPatch, problem: Any
) -> None:
    await announce(world, tomorrow(world) + 1_800)
    (weekly,) = events(world)
    await call_off(world)
    with monkeypatch.context() as patch:
        if problem == "lost answer":
            failures.lost.add("event create")
        else:
            patch.setattr(world.store.nights, "set_event", AsyncMock(side_effect=problem))
        await announce(world, tomorrow(world), weekly=False)
    failures.lost.clear()
    assert len(events(world)) == 2
    assert (await the_night(world)).row.event_id is None
    night = await the_night(world)
    await world.complete(world.click(MANAGER, ROOM, f"night-end-sure:{night.id}:0"))
    await announce(world, tomorrow(world), weekly=False)
    await world.bot._night_messages.poll()
    assert [int(one["id"]) for one in events(world)] == [int(weekly["id"]), (await the_night(world)).row.event_id]


async def test_new_event_of_a_night_that_was_called_off_meanwhile_is_deleted(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    nights = world.services.nights
    store = nights.set_event

    async def call_off_first(night_id: int, event_id: int, *, weekly: bool = False) -> bool:
        await nights.drop(night_id)
        return await store(night_id, event_id, weekly=weekly)

    monkeypatch.setattr(nights, "set_event", call_off_first)
    await announce(world, tomorrow(world))
    assert events(world) == []
